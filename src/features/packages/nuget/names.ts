/** Whether feeds accept a package name: letters, digits and `_`, with single dots and hyphens between; up to 100 characters. */
export const isPackageName = (text: string): boolean =>
  text.length <= 100 && /^[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*$/.test(text);

/** Whether feeds accept a version: up to four numbers, prerelease labels after `-`, build metadata after `+`. */
export const isPackageVersion = (text: string): boolean =>
  text.length <= 128 &&
  /^\d+(?:\.\d+){0,3}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/.test(text);

/** Returns the default file name of a package (Part 1, Package feeds). */
export const packageFilename = (name: string, version: string): string =>
  `${name}.${version.split("+")[0] ?? version}.nupkg`.toLowerCase();
