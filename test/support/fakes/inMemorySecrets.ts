import { Emitter } from "../../../src/core/base/events.ts";

/** A fake of vscode.SecretStorage, shared by the windows of a desktop. */
export class InMemorySecrets {
  readonly values = new Map<string, string>();
  private readonly changed = new Emitter<{ readonly key: string }>();
  /** Thrown by every operation named here, as by a locked keychain. */
  readonly broken = new Set<"keys" | "get" | "store" | "delete">();
  readonly onDidChange = this.changed.event;

  async keys(): Promise<string[]> {
    await this.turn("keys");
    return [...this.values.keys()];
  }

  async get(key: string): Promise<string | undefined> {
    await this.turn("get");
    return this.values.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    await this.turn("store");
    this.values.set(key, value);
    this.changed.fire({ key });
  }

  async delete(key: string): Promise<void> {
    await this.turn("delete");
    this.values.delete(key);
    this.changed.fire({ key });
  }

  /** Calls the listeners as the editor does for a change made elsewhere. */
  announce(key: string): void {
    this.changed.fire({ key });
  }

  private async turn(operation: "keys" | "get" | "store" | "delete"): Promise<void> {
    await Promise.resolve();
    if (this.broken.has(operation)) throw new Error(`keychain locked (${operation})`);
  }
}

/** What a browser page sees: the secrets as they were when it opened, and its own changes, which overwrite the whole. */
export class SnapshotSecrets extends InMemorySecrets {
  constructor(shared: InMemorySecrets) {
    super();
    for (const [key, value] of shared.values) this.values.set(key, value);
  }
}
