import { l10n } from "vscode";
import { noJobs } from "../../../core/pipelines/noJobs.ts";
import { standingLine } from "../../../core/pipelines/pipelinePage.ts";
import { leftText, slowerText } from "../../../core/pipelines/timeWords.ts";
import { duration } from "../../../core/ui/age.ts";
import { partialText } from "../../../core/ui/partialList.ts";
import { plural } from "../../../core/ui/plural.ts";
import { element, type PageElement, styled } from "../../../core/webview/element.ts";
import { button, own, problemBar, textOf, type Writing } from "../../../core/webview/parts.ts";
import type { PipelineGraph } from "./graph.ts";
import { stageTable } from "./jobCells.ts";
import type { GraphAction } from "./messages.ts";
import type { GraphState, KnownNeeds } from "./reader.ts";

/** Returns the content of the page. @param openGroups keys of the groups whose jobs are shown */
export function pageOf(
  state: GraphState,
  graph: PipelineGraph | undefined,
  writing: Writing,
  openGroups: ReadonlySet<string> = new Set(),
): PageElement[] {
  const main = element(
    "main",
    { key: "main", attributes: { "aria-busy": String(!state.loaded && state.problem === undefined) } },
    header(state, graph, writing),
    problemBar(state.problem, state.stages !== undefined),
    state.capped !== undefined && styled("p", "quiet", partialText(state.capped)),
    graph === undefined
      ? state.problem === undefined && styled("p", "quiet", l10n.t("Loading…"))
      : graph.stages.length === 0 && state.capped === undefined
        ? noJobs(state.ref.pipeline.yaml_errors)
        : element(
            "div",
            { key: "graph", attributes: { class: "graph" } },
            stageTable(state, graph, writing, openGroups),
          ),
  );
  return [main];
}

const tool = (action: GraphAction, words: string, look: string): PageElement =>
  button(action, words, { icon: look, kind: "tool" });

function header(state: GraphState, graph: PipelineGraph | undefined, { language }: Writing): PageElement {
  const { ref } = state;
  const { id, name, status } = ref.pipeline;
  const title = [l10n.t("Pipeline #{0}", id), textOf(name)].filter((part) => part !== undefined).join(" ");
  return element(
    "header",
    { key: "header" },
    element("h1", { key: "title", attributes: { tabindex: "-1" } }, own(title)),
    standingLine(
      ref.pipeline,
      state.seconds,
      [
        tool({ do: "reload" }, l10n.t("Refresh"), "refresh"),
        status === "failed" && tool({ do: "explain" }, l10n.t("Why Is It Red?"), "question"),
        tool({ do: "reveal" }, l10n.t("Show Pipeline"), "branch"),
        tool({ do: "openPipeline" }, l10n.t("Open in Browser"), "external"),
      ],
      { language, more: [leftText(state.times?.left), state.times?.slower && slowerText(state.times.slower)] },
    ),
    graph &&
      element(
        "ul",
        { key: "legend", attributes: { class: "legend quiet", "aria-label": l10n.t("About this graph") } },
        ...legend(state, graph, language),
      ),
  );
}

function legend({ needs }: GraphState, graph: PipelineGraph, language: string): PageElement[] {
  const { critical, criticalSeconds, slowest } = graph;
  const jobs = graph.stages.flatMap((stage) => stage.jobs);
  const slow = jobs.find(({ key }) => key === slowest);
  const names = critical.flatMap((key) => jobs.find((job) => job.key === key)?.name ?? []);
  const item = (key: string, ...words: readonly (string | PageElement | false)[]): PageElement =>
    element("li", { key }, ...words);
  return [
    ...(critical.length > 0
      ? [
          item(
            "critical",
            element("span", { attributes: { class: "sample", "aria-hidden": "true" } }),
            plural(
              names.length,
              (shown) => ({
                one: l10n.t("Critical path: {0} in {1} job", duration(criticalSeconds, language) ?? "", shown),
                other: l10n.t("Critical path: {0} in {1} jobs", duration(criticalSeconds, language) ?? "", shown),
              }),
              language,
            ),
            styled("span", "hidden", `: ${names.join(", ")}`),
          ),
        ]
      : []),
    ...(slow
      ? [item("slowest", l10n.t("Slowest job: {0} ({1})", slow.name, duration(slow.seconds, language) ?? ""))]
      : []),
    item("needs", needsWords(needs)),
  ];
}

/** Describes the source of the lines between jobs, and why some may be missing. */
export function needsWords(needs: KnownNeeds): string {
  switch (needs.kind) {
    case "reading":
      return l10n.t("Dependencies: loading the CI file of this commit…");
    case "known":
      if (!needs.whole)
        return l10n.t("Dependencies: only from {0}, because its includes cannot be resolved.", needs.path);
      return [...needs.byJob.values()].some((keys) => keys.length > 0)
        ? l10n.t("Dependencies: needs of {0} at this commit.", needs.path)
        : l10n.t("No needs in {0} at this commit. Each stage waits for the previous one.", needs.path);
    case "missing":
      return l10n.t("No dependencies: CI file not found at this commit.");
    case "elsewhere":
      return l10n.t("No dependencies: the project uses a CI file from another location.");
    case "started":
      return l10n.t("No dependencies: this is a child pipeline with its own CI file.");
    case "broken":
      return l10n.t("No dependencies: {0} at this commit is not valid YAML.", needs.path);
    case "failed":
      return l10n.t("No dependencies: the CI file could not be read. {0}", needs.message);
  }
}
