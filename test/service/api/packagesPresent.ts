import type { Hosting } from "../hosting.ts";
import type { PackageRecord } from "../packages/records.ts";
import type { FoundPackage } from "../packages/search.ts";
import { projectFeedUrl, type Feed } from "./packageFeed.ts";
import { time } from "./present.ts";

const SEARCH = ["SearchQueryService", "SearchQueryService/3.0.0-beta", "SearchQueryService/3.0.0-rc"];
const REGISTRATIONS = ["RegistrationsBaseUrl", "RegistrationsBaseUrl/3.0.0-beta", "RegistrationsBaseUrl/3.0.0-rc"];

const COMMENTS = {
  gitlab: {
    search: "Filter and search for packages by keyword.",
    metadata: "Get package metadata.",
    content: "Get package content (.nupkg).",
    publish: "Push and delete (or unlist) packages.",
    symbols: "Push symbol packages.",
  },
  neutral: {
    search: "search by keyword",
    metadata: "package metadata",
    content: "package content",
    publish: "push and delete (or unlist)",
    symbols: "push symbol packages",
  },
};

/** The v3 service index (part 1, A). On real hosts a group's has no resources for content, publishing and symbols, which a group does not serve. */
export function showServiceIndex(hosting: Hosting, feed: Feed): object {
  const comments = COMMENTS[hosting.dialect];
  const resource = (path: string, comment: string) => (type: string) => ({
    "@id": `${feed.url}${path}`,
    "@type": type,
    comment,
  });
  const reading = [
    ...SEARCH.map(resource("/query", comments.search)),
    ...REGISTRATIONS.map(resource("/metadata", comments.metadata)),
  ];
  const rest = [
    resource("/download", comments.content)("PackageBaseAddress/3.0.0"),
    resource("", comments.publish)("PackagePublish/2.0.0"),
    resource("/symbolpackage", comments.symbols)("SymbolPackagePublish/4.9.0"),
  ];
  return {
    version: "3.0.0",
    resources: feed.level === "group" && hosting.dialect === "gitlab" ? reading : [...reading, ...rest],
  };
}

/** All versions of a package, lowest first; there is at least one. */
export function showMetadata(
  hosting: Hosting,
  feed: Feed,
  versions: readonly [PackageRecord, ...PackageRecord[]],
): object {
  const [first] = versions;
  const last = versions.at(-1) ?? first;
  // Real hosts give the page the address of one of its versions.
  const id =
    hosting.dialect === "gitlab"
      ? metadataUrl(hosting, feed, first)
      : `${feed.url}/metadata/${encodeURIComponent(first.manifest.id)}/index`;
  const items = versions.map((record) => showVersion(hosting, feed, record));
  return {
    count: 1,
    items: [{ "@id": id, lower: first.manifest.version, upper: last.manifest.version, count: items.length, items }],
  };
}

/** One version (part 1, Package). */
export function showVersion(hosting: Hosting, feed: Feed, record: PackageRecord): object {
  const { manifest } = record;
  const links = { "@id": metadataUrl(hosting, feed, record), packageContent: contentUrl(hosting, feed, record) };
  const entry = {
    ...links,
    id: manifest.id,
    version: manifest.version,
    authors: manifest.authors,
    dependencyGroups: showDependencies(links["@id"], record),
    tags: manifest.tags.join(" "),
    description: manifest.description,
    summary: summaryOf(hosting, record),
    published: time(hosting, record.publishedAt),
    ...websites(record),
  };
  return { ...links, catalogEntry: entry };
}

/** One hit of a search. Real hosts count no downloads, and show the ten versions published last. */
export function showFound(hosting: Hosting, feed: Feed, { latest, versions }: FoundPackage): object {
  const counted = (record: PackageRecord): number => (hosting.dialect === "gitlab" ? 0 : record.downloads);
  const recent = new Set([...versions].sort((a, b) => b.publishedAt - a.publishedAt || b.id - a.id).slice(0, 10));
  const shown = hosting.dialect === "gitlab" ? versions.filter((record) => recent.has(record)) : versions;
  const { manifest } = latest;
  return {
    "@type": "Package",
    authors: manifest.authors,
    id: manifest.id,
    title: hosting.dialect === "gitlab" ? manifest.id : (manifest.title ?? manifest.id),
    description: manifest.description,
    summary: summaryOf(hosting, latest),
    totalDownloads: versions.reduce((sum, record) => sum + counted(record), 0),
    verified: true,
    version: manifest.version,
    versions: shown.map((record) => ({
      "@id": metadataUrl(hosting, feed, record),
      version: record.manifest.version,
      downloads: counted(record),
    })),
    tags: manifest.tags.join(" "),
    ...websites(latest),
  };
}

function summaryOf(hosting: Hosting, { manifest }: PackageRecord): string {
  return hosting.dialect === "gitlab" ? "" : (manifest.summary ?? "");
}

function websites({ manifest: { projectUrl, licenseUrl, iconUrl } }: PackageRecord): object {
  return {
    ...(projectUrl === undefined ? {} : { projectUrl }),
    ...(licenseUrl === undefined ? {} : { licenseUrl }),
    ...(iconUrl === undefined ? {} : { iconUrl }),
  };
}

function showDependencies(url: string, { manifest }: PackageRecord): object[] {
  return manifest.dependencyGroups.map(({ targetFramework, dependencies }) => {
    const id = `${url}#dependencyGroup${targetFramework === undefined ? "" : `/${targetFramework.toLowerCase()}`}`;
    return {
      "@id": id,
      "@type": "PackageDependencyGroup",
      ...(targetFramework === undefined ? {} : { targetFramework }),
      dependencies: dependencies.map((one) => ({
        "@id": `${id}/${one.id.toLowerCase()}`,
        "@type": "PackageDependency",
        id: one.id,
        range: one.range,
      })),
    };
  });
}

/** Built with the prefix of the request; real hosts lead from a group's answers to the package's project, as only that serves content. */
function baseUrl(hosting: Hosting, feed: Feed, record: PackageRecord): string {
  return hosting.dialect === "gitlab" ? projectFeedUrl(hosting, record.projectId) : feed.url;
}

function metadataUrl(hosting: Hosting, feed: Feed, record: PackageRecord): string {
  const { id, version } = record.manifest;
  return `${baseUrl(hosting, feed, record)}/metadata/${encodeURIComponent(id)}/${encodeURIComponent(version)}${hosting.dialect === "gitlab" ? ".json" : ""}`;
}

function contentUrl(hosting: Hosting, feed: Feed, record: PackageRecord): string {
  const { id, version } = record.manifest;
  return `${baseUrl(hosting, feed, record)}/download/${encodeURIComponent(id)}/${encodeURIComponent(version)}/${encodeURIComponent(record.filename)}`;
}
