import { LazyFiles } from "../ui/lazyFiles.ts";
import { extendPreview, type MarkdownIt } from "./previewPlugin.ts";
import type { WikiFiles, WikiParts } from "./wikiFiles.ts";

/** Scheme of the pages of wikis. */
export const WIKI_SCHEME = "forgeline-wiki";

export type WikiDocuments = LazyFiles<WikiFiles> & { readonly extendMarkdownIt: (markdown: MarkdownIt) => MarkdownIt };

/** The pages of wikis as documents, and what VS Code's preview of them does otherwise. */
export function wikiDocuments(parts: WikiParts): WikiDocuments {
  const loaded: { files?: WikiFiles } = {};
  const documents = new LazyFiles<WikiFiles>(WIKI_SCHEME, async (changed) => (loaded.files = new (await import("./wikiFiles.ts")).WikiFiles(parts, changed)));
  return Object.assign(documents, { extendMarkdownIt: (markdown: MarkdownIt) => extendPreview(markdown, WIKI_SCHEME, () => loaded.files?.preview) });
}
