import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { invalid, notFound } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import type { PackageRecord } from "../packages/records.ts";
import { searchPackages } from "../packages/search.ts";
import { FEED_PREFIX, publicFeed, readableFeed, type Feed, type FeedLevel } from "./packageFeed.ts";
import { sendStored } from "./packagesFile.ts";
import { showFound, showMetadata, showServiceIndex, showVersion } from "./packagesPresent.ts";

/** Real hosts answer with fewer than asked for. */
const MOST_HITS = 30;

/** The v3 feed for reading (part 1, A): index, metadata and search of projects and groups; versions and content of projects. */
export function packageV3Routes(hosting: Hosting): Route[] {
  const shared = (["project", "group"] as const).flatMap((level) => routesOf(hosting, level));
  const project = FEED_PREFIX.project;
  const read = (request: Incoming): Feed => readableFeed(hosting, request, "project");
  return [
    ...shared,
    ...suffixed(`${project}/download/:package_name/index`, (request) =>
      json({ versions: allVersions(hosting, read(request), request).map(({ manifest }) => manifest.version) }),
    ),
    GET(`${project}/download/:package_name/:package_version/:package_filename`, (request) =>
      download(hosting, read(request), request),
    ),
  ];
}

function routesOf(hosting: Hosting, level: FeedLevel): Route[] {
  const prefix = FEED_PREFIX[level];
  const read = (request: Incoming): Feed => readableFeed(hosting, request, level);
  return [
    ...suffixed(`${prefix}/index`, (request) => json(showServiceIndex(hosting, publicFeed(hosting, request, level)))),
    ...suffixed(`${prefix}/metadata/:package_name/index`, (request) => metadata(hosting, read(request), request)),
    GET(`${prefix}/metadata/:package_name/:package_version`, (request) => {
      const feed = read(request);
      return json(
        showVersion(
          hosting,
          feed,
          oneVersion(hosting, feed, request, (request.holes["package_version"] ?? "").replace(/\.json$/, "")),
        ),
      );
    }),
    GET(`${prefix}/query`, (request) => query(hosting, read(request), request)),
  ];
}

/** Documents and packers write `index`, addresses in answers of real hosts `index.json`. */
function suffixed(path: string, handle: Route["handle"]): Route[] {
  return [GET(path, handle), GET(`${path}.json`, handle)];
}

function metadata(hosting: Hosting, feed: Feed, request: Incoming): Reply {
  return json(showMetadata(hosting, feed, allVersions(hosting, feed, request)));
}

function query(hosting: Hosting, feed: Feed, request: Incoming): Reply {
  // The documents require the text; real hosts show everything without it.
  const q = hosting.dialect === "gitlab" ? (request.query.text("q") ?? "") : request.query.required("q");
  const [skip, take] = [request.query.integer("skip") ?? 0, request.query.integer("take") ?? 20];
  if (skip < 0) throw invalid("skip is invalid");
  if (take <= 0) throw invalid("take is invalid");
  const search = {
    q,
    skip,
    take: hosting.dialect === "gitlab" ? Math.min(take, MOST_HITS) : take,
    prerelease: request.query.flag("prerelease") ?? true,
  };
  const { total, found } = searchPackages(hosting.packages.all(feed.projects), search);
  return json({ totalHits: total, data: found.map((one) => showFound(hosting, feed, one)) });
}

async function download(hosting: Hosting, feed: Feed, request: Incoming): Promise<Reply> {
  const { packages } = hosting;
  const record = oneVersion(hosting, feed, request);
  const { id, version } = record.manifest;
  const wanted = request.holes["package_filename"]?.toLowerCase();
  const symbols = packages.symbolPackage(feed.projects, id, version);
  const found = [record, ...(symbols ? [symbols] : [])].find(({ filename }) => filename === wanted);
  if (!found) throw notFound("Package");
  if (found === record && request.method === "GET") record.downloads += 1;
  return sendStored(hosting, found.file, found.filename, packages.settings.redirect === "all");
}

function allVersions(hosting: Hosting, feed: Feed, request: Incoming): readonly [PackageRecord, ...PackageRecord[]] {
  const [first, ...rest] = hosting.packages.versions(feed.projects, request.holes["package_name"] ?? "");
  if (!first) throw notFound("Packages");
  return [first, ...rest];
}

function oneVersion(
  hosting: Hosting,
  feed: Feed,
  request: Incoming,
  version = request.holes["package_version"] ?? "",
): PackageRecord {
  const found = hosting.packages.version(feed.projects, request.holes["package_name"] ?? "", version);
  if (!found) throw notFound("Package");
  return found;
}
