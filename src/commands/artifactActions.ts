/** The handlers of commands about artifacts, loaded as one. */
export { browseArtifacts, openArtifact } from "./artifactOpen.ts";
export { downloadArchive, downloadArtifact } from "./artifactDownload.ts";
export { downloadLatest } from "./artifactLatest.ts";
export { compareWithJob, compareWithSelected, selectForCompare } from "./artifactCompare.ts";
