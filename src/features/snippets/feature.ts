import { SNIPPET_SCHEME } from "../../core/addresses/schemes.ts";
import type { Feature } from "../../core/feature.ts";
import { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import type { SnippetsContext } from "./context.ts";
import type { SnippetFiles } from "./snippetFiles.ts";

/** Snippets: their view, and their files as documents. */
export const snippets: Feature<SnippetsContext, typeof import("./main.ts")> = {
  commands: ["snippet", "snippets"],
  register(context, load) {
    const files = context.owned.add(
      new LazyFiles<SnippetFiles>(
        SNIPPET_SCHEME,
        async (changed) => new (await load()).SnippetFiles(context, changed),
        { ready: context.sessions.ready },
      ),
    );
    const view = addView(context, {
      view: VIEWS.snippets,
      subjects: ["snippet"],
      filtered: "forgeline.snippetsFiltered",
      load: async () => (await load()).openSnippets(files),
    });
    return { ...context, view, files };
  },
};
