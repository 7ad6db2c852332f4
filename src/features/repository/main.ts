/** The code that feature.ts loads. */
export { FileContents } from "../../core/files/fileContents.ts";
export { BlameAnnotations } from "./blame/annotations.ts";
export { commands } from "./commands.ts";
export { CommitComments } from "./comments/commitComments.ts";
export { openCommits } from "./view.ts";
