import type { App } from "../app.ts";
import { LazyFiles } from "../ui/lazyFiles.ts";
import { ARTIFACT_SCHEME } from "./address.ts";
import type { ArtifactFiles } from "./artifactFiles.ts";

/** The files in the archives of jobs as documents that cannot be written. */
export const artifactDocuments = (app: Pick<App, "connections" | "sessions">): LazyFiles<ArtifactFiles> =>
  new LazyFiles<ArtifactFiles>(ARTIFACT_SCHEME, async () => new (await import("./artifactFiles.ts")).ArtifactFiles(app), { readonly: true, ready: app.sessions.ready });
