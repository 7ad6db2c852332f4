/** Conditions of menus and of the Command Palette, put together from keys that exist. */
import type { ContextKey, ContextKeys } from "../ui/contextKeys.ts";

declare const checked: unique symbol;
/** A `when` clause of package.json. */
export type When = string & { readonly [checked]: true };

type BooleanKey = { [K in ContextKey]: ContextKeys[K] extends boolean ? K : never }[ContextKey];

/** Keys of VS Code itself that are there or not. */
type EditorKey =
  | "editorHasSelection"
  | "editorIsOpen"
  | "editorReadonly"
  | "explorerResourceIsFolder"
  | "isInDiffEditor";
/** Keys of VS Code itself that have a value. */
type EditorValue = "comment" | "commentController" | "controllerId" | "resourceExtname" | "scmProvider" | "viewItem";

const when = (clause: string): When => clause as When;

/** True while a context key of ours is. */
export const on = (key: BooleanKey): When => when(key);
/** True while a context key of ours has a value. */
export const is = <K extends Exclude<ContextKey, BooleanKey>>(key: K, value: ContextKeys[K]): When =>
  when(`${key} == '${value}'`);
/** True while a key of VS Code is. */
export const editor = (key: EditorKey): When => when(key);
/** True while a key of VS Code has a value, or one that matches. */
export const equals = (key: EditorValue, value: string | RegExp): When =>
  when(typeof value === "string" ? `${key} == ${quoted(value)}` : `${key} =~ ${String(value)}`);
/** True for documents of these schemes. */
export const scheme = (...schemes: readonly string[]): When =>
  when(schemes.length === 1 ? `resourceScheme == ${schemes.join()}` : `resourceScheme =~ /^(${schemes.join("|")})$/`);

export const not = (clause: When): When => when(/[ =]/.test(clause) ? `!(${clause})` : `!${clause}`);
/** What is joined by || may stand nowhere but alone. */
export const any = (...clauses: readonly When[]): When => when(clauses.join(" || "));
export const all = (...clauses: readonly When[]): When => when(clauses.join(" && "));

/** A project is open, with an account. */
export const ready = is("forgeline.state", "ready");
export const administrator = all(ready, on("forgeline.administrator"));
/** Files on disk, here or on a remote machine. */
export const onDisk = scheme("file", "vscode-remote");

const quoted = (value: string): string => (/^[\w-]+$/.test(value) ? value : `'${value}'`);
