import { l10n, ThemeIcon, Uri } from "vscode";
import { readPagePath } from "../../../core/addresses/wiki.ts";
import { UserError } from "../../../core/base/errors.ts";
import { discardText } from "../../../core/remoteText/discard.ts";
import { pickOne, type Row } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { WikiContext } from "../context.ts";
import { pageIcon } from "../items.ts";
import { ofDocument } from "../pick.ts";
import type { WikiPageRef } from "../refs.ts";
import type { WikiFiles } from "../wikiFiles.ts";

/** Replaces the unsent text of a page by the host's; a draft that was never sent is removed. */
export async function discard(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const files = await context.files.load();
  const uri = await uriOf(files, given, () => askUnsent(files));
  if (!files.texts.isUnsent(uri)) throw new UserError(l10n.t("This page has no unsaved changes."));
  await discardText(files.texts, uri, l10n.t("“{0}”", plainText(readPagePath(uri.path)?.slug, 80)));
}

/** Offers to merge a text that was changed on the host, too, or to keep one of both. */
export async function resolve(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const files = await context.files.load();
  await files.texts.resolve(await uriOf(files, given, () => askConflicted(files)));
}

const uriOf = async (files: WikiFiles, given: WikiPageRef | Uri | undefined, ask: () => Promise<Uri>): Promise<Uri> =>
  given === undefined ? ask() : given instanceof Uri ? ofDocument(files, given).uri : unsentOf(files, given);

/** Returns the document with the unsent text of a row; its format may have changed on the host since. */
function unsentOf(files: WikiFiles, { instance, project, slug, format = "markdown" }: WikiPageRef): Uri {
  const uri = files.uriOf({ instance, project }, { slug, format });
  return (
    files.texts.unsent.find((one) => one.authority === uri.authority && readPagePath(one.path)?.slug === slug) ?? uri
  );
}

async function askUnsent({ texts: { unsent } }: WikiFiles): Promise<Uri> {
  if (unsent.length === 0) throw new UserError(l10n.t("There are no unsaved changes to wiki pages."));
  return pickOne<Uri>({
    title: l10n.t("Discard Unsaved Changes"),
    placeholder: l10n.t("Select a page to discard its changes"),
    choices: unsent.flatMap(pageChoice),
  });
}

async function askConflicted({ texts }: WikiFiles): Promise<Uri> {
  const [only, ...others] = texts.unsent.filter((uri) => texts.isConflicted(uri));
  if (!only) throw new UserError(l10n.t("No unsent wiki page was changed on the host."));
  if (others.length === 0) return only;
  return pickOne<Uri>({
    title: l10n.t("Resolve Conflict"),
    placeholder: l10n.t("Select a page to resolve its conflict"),
    choices: [only, ...others].flatMap(pageChoice),
  });
}

function pageChoice(uri: Uri): Row<Uri>[] {
  const page = readPagePath(uri.path);
  return page ? [{ label: plainText(page.slug, 150), iconPath: new ThemeIcon(pageIcon(page)), value: uri }] : [];
}
