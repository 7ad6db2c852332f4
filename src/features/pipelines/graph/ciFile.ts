import type { Client } from "../../../api/client.ts";
import type { DialectName } from "../../../api/dialect.ts";
import type { ProjectId } from "../../../api/path.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { assemblePipeline, type IncludedFile } from "../../../core/ciFile/assemble.ts";
import { readFileText, readCiFileText } from "../../../core/ciFile/ciFileText.ts";
import { parseCi } from "../../../core/ciFile/document.ts";
import { includedKey } from "../../../core/ciFile/names.ts";
import type { CiPipeline } from "../../../core/ciFile/pipeline.ts";

/** Where to read CI files. */
export interface CiFileSource {
  readonly client: Pick<Client, "repositoryFiles" | "extras">;
  readonly project: ProjectId;
  readonly sha: string;
  readonly dialect: DialectName;
  /** Returns the text of a template of the host. @throws ApiError */
  template(key: string, signal: AbortSignal): Promise<string>;
}

/** The CI file of a commit. */
export type CiFileAt =
  /** `whole`: everything that it includes was read. */
  | { readonly kind: "read"; readonly path: string; readonly pipeline: CiPipeline; readonly whole: boolean }
  | { readonly kind: "missing" }
  /** The project's settings name a file of another project or a URL. */
  | { readonly kind: "elsewhere" }
  /** Invalid YAML. */
  | { readonly kind: "broken"; readonly path: string };

/**
 * Reads the CI file of a commit, with the files of its repository and the templates that it includes.
 * @throws ApiError if an existing file cannot be read; CancelledError
 */
export async function readCiFile(source: CiFileSource, signal: AbortSignal): Promise<CiFileAt> {
  const found = await readCiFileText({ ...source, ref: source.sha }, signal);
  if (found.kind !== "found") return found;
  const { path, text } = found;
  const document = parseCi(text);
  if (document.entries.length === 0 && document.faults.length > 0) return { kind: "broken", path };
  const pipeline = await assemblePipeline({ id: path, document, editable: false }, includes(source, signal));
  signal.throwIfAborted();
  return { kind: "read", path, pipeline, whole: !pipeline.incomplete && document.faults.length === 0 };
}

function includes(source: CiFileSource, signal: AbortSignal): Parameters<typeof assemblePipeline>[1] {
  const quietly = async (read: () => Promise<IncludedFile | undefined>): Promise<IncludedFile | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (isCancelled(error) || signal.aborted) throw error;
      return undefined;
    }
  };
  return {
    local: async (name) => {
      const path = name.replace(/^\/+/, "");
      // Wildcards are not resolved, to save requests.
      if (path.includes("*") || path.split("/").includes("..")) return undefined;
      const found = await quietly(async () => {
        const text = await readFileText({ ...source, ref: source.sha }, path, signal);
        return text === undefined ? undefined : { id: path, document: parseCi(text), editable: false };
      });
      return found && [found];
    },
    template: (name) =>
      quietly(async () => {
        const key = includedKey(name);
        return key === undefined
          ? undefined
          : { id: `template ${key}`, document: parseCi(await source.template(key, signal)), editable: false };
      }),
  };
}
