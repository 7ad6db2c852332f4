import type { Client } from "../../api/client.ts";
import type { DialectName } from "../../api/dialect.ts";
import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";
import { isCancelled } from "../base/errors.ts";
import { ciFileNames } from "./names.ts";

/** Bytes of a CI file that is read; of larger ones nothing is told. */
const largest = 1_000_000;

/** Where files of a project are read. */
export interface FileSource {
  readonly client: Pick<Client, "repositoryFiles" | "extras">;
  readonly project: ProjectId;
  /** A commit, branch or tag. */
  readonly ref: string;
  /** How the host names things. */
  readonly dialect: DialectName;
}

/** What a commit has for a CI file. */
export type CiFileText =
  | { readonly kind: "found"; readonly path: string; readonly text: string }
  | { readonly kind: "missing" }
  /** The project's settings name a file of another project, or of the web. */
  | { readonly kind: "elsewhere" };

/**
 * Reads the CI file of a commit: the one that the project's settings name where the host tells, else the usual one.
 * @throws ApiError when the file is there and cannot be read; CancelledError
 */
export async function readCiFileText(source: FileSource, signal: AbortSignal): Promise<CiFileText> {
  const configured = await configuredPath(source, signal);
  if (configured !== undefined && /[@:]/.test(configured)) return { kind: "elsewhere" };
  const usual = new Set([ciFileNames[source.dialect], ...Object.values(ciFileNames)]);
  for (const path of configured === undefined ? usual : [configured]) {
    const text = await fileText(source, path, signal);
    if (text !== undefined) return { kind: "found", path, text };
  }
  return { kind: "missing" };
}

/** The path that the project's settings name; undefined when it is the usual one, or the host has no route that tells. */
async function configuredPath({ client, project }: FileSource, signal: AbortSignal): Promise<string | undefined> {
  if (client.extras.available("project") === false) return undefined;
  try {
    const { ci_config_path: told } = await client.extras.project(project, { signal, repeat: false });
    return typeof told === "string" && told !== "" ? told : undefined;
  } catch (error) {
    if (isCancelled(error) || signal.aborted) throw error;
    return undefined;
  }
}

/** The text of a file; undefined when there is none, or it is too large. @throws ApiError, CancelledError */
export async function fileText(
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
        if (size > largest) return undefined;
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
