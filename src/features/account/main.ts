/** The code of accounts, and of what is done to the whole window. */
export { CallbackInbox } from "../../auth/callbackInbox.ts";
export { ForgelineAuthentication } from "../../auth/provider.ts";
export { commands } from "./commands.ts";
