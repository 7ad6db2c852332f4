import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { invalid, message, notFound } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import { DELETE, PUT, type Route } from "../http/router.ts";
import { LEVELS } from "./access.ts";
import { changeableFeed, FEED_PREFIX } from "./packageFeed.ts";

/** Publishing to both feeds, publishing symbols, deleting (part 1, A); projects only. */
export function packageUploadRoutes(hosting: Hosting): Route[] {
  const prefix = FEED_PREFIX.project;
  return [
    PUT(prefix, (request) => publish(hosting, request)),
    PUT(`${prefix}/v2`, (request) => publish(hosting, request)),
    PUT(`${prefix}/symbolpackage`, (request) => publishSymbols(hosting, request)),
    DELETE(`${prefix}/:package_name/:package_version`, (request) => remove(hosting, request)),
  ];
}

async function publish(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project, user } = changeableFeed(hosting, request, LEVELS.developer);
  const { bytes } = await uploaded(request);
  hosting.packages.publish(project, user, bytes);
  return created(hosting);
}

async function publishSymbols(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project } = changeableFeed(hosting, request, LEVELS.developer);
  const { bytes, filename } = await uploaded(request);
  // Packers send the file under a fixed name, others under its own; another ending is another kind of file.
  if (!/\.snupkg$/i.test(filename))
    throw message(400, "400 Bad request - The symbol package must have the extension .snupkg");
  hosting.packages.publishSymbols(project, bytes);
  return created(hosting);
}

async function uploaded(request: Incoming): Promise<{ bytes: Buffer; filename: string }> {
  const part = (await request.parts()).find(({ name }) => name === "package");
  if (!part) throw invalid("package is missing");
  if (part.filename === undefined) throw invalid("package is invalid");
  return { bytes: part.bytes, filename: part.filename };
}

function created(hosting: Hosting): Reply {
  hosting.state.changed();
  return json({ message: "201 Created" }, 201);
}

function remove(hosting: Hosting, request: Incoming): Reply {
  const { project } = changeableFeed(hosting, request, LEVELS.maintainer);
  const found = hosting.packages.version(
    [project],
    request.holes["package_name"] ?? "",
    request.holes["package_version"] ?? "",
  );
  if (!found) throw notFound("Package");
  hosting.packages.remove(found);
  hosting.state.changed();
  return reply(204);
}
