/** The code of the feature, loaded as one chunk. */
export { CallbackInbox } from "../../auth/callbackInbox.ts";
export { commands } from "./commands.ts";
export { AbsentViews } from "./views/absentViews.ts";
export { openMoreViews } from "./views/moreViews.ts";
export { searchProjects } from "./clone/search.ts";
export { openAuthentication } from "./openAuthentication.ts";
