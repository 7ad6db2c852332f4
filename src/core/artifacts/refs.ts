import type { Uri } from "vscode";
import { isObject, type Raw, type ArgumentParser, isUri } from "../commands/arguments.ts";
import { type JobRef, isJobRef } from "../pipelines/refs.ts";

/** What commands about artifacts take: a file in the archive of a job. */
export interface ArtifactRef extends JobRef {
  /** Path in the archive, and bytes, where they are known. */
  readonly artifact: { readonly path: string; readonly size?: number };
}
export const isArtifactRef = (value: unknown): value is ArtifactRef =>
  isJobRef(value) &&
  isObject((value as Raw & JobRef)["artifact"]) &&
  typeof (value as ArtifactRef).artifact.path === "string";

/** A row, or the document of an editor's menu. */
export const artifactArgs: ArgumentParser<[artifact?: ArtifactRef | Uri]> = ([value]) =>
  isArtifactRef(value) || isUri(value) ? [value] : [];
