import { env, l10n } from "vscode";
import { dateTime } from "../../core/ui/age.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { type CommitFilter, isRange } from "./filter.ts";

const isSha = (text: string): boolean => /^[0-9a-f]{40,64}$/i.test(text);

/** A branch, tag, commit or range in words; hashes are cut short. */
export const refText = (ref: string): string => plainText(isSha(ref) ? ref.slice(0, 8) : ref, 80);

/** The filter in words, for the view's message; undefined when there is none. */
export function commitFilterText(filter: CommitFilter): string | undefined {
  const { ref, all, path, since, until, firstParent, stats } = filter;
  const moment = (iso: string): string => dateTime(iso, env.language) ?? plainText(iso, 40);
  const parts = [
    all && l10n.t("all branches and tags"),
    !all && ref && (isRange(ref) ? l10n.t("between {0}", plainText(ref, 80)) : l10n.t("of {0}", refText(ref))),
    path && l10n.t("touching {0}", plainText(path, 80)),
    since && l10n.t("since {0}", moment(since)),
    until && l10n.t("until {0}", moment(until)),
    firstParent && l10n.t("first parents only"),
    stats && l10n.t("with line counts"),
  ].filter((part) => typeof part === "string" && part !== "");
  return parts.length === 0 ? undefined : l10n.t("Filter: {0}", parts.join(", "));
}
