import type { UriHandler } from "vscode";
import type { Logger } from "../core/base/log.ts";
import type { CallbackInbox } from "./callbackInbox.ts";

/** Takes the addresses that the system hands to the editor for this extension. */
export const callbackHandler = (inbox: () => Promise<CallbackInbox>, log: Logger): UriHandler => ({
  handleUri: (uri) => {
    // Which host's address it is the sign-in that waits finds out.
    if (/^\/callback(\/|$)/.test(uri.path))
      inbox().then(
        (open) => open.arrived(`${uri.scheme}://${uri.authority}${uri.path}?${uri.query}`),
        (error: unknown) => log.error("The answer of a sign-in could not be received", error),
      );
    else log.warn(`An address with the unknown path ${uri.path} was handed to the extension`);
  },
});
