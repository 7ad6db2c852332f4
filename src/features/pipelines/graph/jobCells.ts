import { l10n } from "vscode";
import { groupState } from "../../../core/pipelines/jobGroups.ts";
import { groupWords } from "../../../core/pipelines/jobGroupWords.ts";
import { jobContext } from "../../../core/pipelines/rowContext.ts";
import { duration } from "../../../core/ui/age.ts";
import { plural, numberText } from "../../../core/ui/plural.ts";
import { statusLabel } from "../../../core/ui/statusIcon.ts";
import { jobStyle, type StatusStyle, statusStyle } from "../../../core/ui/statusStyle.ts";
import { element, type PageElement, type PageNode, styled } from "../../../core/webview/element.ts";
import { actionValue } from "../../../core/webview/messages.ts";
import { icon, own, spoken, textOf, type Writing } from "../../../core/webview/parts.ts";
import { groupElementId, jobElementId } from "./drawnEdges.ts";
import { type GraphGroup, type GraphJob, type GraphStage, isGroup, type PipelineGraph } from "./graph.ts";
import type { GraphAction, JobAction } from "./messages.ts";
import type { GraphState } from "./reader.ts";

/** Maximum number of boxes shown per stage. */
const maxBoxes = 500;
/** Maximum number of needed jobs in a job's label. */
const maxNeeds = 5;

/** Returns an icon's class in the style sheet. */
const iconName = ({ icon: name }: StatusStyle): string => name.replace(/~.*/, "");

/**
 * Returns the table of jobs with a column per stage; a grid, so that screen readers announce a job's stage. The page's script handles
 * the keyboard.
 * @param openGroups keys of the groups whose jobs are shown
 */
export function stageTable(
  state: GraphState,
  graph: PipelineGraph,
  writing: Writing,
  openGroups: ReadonlySet<string>,
): PageElement {
  const { stages } = graph;
  const names = new Map(
    stages.flatMap(({ boxes }) =>
      boxes.flatMap((box) =>
        isGroup(box) ? box.jobs.map(({ key }) => [key, box.group.name] as const) : [[box.key, box.name] as const],
      ),
    ),
  );
  const about: About = {
    state,
    graph,
    writing,
    critical: new Set(graph.critical),
    nameOf: (key) => names.get(key) ?? "",
  };
  const columns = stages.map(({ boxes }, stage) =>
    boxes.flatMap((box, place): (() => PageElement)[] =>
      isGroup(box)
        ? [
            () => groupCell(box, groupElementId(stage, place), openGroups.has(box.key), about),
            ...(openGroups.has(box.key) ? box.jobs.map((job) => () => jobCell(job, about, "job part")) : []),
          ]
        : [() => jobCell(box, about)],
    ),
  );
  const longest = columns.reduce((rows, cells) => Math.max(rows, Math.min(cells.length, maxBoxes)), 0);
  const rows = Array.from({ length: longest }, (_, row) =>
    element(
      "tr",
      { key: `row ${row}` },
      ...columns.map((cells, at) => element("td", { key: `cell ${at}` }, cells[row]?.())),
    ),
  );
  const left = columns.map((cells) => Math.max(0, cells.length - maxBoxes));
  if (left.some((count) => count > 0)) {
    rows.push(
      element(
        "tr",
        { key: "rest" },
        ...left.map((count, at) =>
          element(
            "td",
            { key: `cell ${at}` },
            count > 0 && styled("span", "quiet", l10n.t("and {0} more", numberText(count, writing.language))),
          ),
        ),
      ),
    );
  }
  return element(
    "table",
    {
      key: "stages",
      attributes: {
        role: "grid",
        "aria-label": l10n.t("Jobs by stage. Use the arrow keys to move between jobs and Enter to show actions."),
      },
    },
    element(
      "thead",
      undefined,
      element("tr", undefined, ...stages.map((stage, at) => stageHeading(stage, at, writing))),
    ),
    element("tbody", undefined, ...rows),
  );
}

function stageHeading({ name, status, jobs }: GraphStage, at: number, { language }: Writing): PageElement {
  const count = plural(
    jobs.length,
    (shown) => ({ one: l10n.t("{0} job", shown), other: l10n.t("{0} jobs", shown) }),
    language,
  );
  return element(
    "th",
    { key: `stage ${at}`, attributes: { role: "columnheader" } },
    icon(iconName(statusStyle(status))),
    own(textOf(name) ?? l10n.t("(no stage)")),
    " ",
    styled("span", "quiet", count),
    styled("span", "hidden", `, ${statusLabel(status)}`),
  );
}

/**
 * Returns a visible part of a box that screen readers skip: they read the hidden text of the box instead. An `aria-label` would have to
 * contain the visible text word for word, for example "3s" instead of "3 seconds".
 */
const seen = (look: string, words: PageNode): PageElement =>
  element("span", { attributes: { class: look, "aria-hidden": "true" } }, words);

interface About {
  readonly state: GraphState;
  readonly graph: PipelineGraph;
  readonly writing: Writing;
  readonly critical: ReadonlySet<string>;
  readonly nameOf: (key: string) => string;
}

/** Returns the box of a group, which shows its jobs below it. */
function groupCell({ key, group, jobs }: GraphGroup, id: string, isOpen: boolean, about: About): PageElement {
  const { graph, critical } = about;
  const isSlowest = jobs.some((job) => job.key === graph.slowest);
  const isCritical = jobs.some((job) => critical.has(job.key));
  const state = groupState(group);
  const words = groupWords(group);
  const spokenNeeds = needsWords(new Set(jobs.flatMap(({ needs = [] }) => needs)), about);
  const label = [
    group.name,
    statusLabel(state.status),
    words,
    isSlowest ? l10n.t("with the slowest job") : undefined,
    isCritical ? l10n.t("on the critical path") : undefined,
    spokenNeeds,
  ].filter((part) => part !== undefined);
  const [first] = jobs;
  return element(
    "div",
    { key, attributes: { class: "holder" } },
    element(
      "button",
      {
        key: "group",
        attributes: {
          type: "button",
          id,
          class: isCritical ? "job critical" : "job",
          tabindex: "-1",
          "aria-expanded": String(isOpen),
          title: group.name,
          ...(first && { value: actionValue({ do: "toggleGroup", job: first.job.id } satisfies GraphAction) }),
        },
      },
      spoken(label.join(", ")),
      icon(iconName(jobStyle(state))),
      seen("name", own(group.name)),
      seen("quiet", words),
      isSlowest && seen("mark", l10n.t("slowest")),
      icon(isOpen ? "chevron-down" : "chevron-right"),
    ),
  );
}

function jobCell(given: GraphJob, about: About, look = "job"): PageElement {
  const { job, key } = given;
  const { graph, writing, critical } = about;
  const took = duration(given.seconds, writing.language);
  const marks = [
    ...(graph.slowest === key ? [seen("mark", l10n.t("slowest"))] : []),
    ...(job.status === "manual" ? [seen("quiet", l10n.t("manual"))] : []),
    ...(job.allow_failure === true ? [seen("quiet", l10n.t("allowed to fail"))] : []),
  ];
  const id = jobElementId(job);
  const name = nameOf(given);
  return element(
    "div",
    { key, attributes: { class: "holder" } },
    element(
      "button",
      {
        key: "job",
        attributes: {
          type: "button",
          id,
          class: critical.has(key) ? `${look} critical` : look,
          tabindex: "-1",
          "aria-haspopup": "menu",
          title: name,
        },
      },
      spoken(spokenJob(given, about)),
      icon(iconName(jobStyle(job))),
      seen("name", own(name)),
      took !== undefined && seen("quiet", took),
      ...marks,
    ),
    element(
      "div",
      { key: "menu", attributes: { class: "menu", role: "menu", "aria-label": l10n.t("Actions of {0}", name) } },
      ...actionsOf(given, about.state).map(([action, words, look]) =>
        element(
          "button",
          {
            key: action,
            attributes: {
              type: "button",
              role: "menuitem",
              class: "tool",
              tabindex: "-1",
              value: actionValue({ do: action, job: job.id } satisfies GraphAction),
            },
          },
          icon(look),
          words,
        ),
      ),
    ),
  );
}

const nameOf = ({ name, job }: GraphJob): string => textOf(name) ?? l10n.t("Job {0}", job.id);

/** Returns the accessible label of a job, with its status and needs. */
function spokenJob(given: GraphJob, about: About): string {
  const { graph, writing, critical } = about;
  const { job, key, seconds, needs } = given;
  const took = duration(seconds, writing.language, "long");
  const failed = job.status === "failed";
  return [
    nameOf(given),
    failed && job.allow_failure === true ? l10n.t("failed (allowed to fail)") : statusLabel(job.status),
    took,
    job.allow_failure === true && !failed ? l10n.t("allowed to fail") : undefined,
    graph.slowest === key ? l10n.t("slowest job") : undefined,
    critical.has(key) ? l10n.t("on the critical path") : undefined,
    needsWords(needs ?? [], about),
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}

/** Returns the names of needed jobs, those of a group once; undefined without any. */
function needsWords(needs: Iterable<string>, about: About): string | undefined {
  const names = [...new Set([...needs].map(about.nameOf))];
  const needed = names.slice(0, maxNeeds).join(", ");
  if (names.length === 0) return undefined;
  return names.length > maxNeeds
    ? l10n.t("needs {0} and {1} more", needed, names.length - maxNeeds)
    : l10n.t("needs {0}", needed);
}

/** Returns the actions of a job, most useful first. */
function actionsOf(
  { job }: GraphJob,
  { canPlay }: GraphState,
): (readonly [action: JobAction, words: string, look: string])[] {
  const may = new Set(jobContext(job).split(" "));
  return [
    ...(may.has("hasLog") ? [["showLog", l10n.t("Show Log"), "log"] as const] : []),
    ...(may.has("playable") && canPlay ? [["play", l10n.t("Play"), "play-circle"] as const] : []),
    ...(may.has("retryable") ? [["retry", l10n.t("Retry"), "refresh"] as const] : []),
    ...(may.has("cancelable") ? [["cancel", l10n.t("Cancel"), "stop-circle"] as const] : []),
    ["openInBrowser", l10n.t("Open in Browser"), "external"] as const,
  ];
}
