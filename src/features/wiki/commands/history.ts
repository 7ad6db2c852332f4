import { commands, env, l10n, ThemeIcon, type Uri } from "vscode";
import { isSameSlug, pagePath, readPagePath } from "../../../core/addresses/wiki.ts";
import { UserError } from "../../../core/base/errors.ts";
import { age } from "../../../core/ui/age.ts";
import { type Choice, pickOne, type Row, separator, type ValueButton } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import type { WikiContext } from "../context.ts";
import { pickPage, pageName, showVersion, type PickedPage } from "../pick.ts";
import type { WikiPageRef } from "../refs.ts";
import type { WikiCommit } from "../repository/history.ts";
import type { FetchedWiki } from "../repository/repositories.ts";
import { historyLimit, type WikiRepository } from "../repository/repository.ts";

interface Chosen {
  readonly commit: WikiCommit;
  readonly action: "open" | "before" | "present";
}

interface History {
  readonly fetched: FetchedWiki & { readonly head: string };
  readonly commits: readonly WikiCommit[];
}

/** Shows the commits of a page across renames; opens a version, or compares it with the previous or current one. */
export async function showHistory(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const title = l10n.t("History of Wiki Page");
  const page = await pickPage(context, given, { title, placeholder: l10n.t("Select a page to show its history") });
  const name = pageName(page);
  const history = await withProgress(l10n.t("Loading the history of “{0}”…", name), (signal) => read(page, signal));
  const chosen = await pickOne<Chosen>({
    title: l10n.t("History of “{0}”", name),
    placeholder: l10n.t("Select a version to open, or compare it with the buttons"),
    choices: rowsOf(history),
  });
  await withProgress(l10n.t("Loading “{0}”…", name), (signal) => show(page, history, chosen, signal));
}

/** Reads the history of a page. @throws UserError with the reason and an alternative action */
async function read(page: PickedPage, signal: AbortSignal): Promise<History> {
  const { files, slug, format } = page;
  try {
    // The user asked for it, so it is fetched even if it is recent.
    const fetched = await files.repositories.open(page, { force: true });
    signal.throwIfAborted();
    const { head, repository } = fetched;
    const names = head === undefined ? [] : await repository.files(head, signal);
    const [exact, derived] = [
      names.find((each) => readPagePath(`/${each}`)?.slug === slug),
      names.find((each) => isSameSlug(readPagePath(`/${each}`)?.slug ?? "", slug)),
    ];
    const file = exact ?? derived ?? pagePath({ slug, format }).slice(1);
    const commits = head === undefined ? [] : await repository.history(head, file, signal);
    if (head === undefined || commits.length === 0)
      throw new UserError(l10n.t("“{0}” is not on the host yet, so it has no history.", pageName(page)));
    return { fetched: { ...fetched, head }, commits };
  } catch (error) {
    if (!(error instanceof UserError) || error.action) throw error;
    const { instance, project, title } = page;
    const action = {
      title: l10n.t("Open Version…"),
      command: "forgeline.wiki.openVersion",
      args: [{ instance, project, slug, title, format } satisfies WikiPageRef],
    } as const;
    throw new UserError(l10n.t("{0} You can still open a version by its SHA.", error.message), {
      cause: error,
      action,
    });
  }
}

function rowsOf({ fetched: { behind }, commits }: History): Row<Chosen>[] {
  const rows = commits.map((commit, at): Choice<Chosen> => {
    const before: ValueButton<Chosen>[] =
      at + 1 < commits.length || commits.length < historyLimit
        ? [
            {
              iconPath: new ThemeIcon("git-compare"),
              tooltip: l10n.t("Compare with Previous Version"),
              value: { commit, action: "before" },
            },
          ]
        : [];
    const present: ValueButton<Chosen>[] = commit.removed
      ? []
      : [
          {
            iconPath: new ThemeIcon("diff"),
            tooltip: l10n.t("Compare with Current Version"),
            value: { commit, action: "present" },
          },
        ];
    const renamed = commit.oldPath === undefined ? "" : l10n.t("renamed from {0}", plainText(commit.oldPath, 100));
    return {
      label: plainText(commit.title, 150) || shortSha(commit.sha),
      description: [commit.author, age(new Date(commit.at).toISOString(), Date.now(), env.language)]
        .filter(Boolean)
        .map((part) => plainText(part, 100))
        .join(" · "),
      detail: [shortSha(commit.sha), renamed, commit.removed ? l10n.t("deleted the page") : ""]
        .filter((part) => part !== "")
        .join(" · "),
      iconPath: new ThemeIcon("git-commit"),
      buttons: [...before, ...present],
      value: { commit, action: commit.removed ? "before" : "open" },
    };
  });
  return [
    ...(behind === undefined ? [] : [separator(l10n.t("Cached history: {0}", behind.message))]),
    ...rows,
    ...(commits.length < historyLimit ? [] : [separator(l10n.t("The latest {0} commits", historyLimit))]),
  ];
}

async function show(
  page: PickedPage,
  { fetched: { repository }, commits }: History,
  { commit, action }: Chosen,
  signal: AbortSignal,
): Promise<void> {
  const { versions } = page.files;
  const version = async ({ sha, path }: WikiCommit): Promise<Uri> =>
    versions.put(page, { path, sha }, await contentOf(repository, sha, path, signal));
  const nothing = ({ path }: WikiCommit): Uri => versions.put(page, { path }, "");
  const short = shortSha(commit.sha);
  if (action === "open") {
    await showVersion(await version(commit), commit.sha);
    return;
  }
  if (action === "present") {
    await commands.executeCommand(
      "vscode.diff",
      await version(commit),
      page.uri,
      l10n.t("{0}: {1} ↔ current", pageName(page), short),
    );
    return;
  }
  const before = commits[commits.indexOf(commit) + 1];
  const [left, right] = [
    before && !before.removed ? await version(before) : nothing(commit),
    commit.removed ? nothing(commit) : await version(commit),
  ];
  await commands.executeCommand(
    "vscode.diff",
    left,
    right,
    `${pageName(page)} (${before ? shortSha(before.sha) : l10n.t("nothing")} ↔ ${short})`,
  );
}

async function contentOf(repository: WikiRepository, sha: string, path: string, signal: AbortSignal): Promise<string> {
  const file = await repository.file(sha, path, signal);
  if (!file) throw new UserError(l10n.t("“{0}” does not exist in commit {1}.", plainText(path, 100), shortSha(sha)));
  return (await repository.content(file, signal)).toString("utf8");
}
