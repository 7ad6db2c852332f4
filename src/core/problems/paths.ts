/** A path in segments, without `.` and with `..` worked out; `up` tells how many of those lead out of its start. */
interface Segments {
  readonly absolute: boolean;
  readonly up: number;
  readonly parts: readonly string[];
}

/** Folders of things that are not the project's own, wherever the runner keeps them. */
const FOREIGN = new Set([
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
/** Folders of the system. A checkout may stand below others: runners have their builds anywhere. */
const SYSTEM = new Set(["usr", "lib", "lib64", "bin", "sbin", "proc", "sys", "dev", "etc", "rustc", "boot"]);

/** Folders one in the other: no tool names deeper ones, and each costs time. */
const DEEPEST = 100;
/** Answers that are kept: logs name few files, but those again and again. */
const KEPT = 2_000;

/** What of a job's log tells where the paths in it lead. */
export interface LogSpot {
  /** Folders that the log names as the checkout. */
  readonly checkouts: readonly string[];
  /** Full path of the project on its host: runners end the checkout's folder with it. */
  readonly project: string;
}

/**
 * Files of a project, found by paths as tools write them on a runner. Only files that git knows are ever found, so no
 * path leads elsewhere.
 */
export class ProjectPaths {
  private readonly files: ReadonlySet<string>;
  private readonly byName = new Map<string, string[]>();
  private readonly bySuffixes = new Map<string, string | undefined>();

  /** @param files paths from the repository's root with `/`, as git lists them, without links. */
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

  /**
   * @param path as the tool wrote it: absolute on the runner, or from a folder that is perhaps known.
   * @param folder what the log says about that folder: absolute, from the checkout, or only how it ends.
   * @returns the file's path from the repository's root; undefined when none fits, or several do.
   */
  find(path: string, spot: LogSpot, folder?: string): string | undefined {
    const given = segments(path);
    if (!given || given.parts.length === 0) return undefined;
    if (given.absolute) return this.fromRunner(given.parts, spot);
    const hint = folder === undefined ? undefined : segments(folder);
    const base = hint && (hint.absolute ? folderIn(hint.parts, spot) : hint.up === 0 ? hint.parts : undefined);
    if (base && base.length >= given.up) {
      const found = this.known([...base.slice(0, base.length - given.up), ...given.parts]);
      if (found !== undefined) return found;
    }
    return (given.up === 0 ? this.known(given.parts) : undefined) ?? this.bySuffix(given.parts, hint?.parts);
  }

  private known(parts: readonly string[]): string | undefined {
    const path = parts.join("/");
    return this.files.has(path) ? path : undefined;
  }

  /** An absolute path: below the checkout where that is known, else whatever of its end is a file from the root. */
  private fromRunner(parts: readonly string[], spot: LogSpot): string | undefined {
    const inCheckout = folderIn(parts, spot);
    if (inCheckout) return this.known(inCheckout);
    if (SYSTEM.has(parts[0] ?? "") || parts.some((part) => FOREIGN.has(part))) return undefined;
    // A file's name alone proves nothing about a path that could be anybody's.
    for (let from = 1; from < parts.length - 1; from++) {
      const found = this.known(parts.slice(from));
      if (found !== undefined) return found;
    }
    return parts[0] === "builds" && parts.length > 3 ? this.known(parts.slice(3)) : undefined;
  }

  /** The only file that ends so, or of several the only one in the folder hinted at. */
  private bySuffix(parts: readonly string[], hint: readonly string[] = []): string | undefined {
    if (parts.some((part) => FOREIGN.has(part))) return undefined;
    const candidates = this.byName.get(parts.at(-1) ?? "");
    if (!candidates) return undefined;
    const key = `${parts.join("/")}\0${hint.join("/")}`;
    // Of thousands of files by one name, each look costs milliseconds.
    if (!this.bySuffixes.has(key)) {
      if (this.bySuffixes.size >= KEPT) this.bySuffixes.clear();
      this.bySuffixes.set(key, onlyOne(candidates, parts.join("/"), hint));
    }
    return this.bySuffixes.get(key);
  }
}

/** The only one that ends so, or of several the one whose folders have most of the hint's end. */
function onlyOne(candidates: readonly string[], end: string, hint: readonly string[]): string | undefined {
  const fitting = candidates.filter((file) => file === end || file.endsWith(`/${end}`));
  if (fitting.length <= 1 || hint.length === 0) return fitting.length === 1 ? fitting[0] : undefined;
  let [best, most, next]: [string | undefined, number, number] = [undefined, 0, 0];
  for (const file of fitting) {
    const fit = sharedEnd(file.slice(0, Math.max(0, file.length - end.length - 1)).split("/"), hint);
    if (fit > most) [best, most, next] = [file, fit, most];
    else next = Math.max(next, fit);
  }
  return most > next ? best : undefined;
}

/** Path below the checkout, of an absolute one; undefined when it is elsewhere. */
function folderIn(parts: readonly string[], { checkouts, project }: LogSpot): readonly string[] | undefined {
  for (const checkout of checkouts) {
    const root = segments(checkout)?.parts ?? [];
    if (root.length > 0 && root.every((part, at) => same(part, parts[at]))) return parts.slice(root.length);
  }
  // `<builds>/<group>/<project>`, whatever the runner's folder for builds.
  const own = project.split("/").filter((part) => part !== "");
  if (own.length < 2) return undefined;
  for (let from = 1; from + own.length < parts.length + 1; from++) {
    if (own.every((part, at) => same(part, parts[from + at]))) return parts.slice(from + own.length);
  }
  return undefined;
}

/** Runners on Windows write a folder now so, now so. */
const same = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.toLowerCase();

function sharedEnd(folders: readonly string[], hint: readonly string[]): number {
  let shared = 0;
  while (shared < folders.length && shared < hint.length && folders.at(-1 - shared) === hint.at(-1 - shared)) shared++;
  return shared;
}

/** Undefined for what is no path of a file: other schemes, control characters, more folders than any has. */
function segments(path: string): Segments | undefined {
  let plain = path;
  if (/^file:\/\//i.test(plain)) {
    try {
      plain = decodeURIComponent(plain.slice("file://".length).replace(/^\/(?=[A-Za-z]:)/, ""));
    } catch {
      return undefined;
    }
  }
  // eslint-disable-next-line no-control-regex -- git could have such files; no tool names them so
  if (plain.length > 2000 || /[\u0000-\u001f]/.test(plain)) return undefined;
  const drive = /^[A-Za-z]:(?=[\\/])/.exec(plain)?.[0];
  if (drive === undefined && /^[A-Za-z][\w+.-]*:/.test(plain)) return undefined;
  const slashed = (drive !== undefined || !plain.includes("/") ? plain.replaceAll("\\", "/") : plain).slice(
    drive?.length ?? 0,
  );
  const absolute = slashed.startsWith("/");
  const parts: string[] = [];
  let up = 0;
  for (const part of slashed.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) up++;
  }
  if (parts.length > DEEPEST) return undefined;
  return { absolute, up: absolute ? 0 : up, parts };
}
