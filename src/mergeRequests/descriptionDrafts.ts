import type { Memory } from "../memory.ts";
import type { DescriptionAddress } from "./descriptionAddress.ts";

/** A text that was written and is not on the host. */
export interface Draft {
  readonly text: string;
  /** What the host had when it was begun. */
  readonly base: string;
}

const KEY = "forgeline.descriptionDrafts";
const keyOf = ({ instance, project, iid }: DescriptionAddress): string => `${instance} ${project}!${iid}`;

/** Descriptions that were written and not sent, kept for the workspace. */
export class DescriptionDrafts {
  private readonly memory: Memory;

  constructor(memory: Memory) {
    this.memory = memory;
  }

  get(address: DescriptionAddress): Draft | undefined {
    const draft = this.all()[keyOf(address)] as Partial<Draft> | undefined;
    return typeof draft?.text === "string" && typeof draft.base === "string" ? { text: draft.text, base: draft.base } : undefined;
  }

  async keep(address: DescriptionAddress, draft: Draft): Promise<void> {
    await this.memory.update(KEY, { ...this.all(), [keyOf(address)]: draft });
  }

  async drop(address: DescriptionAddress): Promise<void> {
    const { [keyOf(address)]: had, ...others } = this.all();
    if (had !== undefined) await this.memory.update(KEY, others);
  }

  private all(): Readonly<Record<string, unknown>> {
    const stored = this.memory.get(KEY);
    return typeof stored === "object" && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {};
  }
}
