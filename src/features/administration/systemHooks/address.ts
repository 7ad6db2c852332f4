import { l10n } from "vscode";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { refusalOf } from "../../../core/ui/refusals.ts";

/** Validates the URL of a hook. @returns the problem in words */
export function hookAddressProblem(text: string): string | undefined {
  const address = text.trim();
  if (address === "") return l10n.t("An address is needed.");
  if (/\s/.test(address)) return l10n.t("An address has no spaces.");
  // URL also accepts `https:example.com` and `mailto:a@b`.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(address) || !URL.canParse(address))
    return l10n.t("This is no address. It looks like https://example.com/hook.");
  return /^https?:$/.test(new URL(address).protocol)
    ? undefined
    : l10n.t("Hosts send to addresses with http and https only.");
}

/** Returns the refusal of a hook because of its URL; any other error as it is. */
export const hookRefused = (error: unknown): unknown =>
  refusalOf(error, {
    invalidRequest: ({ code, fields, serviceMessage = "", instance = "" }) => {
      if (code !== undefined) return undefined;
      const said = plainText([...(fields?.["url"] ?? []), serviceMessage].join(" "), 300);
      const host = instanceHost(instance);
      if (/local(host| network| address)|loopback|link[- ]local/i.test(said))
        return l10n.t(
          "{0} does not send to addresses in its own network. An administrator can allow this one in the host's settings, below Network, Outbound requests; or give another address.",
          host,
        );
      if (/resol|dns/i.test(said))
        return l10n.t("{0} does not find the host of this address. Check how it is written.", host);
      if (/scheme|protocol|\bport/i.test(said))
        return l10n.t(
          "{0} does not send to this kind of address ({1}). Give one with https and a usual port.",
          host,
          said,
        );
      return fields?.["url"] === undefined
        ? undefined
        : l10n.t("{0} does not take the address: {1}. Change it and try again.", host, said.replace(/[.\s]+$/, ""));
    },
  });
