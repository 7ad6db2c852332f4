import type { Uri } from "vscode";
import type { Snippet } from "../../api/resources/snippets.ts";
import { isObject, type ArgumentParser, isUri } from "../../core/commands/arguments.ts";

/** What snippet commands take. Snippets are of an instance, not of a project. */
export interface SnippetRef {
  readonly instance: string;
  readonly snippet: Pick<Snippet, "id" | "title" | "web_url"> & Partial<Snippet>;
  /** Path of a file in it, or of a folder. */
  readonly file?: string;
}
export const isSnippetRef = (value: unknown): value is SnippetRef =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  isObject(value["snippet"]) &&
  typeof value["snippet"]["id"] === "number" &&
  typeof value["snippet"]["title"] === "string";

/** A row, or the document of an editor's menu. */
export const snippetArgs: ArgumentParser<[snippet?: SnippetRef | Uri]> = ([value]) =>
  isSnippetRef(value) || isUri(value) ? [value] : [];
