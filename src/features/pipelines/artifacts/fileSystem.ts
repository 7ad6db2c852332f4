import { ARTIFACT_SCHEME } from "../../../core/artifacts/address.ts";
import type { ArtifactFiles } from "../../../core/artifacts/artifactFiles.ts";
import type { App } from "../../../core/context.ts";
import { LazyFiles } from "../../../core/lazy/lazyFiles.ts";

/** The files in the archives of jobs as documents that cannot be written. */
export const artifactDocuments = (app: Pick<App, "connections" | "sessions">): LazyFiles<ArtifactFiles> =>
  new LazyFiles<ArtifactFiles>(
    ARTIFACT_SCHEME,
    async () => new (await import("../../../core/artifacts/artifactFiles.ts")).ArtifactFiles(app),
    { readonly: true, ready: app.sessions.ready },
  );
