import type { InstanceCapabilities } from "../api/client.ts";
import type { Disposable } from "./base/disposable.ts";
import { Emitter, type Event } from "./base/events.ts";
import type { Memory } from "./base/memory.ts";

const KEY = "forgeline.instanceFacts";

type StoredCapabilities = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Stores what was detected about each instance, shared by all windows of the machine. */
export class CapabilityStore implements Disposable {
  private readonly changed = new Emitter<string>();
  /** Fires with the base address of an instance when this window detects something about it. */
  readonly onDidChange: Event<string> = this.changed.event;
  private readonly memory: Memory;
  /** Detected by this window, by instance; takes precedence over the memory, which another window may have written. */
  private readonly known = new Map<string, Map<string, string>>();

  constructor(memory: Memory) {
    this.memory = memory;
  }

  /** Returns the capabilities of one instance, by its base address. */
  of(instanceUrl: string): InstanceCapabilities {
    const own = this.known.get(instanceUrl) ?? new Map<string, string>();
    this.known.set(instanceUrl, own);
    return {
      get: (name) => own.get(name) ?? this.stored()[instanceUrl]?.[name],
      set: (name, value) => {
        own.set(name, value);
        const next: Record<string, Readonly<Record<string, string>>> = { ...this.stored() };
        for (const [instance, capabilities] of this.known)
          next[instance] = { ...next[instance], ...Object.fromEntries(capabilities) };
        // If this is not saved, the next window only has to detect it again.
        void Promise.resolve(this.memory.update(KEY, next)).catch(() => undefined);
        this.changed.fire(instanceUrl);
      },
    };
  }

  dispose(): void {
    this.changed.dispose();
  }

  private stored(): StoredCapabilities {
    const stored = this.memory.get(KEY);
    if (typeof stored !== "object" || stored === null) return {};
    const entries = Object.entries(stored).filter(
      (entry): entry is [string, object] => typeof entry[1] === "object" && entry[1] !== null,
    );
    return Object.fromEntries(
      entries.map(([instance, capabilities]) => [
        instance,
        Object.fromEntries(
          Object.entries(capabilities).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
        ),
      ]),
    );
  }
}
