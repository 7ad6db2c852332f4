/** The code that feature.ts loads. */
export { commands } from "./commands.ts";
export { CiFindings } from "./findings/ciFindings.ts";
export { openVulnerabilities } from "./view.ts";
