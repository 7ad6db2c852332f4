import type { Uri } from "vscode";
import type { Snippet } from "../../api/resources/snippets.ts";
import { isObject, type ArgumentParser, isUri } from "../../core/commands/arguments.ts";

/** A snippet as command argument; snippets belong to an instance, not to a project. */
export interface SnippetRef {
  readonly instance: string;
  readonly snippet: Pick<Snippet, "id" | "title" | "web_url"> & Partial<Snippet>;
  /** Path of a file or folder in it. */
  readonly file?: string;
}
export const isSnippetRef = (value: unknown): value is SnippetRef =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  isObject(value["snippet"]) &&
  typeof value["snippet"]["id"] === "number" &&
  typeof value["snippet"]["title"] === "string";

/** Parses a row, or the document of an editor menu. */
export const snippetArgs: ArgumentParser<[snippet?: SnippetRef | Uri]> = ([value]) =>
  isSnippetRef(value) || isUri(value) ? [value] : [];
