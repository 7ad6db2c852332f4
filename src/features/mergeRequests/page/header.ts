import { l10n } from "vscode";
import { stateLabel } from "../../../core/mergeRequests/labels.ts";
import { mergeabilityOf } from "../../../core/mergeRequests/mergeability.ts";
import { sourceName } from "../../../core/mergeRequests/sourceBranch.ts";
import { isDraft } from "../../../core/mergeRequests/style.ts";
import { element, type PageElement, type PageNode, styled } from "../../../core/webview/element.ts";
import {
  capital,
  countOf,
  icon,
  link,
  moment,
  own,
  person,
  spoken,
  textOf,
  type Writing,
} from "../../../core/webview/parts.ts";
import { hasReviewed } from "../tracking/lastReview.ts";
import { isThrough } from "../tracking/reviewers.ts";
import { button, type Overview } from "./model.ts";

/** Returns the header: title, state, branches and actions. */
export function headerOf(overview: Overview, writing: Writing): PageElement {
  const { ref, mergeRequest } = overview;
  const reference = textOf(mergeRequest.references?.full) ?? `!${mergeRequest.iid}`;
  return element(
    "header",
    { key: "header" },
    styled("p", "reference", link(mergeRequest.web_url, ref.instance, own(reference))),
    element(
      "h1",
      { attributes: { dir: "auto", tabindex: "-1" } },
      textOf(mergeRequest.title) ?? l10n.t("Merge request {0}", mergeRequest.iid),
    ),
    styled("div", "standing", stateBadge(overview), branches(overview), origin(overview, writing)),
    actions(overview),
  );
}

const stateIcons: Readonly<Record<string, string>> = {
  opened: "request",
  draft: "draft",
  merged: "merge",
  closed: "closed",
  locked: "lock",
};

/** Returns the label of the state's badge. */
export function stateWords({ mergeRequest }: Overview): string {
  return mergeRequest.state === "opened" && isDraft(mergeRequest)
    ? l10n.t("Draft")
    : capital(stateLabel(textOf(mergeRequest.state) ?? "opened"));
}

function stateBadge(overview: Overview): PageElement | undefined {
  const { mergeRequest } = overview;
  if (!mergeRequest.state) return undefined;
  const look = mergeRequest.state === "opened" && isDraft(mergeRequest) ? "draft" : mergeRequest.state;
  const known = Object.hasOwn(stateIcons, look) ? look : "opened";
  return styled("span", `state state-${known}`, icon(stateIcons[known] ?? "request"), stateWords(overview));
}

function branches({ mergeRequest, fork }: Overview): PageElement | undefined {
  const source = textOf(mergeRequest.source_branch);
  const target = textOf(mergeRequest.target_branch);
  if (source === undefined || target === undefined) return undefined;
  const arrow: PageNode[] = [element("span", { attributes: { "aria-hidden": "true" } }, "→"), spoken(l10n.t("into"))];
  return styled(
    "span",
    "branches",
    spoken(l10n.t("from")),
    " ",
    styled("code", "branch", own(sourceName(source, fork))),
    " ",
    ...arrow,
    " ",
    styled("code", "branch", own(target)),
  );
}

function origin({ ref, mergeRequest }: Overview, writing: Writing): PageElement | undefined {
  const author = person(mergeRequest.author, ref.instance);
  const created = moment(mergeRequest.created_at, writing);
  return author || created
    ? styled(
        "span",
        "origin quiet",
        ...[author, author && created && " · ", created].filter((part) => part !== undefined),
      )
    : undefined;
}

/** Whether the blocker passes by itself, so that auto-merge makes sense. */
const awaitable: ReadonlySet<unknown> = new Set(["ci_still_running", "ci_must_pass"]);

function actions(overview: Overview): PageElement {
  const { mergeRequest, approved, canApprove, canUnapprove, canRebase, reviewers, activity, checkedOut } = overview;
  const isOpen = mergeRequest.state === "opened";
  // A restored page only knows the iid at first.
  const isKnown = mergeRequest.state !== "";
  const { standing } = mergeabilityOf(mergeRequest);
  const possible =
    (standing !== "blocked" || awaitable.has(mergeRequest.detailed_merge_status)) &&
    mergeRequest.user?.can_merge !== false;
  const acts = [
    isOpen &&
      mergeRequest.merge_when_pipeline_succeeds === true &&
      button({ do: "cancelAutoMerge" }, l10n.t("Cancel Auto-Merge"), { kind: "primary" }),
    isOpen &&
      mergeRequest.merge_when_pipeline_succeeds !== true &&
      button({ do: "merge" }, l10n.t("Merge…"), {
        kind: "primary",
        icon: "merge",
        ...(!possible && { disabled: true, why: "verdict" }),
      }),
    mergeRequest.state === "merged" &&
      checkedOut === true &&
      button({ do: "switchToTarget" }, l10n.t("Switch to Target Branch"), { kind: "primary", icon: "branch" }),
    button({ do: "openChanges" }, l10n.t("Open Changes"), { icon: "diff" }),
    isOpen &&
      activity?.conversation !== undefined &&
      hasReviewed(activity.conversation, activity.user) &&
      button({ do: "showSinceReview" }, l10n.t("Since My Review"), { icon: "diff" }),
    isKnown &&
      mergeRequest.state !== "merged" &&
      button({ do: "checkOut" }, l10n.t("Check Out Branch"), { icon: "branch" }),
    isOpen && approved === true && canUnapprove && button({ do: "revokeApproval" }, l10n.t("Revoke Approval")),
    isOpen && approved !== true && canApprove && button({ do: "approve" }, l10n.t("Approve"), { icon: "check" }),
    isOpen && reviewers?.some(isThrough) && button({ do: "requestReview" }, l10n.t("Request Review Again…")),
    isOpen &&
      canRebase &&
      (mergeRequest.detailed_merge_status === "need_rebase" || countOf(mergeRequest.diverged_commits_count) > 0) &&
      button({ do: "rebase" }, l10n.t("Rebase"), { icon: "branch" }),
  ];
  const tools = [
    isKnown &&
      mergeRequest.state !== "merged" &&
      button({ do: "edit" }, l10n.t("Edit…"), { kind: "tool", icon: "edit", brief: true }),
    isOpen && button({ do: "close" }, l10n.t("Close"), { kind: "tool", icon: "closed" }),
    mergeRequest.state === "closed" && button({ do: "reopen" }, l10n.t("Reopen"), { kind: "tool", icon: "request" }),
    isKnown &&
      button({ do: "openInBrowser" }, l10n.t("Open in Browser"), { kind: "tool", icon: "external", brief: true }),
    button({ do: "reload" }, l10n.t("Refresh"), { kind: "tool", icon: "refresh", brief: true }),
  ];
  return element(
    "div",
    { key: "actions", attributes: { class: "actions", role: "group", "aria-label": l10n.t("Actions") } },
    element("div", { key: "acts", attributes: { class: "acts" } }, ...acts),
    element("div", { key: "tools", attributes: { class: "tools" } }, ...tools),
  );
}
