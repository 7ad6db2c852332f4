import type { App } from "../app.ts";
import { LazyFiles } from "../ui/lazyFiles.ts";
import type { AttributeDocuments } from "./attributeDocuments.ts";

/** Scheme of custom attributes that are being edited. */
export const ATTRIBUTES_SCHEME = "forgeline-attributes";

/** The custom attributes of something as a document: saving it sends what changed. Ends with the returned disposable. */
export const attributeFiles = (app: Pick<App, "connections" | "changes" | "log" | "unsent" | "report" | "sessions" | "texts">): LazyFiles<AttributeDocuments> =>
  new LazyFiles(ATTRIBUTES_SCHEME, async (changed) => new (await import("./attributeDocuments.ts")).AttributeDocuments(app, changed), { ready: app.sessions.ready });
