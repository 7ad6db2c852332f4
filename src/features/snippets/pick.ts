import { env, l10n, ThemeIcon, Uri } from "vscode";
import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { Snippet } from "../../api/resources/snippets.ts";
import { UserError } from "../../core/base/errors.ts";
import { announce } from "../../core/commands/runWrite.ts";
import { age } from "../../core/ui/age.ts";
import type { Choice } from "../../core/ui/pick.ts";
import { type PagedSource, pickPaged } from "../../core/ui/pickPaged.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { withProgress } from "../../core/ui/progress.ts";
import type { Place } from "../../core/ui/quickInput.ts";
import { withRefusals } from "../../core/ui/refusals.ts";
import { typedId } from "../../core/ui/typedId.ts";
import { snippetChange } from "./change.ts";
import { fileListOf } from "./contents.ts";
import type { SnippetsContext } from "./context.ts";
import { fileCount, visibilityIcon, visibilityName } from "./items.ts";
import { snippetName } from "./labels.ts";
import type { SnippetRef } from "./refs.ts";
import type { SnippetFiles } from "./snippetFiles.ts";

/** The snippet a command runs on, as just read from the host. */
export interface PickedSnippet {
  readonly instance: string;
  readonly snippet: Snippet;
  /** Path of the file or folder the command was invoked on. */
  readonly file?: string;
  readonly files: SnippetFiles;
}

export interface PickSnippetOptions {
  readonly title: string;
  readonly placeholder: string;
  /** Only snippets that the current account may change. */
  readonly own?: boolean;
  readonly place?: Place | undefined;
}

const perPage = 50;

/** Reads the snippet of a row or document, or one that the user picks. @throws CancelledError, UserError, ApiError */
export async function pickSnippet(
  context: SnippetsContext,
  given: SnippetRef | Uri | undefined,
  options: PickSnippetOptions,
): Promise<PickedSnippet> {
  const files = await context.files.load();
  const target =
    given === undefined
      ? await pickFromList(context, options)
      : given instanceof Uri
        ? ofDocument(files, given)
        : { instance: given.instance, id: given.snippet.id, file: given.file };
  const picked = await read(context, files, target);
  if (
    options.own === true &&
    !files.snippets.isOwn({ instance: picked.instance, id: picked.snippet.id }, picked.snippet)
  ) {
    throw new UserError(l10n.t("Only the author of “{0}” can change it.", snippetName(picked.snippet)));
  }
  return picked;
}

interface SnippetTarget {
  readonly instance: string;
  readonly id: number;
  readonly file?: string | undefined;
}

async function pickFromList(context: SnippetsContext, options: PickSnippetOptions): Promise<SnippetTarget> {
  const { project, connection } = context.current.require();
  const { instance } = project;
  const id = await pickPaged<Snippet, number>({
    ...options,
    load: (signal) => snippetSource(connection.client, options.own !== true, signal),
    toChoice: (snippet) => ({ ...snippetRow(snippet), value: snippet.id }),
    typed: (text) => typedSnippet(text),
    empty: options.own === true ? l10n.t("You have no snippets yet") : l10n.t("No snippets yet"),
  });
  return { instance, id };
}

function typedSnippet(text: string): Choice<number> | undefined {
  const id = typedId(text);
  return id === undefined ? undefined : { label: l10n.t("Snippet {0}", id), exact: true, value: id };
}

function ofDocument(files: SnippetFiles, uri: Uri): SnippetTarget {
  const place = files.read(uri);
  if (!place) throw new UserError(l10n.t("This is not a file of a snippet."));
  return { instance: place.instance, id: place.id, ...(place.path !== "" && { file: place.path }) };
}

async function read(
  context: SnippetsContext,
  files: SnippetFiles,
  { instance, id, file }: SnippetTarget,
): Promise<PickedSnippet> {
  const snippet = await withRefusals(
    { notFound: () => l10n.t("Snippet {0} was deleted, or your account cannot see it.", id) },
    async () => {
      try {
        return await withProgress(l10n.t("Looking for snippet {0}…", id), (signal) =>
          files.snippets.fetch({ instance, id }, signal),
        );
      } catch (error) {
        if (error instanceof ApiError && error.kind === "notFound") announce(context, snippetChange(instance, id));
        throw error;
      }
    },
  );
  return { instance, snippet, files, ...(file !== undefined && { file }) };
}

type Cursor = { readonly list: "mine" | "public"; readonly at: unknown };

/** Returns a source of the user's own snippets, optionally followed by all public ones, without duplicates. */
export function snippetSource(client: Client, withPublic: boolean, signal: AbortSignal): PagedSource<Snippet> {
  const seen = new Set<number>();
  const lists = {
    mine: client.snippets.list({}, { perPage, signal }),
    public: client.snippets.public({}, { perPage, signal }),
  };
  return {
    page: async (cursor) => {
      const { list, at } = (cursor ?? { list: "mine", at: undefined }) as Cursor;
      const { items, next, capped } = await lists[list].page(at as Parameters<(typeof lists)["mine"]["page"]>[0]);
      const fresh = items.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      const following: Cursor | undefined =
        next !== undefined
          ? { list, at: next }
          : list === "mine" && withPublic
            ? { list: "public", at: undefined }
            : undefined;
      return { items: fresh, ...(following && { next: following }), ...(capped && { capped }) };
    },
  };
}

/** Returns the quick pick row of a snippet. */
export function snippetRow(snippet: Snippet): {
  label: string;
  description: string;
  detail: string;
  iconPath: ThemeIcon;
} {
  const paths = fileListOf(snippet).files.map(({ path }) => path);
  const description = [
    snippet.author?.username,
    visibilityName(snippet.visibility),
    paths.length > 1 ? fileCount(paths.length) : "",
    age(snippet.created_at, Date.now(), env.language),
  ];
  return {
    label: snippetName(snippet),
    description: plainText(description.filter((part) => part).join(" · "), 200),
    detail: plainText([paths.slice(0, 5).join(", "), snippet.description].filter((part) => part).join(" – "), 200),
    iconPath: new ThemeIcon(visibilityIcon(snippet.visibility)),
  };
}
