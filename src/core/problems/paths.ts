/** A normalized path; `up` counts the leading `..`. */
interface Segments {
  readonly absolute: boolean;
  /** Whether it is that of a bundler or a development server, whose root is the file system's or any folder's. */
  readonly anyRoot: boolean;
  readonly up: number;
  readonly parts: readonly string[];
}

/** Folders of dependencies, which are never project files. */
const DEPENDENCY_FOLDERS = new Set([
  "node_modules",
  "site-packages",
  "dist-packages",
  ".cargo",
  ".rustup",
  ".m2",
  ".gradle",
  ".nuget",
  ".venv",
  "venv",
  "vendor",
]);
/** System folders at the root; checkouts may be in any other folder. */
const SYSTEM_FOLDERS = new Set(["usr", "lib", "lib64", "bin", "sbin", "proc", "sys", "dev", "etc", "rustc", "boot"]);

/** Limit of path depth. */
const DEPTH_LIMIT = 100;

/** What a log says about the location of its paths. */
export interface PathContext {
  /** Checkout folders named in the log. */
  readonly checkouts: readonly string[];
  /** Full path of the project on its host, with which checkout folders end. */
  readonly project: string;
}

/**
 * Finds the project files that paths in a log refer to. Only files in git's list are found, so no path leads elsewhere.
 */
export class ProjectPaths {
  private readonly files: ReadonlySet<string>;
  /** Files by their name; those of one name in the order of their reversed paths, once they were looked for. */
  private readonly byName = new Map<string, string[]>();
  private readonly ordered = new Map<string, readonly string[]>();

  /**
   * Creates the lookup.
   * @param files paths relative to the repository's root with `/`, as git lists them, without links
   */
  constructor(files: Iterable<string>) {
    const all = new Set<string>();
    for (const file of files) {
      all.add(file);
      const name = file.slice(file.lastIndexOf("/") + 1);
      const known = this.byName.get(name);
      if (known) known.push(file);
      else this.byName.set(name, [file]);
    }
    this.files = all;
  }

  /** Whether there is a file with the name that a path ends with, without which nothing finds it. */
  hasName(path: string): boolean {
    return this.byName.has(segments(path)?.parts.at(-1) ?? "");
  }

  /**
   * Finds the file of a path.
   * @param path as the tool wrote it: absolute on the runner, or relative to a folder
   * @param folder of relative paths, as far as known: absolute, relative to the checkout, or only its last parts
   * @returns the path relative to the repository's root; undefined if none or several match
   */
  find(path: string, spot: PathContext, folder?: string): string | undefined {
    const given = segments(path);
    if (!given || given.parts.length === 0) return undefined;
    const absolute = given.anyRoot
      ? (this.existing(given.parts) ?? this.resolveAbsolute(given.parts, spot))
      : given.absolute
        ? this.resolveAbsolute(given.parts, spot)
        : undefined;
    if (given.absolute || absolute !== undefined) return absolute;
    const hint = folder === undefined ? undefined : segments(folder);
    const base =
      hint && (hint.absolute ? relativeToCheckout(hint.parts, spot) : hint.up === 0 ? hint.parts : undefined);
    if (base && base.length >= given.up) {
      const found = this.existing([...base.slice(0, base.length - given.up), ...given.parts]);
      if (found !== undefined) return found;
    }
    // The name of a package, as `web` or `packages/web`, says more than the root; that of a Go module may be the root.
    const isPackage = hint?.absolute === false && hint.parts.length < 3;
    return (
      (isPackage ? this.findBySuffix(given.parts, hint.parts) : undefined) ??
      (given.up === 0 ? this.existing(given.parts) : undefined) ??
      this.findBySuffix(given.parts, hint?.parts)
    );
  }

  private existing(parts: readonly string[]): string | undefined {
    const path = parts.join("/");
    return this.files.has(path) ? path : undefined;
  }

  /** Resolves an absolute path: below a known checkout, otherwise by the longest suffix that is a project file. */
  private resolveAbsolute(parts: readonly string[], spot: PathContext): string | undefined {
    const inCheckout = relativeToCheckout(parts, spot);
    if (inCheckout) return this.existing(inCheckout);
    if (SYSTEM_FOLDERS.has(parts[0] ?? "") || parts.some((part) => DEPENDENCY_FOLDERS.has(part))) return undefined;
    // The file name alone is too weak a match.
    for (let from = 1; from < parts.length - 1; from++) {
      const found = this.existing(parts.slice(from));
      if (found !== undefined) return found;
    }
    return parts[0] === "builds" && parts.length > 3 ? this.existing(parts.slice(3)) : undefined;
  }

  /** Returns the only file with this suffix, or the only match within the hinted folder. */
  private findBySuffix(parts: readonly string[], hint: readonly string[] = []): string | undefined {
    if (parts.some((part) => DEPENDENCY_FOLDERS.has(part))) return undefined;
    const end = reversed(parts);
    const files = this.filesCalled(parts.at(-1) ?? "");
    const only = filesBelow(files, end);
    if (only !== null) return only;
    // The file whose folders share most with the end of the hint.
    for (let shared = hint.length; shared > 0; shared--) {
      const found = filesBelow(files, `${end}${reversed(hint.slice(-shared))}`);
      if (found !== undefined) return found ?? undefined;
    }
    return undefined;
  }

  /** Returns the reversed paths of the files with this name, in their order. */
  private filesCalled(name: string): readonly string[] {
    const known = this.ordered.get(name);
    if (known) return known;
    const files = (this.byName.get(name) ?? []).map((file) => reversed(file.split("/"))).sort();
    if (files.length > 0) this.ordered.set(name, files);
    return files;
  }
}

/** Returns a path from its end, each name with a slash behind it. */
const reversed = (parts: readonly string[]): string =>
  parts
    .toReversed()
    .map((part) => `${part}/`)
    .join("");

/** Returns the file whose reversed path begins with this, as it is written; null if there are several. */
function filesBelow(files: readonly string[], start: string): string | null | undefined {
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((files[middle] ?? "") < start) low = middle + 1;
    else high = middle;
  }
  const found = files[low];
  if (found?.startsWith(start) !== true) return undefined;
  return files[low + 1]?.startsWith(start) === true ? null : found.slice(0, -1).split("/").reverse().join("/");
}

/**
 * Returns a path from a tool's output relative to the root of the repository: from below a known checkout, or as written if it is relative.
 * Undefined if it is outside of the repository. Does not check whether the file exists.
 */
export function repositoryPath(path: string, spot: PathContext): string | undefined {
  const given = segments(path);
  if (!given || given.up > 0) return undefined;
  const parts =
    given.absolute || given.anyRoot
      ? (relativeToCheckout(given.parts, spot) ?? (given.anyRoot ? given.parts : undefined))
      : given.parts;
  const isOwn = parts !== undefined && parts.length > 0 && !parts.some((part) => DEPENDENCY_FOLDERS.has(part));
  return isOwn ? parts.join("/") : undefined;
}

/** Returns an absolute path relative to the checkout; undefined if it is elsewhere. */
function relativeToCheckout(
  parts: readonly string[],
  { checkouts, project }: PathContext,
): readonly string[] | undefined {
  for (const checkout of checkouts) {
    const root = segments(checkout)?.parts ?? [];
    if (root.length > 0 && root.every((part, at) => equalsIgnoringCase(part, parts[at])))
      return parts.slice(root.length);
  }
  // `<builds>/<group>/<project>` in any builds folder of the runner.
  const own = project.split("/").filter((part) => part !== "");
  if (own.length < 2) return undefined;
  for (let from = 1; from + own.length < parts.length + 1; from++) {
    if (own.every((part, at) => equalsIgnoringCase(part, parts[from + at]))) return parts.slice(from + own.length);
  }
  return undefined;
}

/** Runners on Windows do not preserve case. */
const equalsIgnoringCase = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.toLowerCase();

/** The URL of a source file: a file's own, a bundler's, or that of a development server on the same machine, as Karma's. */
const SOURCE_URL =
  /^(?:(file):(?:\/\/(?:localhost(?=\/))?)?|(?:webpack(?:-internal)?|rspack|turbopack|vite(?:-node|st)?|rollup|parcel|ng):(?:\/\/[^/]{0,200}(?=\/))?|https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?::\d{1,5})?(?=\/.))/i;
/** Folders that such a server adds. */
const SERVED = /^\/(?:base|absolute|@fs|_karma_webpack_)(?=\/)/;

/** Returns whether a text with a scheme is the URL of a source file. */
export const isSourceUrl = (path: string): boolean => SOURCE_URL.test(path);

/** Parses a path; undefined for other schemes, control characters and too deep paths. */
function segments(path: string): Segments | undefined {
  let plain = path;
  const url = SOURCE_URL.exec(plain);
  const anyRoot = url !== null && url[1] === undefined;
  if (url) {
    plain = plain.slice(url[0].length);
    if (anyRoot) plain = plain.replace(/[?#].*$/s, "");
    if (url[0].startsWith("http")) plain = plain.replace(SERVED, "");
    // A bundle that is served: `/_karma_webpack_/webpack:/src/cart.ts`.
    if (/^\/webpack:/.test(plain)) return segments(plain.slice(1));
    try {
      plain = decodeURIComponent(plain);
    } catch {
      return undefined;
    }
    plain = plain.replace(/^\/{1,3}(?=[A-Za-z]:[\\/])/, "");
  }
  // eslint-disable-next-line no-control-regex -- git could have such files; no tool names them so
  if (plain.length > 2000 || /[\u0000-\u001f]/.test(plain)) return undefined;
  const drive = /^[A-Za-z]:(?=[\\/])/.exec(plain)?.[0];
  if (drive === undefined && /^[A-Za-z][\w+.-]*:/.test(plain)) return undefined;
  // Tools on Windows mix both separators. A backslash in a name, which other systems allow, is not worth missing those.
  const slashed = plain.replaceAll("\\", "/").slice(drive?.length ?? 0);
  const absolute = !anyRoot && slashed.startsWith("/");
  const parts: string[] = [];
  let up = 0;
  for (const part of slashed.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) up++;
  }
  if (parts.length > DEPTH_LIMIT) return undefined;
  return { absolute, anyRoot, up: absolute ? 0 : up, parts };
}
