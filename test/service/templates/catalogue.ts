import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface CiTemplate {
  /** Also its key. */
  readonly name: string;
  readonly content: string;
}

/** All CI templates by name: 71 files beside this one, so that a list of 20 has four pages, as on real hosts. */
export const TEMPLATES: readonly CiTemplate[] = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".yml"))
  .map((file) => ({ name: file.slice(0, -".yml".length), content: readFileSync(join(import.meta.dirname, file), "utf8") }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));
