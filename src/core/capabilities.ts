import type { InstanceFacts } from "../api/client.ts";
import type { Disposable } from "./base/disposable.ts";
import { Emitter, type Event } from "./base/events.ts";
import type { Memory } from "./base/memory.ts";

const KEY = "forgeline.instanceFacts";

type Facts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What was found out about instances, kept for the machine so that no window finds it out again. */
export class CapabilityStore implements Disposable {
  private readonly changed = new Emitter<string>();
  /** Fires with the base address of an instance of which something was found out here. */
  readonly onDidChange: Event<string> = this.changed.event;
  private readonly memory: Memory;
  /** Another page or window may have written since this one started; what this one knows goes first. */
  private readonly known = new Map<string, Map<string, string>>();

  constructor(memory: Memory) {
    this.memory = memory;
  }

  /** The facts of one instance, by its base address. */
  of(instanceUrl: string): InstanceFacts {
    const own = this.known.get(instanceUrl) ?? new Map<string, string>();
    this.known.set(instanceUrl, own);
    return {
      get: (name) => own.get(name) ?? this.stored()[instanceUrl]?.[name],
      set: (name, value) => {
        own.set(name, value);
        const next: Record<string, Readonly<Record<string, string>>> = { ...this.stored() };
        for (const [instance, facts] of this.known)
          next[instance] = { ...next[instance], ...Object.fromEntries(facts) };
        // A fact that is not kept is only found out again.
        void Promise.resolve(this.memory.update(KEY, next)).catch(() => undefined);
        this.changed.fire(instanceUrl);
      },
    };
  }

  dispose(): void {
    this.changed.dispose();
  }

  private stored(): Facts {
    const stored = this.memory.get(KEY);
    if (typeof stored !== "object" || stored === null) return {};
    const entries = Object.entries(stored).filter(
      (entry): entry is [string, object] => typeof entry[1] === "object" && entry[1] !== null,
    );
    return Object.fromEntries(
      entries.map(([instance, facts]) => [
        instance,
        Object.fromEntries(
          Object.entries(facts).filter((fact): fact is [string, string] => typeof fact[1] === "string"),
        ),
      ]),
    );
  }
}
