import type { FieldsOf } from "../fieldsOf.ts";
import type { Http } from "../http.ts";
import { path } from "../path.ts";
import type { CallOptions, Download } from "../request.ts";
import { type Feed, feedCall, type FeedCall } from "./packageFeed.ts";
import { type PackageUpload, uploadParts } from "./packageUpload.ts";

/** Metadata of a version of a package (Part 1, Package). `id` is the name of the package. */
export interface Package {
  /** URL of this record. */
  readonly "@id"?: string | null;
  readonly id: string;
  readonly version: string;
  /** Comma-separated names. */
  readonly authors?: string | null;
  readonly dependencyGroups?: readonly PackageDependencyGroup[] | null;
  readonly tags?: string | null;
  /** URL of the package file. */
  readonly packageContent?: string | null;
  readonly description?: string | null;
  readonly summary?: string | null;
  readonly published?: string | null;
}

/** Dependencies for one framework, as real hosts send them; the documents do not describe them. */
export interface PackageDependencyGroup {
  readonly "@id"?: string | null;
  readonly "@type"?: string | null;
  readonly targetFramework?: string | null;
  readonly dependencies?: readonly { readonly id?: string | null; readonly range?: string | null }[] | null;
}

export interface PackageVersions {
  readonly versions: readonly string[];
}

export interface PackageMetadata {
  readonly count?: number | null;
  readonly items: readonly PackageMetadataPage[];
}

export interface PackageMetadataPage {
  readonly "@id"?: string | null;
  /** Lowest and highest version of this page. */
  readonly lower?: string | null;
  readonly upper?: string | null;
  readonly count?: number | null;
  readonly items: readonly PackageMetadataItem[];
}

export interface PackageMetadataItem {
  readonly "@id"?: string | null;
  /** URL of the package file. */
  readonly packageContent?: string | null;
  readonly catalogEntry: Package;
}

export interface PackageSearchResponse {
  readonly totalHits: number;
  readonly data: readonly SearchResultPackage[];
}

/** A package with its newest version, as returned by the search. */
export interface SearchResultPackage {
  readonly "@type"?: "Package" | (string & {}) | null;
  readonly id: string;
  readonly title?: string | null;
  readonly version: string;
  readonly versions: readonly SearchResultVersion[];
  /** Comma-separated names. */
  readonly authors?: string | null;
  readonly description?: string | null;
  readonly summary?: string | null;
  readonly totalDownloads?: number | null;
  readonly verified?: boolean | null;
  readonly tags?: string | null;
}

export interface SearchResultVersion {
  /** URL of the version's metadata. */
  readonly "@id"?: string | null;
  readonly version: string;
  readonly downloads?: number | null;
}

export interface PackageQuery {
  /** Search text; empty for all packages. */
  readonly q?: string | undefined;
  /** Number of results to skip. */
  readonly skip?: number | undefined;
  /** Number of results to return. Default on real hosts: 20. */
  readonly take?: number | undefined;
  /** Includes pre-releases. Default: true. */
  readonly prerelease?: boolean | undefined;
}

export interface ServiceIndexV3 {
  readonly version: string;
  readonly resources: readonly ServiceIndexResource[];
}

/** A route of the feed; a group only has those for searching (SERVICE-FACTS 43). */
export interface ServiceIndexResource {
  readonly "@id": string;
  readonly "@type":
    | "SearchQueryService"
    | "SearchQueryService/3.0.0-beta"
    | "SearchQueryService/3.0.0-rc"
    | "RegistrationsBaseUrl"
    | "RegistrationsBaseUrl/3.0.0-beta"
    | "RegistrationsBaseUrl/3.0.0-rc"
    | "PackageBaseAddress/3.0.0"
    | "PackagePublish/2.0.0"
    | "SymbolPackagePublish/4.9.0"
    | (string & {});
  readonly comment?:
    | "search by keyword"
    | "package metadata"
    | "package content"
    | "push and delete (or unlist)"
    | "push symbol packages"
    | (string & {})
    | null;
}

const requiredItemFields = {
  catalogEntry: {
    kind: "object",
    of: {
      id: "text",
      version: "text",
      dependencyGroups: { kind: "list?", of: { dependencies: { kind: "list?", of: {} } } },
    },
  },
} as const;

/** The v3 feed (JSON). Requires username and personal access token, except for the public index. Every operation throws ApiError. */
export const packagesV3 = (http: Http) => {
  const object = async <T extends object>(feed: Feed, described: FeedCall, requiredFields: FieldsOf<T>): Promise<T> =>
    http.object<T>({ ...feedCall(http, feed, described), requiredFields });

  return {
    /** Returns every version of a package. Throws `notFound` if it does not exist. Part 1, Package feeds. */
    versions: async (project: number, name: string, options: CallOptions = {}): Promise<PackageVersions> =>
      object<PackageVersions>(
        { project },
        { operation: "packages.v3.versions", below: path`/download/${name}/index`, auth: "basic", ...options },
        { versions: "list" },
      ),

    /** Downloads a package file; its file name is the last part of `packageContent`. Part 1, Package feeds. */
    download: async (
      project: number,
      name: string,
      version: string,
      filename: string,
      options: CallOptions = {},
    ): Promise<Download> =>
      http.download(
        feedCall(
          http,
          { project },
          {
            operation: "packages.v3.download",
            below: path`/download/${name}/${version}/${filename}`,
            auth: "basic",
            rejectHtml: true,
            ...options,
          },
        ),
      ),

    /**
     * Publishes a package, which appears after the host has processed it. Throws `invalidRequest` if it is too large, `forbidden` without
     * permission or if the package is protected, `conflict` for an existing version on hosts that reject duplicates. Part 1, Package feeds.
     */
    publish: async (project: number, request: PackageUpload, options: CallOptions = {}): Promise<void> =>
      http.noContent(
        feedCall(
          http,
          { project },
          {
            operation: "packages.v3.publish",
            method: "PUT",
            below: "",
            multipart: uploadParts(request),
            auth: "basic",
            ...options,
          },
        ),
      ),

    /** Returns the routes of the feed; requires no credential. Part 1, Package feeds. */
    serviceIndex: async (feed: Feed, options: CallOptions = {}): Promise<ServiceIndexV3> =>
      object<ServiceIndexV3>(
        feed,
        { operation: "packages.v3.serviceIndex", below: path`/index`, auth: "none", ...options },
        { version: "text", resources: { kind: "list", of: { "@id": "text", "@type": "text" } } },
      ),

    /** Returns the metadata of all versions of a package. Throws `notFound` if it does not exist. Part 1, Package feeds. */
    metadata: async (feed: Feed, name: string, options: CallOptions = {}): Promise<PackageMetadata> =>
      object<PackageMetadata>(
        feed,
        { operation: "packages.v3.metadata", below: path`/metadata/${name}/index`, auth: "basic", ...options },
        { items: { kind: "list", of: { items: { kind: "list", of: requiredItemFields } } } },
      ),

    /** Returns the metadata of a version. Throws `notFound` if it does not exist. Part 1, Package feeds. */
    versionMetadata: async (
      feed: Feed,
      name: string,
      version: string,
      options: CallOptions = {},
    ): Promise<PackageMetadataItem> =>
      object<PackageMetadataItem>(
        feed,
        {
          operation: "packages.v3.versionMetadata",
          below: path`/metadata/${name}/${version}`,
          auth: "basic",
          ...options,
        },
        requiredItemFields,
      ),

    /** Searches packages by name. `q` is always sent, even if empty, because the documents require it. Part 1, Package feeds. */
    query: async (feed: Feed, query: PackageQuery = {}, options: CallOptions = {}): Promise<PackageSearchResponse> => {
      const call = {
        operation: "packages.v3.query",
        below: path`/query`,
        query: { ...query, q: query.q ?? "" },
        auth: "basic",
        ...options,
      } as const;
      for (const [name, least] of [
        ["skip", 0],
        ["take", 1],
      ] as const) {
        const value = query[name];
        if (value !== undefined && !(Number.isSafeInteger(value) && value >= least)) {
          throw http.invalidArgument(
            feedCall(http, feed, call),
            "value",
            `${name} is a whole number, ${least} at least`,
            name,
          );
        }
      }
      return object<PackageSearchResponse>(feed, call, {
        totalHits: "number",
        data: {
          kind: "list",
          of: { id: "text", version: "text", versions: { kind: "list", of: { version: "text" } } },
        },
      });
    },
  };
};
