import type { Snippet } from "../../api/resources/snippets.ts";
import { entriesOf, partsOf } from "./contents.ts";
import type { SnippetRef } from "./refs.ts";

/** The lists of snippets that hosts have, in the order they are shown. */
export const snippetGroups = ["mine", "public", "all"] as const;
export type SnippetGroup = (typeof snippetGroups)[number];

export interface SnippetGroupNode {
  readonly kind: "snippets";
  readonly instance: string;
  readonly group: SnippetGroup;
}

/** Is a SnippetRef, for commands. */
export interface SnippetNode extends SnippetRef {
  readonly kind: "snippet";
  readonly group: SnippetGroup;
  readonly snippet: Snippet;
  /** Whether the account in use may change it. */
  readonly own: boolean;
  /** Paths of its files with a text that was written here and not sent; also of some that the host does not have. */
  readonly unsent: readonly string[];
}

/** A file of a snippet, or a folder of files: a SnippetRef, for commands. */
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

/** Row ids are paths of API ids; a snippet may stand in several lists. */
export const groupId = ({ instance, group }: SnippetGroupNode): string => `${instance} snippets/${group}`;
export const snippetId = ({ instance, group, snippet }: SnippetNode): string =>
  `${instance} snippets/${group}/${snippet.id}`;
export const fileId = ({ of, file, kind }: SnippetFileNode): string =>
  `${snippetId(of)}/${kind === "snippetFolder" ? "folders" : "files"}/${file.split("/").map(encodeURIComponent).join("/")}`;

/** Paths of a snippet's files, with those that were begun here. */
export const pathsOf = ({ snippet, unsent }: Pick<SnippetNode, "snippet" | "unsent">): string[] => [
  ...new Set([...partsOf(snippet).files.map(({ path }) => path), ...unsent]),
];

/** Whether the host has a file. */
export const isOnHost = ({ of, file }: Pick<SnippetFileNode, "of" | "file">): boolean =>
  partsOf(of.snippet).files.some(({ path }) => path === file);

/** What stands below a snippet, or in a folder of it. */
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
