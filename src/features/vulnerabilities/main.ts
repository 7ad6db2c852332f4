/** The code of vulnerabilities. */
export { commands } from "./commands.ts";
export { openVulnerabilities } from "./view.ts";
