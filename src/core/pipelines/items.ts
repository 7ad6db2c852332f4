import { env, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { Job } from "../../api/resources/jobs.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import { age } from "../ui/age.ts";
import { plainText } from "../ui/plainText.ts";
import { asCommand } from "../ui/runCommand.ts";
import { shortSha } from "../ui/shortSha.ts";
import { statusIcon, statusLabel } from "../ui/statusIcon.ts";
import { isRunning, jobStyle, statusStyle } from "../ui/statusStyle.ts";
import type { BranchTarget } from "./branchPipeline.ts";
import { groupState } from "./jobGroups.ts";
import { groupWords } from "./jobGroupWords.ts";
import type { CiErrorNode, GroupNode, JobGroupNode, StageNode } from "./nodes.ts";
import { jobsContext, pipelineContext } from "./rowContext.ts";
import { isActive } from "./stageStatus.ts";
import type { PipelineTimes } from "./timeLeft.ts";
import { timesText } from "./timeWords.ts";

const { Collapsed, Expanded } = TreeItemCollapsibleState;

const text = (value: unknown, limit = 200): string | undefined =>
  typeof value === "string" && value !== "" ? plainText(value, limit) : undefined;
const present = (part: string | undefined): part is string => part !== undefined;

/** Returns the label of the current branch. */
export function targetLabel(target: BranchTarget): string {
  switch (target.kind) {
    case "branch":
      return l10n.t("Current branch: {0}", plainText(target.ref, 200));
    case "commit":
      return l10n.t("Detached head: {0}", shortSha(target.sha));
    case "default":
      return l10n.t("Default branch");
    case "nothing":
      return l10n.t("Current branch: no commits yet");
  }
}

/** Returns the text for a branch without pipeline. */
export function noPipelineText(target: BranchTarget): string {
  switch (target.kind) {
    case "branch":
      return l10n.t("No pipeline for {0} yet", plainText(target.ref, 200));
    case "commit":
      return l10n.t("No pipeline for commit {0} yet", shortSha(target.sha));
    case "default":
      return l10n.t("No pipeline for the default branch yet");
    case "nothing":
      return l10n.t("This repository has no commits yet");
  }
}

export function groupItem({ group, target }: GroupNode): TreeItem {
  const looks = {
    current: [
      target ? targetLabel(target) : l10n.t("Current branch"),
      target?.kind === "commit" ? "git-commit" : "git-branch",
    ],
    found: [l10n.t("Found"), "eye"],
    all: [l10n.t("All pipelines"), "list-unordered"],
  } as const;
  const [label, icon] = looks[group];
  const item = new TreeItem(label, Expanded);
  item.iconPath = new ThemeIcon(icon);
  item.contextValue = `group ${group}`;
  item.accessibilityInformation = { label };
  return item;
}

/** Returns whether a stage or pipeline is open at first: it failed, or is running. */
const isOfInterest = (status: string | null | undefined): boolean => status === "failed" || isActive({ status });

export interface PipelineItemOptions {
  /** Latest attempts, if known. */
  readonly jobs?: readonly Job[] | undefined;
  /** Title of its commit, if known. */
  readonly title?: string | undefined;
  /** How long it still takes, and by how much it is slower than usual, if known; shown while it runs. */
  readonly times?: Pick<PipelineTimes, "left" | "slower"> | undefined;
  /** Whether it is open at first if it failed or is running. */
  readonly opens?: boolean;
}

/**
 * Returns the row of a pipeline: status and name or title of its commit, then the time left or by how much it is slower than usual, age, ID and
 * ref; with neither name nor title its ID and ref, then short SHA, source and age.
 */
export function pipelineItem(
  pipeline: Pipeline,
  { jobs, title: given, times, opens = false }: PipelineItemOptions = {},
): TreeItem {
  const ref = text(pipeline.ref);
  const name = text(pipeline.name);
  const sha = text(shortSha(pipeline.sha));
  const source = text(pipeline.source)?.replaceAll("_", " ");
  const when = age(pipeline.created_at ?? pipeline.updated_at, Date.now(), env.language);
  const title = text(given);
  const heading = name ?? title;
  const id = `#${pipeline.id}`;
  const about = isRunning(pipeline.status) ? times : undefined;
  const item = new TreeItem(
    heading ?? [id, ref].filter(present).join(" "),
    opens && isOfInterest(pipeline.status) ? Expanded : Collapsed,
  );
  item.iconPath = statusIcon(statusStyle(pipeline.status));
  // The end is cut off first.
  item.description = [timesText(about), ...(heading === undefined ? [sha, source, when] : [when, id, ref])]
    .filter(present)
    .join(" · ");
  item.contextValue = pipelineContext(pipeline, jobs);
  item.accessibilityInformation = {
    label: [
      l10n.t("Pipeline {0}", pipeline.id),
      statusLabel(pipeline.status),
      timesText(about, "long"),
      name,
      title,
      ref && l10n.t("ref {0}", ref),
      sha && l10n.t("commit {0}", sha),
      source && l10n.t("started by {0}", source),
      when,
    ]
      .filter(present)
      .join(", "),
  };
  return item;
}

export function stageItem({ stage }: Pick<StageNode, "stage">): TreeItem {
  const label = text(stage.name) ?? l10n.t("(no stage)");
  const count = stage.jobs.length === 1 ? l10n.t("1 job") : l10n.t("{0} jobs", stage.jobs.length);
  const item = new TreeItem(label, isOfInterest(stage.status) ? Expanded : Collapsed);
  item.iconPath = statusIcon(statusStyle(stage.status));
  item.description = count;
  item.contextValue = jobsContext("stage", stage);
  item.tooltip = `${label}: ${statusLabel(stage.status)}, ${count}`;
  item.accessibilityInformation = { label: l10n.t("Stage {0}, {1}, {2}", label, statusLabel(stage.status), count) };
  return item;
}

/** Returns the row of a group of jobs, which is open at first if one failed. */
export function jobGroupItem({ jobGroup }: Pick<JobGroupNode, "jobGroup">): TreeItem {
  const label = text(jobGroup.name) ?? "";
  const state = groupState(jobGroup);
  const words = groupWords(jobGroup);
  const item = new TreeItem(label, jobGroup.jobs.some(({ job }) => job.status === "failed") ? Expanded : Collapsed);
  item.iconPath = statusIcon(jobStyle(state));
  item.description = words;
  item.contextValue = jobsContext("jobGroup", jobGroup);
  item.tooltip = `${label}: ${words}`;
  item.accessibilityInformation = { label: l10n.t("Jobs {0}, {1}, {2}", label, statusLabel(state.status), words) };
  return item;
}

/** Returns the row with the reason why a pipeline has no jobs, which opens the CI file there. */
export function ciErrorItem({ instance, project, pipeline, error }: CiErrorNode): TreeItem {
  const label = text(error) ?? "";
  const item = new TreeItem(label);
  item.iconPath = statusIcon(statusStyle("failed"));
  item.contextValue = "ciError";
  item.tooltip = plainText(error, 2_000);
  item.accessibilityInformation = { label: l10n.t("Invalid CI file: {0}", label) };
  // A child pipeline has a CI file of its own.
  if (pipeline.source !== "parent_pipeline")
    item.command = asCommand("forgeline.ciFile.showError", l10n.t("Open CI File"), {
      instance,
      project,
      sha: pipeline.sha ?? "",
      error,
    });
  return item;
}
