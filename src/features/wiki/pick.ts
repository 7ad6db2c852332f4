import { commands, l10n, ThemeIcon, type Uri, window } from "vscode";
import type { WikiFormat, WikiPage } from "../../api/resources/wikis.ts";
import { WIKI_SCHEME } from "../../core/addresses/schemes.ts";
import { readPagePath, readWikiAuthority } from "../../core/addresses/wiki.ts";
import { UserError } from "../../core/base/errors.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { HostList } from "../../core/ui/partialList.ts";
import { partialRows, pickOne } from "../../core/ui/pick.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { withProgress } from "../../core/ui/progress.ts";
import { shortSha } from "../../core/ui/shortSha.ts";
import type { WikiContext } from "./context.ts";
import { formatName, pageIcon } from "./items.ts";
import { folderOf, type KnownPage, ownTitle, withBegun } from "./nodes.ts";
import { bySlug } from "./pages.ts";
import type { WikiPageRef } from "./refs.ts";
import { withoutWiki } from "./view.ts";
import type { WikiFiles } from "./wikiFiles.ts";

/** The page a command runs on. */
export interface PickedPage extends ProjectScope {
  readonly slug: string;
  /** Without folders. */
  readonly title: string;
  readonly format: WikiFormat;
  readonly uri: Uri;
  readonly files: WikiFiles;
}

export interface PickPageOptions {
  readonly title: string;
  readonly placeholder: string;
  /** Only pages on the host, without drafts. */
  readonly sent?: boolean;
}

/**
 * Returns the page of a row or document, or one that the user picks from the open project's wiki.
 * @throws CancelledError, UserError, ApiError
 */
export async function pickPage(
  context: WikiContext,
  given: WikiPageRef | Uri | undefined,
  options: PickPageOptions,
): Promise<PickedPage> {
  const files = await context.files.load();
  if (given && !("slug" in given)) return ofDocument(files, given);
  if (given)
    return pickedPage(
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
      if (pages.items.length === 0 && pages.capped !== true) throw noPages();
      return [...[...pages.items].sort(bySlug).map(pageChoice), ...partialRows(pages)];
    },
    active: (value) => files.uriOf(scope, value).toString() === open?.toString(),
  });
  return pickedPage(files, scope, page);
}

/** Returns the project whose wiki is open. @throws UserError when no project is open */
export function openWiki(context: WikiContext): ProjectScope {
  const { project } = context.current.require();
  return { instance: project.instance, project: project.project };
}

/** Returns the page of a document, which may be a version of it. @throws UserError when it is not a wiki page */
export function ofDocument(files: WikiFiles, uri: Uri): PickedPage {
  const [scope, page] = uri.scheme === WIKI_SCHEME ? [readWikiAuthority(uri.authority), readPagePath(uri.path)] : [];
  if (!scope || !page) throw new UserError(l10n.t("This is not a wiki page."));
  return {
    ...scope,
    slug: page.slug,
    title: ownTitle({ slug: page.slug, title: page.slug.replaceAll("-", " ") }),
    format: page.format,
    uri: uri.with({ query: "", fragment: "" }),
    files,
  };
}

/** Reads the pages and adds the drafts. @throws ApiError, UserError when the project has no wiki */
export async function knownPages(
  context: WikiContext,
  scope: ProjectScope,
  signal: AbortSignal,
): Promise<HostList<KnownPage>> {
  const files = await context.files.load();
  const { items, capped } = await readPages(context, scope, {}, signal);
  return { items: withBegun(items, files.unsentPages(scope)), capped };
}

/** Reads the pages of the host. @throws ApiError, UserError when the project has no wiki */
export async function readPages(
  context: WikiContext,
  { instance, project }: ProjectScope,
  query: { readonly with_content?: boolean },
  signal: AbortSignal,
): Promise<HostList<WikiPage>> {
  try {
    return await context.connections.get(instance).client.wikis.list(project, query, { signal }).all();
  } catch (error) {
    throw withoutWiki(error, instance);
  }
}

/** Opens a version of a page in a tab with its SHA in the title. */
export async function showVersion(uri: Uri, sha: string): Promise<void> {
  await commands.executeCommand(
    "vscode.open",
    uri,
    { preview: false },
    l10n.t("{0} ({1})", plainText(uri.path.split("/").at(-1), 100), shortSha(sha)),
  );
}

/** Returns the name of a page for titles and messages. */
export const pageName = ({ title }: { readonly title: string }): string => plainText(title, 80);

export const noPages = (): UserError =>
  new UserError(l10n.t("This wiki has no pages yet."), {
    action: { title: l10n.t("Create Wiki Page…"), command: "forgeline.wiki.create" },
  });

function pageChoice(page: KnownPage) {
  const { format, slug, begun } = page;
  const parts = [
    folderOf(slug),
    format === "markdown" ? "" : formatName(format),
    begun === true ? l10n.t("new, not saved") : "",
  ];
  return {
    label: plainText(ownTitle(page), 150),
    description: plainText(parts.filter((part) => part !== "").join(" · "), 200),
    iconPath: new ThemeIcon(pageIcon(page)),
    value: page,
  };
}

const pickedPage = (
  files: WikiFiles,
  { instance, project }: ProjectScope,
  page: Pick<WikiPage, "slug" | "title" | "format">,
): PickedPage => ({
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
