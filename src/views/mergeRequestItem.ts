import { env, l10n, ThemeColor, ThemeIcon, TreeItem } from "vscode";
import type { MergeRequest } from "../api/resources/mergeRequests.ts";
import type { MergeRequestRef, WebRef } from "../refs.ts";
import { age } from "../ui/age.ts";
import { asCommand } from "../ui/command.ts";
import { plainText } from "../ui/plainText.ts";
import { hasConflicts, isDraft, lookIcons, mergeRequestContext, mergeRequestLook } from "./mergeRequestLook.ts";
import { stateLabel } from "./mergeRequestWords.ts";

const text = (value: unknown, limit = 200): string | undefined => (typeof value === "string" && value !== "" ? plainText(value, limit) : undefined);
const present = (part: string | undefined): part is string => part !== undefined;

/** A merge request's row: `!12 Title`, then author, age and branch. Enter or a click opens its page. */
export function mergeRequestItem(ref: MergeRequestRef & WebRef & { readonly mergeRequest: MergeRequest }): TreeItem {
  const { mergeRequest } = ref;
  const title = text(mergeRequest.title);
  const author = text(mergeRequest.author?.username) ?? text(mergeRequest.author?.name);
  const when = age(mergeRequest.created_at ?? mergeRequest.updated_at, Date.now(), env.language);
  const branch = text(mergeRequest.source_branch);
  const target = text(mergeRequest.target_branch);
  const conflict = hasConflicts(mergeRequest) ? l10n.t("conflicts") : undefined;
  const [icon, color] = lookIcons[mergeRequestLook(mergeRequest)];
  const item = new TreeItem([`!${mergeRequest.iid}`, title].filter(present).join(" "));
  item.iconPath = new ThemeIcon(icon, new ThemeColor(color));
  item.description = [conflict, author, when, branch].filter(present).join(" · ");
  item.contextValue = mergeRequestContext(mergeRequest);
  item.command = asCommand("forgeline.openInBrowser", l10n.t("Open in Browser"), ref);
  item.accessibilityInformation = {
    label: [
      l10n.t("Merge request {0}", mergeRequest.iid),
      title,
      text(mergeRequest.state) && stateLabel(mergeRequest.state),
      isDraft(mergeRequest) ? l10n.t("draft") : undefined,
      conflict,
      author && l10n.t("by {0}", author),
      when,
      branch && l10n.t("from {0}", branch),
      target && l10n.t("into {0}", target),
    ]
      .filter(present)
      .join(", "),
  };
  return item;
}
