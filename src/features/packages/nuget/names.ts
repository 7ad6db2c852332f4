/** What feeds take as the name of a package: letters, digits and `_`, with single dots and hyphens between; 100 characters at most. */
export const isPackageName = (text: string): boolean =>
  text.length <= 100 && /^[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*$/.test(text);

/** A version as feeds take it: up to four numbers, then a prerelease's words behind `-`, and what does not count behind `+`. */
export const isPackageVersion = (text: string): boolean =>
  text.length <= 128 &&
  /^\d+(?:\.\d+){0,3}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/.test(text);

/** What a package's file is called on a feed that does not tell (Part 1, Package feeds). */
export const packageFilename = (name: string, version: string): string =>
  `${name}.${version.split("+")[0] ?? version}.nupkg`.toLowerCase();
