import type { Client } from "../../api/client.ts";
import type { DialectName } from "../../api/dialect.ts";
import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";
import { isCancelled } from "../base/errors.ts";
import { ciFileNames } from "./names.ts";

/** Largest CI file that is read, in bytes. */
const maxBytes = 1_000_000;

/** Where the files of a project are read from. */
export interface FileSource {
  readonly client: Pick<Client, "repositoryFiles" | "extras">;
  readonly project: ProjectId;
  /** A commit, branch or tag. */
  readonly ref: string;
  /** Naming of the host's CI files and routes. */
  readonly dialect: DialectName;
}

/** The CI file of a commit. */
export type CiFileText =
  | { readonly kind: "found"; readonly path: string; readonly text: string }
  | { readonly kind: "missing" }
  /** The project settings name a file in another project or on the web. */
  | { readonly kind: "elsewhere" };

/**
 * Reads the CI file of a commit: the path from the project settings if the host returns it, otherwise the default path.
 * @throws ApiError when the file exists and cannot be read; CancelledError
 */
export async function readCiFileText(source: FileSource, signal: AbortSignal): Promise<CiFileText> {
  const configured = await configuredPath(source, signal);
  if (configured !== undefined && /[@:]/.test(configured)) return { kind: "elsewhere" };
  const usual = new Set([ciFileNames[source.dialect], ...Object.values(ciFileNames)]);
  for (const path of configured === undefined ? usual : [configured]) {
    const text = await readFileText(source, path, signal);
    if (text !== undefined) return { kind: "found", path, text };
  }
  return { kind: "missing" };
}

/** Returns the path from the project settings, or undefined when it is the default or the host has no route for it. */
async function configuredPath({ client, project }: FileSource, signal: AbortSignal): Promise<string | undefined> {
  if (client.extras.available("project") === false) return undefined;
  try {
    const { ci_config_path: path } = await client.extras.project(project, { signal, repeat: false });
    return typeof path === "string" && path !== "" ? path : undefined;
  } catch (error) {
    if (isCancelled(error) || signal.aborted) throw error;
    return undefined;
  }
}

/**
 * Returns the text of a file, or undefined when it is missing or too large.
 * @throws ApiError, CancelledError
 */
export async function readFileText(
  { client, project, ref }: FileSource,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { body, close } = await client.repositoryFiles.raw(project, path, { ref }, { signal });
    const parts: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const part of body) {
        size += part.length;
        if (size > maxBytes) return undefined;
        parts.push(part);
      }
    } finally {
      await close();
    }
    return Buffer.concat(parts).toString("utf8");
  } catch (error) {
    if (error instanceof ApiError && error.kind === "notFound") return undefined;
    throw error;
  }
}
