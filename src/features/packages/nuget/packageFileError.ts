/** Why a file is not the package that it is taken for. */
export type PackageFileProblem =
  | "unreadable"
  | "empty"
  | "notZip"
  | "noManifest"
  | "severalManifests"
  | "largeManifest"
  | "badManifest"
  | "noName"
  | "noVersion"
  | "placeholder"
  | "badName"
  | "badVersion"
  | "symbols"
  | "notSymbols"
  | "noSymbolFiles";

/** A file that cannot be published. The words for it are the caller's. */
export class PackageFileError extends Error {
  readonly why: PackageFileProblem;
  /** What is wrong in the file's own words: a name or a version. */
  readonly found: string | undefined;

  constructor(why: PackageFileProblem, { cause, found }: { readonly cause?: unknown; readonly found?: string } = {}) {
    super(`The package file cannot be used: ${why}`, cause === undefined ? {} : { cause });
    this.name = "PackageFileError";
    this.why = why;
    this.found = found;
  }
}
