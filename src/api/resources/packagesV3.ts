import type { Http } from "../http.ts";
import { checkList, checkObject, type RequiredFields, parseBody } from "../json.ts";
import { path } from "../path.ts";
import type { CallOptions, Download } from "../request.ts";
import { type Feed, feedCall, type FeedCall } from "./packageFeed.ts";
import { type PackageUpload, uploadParts } from "./packageUpload.ts";

/** What a package says of one of its versions (Part 1, Package). Its `id` is the package's name. */
export interface Package {
  /** Address of this record. */
  readonly "@id": string;
  readonly id: string;
  readonly version: string;
  /** Names with commas between. */
  readonly authors?: string | null;
  readonly dependencyGroups?: readonly PackageDependencyGroup[] | null;
  readonly tags?: string | null;
  /** Address of the package file. */
  readonly packageContent?: string | null;
  readonly description?: string | null;
  readonly summary?: string | null;
  readonly published?: string | null;
}

/** Dependencies for one framework, as hosts send them; the documents leave their form open. */
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
  readonly count: number;
  readonly items: readonly PackageMetadataPage[];
}

export interface PackageMetadataPage {
  readonly "@id": string;
  /** The lowest version of this page, and the highest. */
  readonly lower: string;
  readonly upper: string;
  readonly count: number;
  readonly items: readonly PackageMetadataItem[];
}

export interface PackageMetadataItem {
  readonly "@id": string;
  /** Address of the package file. */
  readonly packageContent: string;
  readonly catalogEntry: Package;
}

export interface PackageSearchResponse {
  readonly totalHits: number;
  readonly data: readonly SearchResultPackage[];
}

/** A package with its newest version, as the search finds it. */
export interface SearchResultPackage {
  readonly "@type"?: "Package" | (string & {}) | null;
  readonly id: string;
  readonly title?: string | null;
  readonly version: string;
  readonly versions: readonly SearchResultVersion[];
  /** Names with commas between. */
  readonly authors?: string | null;
  readonly description?: string | null;
  readonly summary?: string | null;
  readonly totalDownloads?: number | null;
  readonly verified?: boolean | null;
  readonly tags?: string | null;
}

export interface SearchResultVersion {
  /** Address of the version's metadata. */
  readonly "@id": string;
  readonly version: string;
  readonly downloads?: number | null;
}

export interface PackageQuery {
  /** Text to find; all packages when it is empty. */
  readonly q?: string | undefined;
  /** How many results to leave out at the beginning. */
  readonly skip?: number | undefined;
  /** How many results to answer, 20 on real hosts unless told. */
  readonly take?: number | undefined;
  /** Pre-releases too: true unless told. */
  readonly prerelease?: boolean | undefined;
}

export interface ServiceIndexV3 {
  readonly version: string;
  readonly resources: readonly ServiceIndexResource[];
}

/** One route of the feed; a group has only those for searching (SERVICE-FACTS 43). */
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

/** The v3 feed, JSON. User name and personal token only, the index aside, which is public. Every operation throws ApiError. */
export const packagesV3 = (http: Http) => {
  const read = async <T>(feed: Feed, described: FeedCall, check: (body: unknown) => object): Promise<T> => {
    const call = feedCall(http, feed, described);
    return http.read(
      call,
      ({ text, header }) => check(parseBody(text, header("content-type") ?? "", call.rawIds)) as T,
    );
  };

  return {
    /** Every version of a package; `notFound` without such a package. Part 1, Package feeds. */
    versions: async (project: number, name: string, options: CallOptions = {}): Promise<PackageVersions> =>
      http.object<PackageVersions>(
        feedCall(
          http,
          { project },
          {
            operation: "packages.v3.versions",
            below: path`/download/${name}/index`,
            requiredFields: { versions: "list" },
            auth: "basic",
            ...options,
          },
        ),
      ),

    /** The package file. Its name is that in the package's `packageContent`. Part 1, Package feeds. */
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
     * Publishes a package from disk. It is there once the host has looked into it. `invalidRequest` when it is too large, `forbidden`
     * without the right or when the package is protected, `conflict` for a version that exists where the host forbids that. Part 1, Package feeds.
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

    /** What routes the feed has. No credential is needed. Part 1, Package feeds. */
    serviceIndex: async (feed: Feed, options: CallOptions = {}): Promise<ServiceIndexV3> =>
      read<ServiceIndexV3>(
        feed,
        { operation: "packages.v3.serviceIndex", below: path`/index`, auth: "none", ...options },
        (body) => {
          const { resources } = checkObject(body, { version: "text" }) as ServiceIndexV3;
          checkList(resources, { "@id": "text", "@type": "text" }, "resources");
          return body as object;
        },
      ),

    /** All versions of a package with what they say of themselves, in pages that come whole. `notFound` without such a package. Part 1, Package feeds. */
    metadata: async (feed: Feed, name: string, options: CallOptions = {}): Promise<PackageMetadata> =>
      read<PackageMetadata>(
        feed,
        { operation: "packages.v3.metadata", below: path`/metadata/${name}/index`, auth: "basic", ...options },
        (body) => {
          const { items } = checkObject(body, {}) as PackageMetadata;
          checkList(items, {}, "items").forEach((page, index) => {
            const at = `items[${index}].items`;
            checkList((page as PackageMetadataPage).items, {}, at).forEach((item, place) =>
              checkItem(item, `${at}[${place}]`),
            );
          });
          return body as object;
        },
      ),

    /** What one version says of itself. `notFound` without it. Part 1, Package feeds. */
    versionMetadata: async (
      feed: Feed,
      name: string,
      version: string,
      options: CallOptions = {},
    ): Promise<PackageMetadataItem> =>
      read<PackageMetadataItem>(
        feed,
        {
          operation: "packages.v3.versionMetadata",
          below: path`/metadata/${name}/${version}`,
          auth: "basic",
          ...options,
        },
        (body) => checkItem(body, ""),
      ),

    /** Finds packages by text in their names. The documents require `q`: it is sent even when it is empty. Part 1, Package feeds. */
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
      return read<PackageSearchResponse>(feed, call, (body) => {
        const { data } = checkObject(body, { totalHits: "number" }) as PackageSearchResponse;
        checkList(data, { id: "text", version: "text", versions: "list" }, "data").forEach((found, index) =>
          checkList((found as SearchResultPackage).versions, { version: "text" }, `data[${index}].versions`),
        );
        return body as object;
      });
    },
  };
};

const requiredEntryFields: RequiredFields = { id: "text", version: "text", dependencyGroups: "list?" };

function checkItem(value: unknown, at: string): object {
  const item = checkObject(value, {}, at) as PackageMetadataItem;
  const entryAt = at === "" ? "catalogEntry" : `${at}.catalogEntry`;
  const { dependencyGroups } = checkObject(item.catalogEntry, requiredEntryFields, entryAt) as Package;
  checkList(dependencyGroups ?? [], { dependencies: "list?" }, `${entryAt}.dependencyGroups`).forEach((group, index) =>
    checkList(
      (group as PackageDependencyGroup).dependencies ?? [],
      {},
      `${entryAt}.dependencyGroups[${index}].dependencies`,
    ),
  );
  return item;
}
