/** Why a file is not a valid package. */
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

/** A file that cannot be published. The caller words the message. */
export class PackageFileError extends Error {
  readonly why: PackageFileProblem;
  /** The invalid name or version. */
  readonly found: string | undefined;

  constructor(why: PackageFileProblem, { cause, found }: { readonly cause?: unknown; readonly found?: string } = {}) {
    super(`The package file cannot be used: ${why}`, cause === undefined ? {} : { cause });
    this.name = "PackageFileError";
    this.why = why;
    this.found = found;
  }
}
