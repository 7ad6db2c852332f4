import path from "node:path";
import type { SessionCredentials } from "../../auth/credentials.ts";
import { WIKI_SCHEME } from "../../core/addresses/schemes.ts";
import type { Feature } from "../../core/feature.ts";
import { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import type { WikiContext } from "./context.ts";
import { extendPreview, type MarkdownIt } from "./preview/plugin.ts";
import type { WikiFiles } from "./wikiFiles.ts";

/** Wikis: the Wiki view, and pages as documents. */
export const wiki: Feature<WikiContext, typeof import("./main.ts"), { readonly credentials: SessionCredentials }> = {
  commands: ["wiki"],
  register(context, load, { credentials }) {
    const { owned, sessions, storage } = context;
    const loaded: { files?: WikiFiles } = {};
    const files = owned.add(
      new LazyFiles<WikiFiles>(
        WIKI_SCHEME,
        async (changed) => {
          const main = await load();
          return (loaded.files = new main.WikiFiles(
            { ...context, credentials, folder: path.join(storage, "wikis") },
            changed,
          ));
        },
        { ready: sessions.ready },
      ),
    );
    const view = addView(context, {
      view: VIEWS.wiki,
      subjects: ["wiki"],
      filtered: "forgeline.wikiFiltered",
      hideRoot: true,
      collapseAll: true,
      load: async () => (await load()).openWiki(files),
    });
    const extendMarkdownIt = (markdown: MarkdownIt): MarkdownIt =>
      extendPreview(markdown, WIKI_SCHEME, () => loaded.files?.preview);
    return { ...context, view, files, extendMarkdownIt };
  },
};
