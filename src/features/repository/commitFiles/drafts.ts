import type { DraftKind } from "../../../core/base/drafts.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { asFlag, asId, asText, listOf, oneOf, recordOf, type Parse } from "../../../core/base/stored.ts";
import type { SentCommit } from "./sent.ts";
import type { Target } from "./target.ts";

/** What was entered for a commit. */
export interface CommitDraft {
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  readonly target?: Target | undefined;
  /** Typed name of a new branch whose start is not chosen yet. */
  readonly newBranch?: string | undefined;
  readonly message: string;
  readonly author?: { readonly name: string; readonly email: string } | undefined;
  /** The last request, while its outcome is unknown. */
  readonly sent?: SentCommit | undefined;
}

export const emptyDraft: CommitDraft = { files: [], message: "" };

/** Whether a draft has everything that a commit needs. */
export const isComplete = ({ files, target, message }: CommitDraft): boolean =>
  files.length > 0 && target !== undefined && message.trim() !== "";

/** What was entered to delete or move a file on the host. */
export interface FileDraft extends Pick<CommitDraft, "target" | "newBranch" | "message" | "sent"> {
  /** New path; empty unless the file moves. */
  readonly to: string;
}

/** What was entered to update a submodule reference. */
export interface SubmoduleDraft {
  /** Path of the submodule; absent until it is chosen. */
  readonly path?: string | undefined;
  /** Full SHA; empty until it is known. */
  readonly commit: string;
  /** What was typed to choose the commit. */
  readonly typed: string;
  readonly branch?: string | undefined;
  readonly message: string;
  /** Whether a request was sent whose outcome is unknown. */
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

/** Returns the key of a draft: paths of projects are not case-sensitive. @param path file that the draft is about */
export const projectKey = ({ instance, project }: ProjectScope, path = ""): string =>
  `${instance} ${String(project).toLowerCase()} ${path}`;
