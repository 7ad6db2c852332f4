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

const documentedFields = ["package_name", "package_version", "package_filename"] as const;

/** Returns the parts of the multipart body, with the file last. Nothing but documented fields is sent, whatever the record holds. */
export function uploadParts(request: PackageUpload): Part[] {
  const values = documentedFields.flatMap((name) => {
    const value = request[name];
    return value === undefined ? [] : [{ name, value }];
  });
  return [...values, { name: "package", file: request.package }];
}
