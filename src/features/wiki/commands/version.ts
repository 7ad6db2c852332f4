import { commands, l10n, type Uri } from "vscode";
import { pagePath } from "../../../core/addresses/wiki.ts";
import { submitText } from "../../../core/ui/form.ts";
import { offer } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { withRefusals } from "../../../core/ui/refusals.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import type { WikiContext } from "../context.ts";
import { pickPage, pageName, showVersion, type PickedPage } from "../pick.ts";
import type { WikiPageRef } from "../refs.ts";

/**
 * Shows a page at a commit of the wiki's repository, and offers to compare it with the current version.
 * @param sha commit; asked for if missing
 */
export async function openVersion(context: WikiContext, given?: WikiPageRef | Uri, sha?: string): Promise<void> {
  const title = l10n.t("Open Wiki Page Version");
  const page = await pickPage(context, given, {
    title,
    placeholder: l10n.t("Select a page to open a version"),
    sent: true,
  });
  const version =
    sha === undefined
      ? await askVersion(context, page, title)
      : await withProgress(reading(page), (signal) => read(context, page, sha.toLowerCase(), signal));
  const short = shortSha(version.sha);
  const uri = page.files.versions.put(page, { path: pagePath(page).slice(1), sha: version.sha }, version.content);
  await showVersion(uri, version.sha);
  offer(l10n.t("“{0}” at version {1}.", pageName(page), short), l10n.t("Compare with Current Version"), async () => {
    await commands.executeCommand("vscode.diff", uri, page.uri, l10n.t("{0}: {1} ↔ current", pageName(page), short));
  });
}

interface Version {
  readonly sha: string;
  readonly content: string;
}

function askVersion(context: WikiContext, page: PickedPage, title: string): Promise<Version> {
  return submitText<Version>(
    {
      title,
      prompt: l10n.t("Enter the SHA of a commit of the wiki, shown in the page history on the host"),
      validate: (text) => (isSha(text.trim()) ? undefined : l10n.t("Enter 4 to 64 of the characters 0-9 and a-f.")),
      sending: reading(page),
      failed: (error) => context.report.background(error, "Open Wiki Page Version"),
    },
    (text, signal) => read(context, page, text.trim().toLowerCase(), signal),
  );
}

const isSha = (text: string): boolean => /^[0-9a-f]{4,64}$/i.test(text);

const reading = (page: PickedPage): string => l10n.t("Loading “{0}”…", pageName(page));

async function read(context: WikiContext, page: PickedPage, sha: string, signal: AbortSignal): Promise<Version> {
  const { instance, project, slug } = page;
  const { content } = await withRefusals(
    {
      notFound: () =>
        l10n.t(
          "Commit {0} or page “{1}” not found in the wiki. The page may have had another name.",
          sha.slice(0, 12),
          pageName(page),
        ),
    },
    () => context.connections.get(instance).client.wikis.get(project, slug, { version: sha }, { signal }),
  );
  return { sha, content: content ?? "" };
}
