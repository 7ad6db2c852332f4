/** The code that feature.ts loads. */
export { commands } from "./commands.ts";
export { openVulnerabilities } from "./view.ts";
