import type { InstanceFacts } from "./api/client.ts";
import type { Memory } from "./memory.ts";

const KEY = "forgeline.instanceFacts";

type Facts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What was found out about instances, kept for the machine so that no window finds it out again. */
export class KeptFacts {
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
        const stored = this.stored();
        const next: Facts = { ...stored, [instanceUrl]: { ...stored[instanceUrl], ...Object.fromEntries(own) } };
        // A fact that is not kept is only found out again.
        void Promise.resolve(this.memory.update(KEY, next)).catch(() => undefined);
      },
    };
  }

  private stored(): Facts {
    const stored = this.memory.get(KEY);
    if (typeof stored !== "object" || stored === null) return {};
    const entries = Object.entries(stored).filter((entry): entry is [string, object] => typeof entry[1] === "object" && entry[1] !== null);
    return Object.fromEntries(
      entries.map(([instance, facts]) => [instance, Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, string] => typeof fact[1] === "string"))]),
    );
  }
}
