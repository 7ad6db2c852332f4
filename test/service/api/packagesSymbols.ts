import type { Hosting } from "../hosting.ts";
import { header, type Incoming } from "../http/incoming.ts";
import { forbidden, message, notFound } from "../http/problem.ts";
import type { Reply } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import { FEED_PREFIX, publicFeed, type FeedLevel } from "./packageFeed.ts";
import { sendStored } from "./packagesFile.ts";

/** Symbol files for debuggers (part 1, A): no user, but the checksum of the very file. */
export function packageSymbolRoutes(hosting: Hosting): Route[] {
  return (["project", "group"] as const).map((level) =>
    GET(`${FEED_PREFIX[level]}/symbolfiles/:file_name/:signature/:file_name`, (request) =>
      symbolFile(hosting, request, level),
    ),
  );
}

function symbolFile(hosting: Hosting, request: Incoming, level: FeedLevel): Promise<Reply> {
  const { packages } = hosting;
  const feed = publicFeed(hosting, request, level);
  if (!packages.settings.symbolServer) throw forbidden();
  const checksum = header(request, "symbolchecksum") ?? "";
  if (checksum === "") throw message(400, "400 Bad request - Missing checksum header");
  const [, hash] = /^SHA256:([0-9a-f]{64})$/i.exec(checksum) ?? [];
  const [first, , last] = request.path.split("/").slice(-3);
  const found =
    hash === undefined || first !== last
      ? undefined
      : packages.symbol(feed.projects, request.holes["file_name"] ?? "", request.holes["signature"] ?? "", hash);
  if (!found) throw notFound("Symbol");
  return sendStored(hosting, found.file, found.name, packages.settings.redirect !== "none");
}
