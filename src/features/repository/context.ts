import type { Context } from "../../core/context.ts";
import type { CommentsOnDemand } from "../../core/files/commentsOnDemand.ts";
import type { BlameSwitch } from "./blame/blameSwitch.ts";
import type { CommitComments } from "./comments/commitComments.ts";
import type { RepositoryNeeds } from "./needs.ts";
import type { CommitsView } from "./view.ts";

/** Context of the repository commands. */
export interface RepositoryContext extends Context, RepositoryNeeds {
  /** The Commits view. */
  readonly view: CommitsView;
  /** Comments on the files of commits. */
  readonly comments: CommentsOnDemand<CommitComments>;
  /** Blame annotations at the ends of lines. */
  readonly blame: BlameSwitch;
}
