import type { App } from "../app.ts";
import { LazyFiles } from "../ui/lazyFiles.ts";
import type { Descriptions } from "./descriptions.ts";

/** Scheme of descriptions that are being edited. */
export const DESCRIPTION_SCHEME = "forgeline-edit";

/** Descriptions of merge requests as documents: saving one sends it. */
export class DescriptionFiles extends LazyFiles<Descriptions> {
  constructor(app: Pick<App, "connections" | "changes" | "unsent" | "report" | "sessions" | "texts">) {
    super(DESCRIPTION_SCHEME, async (changed) => new (await import("./descriptions.ts")).Descriptions(app, changed), { ready: app.sessions.ready });
  }
}
