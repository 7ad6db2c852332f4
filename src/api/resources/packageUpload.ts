import type { Part } from "../request.ts";
import type { Upload } from "../upload.ts";

/** A package to publish. Name, version and file name are in the package itself; the documents list them, but show requests without. */
export interface PackageUpload {
  /** A .nupkg file. */
  readonly package: Upload;
  readonly package_name?: string | undefined;
  readonly package_version?: string | undefined;
  readonly package_filename?: string | undefined;
}

/** The parts of an upload, those that are small first. */
export function uploadParts({ package: file, ...named }: PackageUpload): Part[] {
  const values = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return [...values.map(([name, value]) => ({ name, value })), { name: "package", file }];
}
