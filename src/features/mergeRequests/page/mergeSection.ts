import { l10n } from "vscode";
import type { ErrorAction } from "../../../core/base/errors.ts";
import { helpOf } from "../../../core/mergeRequests/help.ts";
import { mergeabilityOf } from "../../../core/mergeRequests/mergeability.ts";
import { hasConflicts, isDraft } from "../../../core/mergeRequests/style.ts";
import { plural } from "../../../core/ui/plural.ts";
import { element, type PageElement, type PageNode, styled } from "../../../core/webview/element.ts";
import { FOCUS_ACTION } from "../../../core/webview/messages.ts";
import { countOf, icon, link, moment, person, section, textOf, type Writing } from "../../../core/webview/parts.ts";
import { openThreadsOf, threadId } from "./activity/model.ts";
import { openWords } from "./activity/section.ts";
import { button, type Overview } from "./model.ts";

/** Returns the section on merging: what blocks it, or how it ended. */
export function mergeSection(overview: Overview, writing: Writing): PageElement {
  return overview.mergeRequest.state === "merged" ? merged(overview, writing) : standing(overview, writing);
}

/** Returns the mergeability in one sentence. */
export function verdictWords({ mergeRequest, loaded }: Overview): string {
  if (!loaded) return l10n.t("Loading…");
  return mergeabilityOf(mergeRequest).words;
}

function standing(overview: Overview, writing: Writing): PageElement {
  const { mergeRequest, loaded } = overview;
  const verdict = mergeabilityOf(mergeRequest);
  const look = !loaded ? "wait" : verdict.standing;
  const action = helpfulAction(overview);
  const open = openThreadsOf(overview.activity);
  const firstThread = mergeRequest.detailed_merge_status === "discussions_not_resolved" ? open[0] : undefined;
  const notes = loaded ? [...notesOf(overview, writing)] : [];
  return section(
    "merging",
    l10n.t("Merging"),
    element(
      "div",
      { key: "verdict", attributes: { class: `verdict verdict-${look}` } },
      icon({ ready: "pass", wait: "clock", blocked: "warning" }[look]),
      element("p", { attributes: { id: "verdict" } }, verdictWords(overview)),
      firstThread
        ? button({ do: FOCUS_ACTION, part: threadId(firstThread.id) }, l10n.t("First Open Thread"))
        : action && button({ do: "help" }, action.title),
    ),
    firstThread && styled("p", "quiet", openWords(open.length, writing)),
    notes.length > 0 && styled("ul", "notes", ...notes.map((note) => element("li", undefined, note))),
    closing(overview, writing),
  );
}

/** Returns the action for a blocked merge; none while the host is checking, as the page polls by itself. */
export function helpfulAction({ ref, mergeRequest, loaded, canApprove }: Overview): ErrorAction | undefined {
  const { help } = mergeabilityOf(mergeRequest);
  if (!loaded || help === undefined || help === "wait" || (help === "approve" && !canApprove)) return undefined;
  return helpOf(help, { ...ref, mergeRequest });
}

/** Returns the other facts about merging. */
function* notesOf({ mergeRequest, pipeline }: Overview, { language }: Writing): Generator<string> {
  const { detailed_merge_status: status, state } = mergeRequest;
  const isOpen = state === "opened";
  if (isOpen && status !== "conflict" && status !== "cannot_be_merged" && hasConflicts(mergeRequest))
    yield l10n.t("It has conflicts with the target branch.");
  if (isOpen && status !== "draft_status" && isDraft(mergeRequest)) yield l10n.t("It is a draft.");
  if (isOpen && pipeline?.pipeline.status === "failed" && status !== "ci_must_pass")
    yield l10n.t("The pipeline of the latest commit failed.");
  if (isOpen && mergeRequest.blocking_discussions_resolved === false && status !== "discussions_not_resolved")
    yield l10n.t("It has unresolved threads.");
  const behind = countOf(mergeRequest.diverged_commits_count);
  if (isOpen && behind > 0) {
    yield plural(
      behind,
      (shown) => ({
        one: l10n.t("The source branch is {0} commit behind the target branch.", shown),
        other: l10n.t("The source branch is {0} commits behind the target branch.", shown),
      }),
      language,
    );
  }
  if (isOpen && mergeRequest.user?.can_merge === false) yield l10n.t("You do not have permission to merge it.");
  if (mergeRequest.source_project_id === null) yield l10n.t("The source project was deleted.");
  if (mergeRequest.sha === null) yield l10n.t("The host returned no commit of the source branch.");
  const failure = textOf(mergeRequest.merge_error);
  if (isOpen && failure !== undefined) yield l10n.t("The last merge attempt failed: {0}", failure.slice(0, 500));
  if (isOpen && mergeRequest.merge_when_pipeline_succeeds === true)
    yield l10n.t("It will be merged automatically when the pipeline succeeds.");
  if (isOpen && mergeRequest.squash === true) yield l10n.t("Commits will be squashed.");
  if (isOpen && (mergeRequest.should_remove_source_branch ?? mergeRequest.force_remove_source_branch) === true)
    yield l10n.t("The source branch will be deleted after the merge.");
}

function merged({ ref, mergeRequest, projectPage }: Overview, writing: Writing): PageElement {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- older hosts send no other
  const by = person(mergeRequest.merge_user ?? mergeRequest.merged_by, ref.instance);
  const when = moment(mergeRequest.merged_at, writing);
  const sha = textOf(mergeRequest.merge_commit_sha) ?? textOf(mergeRequest.squash_commit_sha);
  const commit =
    sha !== undefined &&
    link(
      projectPage && `${projectPage}/-/commit/${encodeURIComponent(sha)}`,
      ref.instance,
      styled("code", "", sha.slice(0, 10)),
    );
  return section(
    "merging",
    l10n.t("Merging"),
    element(
      "div",
      { key: "verdict", attributes: { class: "verdict verdict-merged" } },
      icon("merge"),
      element("p", { attributes: { id: "verdict" } }, ...joined([l10n.t("Merged"), by, when, commit || undefined])),
    ),
  );
}

function closing({ ref, mergeRequest }: Overview, writing: Writing): PageElement | undefined {
  if (mergeRequest.state !== "closed") return undefined;
  const by = person(mergeRequest.closed_by, ref.instance);
  const when = moment(mergeRequest.closed_at, writing);
  return by || when ? styled("p", "quiet", l10n.t("Closed"), " · ", ...joined([by, when])) : undefined;
}

const joined = (parts: readonly (PageNode | undefined)[]): PageNode[] =>
  parts.filter((part) => part !== undefined).flatMap((part, at) => (at === 0 ? [part] : [" · ", part]));
