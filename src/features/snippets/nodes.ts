import type { Snippet } from "../../api/resources/snippets.ts";
import { entriesOf, fileListOf } from "./contents.ts";
import type { SnippetRef } from "./refs.ts";

/** The lists of snippets, in the order of the view. */
export const snippetGroups = ["mine", "public", "all"] as const;
export type SnippetGroup = (typeof snippetGroups)[number];

export interface SnippetGroupNode {
  readonly kind: "snippets";
  readonly instance: string;
  readonly group: SnippetGroup;
}

/** The row of a snippet; also the argument of its commands. */
export interface SnippetNode extends SnippetRef {
  readonly kind: "snippet";
  readonly group: SnippetGroup;
  readonly snippet: Snippet;
  /** Whether the current account may change it. */
  readonly own: boolean;
  /** Paths of files with unsent text, including ones that are not on the host. */
  readonly unsent: readonly string[];
  /** Those of them whose text was changed on the host, too. */
  readonly conflicts: readonly string[];
}

/** The row of a file or folder of a snippet; also the argument of its commands. */
export interface SnippetFileNode extends SnippetRef {
  readonly kind: "snippetFile" | "snippetFolder";
  readonly of: SnippetNode;
  readonly file: string;
}

export type SnippetsNode =
  | SnippetGroupNode
  | SnippetNode
  | (SnippetFileNode & { readonly kind: "snippetFile" })
  | (SnippetFileNode & { readonly kind: "snippetFolder" });

/** Row IDs are paths of API IDs; they include the list, since a snippet may be in several. */
export const groupId = ({ instance, group }: SnippetGroupNode): string => `${instance} snippets/${group}`;
export const snippetId = ({ instance, group, snippet }: SnippetNode): string =>
  `${instance} snippets/${group}/${snippet.id}`;
export const fileId = ({ of, file, kind }: SnippetFileNode): string =>
  `${snippetId(of)}/${kind === "snippetFolder" ? "folders" : "files"}/${file.split("/").map(encodeURIComponent).join("/")}`;

/** Returns the paths of a snippet's files, including ones that are not on the host yet. */
export const pathsOf = ({ snippet, unsent }: Pick<SnippetNode, "snippet" | "unsent">): string[] => [
  ...new Set([...fileListOf(snippet).files.map(({ path }) => path), ...unsent]),
];

/** Whether a file is on the host. */
export const isOnHost = ({ of, file }: Pick<SnippetFileNode, "of" | "file">): boolean =>
  fileListOf(of.snippet).files.some(({ path }) => path === file);

/** Returns the rows below a snippet or in a folder of it. @param folder its path; empty for the root */
export function fileRows(of: SnippetNode, folder: string): SnippetFileNode[] {
  const { instance, snippet } = of;
  return entriesOf(pathsOf(of), folder).map(({ path, folder: below }) => ({
    kind: below ? "snippetFolder" : "snippetFile",
    instance,
    snippet,
    of,
    file: path,
  }));
}
