/** The code of pipelines that reads CI files; a chunk of its own, as it needs the YAML parser. */
export { findRunVariables } from "../../core/ciFile/runVariables.ts";
export { readCiFile } from "./graph/ciFile.ts";
export { needsByJob } from "./graph/needs.ts";
