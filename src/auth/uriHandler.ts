import type { UriHandler } from "vscode";
import type { Logger } from "../core/base/log.ts";
import type { CallbackInbox } from "./callbackInbox.ts";

/** Handles URIs that the system opens in VS Code for this extension. */
export const callbackHandler = (inbox: () => Promise<CallbackInbox>, log: Logger): UriHandler => ({
  handleUri: (uri) => {
    // The pending sign-in verifies which host it comes from.
    if (/^\/callback(\/|$)/.test(uri.path))
      inbox().then(
        (open) => open.arrived(`${uri.scheme}://${uri.authority}${uri.path}?${uri.query}`),
        (error: unknown) => log.error("The answer of a sign-in could not be received", error),
      );
    else log.warn(`An address with the unknown path ${uri.path} was handed to the extension`);
  },
});
