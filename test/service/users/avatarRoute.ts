import type { Hosting } from "../hosting.ts";
import { notFound } from "../http/problem.ts";
import { reply } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";

/** The pictures that `avatar_url` leads to; anybody sees them. */
export function avatarRoute(hosting: Hosting): Route {
  return GET("/uploads/-/system/user/avatar/:id/:filename", (request) => {
    const avatar = hosting.state.users.get(Number(request.holes["id"]))?.avatar;
    if (avatar?.filename !== request.holes["filename"]) throw notFound();
    return reply(200, avatar!.bytes, {
      "Content-Type": avatar!.contentType,
      "Cache-Control": "max-age=0, must-revalidate",
    });
  });
}
