import type { Part } from "../request.ts";
import type { Upload } from "../upload.ts";

/** A package to publish. The documents list name, version and file name, which the package itself contains, but omit them in their examples. */
export interface PackageUpload {
  /** A .nupkg file. */
  readonly package: Upload;
  readonly package_name?: string | undefined;
  readonly package_version?: string | undefined;
  readonly package_filename?: string | undefined;
}

/** Returns the parts of the multipart body, with the file last. */
export function uploadParts({ package: file, ...named }: PackageUpload): Part[] {
  const values = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return [...values.map(([name, value]) => ({ name, value })), { name: "package", file }];
}
