import { type CiDocument, isDamaged } from "./document.ts";
import { CiPipeline, type PipelineFile } from "./pipeline.ts";

/** A file that an `include` resolves to, identified by `id`. */
export interface IncludedFile {
  readonly id: string;
  readonly document: CiDocument;
  /** False for templates, which are read-only. */
  readonly editable: boolean;
}

/** Resolves the entries of `include`. */
export interface IncludeReader {
  /** Returns the repository files that match a path or pattern, or undefined when they are unknown or missing. */
  local(path: string): Promise<readonly IncludedFile[] | undefined>;
  /** Returns a template of the host, or undefined when the host has no such template or cannot be reached. */
  template(name: string): Promise<IncludedFile | undefined>;
}

/** GitLab's default limit of files in one pipeline. */
const maxFiles = 150;

/**
 * Resolves the includes of a CI file recursively, in the order in which hosts merge them: included files before the
 * file that includes them.
 * @param alone whether other files may include this one without us knowing
 */
export async function assemblePipeline(
  root: IncludedFile,
  reader: IncludeReader,
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<CiPipeline> {
  const parts: (PipelineFile | "unknown")[] = [];
  const seen = new Set([root.id]);
  const add = async ({ id, document, editable }: IncludedFile, conditional: boolean): Promise<void> => {
    for (const include of document.includes) {
      const found = await resolveInclude(include, reader);
      if (found === undefined) parts.push("unknown");
      for (const file of found ?? []) {
        if (seen.has(file.id)) continue;
        seen.add(file.id);
        if (seen.size > maxFiles) parts.push("unknown");
        else await add(file, conditional || include.conditional);
      }
    }
    const isUnread = id !== root.id && document.faults.length > 0 && document.entries.length === 0;
    if (isUnread || isDamaged(document, "include")) parts.push("unknown");
    parts.push({ id, document, editable, conditional });
  };
  await add(root, false);
  return new CiPipeline(alone ? ["unknown", ...parts] : parts);
}

async function resolveInclude(
  { kind, name }: CiDocument["includes"][number],
  reader: IncludeReader,
): Promise<readonly IncludedFile[] | undefined> {
  // Only the host can fill in variables and inputs.
  if (kind === "elsewhere" || name === "" || name.includes("$")) return undefined;
  if (kind === "local") return reader.local(name);
  const template = await reader.template(name);
  return template && [template];
}
