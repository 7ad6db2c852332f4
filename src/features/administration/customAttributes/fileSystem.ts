import type { App } from "../../../core/context.ts";
import { LazyFiles } from "../../../core/lazy/lazyFiles.ts";
import type { AttributeDocuments } from "./documents.ts";

/** Scheme of custom attributes that are being edited. */
export const ATTRIBUTES_SCHEME = "forgeline-attributes";

/** The custom attributes of something as a document: saving it sends what changed. Ends with the returned disposable. */
export const attributeFiles = (
  app: Pick<App, "connections" | "changes" | "log" | "unsent" | "report" | "sessions" | "texts">,
): LazyFiles<AttributeDocuments> =>
  new LazyFiles(
    ATTRIBUTES_SCHEME,
    async (changed) => new (await import("./documents.ts")).AttributeDocuments(app, changed),
    { ready: app.sessions.ready },
  );
