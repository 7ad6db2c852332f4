export { commands } from "./commands.ts";
export { commitWarning } from "./protectedBranches/commitWarning.ts";
export { followProtection } from "./protectedBranches/following.ts";
export { Protections } from "./protectedBranches/protections.ts";
export { openProjectSettings } from "./view.ts";
