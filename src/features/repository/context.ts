import type { Context } from "../../core/context.ts";
import type { BlameSwitch } from "./blame/blameSwitch.ts";
import type { CommentsOnDemand } from "./comments/onDemand.ts";
import type { RepositoryNeeds } from "./needs.ts";
import type { CommitsView } from "./view.ts";

/** What the commands of the repository receive. */
export interface RepositoryContext extends Context, RepositoryNeeds {
  /** The Commits view. */
  readonly view: CommitsView;
  /** VS Code's comments on the files of commits. */
  readonly comments: CommentsOnDemand;
  /** Who changed each line last, at the ends of lines. */
  readonly blame: BlameSwitch;
}
