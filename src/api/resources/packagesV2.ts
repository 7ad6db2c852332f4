import type { Http } from "../http.ts";
import { path } from "../path.ts";
import type { CallOptions } from "../request.ts";
import { parseXml, type XmlElement } from "../xml.ts";
import { type Feed, feedCall, type FeedCall } from "./packageFeed.ts";
import {
  readEntries,
  readMetadataDocument,
  readOneEntry,
  readServiceDocument,
  type V2Entry,
  type V2MetadataDocument,
  type V2ServiceDocument,
} from "./packagesV2Xml.ts";
import { type PackageUpload, uploadParts } from "./packageUpload.ts";

export type {
  V2EntityType,
  V2Entry,
  V2FunctionImport,
  V2MetadataDocument,
  V2Properties,
  V2ServiceDocument,
  V2Workspace,
} from "./packagesV2Xml.ts";

/** The v2 feed (XML). Requires no credential except for publishing. Every operation throws ApiError. */
export const packagesV2 = (http: Http) => {
  const read = async <T>(feed: Feed, described: Omit<FeedCall, "auth">, use: (root: XmlElement) => T): Promise<T> => {
    const call = feedCall(http, feed, {
      ...described,
      auth: "none",
      headers: { accept: "application/atom+xml, application/xml;q=0.9, */*;q=0.1" },
    });
    const library = await import("@rgrove/parse-xml");
    return http.read(call, ({ text, header }) => use(parseXml(library, text, header("content-type") ?? "")));
  };

  return {
    /** Publishes a package, as in the v3 feed; since 16.2. Requires username and personal access token. Part 1, Package feeds. */
    publish: async (project: number, request: PackageUpload, options: CallOptions = {}): Promise<void> =>
      http.noContent(
        feedCall(
          http,
          { project },
          {
            operation: "packages.v2.publish",
            method: "PUT",
            below: path`/v2`,
            multipart: uploadParts(request),
            auth: "basic",
            ...options,
          },
        ),
      ),

    /** Returns the service document, which lists one collection. Part 1, Package feeds. */
    serviceIndex: async (feed: Feed, options: CallOptions = {}): Promise<V2ServiceDocument> =>
      read(feed, { operation: "packages.v2.serviceIndex", below: path`/v2`, ...options }, readServiceDocument),

    /** Returns the schema of the feed's entries; since 16.3. Part 1, Package feeds. */
    metadataDocument: async (feed: Feed, options: CallOptions = {}): Promise<V2MetadataDocument> =>
      read(
        feed,
        { operation: "packages.v2.metadataDocument", below: path`/v2/$metadata`, ...options },
        readMetadataDocument,
      ),

    /**
     * Returns the package with a case-insensitive name; since 16.3. The feed does not know the latest version: the version of the entry is
     * empty and its content is the feed itself. Part 1, Package feeds.
     */
    packages: async (project: number, name: string, options: CallOptions = {}): Promise<readonly V2Entry[]> => {
      const call = {
        operation: "packages.v2.packages",
        below: path`/v2/Packages()`,
        query: { $filter: `(tolower(Id) eq ${literal(name.toLowerCase())})` },
        ...options,
      } as const;
      if (name === "")
        throw http.invalidArgument(
          feedCall(http, { project }, call),
          "required",
          "a package has a name",
          "package_name",
        );
      return read({ project }, call, readEntries);
    },

    /** Returns the package with exactly this name; since 16.3. Its entry has no version, as for `packages`. Part 1, Package feeds. */
    findPackagesById: async (project: number, name: string, options: CallOptions = {}): Promise<readonly V2Entry[]> => {
      const call = {
        operation: "packages.v2.findPackagesById",
        below: path`/v2/FindPackagesById()`,
        query: { id: literal(name) },
        ...options,
      } as const;
      if (name === "")
        throw http.invalidArgument(feedCall(http, { project }, call), "required", "a package has a name", "id");
      return read({ project }, call, readEntries);
    },

    /** Returns a version of a package; since 16.3. Throws `notFound` on hosts that check whether it exists. Part 1, Package feeds. */
    package: async (project: number, name: string, version: string, options: CallOptions = {}): Promise<V2Entry> =>
      read(
        { project },
        {
          operation: "packages.v2.package",
          below: path`/v2/Packages(Id='${doubled(name)}',Version='${doubled(version)}')`,
          ...options,
        },
        readOneEntry,
      ),
  };
};

/** Returns a text as an OData literal: in single quotes, with those inside doubled. */
const literal = (text: string): string => `'${doubled(text)}'`;
const doubled = (text: string): string => text.replaceAll("'", "''");
