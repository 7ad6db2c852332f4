import type { Http } from "../http.ts";
import { path } from "../path.ts";
import type { CallOptions, Download } from "../request.ts";
import type { Upload } from "../upload.ts";
import { type Feed, feedCall } from "./packageFeed.ts";

export type { Feed } from "./packageFeed.ts";

/** What belongs to no version of the feed's protocol. User name and personal token only; every operation throws ApiError. */
export const packages = (http: Http) => ({
  /** Deletes one version of a package for good. `unauthorized`, `forbidden`, `notFound` as they say. Part 1, Package feeds. */
  delete: async (project: number, name: string, version: string, options: CallOptions = {}): Promise<void> =>
    http.noContent(
      feedCall(
        http,
        { project },
        { operation: "packages.delete", method: "DELETE", below: path`/${name}/${version}`, auth: "basic", ...options },
      ),
    ),
});

/** Symbol files, for debuggers. Every operation throws ApiError. */
export const symbols = (http: Http) => ({
  /** Publishes the symbols of a package, a .snupkg file, from disk. The host may take a while to unpack it. Part 1, Package feeds. */
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
   * A symbol file (.pdb). It needs no credential but the checksum of the file, `SHA256:` and 64 hexadecimal digits.
   * `invalidRequest` for a checksum that is missing there, `forbidden` where symbols are switched off, `notFound` without such a file. Part 1, Package feeds.
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
