import { lstat } from "node:fs/promises";
import nodePath from "node:path";
import { Hover, Range, type TextDocument } from "vscode";
import { readDescriptionAddress } from "../../core/addresses/descriptions.ts";
import { SNIPPET_SCHEME, DESCRIPTION_SCHEME, WIKI_SCHEME } from "../../core/addresses/schemes.ts";
import { readSnippetAddress } from "../../core/addresses/snippets.ts";
import { readWikiAuthority } from "../../core/addresses/wiki.ts";
import { isCancelled, UserError } from "../../core/base/errors.ts";
import type { Context } from "../../core/context.ts";
import { resolveProjectFile } from "../../core/files/fileHere.ts";
import { FILE_SCHEME, readFileUri } from "../../core/files/uris.ts";
import { signalOf } from "../../core/tree/signal.ts";
import type { UserCards } from "./users/cards.ts";
import { type Mention, mentionInLine, mentionInMarkdown } from "./users/mentions.ts";
import type { UserHover } from "./users/onDemand.ts";
import { userTooltip } from "./users/tooltip.ts";

/** The card of the user that a text mentions, in documents of a project that is known here. Whatever hinders it is for the log alone. */
export const userHover =
  (context: Context, cards: () => Promise<UserCards>): UserHover =>
  async (document, { line, character }, token) => {
    const found = mentionAt(document, line, character);
    if (!found) return undefined;
    using cancel = signalOf(token);
    const { signal } = cancel;
    try {
      const instance = await instanceOf(context, document);
      if (instance === undefined || signal.aborted) return undefined;
      const connection = context.connections.get(instance);
      // Hosts answer strangers too, but nobody here has to do with this one.
      if (!connection.session) return undefined;
      const card = await (await cards()).named(connection, found.username, signal);
      return card && new Hover(await userTooltip(card), new Range(line, found.start, line, found.end));
    } catch (error) {
      if (!isCancelled(error)) context.log.debug("Who is mentioned could not be read", error);
      return undefined;
    }
  };

function mentionAt(document: TextDocument, line: number, character: number): Mention | undefined {
  if (document.languageId !== "markdown") return mentionInLine(document.lineAt(line).text, character);
  return mentionInMarkdown({ lineCount: document.lineCount, line: (at) => document.lineAt(at).text }, line, character);
}

/** The host of the project that a document belongs to; undefined when it belongs to none. */
async function instanceOf(context: Context, { uri }: TextDocument): Promise<string | undefined> {
  switch (uri.scheme) {
    case DESCRIPTION_SCHEME:
      return readDescriptionAddress(uri.query)?.instance;
    case WIKI_SCHEME:
      return readWikiAuthority(uri.authority)?.instance;
    case SNIPPET_SCHEME:
      return readSnippetAddress(uri)?.instance;
    case FILE_SCHEME:
      return readFileUri(uri)?.instance;
    case "file":
    case "git":
      return instanceOfFile(context, uri);
    default:
      return undefined;
  }
}

async function instanceOfFile(context: Context, uri: TextDocument["uri"]): Promise<string | undefined> {
  try {
    const { instance, path, uri: file } = await resolveProjectFile(context, uri);
    return (await isOfAnother(file.fsPath, path)) ? undefined : instance;
  } catch (error) {
    // It says that the file is none of a project's.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** Whether a repository of its own lies between a file and the root of the one it was found in, as of a submodule. @param path from that root */
async function isOfAnother(file: string, path: string): Promise<boolean> {
  const folders = path
    .split("/")
    .slice(0, -1)
    .map((_, up) => nodePath.join(file, ...Array<string>(up + 1).fill("..")));
  const found = await Promise.all(
    folders.map((folder) =>
      lstat(nodePath.join(folder, ".git")).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
