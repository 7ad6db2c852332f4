import type { Http } from "../http.ts";
import { path } from "../path.ts";
import type { CallOptions, Download } from "../request.ts";
import type { Upload } from "../upload.ts";
import { type Feed, feedCall } from "./packageFeed.ts";

export type { Feed } from "./packageFeed.ts";

/** Package operations outside the feed protocols, with username and personal access token. Every operation throws ApiError. */
export const packages = (http: Http) => ({
  /** Permanently deletes a version of a package. Part 1, Package feeds. */
  delete: async (project: number, name: string, version: string, options: CallOptions = {}): Promise<void> =>
    http.noContent(
      feedCall(
        http,
        { project },
        { operation: "packages.delete", method: "DELETE", below: path`/${name}/${version}`, auth: "basic", ...options },
      ),
    ),
});

/** Symbol files for debuggers. Every operation throws ApiError. */
export const symbols = (http: Http) => ({
  /** Publishes a symbol package (.snupkg), which the host unpacks in the background. Rejects other files before sending. Part 1, Package feeds. */
  publish: async (project: number, request: { readonly package: Upload }, options: CallOptions = {}): Promise<void> => {
    const call = feedCall(
      http,
      { project },
      {
        operation: "packages.symbols.publish",
        method: "PUT",
        below: path`/symbolpackage`,
        multipart: [{ name: "package", file: request.package }],
        auth: "basic",
        ...options,
      },
    );
    if (!/\.snupkg$/i.test(request.package.filename))
      throw http.invalidArgument(call, "value", "a symbol package is a .snupkg file", "package");
    return http.noContent(call);
  },

  /**
   * Downloads a symbol file (.pdb). Requires no credential, only the checksum of the file: `SHA256:` and 64 hexadecimal digits. Rejects
   * any other checksum before sending. Throws `forbidden` if symbols are disabled, `notFound` without such a file. Part 1, Package feeds.
   */
  download: async (
    feed: Feed,
    symbol: { readonly file_name: string; readonly signature: string; readonly checksum: string },
    options: CallOptions = {},
  ): Promise<Download> => {
    const { file_name: name, signature, checksum } = symbol;
    const call = feedCall(http, feed, {
      operation: "packages.symbols.download",
      below: path`/symbolfiles/${name}/${signature}/${name}`,
      headers: { symbolchecksum: checksum },
      auth: "none",
      rejectHtml: true,
      ...options,
    });
    if (!/^SHA256:[\da-fA-F]{64}$/.test(checksum))
      throw http.invalidArgument(
        call,
        "value",
        "a symbol file's checksum is SHA256: and 64 hexadecimal digits",
        "checksum",
      );
    return http.download(call);
  },
});
