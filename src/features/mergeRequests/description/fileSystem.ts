import type { App } from "../../../core/context.ts";
import { LazyFiles } from "../../../core/lazy/lazyFiles.ts";
import type { Descriptions } from "./documents.ts";

/** Scheme of descriptions that are being edited. */
export const DESCRIPTION_SCHEME = "forgeline-edit";

/** Descriptions of merge requests as documents: saving one sends it. */
export class DescriptionFiles extends LazyFiles<Descriptions> {
  constructor(app: Pick<App, "connections" | "changes" | "unsent" | "report" | "sessions" | "texts">) {
    super(DESCRIPTION_SCHEME, async (changed) => new (await import("./documents.ts")).Descriptions(app, changed), {
      ready: app.sessions.ready,
    });
  }
}
