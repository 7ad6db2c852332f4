import type { UriHandler } from "vscode";
import type { Logger } from "../core/base/log.ts";
import type { CallbackInbox } from "./callbackInbox.ts";

/** Takes the addresses that the system hands to the editor for this extension. */
export const callbackHandler = (inbox: CallbackInbox, log: Logger): UriHandler => ({
  handleUri: (uri) => {
    // Which host's address it is the sign-in that waits finds out.
    if (/^\/callback(\/|$)/.test(uri.path))
      void inbox.arrived(`${uri.scheme}://${uri.authority}${uri.path}?${uri.query}`);
    else log.warn(`An address with the unknown path ${uri.path} was handed to the extension`);
  },
});
