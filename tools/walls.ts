/** Which file of `src` may import which: the picture of CONTRIBUTING.md as a rule, for types too. */

/** What `auth` and `git` may import of `core`. */
const ground = /^src\/core\/(base\/|config\.ts$|userSettings\.ts$)/;

/**
 * Returns why a file must not import another, or undefined if it may.
 * @param from path of the importing file, below the top of the clone
 * @param to path of the imported one
 */
export function wallBetween(from: string, to: string): string | undefined {
  if (!from.startsWith("src/") || !to.startsWith("src/")) return undefined;
  const [importer, imported] = [roomOf(from), roomOf(to)];
  if (importer === imported || importer === "entry" || imported === "api") return undefined;
  if (importer === "api") return "src/api is usable on its own: nothing from outside the folder.";
  if (imported === "entry") return "Nothing imports the entry.";
  if (importer.startsWith("features/"))
    return imported.startsWith("features/") && !to.endsWith("/feature.ts")
      ? "Another feature is reached by a command id, or by what its feature.ts exports."
      : undefined;
  if (imported.startsWith("features/")) return "Imports point one way: features stand on core, auth, git and api.";
  if (importer === "core") return undefined;
  if (importer === "git" && imported === "auth") return undefined;
  return imported === "core" && ground.test(to)
    ? undefined
    : `Imports point one way: src/${importer} stands below that room.`;
}

/** The files whose `import()` may load code of ours; libraries are loaded where they are used. */
const loaders: readonly string[] = ["src/features.ts", "src/core/lazy/chunks.ts"];

/** Returns why a file must not load another at run time, or undefined if it may. Paths as for `wallBetween`. */
export function loadBetween(from: string, to: string): string | undefined {
  if (!from.startsWith("src/") || !to.startsWith("src/") || loaders.includes(from)) return undefined;
  return `Code is loaded in ${loaders.join(" and ")} alone, where a failed load is tried again.`;
}

/** Returns `api`, `auth`, `git`, `core`, `features/NAME`, or `entry` for files beside extension.ts. */
function roomOf(file: string): string {
  const [, room = "", feature = "", ...rest] = file.split("/");
  if (feature === "") return "entry";
  return room === "features" && rest.length > 0 ? `features/${feature}` : room;
}
