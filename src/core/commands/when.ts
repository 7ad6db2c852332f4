/** Conditions of menus and of the Command Palette, made of keys that exist. */
import type { ContextKey, ContextKeys } from "../ui/contextKeys.ts";
import { type ViewName, VIEWS } from "../views.ts";

declare const checked: unique symbol;
/** A `when` clause of package.json. */
export type When = string & { readonly [checked]: true };

type BooleanKey = { [K in ContextKey]: ContextKeys[K] extends boolean ? K : never }[ContextKey];

/** Boolean context keys of VS Code. */
type EditorKey =
  | "editorHasSelection"
  | "editorIsOpen"
  | "editorReadonly"
  | "editorTextFocus"
  | "explorerResourceIsFolder"
  | "isInDiffEditor"
  | "listMultiSelection";
/** Context keys of VS Code with a value. */
type EditorValue =
  | "comment"
  | "commentController"
  | "commentThread"
  | "controllerId"
  | "resourceExtname"
  | "scmProvider"
  | "viewItem";

const when = (clause: string): When => clause as When;

/** True while a context key of ours is true. */
export const on = (key: BooleanKey): When => when(key);
/** True while a context key of ours has a value. */
export const is = <K extends Exclude<ContextKey, BooleanKey>>(key: K, value: ContextKeys[K]): When =>
  when(`${key} == '${value}'`);
/** True while a context key of VS Code is true. */
export const editor = (key: EditorKey): When => when(key);
/** True while a context key of VS Code has a value, or one that matches a pattern. */
export const equals = (key: EditorValue, value: string | RegExp): When =>
  when(typeof value === "string" ? `${key} == ${quoted(value)}` : `${key} =~ ${String(value)}`);
/** True while a view is in the side bar, expanded or not; only menus can ask VS Code for this. */
export const isShown = (view: ViewName): When => when(`${VIEWS[view]}.visible`);
/** True while VS Code's git works. */
export const gitEnabled: When = when("config.git.enabled && !git.missing");
/** True for documents of these schemes. */
export const scheme = (...schemes: readonly string[]): When =>
  when(schemes.length === 1 ? `resourceScheme == ${schemes.join()}` : `resourceScheme =~ /^(${schemes.join("|")})$/`);

export const not = (clause: When): When => when(/[ =]/.test(clause) ? `!(${clause})` : `!${clause}`);
/** The result must not be combined further: `||` binds less than `&&`. */
export const any = (...clauses: readonly When[]): When => when(clauses.join(" || "));
export const all = (...clauses: readonly When[]): When => when(clauses.join(" && "));

/** True while a project is open with an account. */
export const ready = is("forgeline.state", "ready");
export const administrator = all(ready, on("forgeline.administrator"));
/** True for files on disk, here or on a remote machine. */
export const onDisk = scheme("file", "vscode-remote");
/** True for a file on disk while a project is open with an account, not for a folder of the Explorer. */
export const onProjectFile = all(ready, onDisk, not(editor("explorerResourceIsFolder")));
/** True in a list unless several rows are selected, of which the command would take only one. */
export const onOne = not(editor("listMultiSelection"));
/** True for one file, also for what it was: in the git extension's documents and in ours. */
export const onReadableFile = all(
  ready,
  scheme("file", "vscode-remote", "git", "forgeline-file"),
  not(editor("explorerResourceIsFolder")),
  onOne,
);
/** True while an editor is open that a command can take its file from. */
export const inEditor = all(ready, editor("editorIsOpen"));

const quoted = (value: string): string => (/^[\w-]+$/.test(value) ? value : `'${value}'`);
