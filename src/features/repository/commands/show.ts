import { env, l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { CommitRef } from "../../../core/commits/refs.ts";
import { inputText } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pasteable } from "../../../core/ui/pasteable.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import type { RepositoryContext } from "../context.ts";
import { pickCommit, readCommit } from "./pickCommit.ts";

/** Copies the hash of a commit. */
export async function copySha(context: RepositoryContext, given?: CommitRef): Promise<void> {
  const ref = await pickCommit(context, given, {
    title: l10n.t("Copy Commit SHA"),
    placeholder: l10n.t("Select a commit to copy its SHA"),
  });
  await env.clipboard.writeText(pasteable(ref.commit.id));
  notice(l10n.t("Copied commit SHA {0}.", shortSha(ref.commit.id)));
}

/** Shows a commit in the Commits view: the given one, or one by hash, branch or tag. */
export async function show(context: RepositoryContext, given?: CommitRef): Promise<void> {
  const { project } = context.current.require();
  const scope = { instance: project.instance, project: project.project };
  if (given && !sameProject(given, project))
    throw new UserError(l10n.t("This commit belongs to another project. Select that project first."), {
      action: { title: l10n.t("Select Project…"), command: "forgeline.selectProject" },
    });
  const commit = given?.commit ?? (await readCommit(context, scope, await askName()));
  await (await context.view.load())?.reveal(commit);
}

const askName = async (): Promise<string> =>
  (
    await inputText({
      title: l10n.t("Show Commit"),
      prompt: l10n.t("Enter a commit SHA (full or short), branch or tag"),
      validate: (text) => (/^\S+$/.test(text.trim()) ? undefined : l10n.t("Enter a SHA or a name without spaces.")),
    })
  ).trim();
