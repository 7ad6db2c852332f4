import type { UriHandler } from "vscode";
import type { Logger } from "../log.ts";
import type { CallbackInbox } from "./callbackInbox.ts";

/** Takes the addresses that the system hands to the editor for this extension. */
export const callbackHandler = (inbox: CallbackInbox, log: Logger): UriHandler => ({
  handleUri: (uri) => {
    if (uri.path === "/callback") void inbox.arrived(`?${uri.query}`);
    else log.warn(`An address with the unknown path ${uri.path} was handed to the extension`);
  },
});
