import type { Uri } from "vscode";
import type { ProjectScope } from "../base/refs.ts";

export type Raw = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Raw => typeof value === "object" && value !== null;
export const hasId = (value: unknown): boolean =>
  isObject(value) && (typeof value["id"] === "number" || typeof value["id"] === "string");
export const isScope = (value: unknown): value is Raw & ProjectScope =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  (typeof value["project"] === "number" || typeof value["project"] === "string");

export const isUri = (value: unknown): value is Uri =>
  isObject(value) &&
  typeof value["scheme"] === "string" &&
  typeof value["path"] === "string" &&
  typeof value["query"] === "string";

/**
 * Reads the arguments that VS Code passes to a command, which depend on the menu: a row, a selection, a view's title. An invalid one counts
 * as missing, and the command asks.
 */
export type ArgumentParser<A extends readonly unknown[]> = (given: readonly unknown[]) => A;

/** Reads the root of the repository whose title in Source Control has the command. */
export const sourceControlArgs: ArgumentParser<[root?: string]> = ([value]) => {
  const root = isObject(value) ? value["rootUri"] : undefined;
  return isUri(root) ? [root.fsPath] : [];
};

/**
 * Reads a row and, when several are selected of which it is one, all of them. VS Code shows what fits every selected row, and passes the
 * whole selection, in which several rows may stand for the same.
 * @param id returns what identifies an item within its instance
 */
export const selectedArgs =
  <T extends ProjectScope>(
    is: (value: unknown) => value is T,
    id: (one: T) => number,
  ): ArgumentParser<[one?: T, selected?: readonly T[]]> =>
  ([one, all]) => {
    if (!is(one)) return [];
    const selected: readonly unknown[] = Array.isArray(all) ? all : [];
    if (!selected.every(is)) return [one];
    // Not by project: rows name it by its number or by its path.
    const key = (ref: T): string => JSON.stringify([ref.instance, id(ref)]);
    const unique = new Map(selected.map((ref) => [key(ref), ref]));
    return unique.size > 1 && unique.has(key(one)) ? [one, [...unique.set(key(one), one).values()]] : [one];
  };

export const textArgs: ArgumentParser<[text?: string]> = ([value]) => (typeof value === "string" ? [value] : []);
/** The Explorer and editor menus pass the file, then the whole selection. */
export const uriArgs: ArgumentParser<[file?: Uri]> = ([value]) => (isUri(value) ? [value] : []);
/** The Explorer passes the file and then the whole selection, Source Control one argument per changed file. */
export const urisArgs: ArgumentParser<[files?: readonly Uri[]]> = (given) => {
  const files = (Array.isArray(given[1]) ? given[1] : given).map(fileOf).filter((file) => file !== undefined);
  return files.length > 0 ? [files] : [];
};

const fileOf = (value: unknown): Uri | undefined => {
  const file: unknown = isObject(value) && "resourceUri" in value ? value["resourceUri"] : value;
  return isUri(file) ? file : undefined;
};
