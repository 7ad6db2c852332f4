import { l10n } from "vscode";
import { instanceHost, isUnencrypted } from "../core/base/instanceUrl.ts";
import type { Instance } from "../core/config.ts";

/** What is said of a host whose requests, with the token, are not encrypted. */
export const unencryptedWarning = (): string =>
  l10n.t("Your token would be sent unencrypted. Use https if the host supports it.");

/**
 * Returns the texts of an instance's row in a pick list; those of an unencrypted one say so, since the label has no scheme.
 * @param source where the instance was found
 */
export function instanceRow(
  { url, name }: Instance,
  source?: string,
): { readonly label: string; readonly description?: string; readonly detail?: string } {
  const open = isUnencrypted(url);
  const parts = [name === undefined ? undefined : instanceHost(url), open ? l10n.t("unencrypted") : undefined, source];
  const description = parts.filter((part) => part !== undefined).join(" · ");
  return {
    label: name ?? instanceHost(url),
    ...(description === "" ? {} : { description }),
    ...(open ? { detail: unencryptedWarning() } : {}),
  };
}
