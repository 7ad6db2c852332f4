import { l10n } from "vscode";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { refusalOf } from "../../../core/ui/refusals.ts";

/** Validates the URL of a hook. @returns the problem in words */
export function hookAddressProblem(text: string): string | undefined {
  const address = text.trim();
  if (address === "") return l10n.t("Enter a URL.");
  if (/\s/.test(address)) return l10n.t("A URL cannot contain spaces.");
  // URL also accepts `https:example.com` and `mailto:a@b`.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(address) || !URL.canParse(address))
    return l10n.t("Enter a valid URL, for example https://example.com/hook.");
  return /^https?:$/.test(new URL(address).protocol)
    ? undefined
    : l10n.t("Enter a URL that starts with http:// or https://.");
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
          "{0} does not allow hooks to its local network. An administrator can allow this URL in the host's settings under Network > Outbound requests. Or enter another URL.",
          host,
        );
      if (/resol|dns/i.test(said)) return l10n.t("{0} could not resolve this URL. Check the spelling.", host);
      if (/scheme|protocol|\bport/i.test(said))
        return l10n.t(
          "{0} does not allow this kind of URL ({1}). Enter a URL with https and a standard port.",
          host,
          said,
        );
      return fields?.["url"] === undefined
        ? undefined
        : l10n.t("{0} rejected the URL: {1}. Change it and try again.", host, said.replace(/[.\s]+$/, ""));
    },
  });
