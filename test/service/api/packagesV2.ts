import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { invalid, unknownRoute } from "../http/problem.ts";
import { reply, type Reply } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import { literal, nameInFilter, readODataPath } from "../packages/odata.ts";
import { isVersion } from "../packages/versions.ts";
import { FEED_PREFIX, publicFeed, type FeedLevel } from "./packageFeed.ts";
import { entityModel, entryDocument, feedDocument, serviceDocument } from "./packagesXml.ts";

/** The last is for those that come encoded, and for the one whose name holds name and version. */
const RESOURCES = ["$metadata", "Packages()", "FindPackagesById()", ":resource"];

/** The v2 feed for reading (part 1, A): the service document and model of projects and groups, entries of projects. */
export function packageV2Routes(hosting: Hosting): Route[] {
  return (["project", "group"] as const).flatMap((level) => [
    GET(`${FEED_PREFIX[level]}/v2`, (request) => xml(serviceDocument(v2Url(hosting, request, level)))),
    ...RESOURCES.map((name): Route =>
      GET(`${FEED_PREFIX[level]}/v2/${name}`, (request) => resource(hosting, request, level)),
    ),
  ]);
}

/**
 * Entries echo what was asked for: the request says nothing about who sends it, so nothing may be told about what a
 * project holds, and without the latest version there is none to give (part 1, V2 rule).
 */
function resource(hosting: Hosting, request: Incoming, level: FeedLevel): Reply {
  const url = v2Url(hosting, request, level);
  const asked = readODataPath(request.holes["resource"] ?? request.path.slice(request.path.lastIndexOf("/") + 1));
  if (asked?.kind === "metadata") return xml(entityModel());
  if (asked === undefined || level === "group") throw unknownRoute();
  if (asked.kind === "package") {
    if (!isVersion(asked.version)) throw invalid("package_version is invalid");
    return xml(entryDocument(url, named(asked.name, "package_name"), asked.version));
  }
  const parameter = asked.kind === "packages" ? "$filter" : "id";
  const text = request.query.required(parameter);
  const name = named(asked.kind === "packages" ? nameInFilter(text) : literal(text), parameter);
  // Real hosts answer with one entry where others send a feed.
  return xml(
    hosting.dialect === "gitlab"
      ? entryDocument(url, name, "")
      : feedDocument(url, asked.kind === "packages" ? "Packages" : "FindPackagesById", name),
  );
}

function v2Url(hosting: Hosting, request: Incoming, level: FeedLevel): string {
  return `${publicFeed(hosting, request, level).url}/v2`;
}

function named(name: string | undefined, parameter: string): string {
  if (name === undefined || !/^[\w.'-]+$/.test(name)) throw invalid(`${parameter} is invalid`);
  return name;
}

function xml(text: string): Reply {
  return reply(200, text, { "Content-Type": "application/xml; charset=utf-8" });
}
