import { env, l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { pipelineItem, type PipelineItemOptions } from "../pipelines/items.ts";
import { age } from "../ui/age.ts";
import { plainText } from "../ui/plainText.ts";
import { plural, numberText } from "../ui/plural.ts";
import { asCommand } from "../ui/runCommand.ts";
import { shortSha } from "../ui/shortSha.ts";
import { folderLabel } from "./labels.ts";
import type {
  CommitNode,
  CommitsNode,
  DescriptionNode,
  FilesNode,
  FolderNode,
  HeadPipelineNode,
  ProblemNode,
} from "./nodes.ts";

const present = (part: string | undefined): part is string => part !== undefined && part !== "";
const text = (value: unknown, limit = 200): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? plainText(value, limit) : undefined;

const icons = {
  current: "git-branch",
  assigned: "account",
  reviewing: "eye",
  created: "edit",
  all: "git-pull-request",
  own: "bookmark",
} as const;

/** Returns the row of a query, with its count once known. */
export function folderItem({ folder, total }: FolderNode): TreeItem {
  const label = folderLabel(folder);
  const item = new TreeItem(
    label,
    folder.open ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed,
  );
  const narrowed = folder.group === "all" && Object.keys(folder.filter ?? {}).length > 0;
  item.iconPath = new ThemeIcon(narrowed ? "filter" : icons[folder.group]);
  if (total !== undefined) item.description = numberText(total);
  item.contextValue = `mergeRequests ${folder.group}`;
  item.accessibilityInformation = {
    label:
      total === undefined
        ? label
        : plural(total, (shown) => ({
            one: l10n.t("{0}, {1} merge request", label, shown),
            other: l10n.t("{0}, {1} merge requests", label, shown),
          })),
  };
  return item;
}

/** Returns the row of an invalid query of the settings, with the reason. Enter or a click opens the setting. */
export function problemItem({ problem }: ProblemNode): TreeItem {
  const item = new TreeItem(problem.name, TreeItemCollapsibleState.None);
  const why = plainText(problem.why, 700);
  item.iconPath = new ThemeIcon("warning", new ThemeColor("problemsWarningIcon.foreground"));
  item.description = why;
  item.tooltip = l10n.t("{0}\n\nSelect to open the setting.", why);
  item.contextValue = "queryProblem";
  item.command = asCommand("forgeline.openSettings", l10n.t("Open Settings"), "forgeline.mergeRequests.queries");
  item.accessibilityInformation = {
    label: l10n.t("The query {0} in the settings is wrong: {1}", problem.name, why),
    role: "button",
  };
  return item;
}

/** Returns the row of the description: its beginning. */
export function descriptionItem(node: DescriptionNode): TreeItem {
  const { mergeRequest } = node;
  const first = mergeRequest.description?.split("\n").find((line) => line.trim() !== "");
  const words = text(first, 120) ?? l10n.t("none");
  const item = new TreeItem(l10n.t("Description"), TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon("note");
  item.description = words;
  item.contextValue = "description";
  item.command = asCommand("forgeline.mergeRequest.open", l10n.t("Open"), {
    instance: node.instance,
    project: node.project,
    mergeRequest,
  });
  item.accessibilityInformation = { label: l10n.t("Description: {0}", words) };
  return item;
}

/** Returns how many files are shown of all, if they are filtered. */
export const filteredWords = ({ changes, filtered }: FilesNode): string | undefined =>
  changes && filtered !== undefined
    ? l10n.t("filtered: {0} of {1}", numberText(filtered), numberText(changes.files.length))
    : undefined;

/** Returns the row of the changed files, with their number. */
export function filesItem(node: FilesNode): TreeItem {
  const label = l10n.t("Changed files");
  const item = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  const { changes, mergeRequest } = node;
  const known = changes === undefined ? text(mergeRequest.changes_count, 10) : numberText(changes.files.length);
  const words = filteredWords(node) ?? known;
  item.iconPath = new ThemeIcon("diff-multiple");
  if (words !== undefined) item.description = words;
  item.contextValue = "changedFiles";
  item.accessibilityInformation = { label: words === undefined ? label : l10n.t("{0}, {1}", label, words) };
  return item;
}

export function commitsItem(_node: CommitsNode): TreeItem {
  const item = new TreeItem(l10n.t("Commits"), TreeItemCollapsibleState.Collapsed);
  item.iconPath = new ThemeIcon("git-commit");
  item.contextValue = "commits";
  return item;
}

/** Returns the row of a commit; its changed files are below. */
export function commitItem({ commit }: CommitNode): TreeItem {
  const title = text(commit.title) ?? shortSha(commit.id);
  const sha = text(commit.short_id) ?? shortSha(commit.id);
  const author = text(commit.author_name);
  const when = age(commit.committed_date, Date.now(), env.language);
  const item = new TreeItem(title, TreeItemCollapsibleState.Collapsed);
  item.iconPath = new ThemeIcon("git-commit");
  item.description = [sha, author, when].filter(present).join(" · ");
  item.contextValue = "commit";
  item.accessibilityInformation = {
    label: [l10n.t("Commit {0}", sha), title, author && l10n.t("by {0}", author), when].filter(present).join(", "),
  };
  return item;
}

const unknown = { project_id: 0, source: "", created_at: null, updated_at: null } as const;

/** Returns the row of the pipeline; its stages are below. @param options.jobs the latest attempts, if known */
export function headPipelineItem(
  { pipeline, here }: HeadPipelineNode,
  options: Pick<PipelineItemOptions, "jobs" | "times"> = {},
): TreeItem {
  if (!pipeline) {
    const item = new TreeItem(l10n.t("Pipeline"), TreeItemCollapsibleState.Collapsed);
    item.iconPath = new ThemeIcon("rocket");
    item.contextValue = "headPipeline";
    return item;
  }
  const item = pipelineItem({ ...unknown, ...pipeline }, options);
  item.label = l10n.t("Pipeline #{0}", pipeline.id);
  if (here) item.contextValue = `${item.contextValue ?? ""} here`;
  return item;
}
