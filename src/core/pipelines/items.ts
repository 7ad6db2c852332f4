import { env, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { Job } from "../../api/resources/jobs.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import { age } from "../ui/age.ts";
import { plainText } from "../ui/plainText.ts";
import { plural } from "../ui/plural.ts";
import { statusIcon, statusLabel } from "../ui/statusIcon.ts";
import { statusStyle } from "../ui/statusStyle.ts";
import type { BranchTarget } from "./branchPipeline.ts";
import type { GroupNode, StageNode } from "./nodes.ts";
import { pipelineContext } from "./rowContext.ts";

const text = (value: unknown, limit = 200): string | undefined =>
  typeof value === "string" && value !== "" ? plainText(value, limit) : undefined;
const present = (part: string | undefined): part is string => part !== undefined;

/** Returns the label of the current branch. */
export function targetLabel(target: BranchTarget): string {
  switch (target.kind) {
    case "branch":
      return l10n.t("Current branch: {0}", plainText(target.ref, 200));
    case "commit":
      return l10n.t("Detached head: {0}", target.sha.slice(0, 8));
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
      return l10n.t("No pipeline for commit {0} yet", target.sha.slice(0, 8));
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
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  item.iconPath = new ThemeIcon(icon);
  item.contextValue = `group ${group}`;
  item.accessibilityInformation = { label };
  return item;
}

/**
 * Returns the row of a pipeline: status, ID and name, then ref, short SHA, source and age.
 * @param jobs latest attempts, if known
 */
export function pipelineItem(pipeline: Pipeline, jobs?: readonly Job[]): TreeItem {
  const ref = text(pipeline.ref);
  const name = text(pipeline.name);
  const sha = text(pipeline.sha)?.slice(0, 8);
  const source = text(pipeline.source)?.replaceAll("_", " ");
  const when = age(pipeline.created_at ?? pipeline.updated_at, Date.now(), env.language);
  const item = new TreeItem(
    [`#${pipeline.id}`, name ?? ref].filter(present).join(" "),
    TreeItemCollapsibleState.Collapsed,
  );
  item.iconPath = statusIcon(statusStyle(pipeline.status));
  item.description = [name === undefined ? undefined : ref, sha, source, when].filter(present).join(" · ");
  item.contextValue = pipelineContext(pipeline, jobs);
  item.accessibilityInformation = {
    label: [
      l10n.t("Pipeline {0}", pipeline.id),
      statusLabel(pipeline.status),
      name,
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
  const count = plural(stage.jobs.length, (shown) => ({
    one: l10n.t("{0} job", shown),
    other: l10n.t("{0} jobs", shown),
  }));
  const item = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  item.iconPath = statusIcon(statusStyle(stage.status));
  item.description = count;
  item.contextValue = "stage";
  item.tooltip = `${label}: ${statusLabel(stage.status)}, ${count}`;
  item.accessibilityInformation = { label: l10n.t("Stage {0}, {1}, {2}", label, statusLabel(stage.status), count) };
  return item;
}
