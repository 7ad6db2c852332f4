/** The code of the feature, loaded as one chunk. */
export { CallbackInbox } from "../../auth/callbackInbox.ts";
export { ForgelineAuthentication } from "../../auth/provider.ts";
export { commands } from "./commands.ts";
export { AbsentViews } from "./views/absentViews.ts";
export { openMoreViews } from "./views/moreViews.ts";
