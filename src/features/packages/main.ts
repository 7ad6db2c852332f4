export { commands } from "./commands.ts";
export { openPackages } from "./view.ts";
