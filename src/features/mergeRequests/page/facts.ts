import { l10n } from "vscode";
import type { MergeRequestMilestone } from "../../../api/resources/mergeRequestTypes.ts";
import type { UserSummary } from "../../../api/resources/userTypes.ts";
import { percent } from "../../../core/coverage/report.ts";
import { numberText } from "../../../core/ui/plural.ts";
import { element, type PageElement, type PageNode, styled } from "../../../core/webview/element.ts";
import { countOf, link, listOf, moment, own, person, textOf, type Writing } from "../../../core/webview/parts.ts";
import { reviewStateLabel } from "../tracking/reviewers.ts";
import { openThreadsOf, threadCount } from "./activity/model.ts";
import { labelColors } from "./labelColors.ts";
import { button, type Overview, type PageField } from "./model.ts";

/** Returns the other fields of the merge request as a list. */
export function factsOf(overview: Overview, writing: Writing): PageElement {
  const { ref, mergeRequest } = overview;
  const { instance } = ref;
  const { milestone, assignee } = mergeRequest;
  const assignees = people(mergeRequest.assignees, instance);
  const rows: readonly (readonly [name: string, value: readonly (PageNode | undefined)[], edit?: FieldEdit])[] = [
    [l10n.t("Author"), [person(mergeRequest.author, instance)]],
    [
      l10n.t("Assignees"),
      assignees.length > 0 ? assignees : [person(assignee, instance)],
      { field: "assignees", words: l10n.t("Edit Assignees…") },
    ],
    [l10n.t("Reviewers"), reviewers(overview), { field: "reviewers", words: l10n.t("Edit Reviewers…") }],
    [l10n.t("Labels"), labels(overview), { field: "labels", words: l10n.t("Edit Labels…") }],
    [
      l10n.t("Milestone"),
      [milestoneOf(milestone, instance, writing)],
      { field: "milestone", words: l10n.t("Edit Milestone…") },
    ],
    [l10n.t("Tasks"), [tasks(overview, writing)]],
    [l10n.t("Time"), [time(overview)]],
    [l10n.t("Votes"), [votes(overview, writing)]],
    [l10n.t("Comments"), [positive(mergeRequest.user_notes_count, writing)]],
    [l10n.t("Threads"), [threads(overview, writing)]],
    [l10n.t("Changed files"), [textOf(mergeRequest.changes_count)]],
    [l10n.t("Coverage of changed lines"), [coverageOf(overview, writing)]],
    [
      l10n.t("Latest commit"),
      [textOf(mergeRequest.sha) && styled("code", "", (textOf(mergeRequest.sha) ?? "").slice(0, 10))],
    ],
    [l10n.t("Discussion"), [mergeRequest.discussion_locked === true ? l10n.t("locked (members only)") : undefined]],
    [l10n.t("Created"), [moment(mergeRequest.created_at, writing)]],
    [l10n.t("Updated"), [moment(mergeRequest.updated_at, writing)]],
  ];
  const canEdit = overview.loaded && overview.activity?.user !== undefined;
  const shown = rows.flatMap(([name, value, edit]) => {
    const parts = value.filter((part): part is PageNode => part !== undefined && part !== "");
    const change =
      canEdit && edit !== undefined && button({ do: "editField", part: edit.field }, edit.words, { kind: "link" });
    if (parts.length === 0 && change === false) return [];
    return [
      element(
        "div",
        { key: name },
        element("dt", undefined, name),
        ...(parts.length > 0 ? parts : [styled("span", "quiet", l10n.t("None"))]).map((part) =>
          element("dd", undefined, part),
        ),
        change !== false && element("dd", { key: "edit", attributes: { class: "edit" } }, change),
      ),
    ];
  });
  return element(
    "aside",
    { key: "facts", attributes: { "aria-label": l10n.t("Details") } },
    element("dl", undefined, ...shown),
  );
}

/** A field that can be changed here, and the words of its button. */
interface FieldEdit {
  readonly field: PageField;
  readonly words: string;
}

/** Returns how many threads are open; undefined without threads. */
function threads({ activity }: Overview, { language }: Writing): string | undefined {
  const all = threadCount(activity);
  if (all === 0) return undefined;
  const [open, count] = [openThreadsOf(activity).length, all].map((number) => numberText(number, language));
  return l10n.t("{0} open of {1}", open ?? "", count ?? "");
}

/** Returns how many of the changed lines are covered, if that is known and the reports contain any. */
function coverageOf({ coverage }: Overview, { language }: Writing): PageElement | undefined {
  if (coverage === undefined || coverage.total === 0) return undefined;
  const [covered, total] = [coverage.covered, coverage.total].map((count) => numberText(count, language));
  return element(
    "span",
    undefined,
    l10n.t("{0}% ({1} of {2})", percent(coverage), covered ?? "", total ?? ""),
    coverage.isPartial && styled("span", "quiet", ` · ${l10n.t("some files are not counted")}`),
    coverage.covered < coverage.total && " ",
    coverage.covered < coverage.total &&
      button({ do: "showUncovered" }, l10n.t("Show Uncovered Lines"), { kind: "link" }),
  );
}

const people = (users: unknown, instance: string): PageElement[] =>
  listOf(users).flatMap((user) => (typeof user === "object" ? (person(user, instance) ?? []) : []));

/** Returns the reviewers, with how far they are if the host says so. */
function reviewers({ ref: { instance }, mergeRequest, reviewers: known }: Overview): PageNode[] {
  const states = new Map(known?.map(({ user, state }) => [user?.username, reviewStateLabel(state)]));
  return listOf(mergeRequest.reviewers).flatMap((one) => {
    const user = one as Partial<UserSummary> | null;
    const shown = typeof user === "object" ? person(user, instance) : undefined;
    const state = states.get(user?.username ?? undefined);
    if (!shown) return [];
    return state === undefined
      ? [shown]
      : [element("span", undefined, shown, " ", styled("span", "quiet", `· ${state}`))];
  });
}

const positive = (count: unknown, { language }: Writing): string | undefined =>
  countOf(count) > 0 ? numberText(countOf(count), language) : undefined;

/** Returns the names of labels, which come as names or with details. */
export function labelNames(given: unknown): string[] {
  return listOf(given).flatMap(
    (one) => textOf(typeof one === "object" && one !== null && "name" in one ? one.name : one) ?? [],
  );
}

function labels({ mergeRequest, labels: looks }: Overview): PageNode[] {
  const chips = labelNames(mergeRequest.labels).map((name) => {
    const look = looks.get(name);
    const colors = labelColors(look?.color);
    const [scope, rest] = name.split(/::(?=[^:]+$)/, 2);
    const words =
      scope !== undefined && rest !== undefined ? [own(scope), " ", styled("strong", "", own(rest))] : [own(name)];
    const about = textOf(look?.description);
    return element(
      "li",
      {
        key: name,
        attributes: { class: "label", ...(about !== undefined && { title: about }) },
        ...(colors && { colors }),
      },
      ...words,
    );
  });
  return chips.length === 0 ? [] : [element("ul", { attributes: { class: "labels" } }, ...chips)];
}

function milestoneOf(
  milestone: MergeRequestMilestone | null | undefined,
  instance: string,
  { language }: Writing,
): PageElement | undefined {
  const title = textOf(milestone?.title);
  if (title === undefined) return undefined;
  const due = dayWords(milestone?.due_date, language);
  return element(
    "span",
    undefined,
    link(milestone?.web_url, instance, own(title)),
    due !== undefined && styled("span", "quiet", ` · ${l10n.t("due {0}", due)}`),
  );
}

/** Formats a date without time, in no time zone. */
function dayWords(day: unknown, language: string): string | undefined {
  if (typeof day !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at)
    ? undefined
    : new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(at);
}

function tasks(
  { mergeRequest: { task_completion_status: given } }: Overview,
  { language }: Writing,
): PageElement | undefined {
  const count = countOf(given?.count);
  if (count === 0) return undefined;
  const done = Math.min(countOf(given?.completed_count), count);
  const words = l10n.t("{0} of {1} done", numberText(done, language), numberText(count, language));
  return element(
    "span",
    { attributes: { class: "tasks" } },
    element("progress", { attributes: { value: String(done), max: String(count), "aria-hidden": "true" } }),
    words,
  );
}

function time({ mergeRequest: { time_stats: given } }: Overview): string | undefined {
  const spent = textOf(given?.human_total_time_spent);
  const estimate = textOf(given?.human_time_estimate);
  if (spent !== undefined && estimate !== undefined) return l10n.t("{0} spent of {1}", spent, estimate);
  if (spent !== undefined) return l10n.t("{0} spent", spent);
  return estimate === undefined ? undefined : l10n.t("{0} estimated", estimate);
}

function votes({ mergeRequest }: Overview, { language }: Writing): string | undefined {
  const [up, down] = [countOf(mergeRequest.upvotes), countOf(mergeRequest.downvotes)];
  return up > 0 || down > 0
    ? l10n.t("{0} for, {1} against", numberText(up, language), numberText(down, language))
    : undefined;
}
