import type { Memory } from "../core/base/memory.ts";
import type { Instance } from "../core/config.ts";

const KEY = "forgeline.instances";

/** Instances entered at sign-in, with application ID and redirect kind. Stored per machine, apart from the settings. */
export class RememberedInstances {
  private readonly memory: Memory;

  constructor(memory: Memory) {
    this.memory = memory;
  }

  /** Returns the instances, latest first. */
  list(): readonly Instance[] {
    const stored = this.memory.get(KEY);
    if (!Array.isArray(stored)) return [];
    return (stored as unknown[]).flatMap((entry) => {
      if (typeof entry !== "object" || entry === null) return [];
      const { url, clientId, redirect } = entry as Record<string, unknown>;
      if (typeof url !== "string" || !URL.canParse(url)) return [];
      if (typeof clientId !== "string" || clientId === "") return [{ url }];
      return [{ url, clientId, ...(redirect === "own" || redirect === "shared" ? { redirect } : {}) }];
    });
  }

  /** Stores an instance as the latest; without `clientId` it keeps its stored application ID and redirect kind. */
  async remember({ url, clientId, redirect }: Instance): Promise<void> {
    const known = this.list();
    const given: Instance | undefined =
      clientId === undefined ? undefined : { url, clientId, ...(redirect === undefined ? {} : { redirect }) };
    const latest = given ?? known.find((instance) => instance.url === url) ?? { url };
    const others = known.filter((instance) => instance.url !== url);
    await this.memory.update(KEY, [latest, ...others].slice(0, 20));
  }

  async forget(url: string): Promise<void> {
    await this.memory.update(
      KEY,
      this.list().filter((instance) => instance.url !== url),
    );
  }
}
