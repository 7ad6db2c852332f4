import type { Uri } from "vscode";
import { isObject, type Raw, type ArgumentParser, isUri } from "../commands/arguments.ts";
import { type JobRef, isJobRef } from "../pipelines/refs.ts";

/** Argument of artifact commands: a file in a job's archive. */
export interface ArtifactRef extends JobRef {
  /** Path in the archive, and size in bytes if known. */
  readonly artifact: { readonly path: string; readonly size?: number };
}
const isArtifactRef = (value: unknown): value is ArtifactRef =>
  isJobRef(value) &&
  isObject((value as Raw & JobRef)["artifact"]) &&
  typeof (value as ArtifactRef).artifact.path === "string";

/** A row, or the document of an editor's menu. */
export const artifactArgs: ArgumentParser<[artifact?: ArtifactRef | Uri]> = ([value]) =>
  isArtifactRef(value) || isUri(value) ? [value] : [];
