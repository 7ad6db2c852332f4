/** The handlers of commands about artifacts, loaded as one. */
export { browseArtifacts, openArtifact } from "./open.ts";
export { downloadArchive, downloadArtifact } from "./download.ts";
export { downloadLatest } from "./latest.ts";
export { compareWithJob, compareWithSelected, selectForCompare } from "./compare.ts";
