import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { menu, narrowTitle, row, widenTitle } from "../../core/commands/menus.ts";
import { all, editor, not, on, ready, scheme } from "../../core/commands/when.ts";
import { groupedJobsArgs, jobArgs, jobLogArgs, jobsArgs, pipelineArgs } from "../../core/pipelines/refs.ts";
import { clearFilter, filter } from "./commands/filter.ts";
import { copyLink, openInBrowser } from "./commands/links.ts";
import { cancel, play, retry, retryFailed, showLog, stopLog } from "./commands/run.ts";
import type { JobsContext } from "./context.ts";
import { followPipeline, stopFollowing } from "./follow/actions.ts";
import { openLog, openRawLog, saveRawLog, showFirstError } from "./log/actions.ts";
import { compareLog } from "./log/compareLog.ts";
import { clearProblems, showProblems } from "./problems/actions.ts";

export const commands = defineCommands<JobsContext>()({
  "forgeline.jobs.filter": {
    title: "Filter Jobs…",
    icon: "filter",
    run: filter,
    menus: narrowTitle("jobs", on("forgeline.jobsFiltered")),
  },
  "forgeline.jobs.clearFilter": {
    title: "Clear Job Filter",
    icon: "clear-all",
    run: clearFilter,
    palette: on("forgeline.jobsFiltered"),
    menus: [widenTitle("jobs", on("forgeline.jobsFiltered"))],
  },
  "forgeline.job.retry": {
    title: "Retry Job",
    icon: "debug-restart",
    args: jobsArgs,
    run: retry,
    key: "r",
    many: true,
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bretryable\b/, "inline@1"),
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bretryable\b/, "2_run@2"),
    ],
  },
  "forgeline.job.retryFailed": {
    title: "Retry Failed Jobs",
    icon: "debug-restart",
    args: groupedJobsArgs,
    run: retryFailed,
    palette: "never",
    menus: [row(["pipelines", "mergeRequests", "milestones"], /^(stage|jobGroup)\b.*\bretryable\b/, "2_run@2")],
  },
  "forgeline.job.openInBrowser": {
    title: "Open Job in Browser",
    icon: "link-external",
    args: jobArgs,
    run: openInBrowser,
    menus: [row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b/, "7_link@1")],
  },
  "forgeline.job.copyLink": {
    title: "Copy Job Link",
    icon: "link",
    args: jobArgs,
    run: copyLink,
    menus: [row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b/, "7_link@2")],
  },
  "forgeline.job.cancel": {
    title: "Cancel Job",
    icon: "stop-circle",
    args: jobsArgs,
    run: cancel,
    many: true,
    menus: [row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bcancelable\b/, "2_run@3")],
  },
  "forgeline.job.play": {
    title: "Play Job",
    icon: "play",
    args: jobArgs,
    run: play,
    palette: all(ready, not(on("forgeline.cannotPlayJobs"))),
    menus: [
      row(
        ["pipelines", "jobs", "mergeRequests", "milestones"],
        /^job\b.*\bplayable\b/,
        "inline@2",
        not(on("forgeline.cannotPlayJobs")),
      ),
      row(
        ["pipelines", "jobs", "mergeRequests", "milestones"],
        /^job\b.*\bplayable\b/,
        "2_run@1",
        not(on("forgeline.cannotPlayJobs")),
      ),
    ],
  },
  "forgeline.job.showLog": {
    title: "Show Job Log",
    icon: "output",
    args: jobArgs,
    run: showLog,
    key: "l",
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "inline@3"),
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "1_open@1"),
    ],
  },
  "forgeline.job.stopLog": {
    title: "Stop Following Job Log",
    icon: "debug-stop",
    args: jobArgs,
    run: stopLog,
    palette: on("forgeline.followingLogs"),
    menus: [
      row(
        ["pipelines", "jobs", "mergeRequests", "milestones"],
        /^job\b.*\bhasLog\b/,
        "5_edit@2",
        on("forgeline.followingLogs"),
      ),
    ],
  },
  "forgeline.job.openRawLog": {
    title: "Open Raw Job Log",
    icon: "file-text",
    args: jobLogArgs,
    run: openRawLog,
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "1_open@3"),
      menu("editor/title", "navigation@2", scheme("forgeline-log")),
    ],
  },
  "forgeline.job.openLog": {
    title: "Open Job Log in Editor",
    icon: "go-to-file",
    args: jobLogArgs,
    run: openLog,
    menus: [row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "1_open@4")],
  },
  "forgeline.job.compareLog": {
    title: "Compare Job Log with Last Passed",
    icon: "diff",
    args: jobLogArgs,
    run: compareLog,
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "3_compare@1"),
      menu("editor/title", "3_compare@1", scheme("forgeline-log"), not(editor("isInDiffEditor"))),
    ],
  },
  "forgeline.job.showProblems": {
    title: "Show Job Problems",
    icon: "warning",
    args: jobLogArgs,
    run: showProblems,
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "1_open@7"),
      menu("editor/title", "navigation@4", scheme("forgeline-log")),
    ],
  },
  "forgeline.job.clearProblems": {
    title: "Clear Job Problems",
    icon: "clear-all",
    args: jobLogArgs,
    run: clearProblems,
    palette: on("forgeline.problemsShown"),
    menus: [
      row(
        ["pipelines", "jobs", "mergeRequests", "milestones"],
        /^job\b.*\bhasLog\b/,
        "5_edit@8",
        on("forgeline.problemsShown"),
      ),
    ],
  },
  "forgeline.job.saveRawLog": {
    title: "Save Raw Job Log…",
    icon: "save-as",
    args: jobLogArgs,
    run: saveRawLog,
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "6_download@6"),
      menu("editor/title", "navigation@3", scheme("forgeline-log")),
    ],
  },
  "forgeline.pipeline.follow": {
    title: "Follow Pipeline",
    icon: "output",
    args: pipelineArgs,
    run: followPipeline,
    palette: ready,
    menus: [
      row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b.*\bcancelable\b/, "inline@2"),
      row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b.*\bcancelable\b/, "1_open@4"),
    ],
  },
  "forgeline.pipeline.stopFollowing": {
    title: "Stop Following Pipeline",
    icon: "debug-stop",
    args: pipelineArgs,
    run: stopFollowing,
    palette: on("forgeline.followingPipelines"),
    menus: [
      row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b/, "5_edit@2", on("forgeline.followingPipelines")),
    ],
  },
  "forgeline.log.showFirstError": {
    title: "Go to First Error in Job Log",
    icon: "error",
    args: jobLogArgs,
    run: showFirstError,
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "1_open@5"),
      menu("editor/title", "navigation@1", scheme("forgeline-log")),
    ],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
