import { env, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { age } from "../ui/age.ts";
import { plainText } from "../ui/plainText.ts";
import { asCommand } from "../ui/runCommand.ts";
import { shortSha } from "../ui/shortSha.ts";
import { statusIcon, statusLabel } from "../ui/statusIcon.ts";
import { jobStyle, statusStyle } from "../ui/statusStyle.ts";
import type {
  CommitCommentNode,
  CommitCommentsNode,
  CommitFilesNode,
  CommitRefsNode,
  CommitStatusesNode,
  CommitStatusNode,
  ContainingRefNode,
  ListedCommitNode,
} from "./nodes.ts";
import { isMerge } from "./refs.ts";

const text = (value: unknown, limit = 200): string | undefined =>
  typeof value === "string" && value !== "" ? plainText(value, limit) : undefined;
const present = (part: string | undefined): part is string => part !== undefined && part !== "";
const { Collapsed, Expanded, None } = TreeItemCollapsibleState;

interface RowStyle {
  readonly label: string;
  readonly icon: ThemeIcon;
  readonly context: string;
  /** Start of the accessibility label; defaults to the label. */
  readonly spoken?: string | undefined;
  /** Shown behind the label. */
  readonly parts?: readonly (string | undefined)[];
  readonly open?: TreeItemCollapsibleState;
}

function rowItem({ label, icon, context, spoken = label, parts = [], open = None }: RowStyle): TreeItem {
  const item = new TreeItem(label, open);
  item.iconPath = icon;
  item.description = parts.filter(present).join(" · ");
  item.contextValue = context;
  item.accessibilityInformation = { label: [spoken, ...parts].filter(present).join(", ") };
  return item;
}

/** Returns the text in place of the title of a commit that has none. */
export const noMessage = (): string => l10n.t("No commit message");

/** Returns the row of a commit: title, hash, author, age and, if requested, line counts. */
export function commitItem({ commit, status }: ListedCommitNode): TreeItem {
  const { stats } = commit;
  const title = text(commit.title) ?? noMessage();
  return rowItem({
    label: title,
    icon: status === undefined ? new ThemeIcon("git-commit") : statusIcon(statusStyle(status)),
    context: isMerge(commit) ? "commit merge" : "commit",
    open: Collapsed,
    spoken: [l10n.t("Commit {0}", title), status === undefined ? undefined : statusLabel(status)]
      .filter(present)
      .join(", "),
    parts: [
      shortSha(commit.id),
      text(commit.author_name, 80),
      age(commit.committed_date, Date.now(), env.language),
      stats ? `+${stats.additions ?? 0} −${stats.deletions ?? 0}` : undefined,
    ],
  });
}

export const commitFilesItem = (_: CommitFilesNode): TreeItem =>
  rowItem({ label: l10n.t("Changed files"), icon: new ThemeIcon("diff"), context: "commitFiles", open: Expanded });

export const commitRefsItem = (_: CommitRefsNode): TreeItem =>
  rowItem({
    label: l10n.t("Branches and tags"),
    icon: new ThemeIcon("git-branch"),
    context: "commitRefs",
    open: Collapsed,
  });

export function commitCommentsItem({ comments }: CommitCommentsNode): TreeItem {
  const count = comments?.items.length;
  const words =
    count === undefined
      ? undefined
      : count === 0
        ? l10n.t("none")
        : comments?.capped === true
          ? `${count}+`
          : String(count);
  return rowItem({
    label: l10n.t("Comments"),
    icon: new ThemeIcon("comment-discussion"),
    context: "commitComments",
    parts: [words],
    open: count === 0 ? None : Collapsed,
  });
}

export const commitStatusesItem = ({ status }: CommitStatusesNode): TreeItem =>
  rowItem({
    label: l10n.t("Statuses"),
    icon: status === undefined ? new ThemeIcon("checklist") : statusIcon(statusStyle(status)),
    context: "commitStatuses",
    parts: [status === undefined ? undefined : statusLabel(status)],
    open: Collapsed,
  });

export function containingRefItem({ ref }: ContainingRefNode): TreeItem {
  const name = text(ref.name) ?? "";
  const tag = ref.type === "tag";
  return rowItem({
    label: name,
    icon: new ThemeIcon(tag ? "tag" : "git-branch"),
    context: "containingRef",
    spoken: tag ? l10n.t("Tag {0}", name) : l10n.t("Branch {0}", name),
  });
}

/** Returns the row of a comment, which opens the comments at its location. */
export function commitCommentItem(node: CommitCommentNode): TreeItem {
  const { instance, project, commit, comment, path, line } = node;
  const place = path === undefined ? l10n.t("on the commit") : l10n.t("{0}, line {1}", plainText(path, 200), line ?? 0);
  const author = text(comment.author?.username) ?? text(comment.author?.name) ?? l10n.t("unknown user");
  const item = rowItem({
    label: text(comment.note, 120) ?? "",
    icon: new ThemeIcon("comment"),
    context: "commitComment",
    spoken: l10n.t("Comment by {0}: {1}", author, plainText(comment.note, 300)),
    parts: [author, place, age(comment.created_at, Date.now(), env.language)],
  });
  const at = path === undefined || line === undefined ? {} : { path, line };
  item.command = asCommand("forgeline.commit.showComments", l10n.t("Show Comments"), {
    instance,
    project,
    commit,
    ...at,
  });
  return item;
}

/** Returns the row of a commit status, which opens its web page. */
export function commitStatusItem({ status, webUrl }: CommitStatusNode): TreeItem {
  const name = text(status.name) ?? l10n.t("(no name)");
  const allowed = status.status === "failed" && status.allow_failure === true;
  const words = allowed ? l10n.t("failed (allowed to fail)") : statusLabel(status.status);
  const item = rowItem({
    label: name,
    icon: statusIcon(jobStyle(status)),
    context: webUrl === "" ? "commitStatus" : "commitStatus linked",
    spoken: l10n.t("Status {0}", name),
    parts: [
      words,
      text(status.description, 120),
      text(status.ref, 80),
      typeof status.coverage === "number" ? `${status.coverage}%` : undefined,
      age(status.finished_at ?? status.started_at ?? status.created_at, Date.now(), env.language),
    ],
  });
  if (webUrl !== "") item.command = asCommand("forgeline.openInBrowser", l10n.t("Open in Browser"), { webUrl });
  return item;
}
