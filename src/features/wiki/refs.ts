import type { Uri } from "vscode";
import type { WikiFormat } from "../../api/resources/wikis.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import { isScope, type ArgumentParser, isUri } from "../../core/commands/arguments.ts";

/** A page or folder as command argument. */
export interface WikiPageRef extends ProjectScope {
  readonly slug: string;
  readonly title?: string;
  readonly format?: WikiFormat;
}
export const isWikiPageRef = (value: unknown): value is WikiPageRef =>
  isScope(value) && typeof value["slug"] === "string";

/** Parses a row, or the document of an editor menu. */
export const wikiPageArgs: ArgumentParser<[page?: WikiPageRef | Uri]> = ([value]) =>
  isWikiPageRef(value) || isUri(value) ? [value] : [];

export const wikiPageLineArgs: ArgumentParser<[page?: WikiPageRef | Uri, line?: number]> = ([value, line]) => {
  if (!isWikiPageRef(value) && !isUri(value)) return [];
  return typeof line === "number" && Number.isSafeInteger(line) && line >= 0 ? [value, line] : [value];
};

export const wikiVersionArgs: ArgumentParser<[page?: WikiPageRef | Uri, sha?: string]> = ([value, sha]) => {
  if (!isWikiPageRef(value) && !isUri(value)) return [];
  return typeof sha === "string" ? [value, sha] : [value];
};
