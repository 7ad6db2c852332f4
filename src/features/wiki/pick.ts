import { commands, l10n, ThemeIcon, type Uri, window } from "vscode";
import type { WikiFormat, WikiPage } from "../../api/resources/wikis.ts";
import { WIKI_SCHEME } from "../../core/addresses/schemes.ts";
import { readPagePath, readWikiAuthority } from "../../core/addresses/wiki.ts";
import { UserError } from "../../core/base/errors.ts";
import { type ProjectScope, sameProject } from "../../core/base/refs.ts";
import { pickOne } from "../../core/ui/pick.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { withProgress } from "../../core/ui/progress.ts";
import type { WikiContext } from "./context.ts";
import { formatName, pageIcon } from "./items.ts";
import { folderOf, type KnownPage, ownTitle, withBegun } from "./nodes.ts";
import type { WikiPageRef } from "./refs.ts";
import { wikiMissing } from "./view.ts";
import type { WikiFiles } from "./wikiFiles.ts";

/** A page that a command is about. */
export interface WikiPageHere extends ProjectScope {
  readonly slug: string;
  /** Without the folders before it. */
  readonly title: string;
  readonly format: WikiFormat;
  readonly uri: Uri;
  readonly files: WikiFiles;
}

export interface AskPageOptions {
  readonly title: string;
  readonly placeholder: string;
  /** Only what the host has is offered. */
  readonly sent?: boolean;
}

/** The page a command is about: of a row or a document, or one of the wiki that the person picks. @throws CancelledError, UserError */
export async function pickPage(
  context: WikiContext,
  given: WikiPageRef | Uri | undefined,
  options: AskPageOptions,
): Promise<WikiPageHere> {
  const files = await context.files.load();
  if (given && !("slug" in given)) return ofDocument(files, given);
  if (given)
    return here(
      files,
      given,
      given.format === undefined
        ? await withProgress(l10n.t("Looking for the page…"), (signal) => read(context, given, signal))
        : { ...given, title: given.title ?? given.slug, format: given.format },
    );
  const scope = openWiki(context);
  const open = window.activeTextEditor?.document.uri;
  const page = await pickOne<KnownPage>({
    ...options,
    choices: async (signal) => {
      const pages = await (options.sent === true
        ? readPages(context, scope, {}, signal)
        : knownPages(context, scope, signal));
      if (pages.length === 0) throw noPages();
      return [...pages]
        .sort((a, b) => a.slug.localeCompare(b.slug, undefined, { numeric: true, sensitivity: "base" }))
        .map(pageChoice);
    },
    active: (value) => files.uriOf(scope, value).toString() === open?.toString(),
  });
  return here(files, scope, page);
}

/** The wiki of the open project. @throws UserError when there is none */
export function openWiki(context: WikiContext): ProjectScope {
  const { project } = context.current.require();
  return { instance: project.instance, project: project.project };
}

/** The page that a document is, or was at a commit. @throws UserError */
export function ofDocument(files: WikiFiles, uri: Uri): WikiPageHere {
  const [scope, page] = uri.scheme === WIKI_SCHEME ? [readWikiAuthority(uri.authority), readPagePath(uri.path)] : [];
  if (!scope || !page) throw new UserError(l10n.t("This is no page of a wiki."));
  return {
    ...scope,
    slug: page.slug,
    title: ownTitle({ slug: page.slug, title: page.slug.replaceAll("-", " ") }),
    format: page.format,
    uri: uri.with({ query: "", fragment: "" }),
    files,
  };
}

/** All pages, with those that were begun here and not sent. @throws UserError in place of ApiError where the host shows no wiki */
export async function knownPages(
  context: WikiContext,
  scope: ProjectScope,
  signal: AbortSignal,
): Promise<readonly KnownPage[]> {
  const files = await context.files.load();
  const pages = await readPages(context, scope, {}, signal);
  const begun = files.texts.unsent.flatMap((uri) => {
    const [of, page] = [readWikiAuthority(uri.authority), readPagePath(uri.path)];
    return of && page && sameProject(of, scope)
      ? [{ slug: page.slug, title: page.slug.replaceAll("-", " "), format: page.format }]
      : [];
  });
  return withBegun(pages, begun);
}

/** The pages of the host. @throws UserError in place of ApiError where it shows no wiki */
export async function readPages(
  context: WikiContext,
  { instance, project }: ProjectScope,
  query: { readonly with_content?: boolean },
  signal: AbortSignal,
): Promise<readonly WikiPage[]> {
  try {
    return (await context.connections.get(instance).client.wikis.list(project, query, { signal }).all()).items;
  } catch (error) {
    throw wikiMissing(error, instance);
  }
}

/** Opens a page as it was in a tab that says so. */
export async function showVersion(uri: Uri, sha: string): Promise<void> {
  await commands.executeCommand(
    "vscode.open",
    uri,
    { preview: false },
    l10n.t("{0} ({1})", plainText(uri.path.split("/").at(-1), 100), sha.slice(0, 8)),
  );
}

/** How a page is called in titles and messages. */
export const pageName = ({ title }: { readonly title: string }): string => plainText(title, 80);

export const noPages = (): UserError =>
  new UserError(l10n.t("This wiki has no pages yet."), {
    action: { title: l10n.t("New Page…"), command: "forgeline.wiki.create" },
  });

function pageChoice(page: KnownPage) {
  const { format, slug, begun } = page;
  const parts = [
    folderOf(slug),
    format === "markdown" ? "" : formatName(format),
    begun === true ? l10n.t("new, not sent") : "",
  ];
  return {
    label: plainText(ownTitle(page), 150),
    description: plainText(parts.filter((part) => part !== "").join(" · "), 200),
    iconPath: new ThemeIcon(pageIcon(page)),
    value: page,
  };
}

const here = (
  files: WikiFiles,
  { instance, project }: ProjectScope,
  page: Pick<WikiPage, "slug" | "title" | "format">,
): WikiPageHere => ({
  instance,
  project,
  slug: page.slug,
  title: ownTitle(page),
  format: page.format || "markdown",
  uri: files.uriOf({ instance, project }, page),
  files,
});

async function read(
  context: WikiContext,
  { instance, project, slug }: WikiPageRef,
  signal: AbortSignal,
): Promise<WikiPage> {
  return context.connections.get(instance).client.wikis.get(project, slug, {}, { signal });
}
