import type { Instance } from "../config.ts";
import type { Memory } from "../memory.ts";

const KEY = "forgeline.instances";

/** Instances that somebody typed in at Sign In, with the application ID given there. Kept for the machine, apart from the settings. */
export class RememberedInstances {
  private readonly memory: Memory;

  constructor(memory: Memory) {
    this.memory = memory;
  }

  /** The latest first. */
  list(): readonly Instance[] {
    const stored = this.memory.get(KEY);
    if (!Array.isArray(stored)) return [];
    return (stored as unknown[]).flatMap((entry) => {
      if (typeof entry !== "object" || entry === null) return [];
      const { url, clientId } = entry as Record<string, unknown>;
      if (typeof url !== "string" || !URL.canParse(url)) return [];
      return [typeof clientId === "string" && clientId !== "" ? { url, clientId } : { url }];
    });
  }

  /** Puts an instance first; an application ID known from before stays unless another is given. */
  async remember({ url, clientId }: Instance): Promise<void> {
    const known = this.list();
    const id = clientId ?? known.find((instance) => instance.url === url)?.clientId;
    const others = known.filter((instance) => instance.url !== url);
    await this.memory.update(KEY, [{ url, ...(id === undefined ? {} : { clientId: id }) }, ...others].slice(0, 20));
  }

  async forget(url: string): Promise<void> {
    await this.memory.update(KEY, this.list().filter((instance) => instance.url !== url));
  }
}
