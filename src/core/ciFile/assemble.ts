import type { CiDocument } from "./document.ts";
import { Pipeline, type PipelineFile } from "./pipeline.ts";

/** A file that an `include` leads to. `id` tells it from all others. */
export interface FoundFile {
  readonly id: string;
  readonly document: CiDocument;
  /** Whether it can be changed from here: templates cannot. */
  readonly editable: boolean;
}

/** Looks up what `include` names. */
export interface IncludeReader {
  /** The files of the repository that a path or pattern names; undefined where that cannot be told, or the file is not there. */
  local(path: string): Promise<readonly FoundFile[] | undefined>;
  /** A template of the host; undefined where it has none of this name, or cannot be asked. */
  template(name: string): Promise<FoundFile | undefined>;
}

/** Hosts take no more files than that into one pipeline. */
const mostFiles = 150;

/**
 * What a CI file and everything that it includes, however deep, come to. Files count in the order in which hosts merge them: what is
 * included before what includes it.
 * @param alone whether nothing is known of what may include this file itself
 */
export async function assemble(
  root: FoundFile,
  reader: IncludeReader,
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<Pipeline> {
  const parts: (PipelineFile | "unknown")[] = [];
  const seen = new Set([root.id]);
  const add = async ({ id, document, editable }: FoundFile, perhaps: boolean): Promise<void> => {
    for (const include of document.includes) {
      const found = await look(include, reader);
      if (found === undefined) parts.push("unknown");
      for (const file of found ?? []) {
        if (seen.has(file.id)) continue;
        seen.add(file.id);
        if (seen.size > mostFiles) parts.push("unknown");
        else await add(file, perhaps || include.perhaps);
      }
    }
    // Of a file that is no YAML only a part was read.
    if (id !== root.id && document.faults.length > 0) parts.push("unknown");
    parts.push({ id, document, editable, perhaps });
  };
  await add(root, false);
  return new Pipeline(alone ? ["unknown", ...parts] : parts);
}

async function look(
  { kind, name }: CiDocument["includes"][number],
  reader: IncludeReader,
): Promise<readonly FoundFile[] | undefined> {
  // Variables and inputs are filled in by the host.
  if (kind === "elsewhere" || name === "" || name.includes("$")) return undefined;
  if (kind === "local") return reader.local(name);
  const template = await reader.template(name);
  return template && [template];
}
