import { type FilesChanged, LazyFiles } from "../../core/lazy/lazyFiles.ts";
import { extendPreview, type MarkdownIt } from "./preview/plugin.ts";
import type { WikiFiles, WikiParts } from "./wikiFiles.ts";

/** Scheme of the pages of wikis. */
export const WIKI_SCHEME = "forgeline-wiki";

export type WikiDocuments = LazyFiles<WikiFiles> & { readonly extendMarkdownIt: (markdown: MarkdownIt) => MarkdownIt };

/** The pages of wikis as documents, and what VS Code's preview of them does otherwise. */
export function wikiDocuments(parts: WikiParts): WikiDocuments {
  const loaded: { files?: WikiFiles } = {};
  const load = async (changed: FilesChanged): Promise<WikiFiles> =>
    (loaded.files = new (await import("./wikiFiles.ts")).WikiFiles(parts, changed));
  const documents = new LazyFiles<WikiFiles>(WIKI_SCHEME, load, { ready: parts.sessions.ready });
  return Object.assign(documents, {
    extendMarkdownIt: (markdown: MarkdownIt) => extendPreview(markdown, WIKI_SCHEME, () => loaded.files?.preview),
  });
}
