import type { Params } from "../http/params.ts";
import { invalid } from "../http/problem.ts";
import type { FileChange } from "./changes.ts";
import type { SnippetVisibility } from "./store.ts";

const ACTIONS = ["create", "update", "delete", "move"] as const;

/** What a change of a snippet may name; at least one of them. */
export const CHANGEABLE = ["title", "description", "visibility", "files", "file_name", "content"] as const;

export function visibilityOf(fields: Params): SnippetVisibility | undefined {
  return fields.oneOf("visibility", ["private", "internal", "public"]) as SnippetVisibility | undefined;
}

/** The files of a new snippet: exactly one of `files` and `content` with `file_name`. Throws a Problem (400). */
export function newFiles(fields: Params): { path: string; content: string }[] {
  const files = fields.records("files");
  const content = fields.text("content");
  if (files !== undefined && content !== undefined) throw invalid("files, content are mutually exclusive");
  if (files === undefined && content === undefined)
    throw invalid("files, content are missing, exactly one parameter must be provided");
  if (content !== undefined)
    return [{ path: filled("file_name", fields.required("file_name")), content: filled("content", content) }];
  if (files === undefined || files.length === 0) throw invalid("files is empty");
  return files.map((file, index) => ({
    path: required(file, index, "file_path"),
    content: required(file, index, "content"),
  }));
}

/** Changes as `files` names them; undefined when there are none. Throws a Problem (400). */
export function fileChanges(fields: Params): FileChange[] | undefined {
  const files = fields.records("files");
  if (files !== undefined && fields.has("content")) throw invalid("files, content are mutually exclusive");
  if (files !== undefined && fields.has("file_name")) throw invalid("files, file_name are mutually exclusive");
  return files?.map(fileChange);
}

/** What `content` and `file_name` mean for the one file of a snippet; undefined when they are not given. */
export function singleFileChange(fields: Params, path: string): FileChange[] | undefined {
  const [content, name] = [fields.text("content"), fields.text("file_name")];
  if (content !== undefined) filled("content", content);
  if (name !== undefined && filled("file_name", name) !== path)
    return [{ action: "move", previousPath: path, path: name, content }];
  return content === undefined ? undefined : [{ action: "update", path, content }];
}

function fileChange(file: Params, index: number): FileChange {
  const text = file.text("action");
  if (text === undefined) throw invalid(`files[${index}][action] is missing`);
  const action = ACTIONS.find((one) => one === text);
  if (action === undefined) throw invalid(`files[${index}][action] does not have a valid value`);
  const path = action === "create" ? file.text("file_path") : required(file, index, "file_path");
  const content = action === "create" || action === "update" ? required(file, index, "content") : file.text("content");
  const previousPath = action === "move" ? required(file, index, "previous_path") : file.text("previous_path");
  if (action === "move" && previousPath === path) throw invalid(`files[${index}][file_path] is invalid`);
  return { action, path, previousPath, content };
}

function required(file: Params, index: number, name: string): string {
  const value = file.text(name);
  if (value === undefined) throw invalid(`files[${index}][${name}] is missing`);
  return filled(`files[${index}][${name}]`, value);
}

function filled(name: string, value: string): string {
  if (value === "") throw invalid(`${name} is empty`);
  return value;
}
