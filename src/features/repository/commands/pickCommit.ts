import { env, l10n, ThemeIcon } from "vscode";
import type { Commit } from "../../../api/resources/commitTypes.ts";
import type { CommitRef } from "../../../core/commits/refs.ts";
import { age } from "../../../core/ui/age.ts";
import type { Choice } from "../../../core/ui/pick.ts";
import { pickPaged } from "../../../core/ui/pickPaged.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { withRefusals } from "../../../core/ui/refusals.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import type { RepositoryContext } from "../context.ts";
import { commitQuery } from "../filter.ts";

export interface PickCommitOptions {
  readonly title: string;
  readonly placeholder: string;
}

/**
 * Returns the given commit, or asks for one of those in the Commits view or a hash, branch or tag.
 * @throws CancelledError
 */
export async function pickCommit(
  context: RepositoryContext,
  given: CommitRef | undefined,
  options: PickCommitOptions,
): Promise<CommitRef> {
  if (given) return given;
  const { project, connection } = context.current.require();
  const scope = { instance: project.instance, project: project.project };
  const { filter = {} } = (await context.view.load()) ?? {};
  const chosen = await pickPaged<Commit, Commit | string>({
    ...options,
    load: (signal) =>
      connection.client.commits.list(project.project, commitQuery(filter, project), { perPage: 50, signal }),
    toChoice: (commit) => ({ ...commitChoice(commit), value: commit }),
    typed: typedCommit,
    empty: l10n.t("No commits yet"),
  });
  return { ...scope, commit: typeof chosen === "string" ? await readCommit(context, scope, chosen) : chosen };
}

/** Reads a commit by hash, branch or tag. @throws UserError when there is none */
export async function readCommit(
  context: RepositoryContext,
  { instance, project }: Pick<CommitRef, "instance" | "project">,
  name: string,
): Promise<Commit> {
  const { client } = context.connections.get(instance);
  return withRefusals(
    {
      notFound: () => ({
        message: l10n.t(
          "No commit, branch or tag “{0}” found on the host. If it is only in your clone, push it first. Short SHAs must be unique.",
          plainText(name, 100),
        ),
        action: { title: l10n.t("Show Commit"), command: "forgeline.commit.show" },
      }),
    },
    () =>
      withProgress(l10n.t("Looking for commit “{0}”…", name), (signal) =>
        client.commits.get(project, name, {}, { signal }),
      ),
  );
}

/** Returns the name of a commit in titles and messages: `1a2b3c4d “Title”`. */
export const commitName = ({ commit }: CommitRef): string =>
  commit.title ? l10n.t("{0} “{1}”", shortSha(commit.id), plainText(commit.title, 60)) : shortSha(commit.id);

const typedCommit = (text: string): Choice<string> | undefined => {
  const name = text.trim();
  return name === "" || /\s/.test(name)
    ? undefined
    : { label: l10n.t("Commit “{0}”", plainText(name, 100)), iconPath: new ThemeIcon("edit"), value: name };
};

function commitChoice(commit: Commit): { label: string; description: string; iconPath: ThemeIcon } {
  const parts = [shortSha(commit.id), commit.author_name, age(commit.committed_date, Date.now(), env.language)];
  return {
    label: plainText(commit.title, 120),
    description: plainText(parts.filter(Boolean).join(" · "), 200),
    iconPath: new ThemeIcon("git-commit"),
  };
}
