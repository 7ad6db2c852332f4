import { l10n } from "vscode";
import { countJobs, type Diagnosis, type FailedJob } from "../../core/diagnosis/diagnosis.ts";
import { standingLine } from "../../core/pipelines/pipelinePage.ts";
import type { PipelineRef } from "../../core/pipelines/refs.ts";
import { plural } from "../../core/ui/plural.ts";
import { statusStyle } from "../../core/ui/statusStyle.ts";
import { element, type PageElement, styled } from "../../core/webview/element.ts";
import type { PageProblem } from "../../core/webview/pageReader.ts";
import { button, own, problemBar, section, textOf, type Writing } from "../../core/webview/parts.ts";
import { failureArticle, type FailureDrawing, suiteBlock } from "./failure.ts";
import { sinceSection, targetSection } from "./historySections.ts";
import type { DiagnosisAction } from "./messages.ts";
import type { PageTargets } from "./targets.ts";

/** State of the page of a failed pipeline. */
export interface DiagnosisState {
  readonly ref: PipelineRef;
  readonly loaded: boolean;
  readonly diagnosis: Diagnosis;
  /** Whether the target branch and the history are still being read. */
  readonly isComparing: boolean;
  /** Why the content may be stale. */
  readonly problem?: PageProblem | undefined;
}

/** Returns the content of the page. @param targets receives what its links open */
export function pageOf(state: DiagnosisState, writing: Writing, targets: PageTargets): PageElement[] {
  const { diagnosis, loaded, problem } = state;
  const drawing: FailureDrawing = { scope: state.ref, targets, writing, target: diagnosis.target };
  const isBusy = (!loaded || state.isComparing) && problem === undefined;
  return [
    element(
      "main",
      { key: "main", attributes: { "aria-busy": String(isBusy) } },
      header(state, writing, targets),
      problemBar(problem, diagnosis.pipeline !== undefined),
      ...(diagnosis.pipeline === undefined || (diagnosis.state === "reading" && !loaded)
        ? [problem === undefined && styled("p", "quiet", l10n.t("Loading…"))]
        : content(state, drawing)),
    ),
  ];
}

function content(state: DiagnosisState, drawing: FailureDrawing): (PageElement | false | undefined)[] {
  const { diagnosis, ref } = state;
  const { ciFileErrors, failures, allowed, canceled, downstream, otherSuites, areJobsCut } = diagnosis;
  const { targets } = drawing;
  if (diagnosis.state === "invalidCiFile")
    return [
      section(
        "ciFile",
        l10n.t("Invalid CI file"),
        element("pre", { attributes: { tabindex: "0", "aria-label": l10n.t("Invalid CI file") } }, ciFileErrors ?? ""),
        button({ do: "showCiFile" }, l10n.t("Open CI File")),
      ),
    ];
  return [
    failures.length > 0 &&
      section(
        "failures",
        plural(countJobs(failures), (shown) => ({
          one: l10n.t("{0} failed job", shown),
          other: l10n.t("{0} failed jobs", shown),
        })),
        ...failures.map((one) => failureArticle(one, drawing)),
        areJobsCut && styled("p", "quiet", l10n.t("More jobs failed than are listed here.")),
      ),
    failures.length === 0 && downstream.length === 0 && styled("p", "quiet", noFailureWords(diagnosis)),
    downstream.length > 0 &&
      section(
        "downstream",
        l10n.t("Failed downstream pipelines"),
        element(
          "ul",
          undefined,
          ...downstream.map(({ id, name, downstream_pipeline: started }) =>
            element(
              "li",
              { key: `bridge ${id}` },
              own(textOf(name) ?? `#${id}`),
              " ",
              started != null &&
                targets.button(
                  `downstream-${started.id}`,
                  {
                    kind: "diagnosis",
                    scope: { instance: ref.instance, project: started.project_id ?? ref.project },
                    pipeline: started,
                  },
                  l10n.t("Why is pipeline #{0} red?", started.id),
                ),
            ),
          ),
        ),
      ),
    otherSuites.length > 0 &&
      section(
        "tests",
        l10n.t("Other failed tests"),
        ...otherSuites.map((one, at) => suiteBlock(one, `other-${at}`, targets)),
      ),
    sinceSection(diagnosis, drawing),
    targetSection(diagnosis, drawing),
    state.isComparing && styled("p", "quiet", l10n.t("Comparing with earlier pipelines…")),
    folded("allowed", l10n.t("Allowed to fail ({0})", countJobs(allowed)), allowed, drawing),
    folded("canceled", l10n.t("Canceled ({0})", canceled.length), canceled, drawing),
  ];
}

function folded(id: string, heading: string, jobs: readonly FailedJob[], drawing: FailureDrawing): PageElement | false {
  return (
    jobs.length > 0 &&
    element(
      "details",
      { key: id, attributes: { class: "folded" } },
      element("summary", undefined, heading),
      ...jobs.map((one) => failureArticle(one, drawing)),
    )
  );
}

/** Returns why there is nothing to explain. */
function noFailureWords({ pipeline, state }: Diagnosis): string {
  if (state === "failed")
    return l10n.t("The pipeline failed, but none of its jobs did. It may have been canceled or blocked.");
  switch (statusStyle(pipeline?.status).phase) {
    case "running":
      return l10n.t("No job has failed so far. This page updates while the pipeline runs.");
    case "waiting":
      return l10n.t("No job has failed. The pipeline is waiting for a manual or scheduled job.");
    case "final":
      return l10n.t("No job has failed.");
  }
}

function header({ ref, diagnosis, loaded }: DiagnosisState, { language }: Writing, targets: PageTargets): PageElement {
  const pipeline = diagnosis.pipeline ?? ref.pipeline;
  const { id, status } = pipeline;
  const tool = (action: DiagnosisAction, words: string, look: string): PageElement =>
    button(action, words, { icon: look, kind: "tool" });
  return element(
    "header",
    { key: "header" },
    element(
      "h1",
      { key: "title", attributes: { tabindex: "-1" } },
      status === "failed" || !loaded ? l10n.t("Why is pipeline #{0} red?", id) : l10n.t("Pipeline #{0}", id),
    ),
    standingLine(
      pipeline,
      diagnosis.pipeline?.duration,
      [
        tool({ do: "reload" }, l10n.t("Refresh"), "refresh"),
        status === "failed" && tool({ do: "retry" }, l10n.t("Retry Pipeline"), "play-circle"),
        tool({ do: "reveal" }, l10n.t("Show Pipeline"), "branch"),
        tool({ do: "showTests" }, l10n.t("Show Test Report"), "check"),
        tool({ do: "openPipeline" }, l10n.t("Open in Browser"), "external"),
      ],
      {
        language,
        commit: (sha, short) => targets.button(`commit-${sha}`, { kind: "commit", commit: { id: sha } }, short),
      },
    ),
  );
}
