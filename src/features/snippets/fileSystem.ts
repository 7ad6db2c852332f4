import type { App } from "../../core/context.ts";
import { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { SnippetFiles } from "./snippetFiles.ts";

/** Scheme of the files of snippets. */
export const SNIPPET_SCHEME = "forgeline-snippet";

/** The files of snippets as documents. */
export const snippetDocuments = (
  app: Pick<App, "connections" | "changes" | "unsent" | "report" | "sessions" | "texts">,
): LazyFiles<SnippetFiles> =>
  new LazyFiles<SnippetFiles>(
    SNIPPET_SCHEME,
    async (changed) => new (await import("./snippetFiles.ts")).SnippetFiles(app, changed),
    { ready: app.sessions.ready },
  );
