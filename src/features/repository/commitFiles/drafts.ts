import type { DraftKind } from "../../../core/base/drafts.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { asFlag, asId, asText, listOf, oneOf, recordOf, type Parse } from "../../../core/base/stored.ts";
import type { Sent } from "./sent.ts";
import type { Target } from "./target.ts";

/** What was entered for a commit so far. */
export interface CommitDraft {
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  readonly target?: Target | undefined;
  /** Name of a new branch that was typed, until it is known where the branch starts. */
  readonly newBranch?: string | undefined;
  readonly message: string;
  readonly author?: { readonly name: string; readonly email: string } | undefined;
  /** What was sent last, while its outcome is unknown. */
  readonly sent?: Sent | undefined;
}

export const emptyDraft: CommitDraft = { files: [], message: "" };

/** Whether it is all that a commit needs. */
export const isWhole = ({ files, target, message }: CommitDraft): boolean =>
  files.length > 0 && target !== undefined && message.trim() !== "";

/** What was entered for a file that is to be deleted or moved on the host. */
export interface FileDraft extends Pick<CommitDraft, "target" | "newBranch" | "message" | "sent"> {
  /** Where the file moves to; empty where it does not. */
  readonly to: string;
}

/** What was entered for a submodule that is to be at another commit. */
export interface SubmoduleDraft {
  /** Path of the submodule; absent until it is chosen. */
  readonly path?: string | undefined;
  /** Whole sha; empty until it is known. */
  readonly commit: string;
  /** What was typed for the commit. */
  readonly typed: string;
  readonly branch?: string | undefined;
  readonly message: string;
  /** Whether it was sent and its outcome is unknown. */
  readonly sent?: boolean | undefined;
}

const start = recordOf({ kind: oneOf("branch", "commit"), ref: asText }, { label: asText, project: asId });
const storedTarget = recordOf({ branch: asText }, { start, force: asFlag });
const target: Parse<Target> = (stored) => {
  const parsed = storedTarget(stored);
  return parsed && !parsed.start ? { branch: parsed.branch } : parsed;
};
const sent = recordOf({ branch: asText, message: asText, files: listOf(asText) }, { tip: asText, before: asText });
const shared = { target, newBranch: asText, sent };
const file = recordOf({ to: asText, message: asText }, shared);
const submodule = recordOf(
  { commit: asText, message: asText },
  { path: asText, typed: asText, branch: asText, sent: asFlag },
);

export const commitDrafts: DraftKind<CommitDraft> = {
  name: "commit",
  parse: recordOf(
    { files: listOf(asText), message: asText },
    { ...shared, author: recordOf({ name: asText, email: asText }) },
  ),
};
export const deleteDrafts: DraftKind<FileDraft> = { name: "deleteOnHost", parse: file, limit: 20 };
export const moveDrafts: DraftKind<FileDraft> = { name: "moveOnHost", parse: file, limit: 20 };
export const submoduleDrafts: DraftKind<SubmoduleDraft> = {
  name: "submodule",
  parse: (stored) => {
    const parsed = submodule(stored);
    return parsed && { typed: "", ...parsed };
  },
};

/** Returns the key of a draft of a project; hosts do not tell upper from lower case in its name. @param path of a file in it */
export const projectKey = ({ instance, project }: ProjectScope, path = ""): string =>
  `${instance} ${String(project).toLowerCase()} ${path}`;
