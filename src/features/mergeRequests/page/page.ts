import { l10n } from "vscode";
import { element, type PageElement, styled } from "../../../core/webview/element.ts";
import { capital, problemBar, section, type Writing } from "../../../core/webview/parts.ts";
import { activitySection } from "./activity/section.ts";
import { factsOf } from "./facts.ts";
import { headerOf, stateWords } from "./header.ts";
import { mergeSection, verdictWords } from "./mergeSection.ts";
import type { Overview } from "./model.ts";
import { pipelineSection, pipelineWords } from "./pipelineSection.ts";
import { withTasks } from "./tasks.ts";

/** Returns the whole page. */
export function pageOf(overview: Overview, writing: Writing): PageElement[] {
  const main = element(
    "main",
    { key: "main", attributes: { "aria-busy": String(!overview.loaded && overview.problem === undefined) } },
    headerOf(overview, writing),
    problemBar(overview.problem, overview.loaded),
    element(
      "div",
      { key: "columns", attributes: { class: "columns" } },
      element(
        "div",
        { key: "reading", attributes: { class: "reading" } },
        mergeSection(overview, writing),
        pipelineSection(overview, writing),
        description(overview),
        activitySection(overview, writing),
      ),
      factsOf(overview, writing),
    ),
  );
  return [main];
}

function description({ description: given, loaded, mergeRequest, activity }: Overview): PageElement {
  const isWhole = loaded && given?.cut === false && activity?.user !== undefined;
  const nodes = isWhole ? withTasks(given.nodes, mergeRequest.description ?? "") : (given?.nodes ?? []);
  const body = element("div", { attributes: { class: "text", dir: "auto" } }, ...nodes);
  const nothing = styled("p", "quiet", loaded ? l10n.t("No description") : l10n.t("Loading…"));
  const more =
    given?.cut === true &&
    styled("p", "quiet", l10n.t("The description is too long to show here. Open it in the browser to read all of it."));
  return section("description", l10n.t("Description"), nodes.length > 0 ? body : nothing, more);
}

/** Returns what changed, for screen readers; undefined for nothing of importance. */
export function announcement(before: Overview | undefined, after: Overview): string | undefined {
  if (before?.loaded !== true || !after.loaded) return undefined;
  const words: string[] = [];
  if (stateWords(before) !== stateWords(after)) words.push(l10n.t("State: {0}.", stateWords(after)));
  if (verdictWords(before) !== verdictWords(after)) words.push(verdictWords(after));
  const pipeline = after.pipeline;
  if (
    pipeline &&
    (before.pipeline?.pipeline.id !== pipeline.pipeline.id ||
      before.pipeline.pipeline.status !== pipeline.pipeline.status)
  ) {
    words.push(l10n.t("Pipeline #{0}: {1}.", pipeline.pipeline.id, capital(pipelineWords(pipeline))));
  }
  return words.length > 0 ? words.join(" ") : undefined;
}
