import { env, l10n, MarkdownString } from "vscode";
import type { BlameCommit } from "../../../api/resources/repositoryFileTypes.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { CommandId } from "../../../core/commands/commandArgs.ts";
import type { CommitRef } from "../../../core/commits/refs.ts";
import type { Context } from "../../../core/context.ts";
import { age, dateTime } from "../../../core/ui/age.ts";
import { inert, linkTarget } from "../../../core/ui/inertMarkdown.ts";
import { commandTarget } from "../../../core/ui/runCommand.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { isFullSha } from "../../../git/localClone.ts";
import { titleOf } from "./annotationText.ts";
import type { BlameSubject } from "./blameSubject.ts";

const showCommit = "forgeline.changes.openAll" satisfies CommandId;
const copySha = "forgeline.commit.copySha" satisfies CommandId;

/** Returns the hover of a line: its commit in full, with links. */
export function blameHover(
  context: Pick<Context, "current" | "projects">,
  { instance, project, fork }: BlameSubject,
  commit: BlameCommit,
): MarkdownString {
  const {
    id,
    author_name: author,
    authored_date: authored,
    committer_name: committer,
    committed_date: committed,
  } = commit;
  // The commit may be in the fork only, which has its ancestors too.
  const ref: CommitRef = {
    instance,
    project: fork ?? project,
    commit: { id, title: titleOf(commit), parent_ids: commit.parent_ids ?? [] },
  };
  const page = commitPage(context, ref, id);
  const parts = [
    isFullSha(id) ? `\`${shortSha(id)}\`` : inert(id),
    link(l10n.t("Show Commit"), commandTarget(showCommit, ref)),
    link(l10n.t("Copy SHA"), commandTarget(copySha, ref)),
    ...(page === undefined ? [] : [link(l10n.t("Open in Browser"), page)]),
  ];
  const amended = committer !== author || committed !== authored;
  const paragraphs = [
    `**${inert(titleOf(commit)) || inert(id)}**`,
    inert(l10n.t("{0}, {1}", author ?? "", when(authored))),
    ...(amended ? [inert(l10n.t("Committed by {0}, {1}", committer ?? "", when(committed)))] : []),
    parts.join(" · "),
  ];
  const text = new MarkdownString(paragraphs.join("\n\n"));
  text.isTrusted = { enabledCommands: [showCommit, copySha] };
  return text;
}

const when = (date: string | null | undefined): string => {
  const time = dateTime(date, env.language);
  return time === undefined ? "" : `${age(date, Date.now(), env.language, "long") ?? ""} (${time})`;
};

const link = (title: string, target: string): string => `[${inert(title)}](${target})`;

/** Returns the URL of a commit; undefined when only the project's ID is known, which URLs do not contain. */
function commitPage(
  context: Pick<Context, "current" | "projects">,
  scope: ProjectScope,
  sha: string,
): string | undefined {
  const path = pathOf(context, scope);
  return path === undefined
    ? undefined
    : linkTarget(
        `${scope.instance}/${path.split("/").map(encodeURIComponent).join("/")}/-/commit/${encodeURIComponent(sha)}`,
      );
}

function pathOf(
  { current: { value }, projects }: Pick<Context, "current" | "projects">,
  { instance, project }: ProjectScope,
): string | undefined {
  if (!/^\d+$/.test(String(project))) return String(project);
  // The open project may be known by its ID only; the remotes of its repository contain the path.
  const open = value.kind === "ready" && String(value.project.project) === String(project) ? value.project : undefined;
  const named =
    open &&
    projects.candidates.find(
      (one) => one.instance === instance && one.root === open.root && !/^\d+$/.test(String(one.project)),
    );
  return named && String(named.project);
}
