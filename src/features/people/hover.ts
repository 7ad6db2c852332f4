import { lstat } from "node:fs/promises";
import nodePath from "node:path";
import { Hover, Range, type TextDocument } from "vscode";
import { readDescriptionAddress } from "../../core/addresses/descriptions.ts";
import { DESCRIPTION_SCHEME, FILE_SCHEME, SNIPPET_SCHEME, WIKI_SCHEME } from "../../core/addresses/schemes.ts";
import { readSnippetAddress } from "../../core/addresses/snippets.ts";
import { readWikiAuthority } from "../../core/addresses/wiki.ts";
import { isCancelled, UserError } from "../../core/base/errors.ts";
import type { Context } from "../../core/context.ts";
import { resolveProjectFile } from "../../core/files/fileHere.ts";
import { readFileUri } from "../../core/files/uris.ts";
import { signalOf } from "../../core/tree/signal.ts";
import type { UserCards } from "./users/cards.ts";
import { type Mention, mentionInLine, mentionInMarkdown } from "./users/mentions.ts";
import type { UserHover } from "./users/onDemand.ts";
import { userTooltip } from "./users/tooltip.ts";

/**
 * Returns a hover that shows the card of a mentioned user, in documents of a known project. Failures are only logged.
 */
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
      // Some hosts answer anonymous requests, too, but the user has no account on this one.
      if (!connection.session) return undefined;
      const card = await (await cards()).named(connection, found.username, signal);
      return card && new Hover(await userTooltip(card), new Range(line, found.start, line, found.end));
    } catch (error) {
      if (!isCancelled(error)) context.log.debug("Reading the mentioned user failed", error);
      return undefined;
    }
  };

function mentionAt(document: TextDocument, line: number, character: number): Mention | undefined {
  if (document.languageId !== "markdown") return mentionInLine(document.lineAt(line).text, character);
  return mentionInMarkdown({ lineCount: document.lineCount, line: (at) => document.lineAt(at).text }, line, character);
}

/** Returns the host of the project that a document belongs to; undefined for any other document. */
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
    return (await isInNestedRepository(file.fsPath, path)) ? undefined : instance;
  } catch (error) {
    // The file belongs to no project.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/**
 * Returns whether a file is in a repository inside the one it was found in, such as a submodule.
 * @param path relative to the outer root
 */
async function isInNestedRepository(file: string, path: string): Promise<boolean> {
  const folders = path
    .split("/")
    .slice(0, -1)
    .map((_, up) => nodePath.join(file, ...Array<string>(up + 1).fill("..")));
  const isRoot = await Promise.all(
    folders.map((folder) =>
      lstat(nodePath.join(folder, ".git")).then(
        () => true,
        () => false,
      ),
    ),
  );
  return isRoot.includes(true);
}
