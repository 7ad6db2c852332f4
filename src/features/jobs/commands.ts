import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { menu, narrowTitle, row, widenTitle } from "../../core/commands/menus.ts";
import { not, on, scheme } from "../../core/commands/when.ts";
import { jobArgs, jobLogArgs } from "../../core/pipelines/refs.ts";
import { clearFilter, filter } from "./commands/filter.ts";
import { cancel, play, retry, showLog, stopLog } from "./commands/run.ts";
import type { JobsContext } from "./context.ts";
import { openLog, openRawLog, saveRawLog, showFirstError } from "./log/actions.ts";
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
    args: jobArgs,
    run: retry,
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bretryable\b/, "inline@3"),
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bretryable\b/, "2_change@2"),
    ],
  },
  "forgeline.job.cancel": {
    title: "Cancel Job",
    icon: "stop-circle",
    args: jobArgs,
    run: cancel,
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bcancelable\b/, "inline@4"),
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bcancelable\b/, "2_change@3"),
    ],
  },
  "forgeline.job.play": {
    title: "Play Job",
    icon: "play",
    args: jobArgs,
    run: play,
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
        "2_change@1",
        not(on("forgeline.cannotPlayJobs")),
      ),
    ],
  },
  "forgeline.job.showLog": {
    title: "Show Job Log",
    icon: "output",
    args: jobArgs,
    run: showLog,
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "inline@1"),
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "1_log@1"),
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
        "1_log@2",
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
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "1_log@3"),
      menu("editor/title", "navigation@2", scheme("forgeline-log")),
    ],
  },
  "forgeline.job.openLog": {
    title: "Open Job Log in Editor",
    icon: "go-to-file",
    args: jobLogArgs,
    run: openLog,
    menus: [row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "1_log@4")],
  },
  "forgeline.job.showProblems": {
    title: "Show Problems of Job",
    icon: "warning",
    args: jobLogArgs,
    run: showProblems,
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "1_log@7"),
      menu("editor/title", "navigation@4", scheme("forgeline-log")),
    ],
  },
  "forgeline.job.clearProblems": {
    title: "Clear Problems of Jobs",
    icon: "clear-all",
    args: jobLogArgs,
    run: clearProblems,
    palette: on("forgeline.problemsShown"),
    menus: [
      row(
        ["pipelines", "jobs", "mergeRequests", "milestones"],
        /^job\b.*\bhasLog\b/,
        "1_log@8",
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
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "1_log@6"),
      menu("editor/title", "navigation@3", scheme("forgeline-log")),
    ],
  },
  "forgeline.log.showFirstError": {
    title: "Show First Error of Job Log",
    icon: "error",
    args: jobLogArgs,
    run: showFirstError,
    menus: [
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "1_log@5"),
      menu("editor/title", "navigation@1", scheme("forgeline-log")),
    ],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
