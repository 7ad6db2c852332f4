import { artifactArgs } from "../../core/artifacts/refs.ts";
import { textArgs } from "../../core/commands/arguments.ts";
import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { fileMenu, menu, narrowTitle, row, viewTitle, widenTitle } from "../../core/commands/menus.ts";
import { all, any, equals, not, on, ready, scheme } from "../../core/commands/when.ts";
import { jobArgs, jobsArgs, pipelineArgs, pipelinesArgs, watchedArgs } from "../../core/pipelines/refs.ts";
import { compareWithJob, compareWithSelected, selectForCompare } from "./artifacts/commands/compare.ts";
import { downloadArchive, downloadArtifact } from "./artifacts/commands/download.ts";
import { downloadLatest } from "./artifacts/commands/latest.ts";
import { browseArtifacts, openArtifact } from "./artifacts/commands/open.ts";
import { cancel, remove, rename, retry } from "./commands/change.ts";
import { clearFilter, filter } from "./commands/filter.ts";
import { copyLink, openInBrowser } from "./commands/links.ts";
import { run, runAgain } from "./commands/run.ts";
import { copyId, reveal, showLatest } from "./commands/show.ts";
import { showVariables } from "./commands/variables.ts";
import type { PipelinesContext } from "./context.ts";
import { showGraph } from "./graph/actions.ts";
import { notifyOfJob, notifyOfPipeline, stopWatching } from "./notifications/actions.ts";
import { clear, showTestReport, testItemArgs } from "./testReports/actions.ts";
export const commands = defineCommands<PipelinesContext>()({
  "forgeline.pipelines.filter": {
    title: "Filter Pipelines…",
    icon: "filter",
    run: filter,
    menus: narrowTitle("pipelines", on("forgeline.pipelinesFiltered")),
  },
  "forgeline.pipelines.clearFilter": {
    title: "Clear Pipeline Filter",
    icon: "clear-all",
    run: clearFilter,
    palette: on("forgeline.pipelinesFiltered"),
    menus: [widenTitle("pipelines", on("forgeline.pipelinesFiltered"))],
  },
  "forgeline.pipeline.run": {
    title: "Run Pipeline…",
    icon: "play",
    run: run,
    key: "p",
    menus: [viewTitle("pipelines", "navigation@1", ready)],
  },
  "forgeline.pipeline.runAgain": {
    title: "Repeat Pipeline with Same Variables…",
    icon: "run-all",
    args: pipelineArgs,
    run: runAgain,
    palette: ready,
    menus: [row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b/, "2_run@4")],
  },
  "forgeline.pipeline.retry": {
    title: "Retry Pipeline",
    icon: "debug-restart",
    args: pipelinesArgs,
    run: retry,
    many: true,
    menus: [
      row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b.*\bretryable\b/, "inline@1"),
      row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b.*\bretryable\b/, "2_run@1"),
    ],
  },
  "forgeline.pipeline.cancel": {
    title: "Cancel Pipeline",
    icon: "stop-circle",
    args: pipelinesArgs,
    run: cancel,
    many: true,
    menus: [row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b.*\bcancelable\b/, "2_run@2")],
  },
  "forgeline.pipeline.rename": {
    title: "Rename Pipeline…",
    icon: "edit",
    args: pipelineArgs,
    run: rename,
    menus: [row("pipelines", /^pipeline\b/, "5_edit@3")],
  },
  "forgeline.pipeline.delete": {
    title: "Delete Pipeline…",
    icon: "trash",
    args: pipelinesArgs,
    run: remove,
    many: true,
    menus: [row("pipelines", /^pipeline\b/, "9_delete@1")],
  },
  "forgeline.pipeline.showVariables": {
    title: "Show Pipeline Variables",
    icon: "symbol-variable",
    args: pipelineArgs,
    run: showVariables,
    menus: [row("pipelines", /^pipeline\b/, "1_open@1")],
  },
  "forgeline.pipeline.showLatest": {
    title: "Show Latest Pipeline of a Branch or Tag…",
    icon: "history",
    args: textArgs,
    run: showLatest,
    menus: [viewTitle("pipelines", "1_view@3", ready)],
  },
  "forgeline.pipeline.reveal": {
    title: "Show Pipeline in Side Bar",
    icon: "list-tree",
    args: pipelineArgs,
    run: reveal,
    menus: [
      row(["mergeRequests", "milestones"], /^pipeline\b.*\bhere\b/, "inline@3"),
      row(["mergeRequests", "milestones"], /^pipeline\b.*\bhere\b/, "1_open@1"),
    ],
  },
  "forgeline.pipeline.copyId": {
    title: "Copy Pipeline ID",
    icon: "copy",
    args: pipelineArgs,
    run: copyId,
    palette: ready,
    menus: [row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b/, "7_link@3")],
  },
  "forgeline.pipeline.openInBrowser": {
    title: "Open Pipeline in Browser",
    icon: "link-external",
    args: pipelineArgs,
    run: openInBrowser,
    menus: [
      row("pipelines", /^pipeline\b/, "inline@3"),
      row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b/, "7_link@1"),
    ],
  },
  "forgeline.pipeline.copyLink": {
    title: "Copy Pipeline Link",
    icon: "link",
    args: pipelineArgs,
    run: copyLink,
    menus: [row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b/, "7_link@2")],
  },
  "forgeline.pipeline.notify": {
    title: "Notify Me When Pipeline Ends",
    icon: "bell",
    args: pipelineArgs,
    run: notifyOfPipeline,
    palette: ready,
    menus: [
      row(
        ["pipelines", "mergeRequests", "milestones"],
        /^pipeline\b.*\bcancelable\b/,
        "5_edit@1",
        not(equals("viewItem", /\bwatched\b/)),
      ),
    ],
  },
  "forgeline.job.notify": {
    title: "Notify Me When Job Ends",
    icon: "bell",
    args: jobArgs,
    run: notifyOfJob,
    palette: ready,
    menus: [
      row(
        ["pipelines", "jobs", "mergeRequests", "milestones"],
        /^job\b.*\bcancelable\b/,
        "5_edit@1",
        not(equals("viewItem", /\bwatched\b/)),
      ),
    ],
  },
  "forgeline.stopWatching": {
    title: "Stop Watching Pipeline or Job",
    icon: "bell-slash",
    args: watchedArgs,
    run: stopWatching,
    palette: on("forgeline.watching"),
    menus: [row(["pipelines", "jobs", "mergeRequests", "milestones"], /^(pipeline|job)\b.*\bwatched\b/, "5_edit@1")],
  },
  "forgeline.pipeline.showGraph": {
    title: "Show Pipeline Graph",
    icon: "type-hierarchy",
    args: pipelineArgs,
    run: showGraph,
    palette: ready,
    menus: [row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b/, "1_open@0")],
  },
  "forgeline.pipeline.showTestReport": {
    title: "Show Test Report",
    icon: "beaker",
    args: pipelineArgs,
    run: showTestReport,
    palette: ready,
    menus: [
      row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b/, "1_open@2"),
      row("pipelines", /^pipeline\b.*\bhasTests\b/, "inline@4"),
    ],
  },
  "forgeline.testReport.clear": {
    title: "Clear Test Reports",
    icon: "clear-all",
    args: testItemArgs,
    run: clear,
    palette: on("forgeline.testReportsShown"),
    menus: [menu("testing/item/context", "9_forgeline@1", equals("controllerId", "forgelineTestReports"))],
  },
  "forgeline.job.browseArtifacts": {
    title: "Browse Artifacts…",
    icon: "archive",
    args: jobArgs,
    run: browseArtifacts,
    palette: ready,
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasArtifacts\b/, "1_open@8"),
      row(["pipelines", "jobs"], "artifacts", "inline@1"),
      row(["pipelines", "jobs"], "artifacts", "1_open@1"),
    ],
  },
  "forgeline.artifacts.download": {
    title: "Download Artifacts…",
    icon: "cloud-download",
    args: jobsArgs,
    run: downloadArchive,
    many: true,
    palette: ready,
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasArtifacts\b/, "6_download@9"),
      row(["pipelines", "jobs"], "artifacts", "inline@2"),
      row(["pipelines", "jobs"], "artifacts", "6_download@2"),
    ],
  },
  "forgeline.artifacts.downloadLatest": {
    title: "Download Latest Artifacts…",
    icon: "cloud-download",
    run: downloadLatest,
    palette: ready,
  },
  "forgeline.artifact.open": {
    title: "Open Artifact",
    icon: "go-to-file",
    args: artifactArgs,
    run: openArtifact,
    palette: "never",
    menus: [row(["pipelines", "jobs"], "artifactFile", "1_open@1")],
  },
  "forgeline.artifact.download": {
    title: "Download Artifact…",
    icon: "cloud-download",
    args: artifactArgs,
    run: downloadArtifact,
    palette: any(ready, scheme("forgeline-artifact")),
    menus: [
      row(["pipelines", "jobs"], "artifactFile", "inline@1"),
      row(["pipelines", "jobs"], "artifactFile", "6_download@2"),
      fileMenu("6_download@1", scheme("forgeline-artifact")),
      menu("editor/title", "navigation@2", scheme("forgeline-artifact")),
    ],
  },
  "forgeline.artifact.selectForCompare": {
    title: "Select Artifact for Compare",
    icon: "git-compare",
    args: artifactArgs,
    run: selectForCompare,
    palette: any(ready, scheme("forgeline-artifact")),
    menus: [
      row(["pipelines", "jobs"], "artifactFile", "3_compare@1"),
      fileMenu("3_compare@2", scheme("forgeline-artifact")),
    ],
  },
  "forgeline.artifact.compareWithSelected": {
    title: "Compare Artifact with Selected",
    icon: "compare-changes",
    args: artifactArgs,
    run: compareWithSelected,
    palette: all(on("forgeline.artifactSelected"), scheme("forgeline-artifact")),
    menus: [
      row(["pipelines", "jobs"], "artifactFile", "3_compare@2", on("forgeline.artifactSelected")),
      fileMenu("3_compare@3", scheme("forgeline-artifact"), on("forgeline.artifactSelected")),
    ],
  },
  "forgeline.artifact.compareWithJob": {
    title: "Compare Artifact with Another Job…",
    icon: "diff",
    args: artifactArgs,
    run: compareWithJob,
    palette: any(ready, scheme("forgeline-artifact")),
    menus: [
      row(["pipelines", "jobs"], "artifactFile", "3_compare@3"),
      fileMenu("3_compare@4", scheme("forgeline-artifact")),
      menu("editor/title", "navigation@1", scheme("forgeline-artifact")),
    ],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
