import type { DraftKind } from "./draft.ts";
import { asSent, asTarget, isRaw, isText, textOf } from "./keptParts.ts";
import type { Sent } from "./sent.ts";
import type { Target } from "./target.ts";

/** What the person gave for a file that is to be deleted or moved on the host. */
export interface FileDraft {
  readonly path: string;
  readonly target?: Target | undefined;
  /** Name of a new branch that was typed, as long as it is not known where the branch starts. */
  readonly newBranch?: string | undefined;
  /** Where the file moves to; empty where it does not. */
  readonly to: string;
  /** Empty for the words that are proposed. */
  readonly message: string;
  /** What was sent last, as long as nobody knows what became of it. */
  readonly sent?: Sent | undefined;
}

/** Those of one project, newest first. */
export type FileDrafts = readonly FileDraft[];

/** More than anybody goes back to. */
const most = 20;

export const withDraft = (all: FileDrafts, draft: FileDraft): FileDrafts =>
  [draft, ...withoutDraft(all, draft.path)].slice(0, most);
export const withoutDraft = (all: FileDrafts, path: string): FileDrafts => all.filter((one) => one.path !== path);

const readFiles = (kept: unknown): FileDrafts | undefined =>
  Array.isArray(kept)
    ? kept.flatMap((one: unknown): FileDraft[] => {
        if (!isRaw(one) || !isText(one["path"]) || !isText(one["to"]) || !isText(one["message"])) return [];
        const [target, newBranch, sent] = [asTarget(one["target"]), textOf(one["newBranch"]), asSent(one["sent"])];
        return [
          {
            path: one["path"],
            to: one["to"],
            message: one["message"],
            ...(target && { target }),
            ...(newBranch !== undefined && { newBranch }),
            ...(sent && { sent }),
          },
        ];
      })
    : undefined;

export const deleteDrafts: DraftKind<FileDrafts> = { key: "forgeline.deleteOnHost.drafts", read: readFiles };
export const moveDrafts: DraftKind<FileDrafts> = { key: "forgeline.moveOnHost.drafts", read: readFiles };

/** What the person gave for a submodule that is to be at another commit. */
export interface SubmoduleDraft {
  /** Path of the submodule; absent until it is chosen. */
  readonly path?: string | undefined;
  /** Whole sha; empty until it is known. */
  readonly commit: string;
  /** What was typed for the commit. */
  readonly typed: string;
  readonly branch?: string | undefined;
  readonly message: string;
  /** Whether it was sent, and nobody knows what became of it. */
  readonly sent?: boolean | undefined;
}

export const submoduleDrafts: DraftKind<SubmoduleDraft> = {
  key: "forgeline.submodule.draft",
  read: (kept) => {
    if (!isRaw(kept) || !isText(kept["commit"]) || !isText(kept["message"])) return undefined;
    const [path, branch] = [textOf(kept["path"]), textOf(kept["branch"])];
    return {
      commit: kept["commit"],
      typed: textOf(kept["typed"]) ?? "",
      message: kept["message"],
      ...(path !== undefined && { path }),
      ...(branch !== undefined && { branch }),
      ...(kept["sent"] === true && { sent: true }),
    };
  },
};
