import type { App } from "../app.ts";
import { LazyFiles } from "../ui/lazyFiles.ts";
import type { WikiFiles } from "./wikiFiles.ts";

/** Scheme of the pages of wikis. */
export const WIKI_SCHEME = "forgeline-wiki";

/** The pages of wikis as documents. */
export const wikiDocuments = (app: Pick<App, "connections" | "changes" | "memory" | "report" | "texts">): LazyFiles<WikiFiles> =>
  new LazyFiles<WikiFiles>(WIKI_SCHEME, async (changed) => new (await import("./wikiFiles.ts")).WikiFiles(app, changed));
