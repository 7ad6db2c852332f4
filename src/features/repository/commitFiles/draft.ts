import type { Memory } from "../../../core/base/memory.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { asSent, asTarget, isRaw, isText, textOf, textsOf } from "./keptParts.ts";
import type { Sent } from "./sent.ts";
import type { Target } from "./target.ts";

/** What the person gave for a commit so far. */
export interface CommitDraft {
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  readonly target?: Target | undefined;
  /** Name of a new branch that was typed, as long as it is not known where the branch starts. */
  readonly newBranch?: string | undefined;
  readonly message: string;
  readonly author?: { readonly name: string; readonly email: string } | undefined;
  /** What was sent last, as long as nobody knows what became of it. */
  readonly sent?: Sent | undefined;
}

export const emptyDraft: CommitDraft = { files: [], message: "" };

/** Whether it is all that a commit needs. */
export const isWhole = ({ files, target, message }: CommitDraft): boolean =>
  files.length > 0 && target !== undefined && message.trim() !== "";

/** What a draft is of, and how it is read: an older version of the extension may have kept something else. */
export interface DraftKind<D> {
  /** The memory's key, before the project. */
  readonly key: string;
  readonly read: (kept: unknown) => D | undefined;
}

/** What the person gave for something in a project that is not done yet: it outlives the window, until it is done. */
export class Drafts<D> {
  private readonly memory: Memory;
  private readonly kind: DraftKind<D>;

  constructor(memory: Memory, kind: DraftKind<D>) {
    this.memory = memory;
    this.kind = kind;
  }

  read(scope: ProjectScope): D | undefined {
    return this.kind.read(this.memory.get(this.keyOf(scope)));
  }

  async keep(scope: ProjectScope, draft: D): Promise<void> {
    await this.memory.update(this.keyOf(scope), draft);
  }

  async forget(scope: ProjectScope): Promise<void> {
    await this.memory.update(this.keyOf(scope), undefined);
  }

  private keyOf({ instance, project }: ProjectScope): string {
    return `${this.kind.key} ${instance} ${String(project).toLowerCase()}`;
  }
}

/** Drafts of a project's next commit. */
export const commitDrafts: DraftKind<CommitDraft> = {
  key: "forgeline.commitFiles.draft",
  read: (kept) => {
    if (!isRaw(kept) || !Array.isArray(kept["files"]) || !isText(kept["message"])) return undefined;
    const { author } = kept;
    const [target, newBranch, sent] = [asTarget(kept["target"]), textOf(kept["newBranch"]), asSent(kept["sent"])];
    return {
      files: textsOf(kept["files"]),
      message: kept["message"],
      ...(target && { target }),
      ...(newBranch !== undefined && { newBranch }),
      ...(sent && { sent }),
      ...(isRaw(author) && isText(author["name"]) && isText(author["email"])
        ? { author: { name: author["name"], email: author["email"] } }
        : {}),
    };
  },
};
