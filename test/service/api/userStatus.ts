import type { Hosting } from "../hosting.ts";
import { notFound } from "../http/problem.ts";
import { json } from "../http/reply.ts";
import { GET, PUT, type Route } from "../http/router.ts";
import { refused } from "../users/fields.ts";
import { requireUser } from "./access.ts";
import { showStatus } from "./presentUser.ts";

const DEFAULT_EMOJI = "speech_balloon";

/** Part 3, Users: what people say they are up to. */
export function userStatusRoutes(hosting: Hosting): Route[] {
  return [
    GET("/user/status", (request) =>
      json(showStatus(hosting, requireUser(hosting, request, ["read_user"]).user.status)),
    ),
    PUT("/user/status", async (request) => {
      const { user } = requireUser(hosting, request);
      const fields = await request.fields();
      const [emoji, message] = [fields.text("emoji") ?? "", fields.text("message") ?? ""];
      if (!/^[a-z0-9_+-]*$/.test(emoji)) throw refused("emoji", "is not a valid emoji name");
      if (message.length > 100) throw refused("message", "is too long (maximum is 100 characters)");
      // Both empty clears the status, left out or sent as such.
      user.status =
        emoji === "" && message === "" ? undefined : { emoji: emoji === "" ? DEFAULT_EMOJI : emoji, message };
      hosting.state.changed();
      return json(showStatus(hosting, user.status));
    }),
    GET("/users/:id_or_username/status", (request) => {
      const wanted = request.holes["id_or_username"] ?? "";
      const user =
        (/^\d+$/.test(wanted) ? hosting.state.users.get(Number(wanted)) : undefined) ?? hosting.state.userNamed(wanted);
      if (!user) throw notFound("User");
      return json(showStatus(hosting, user.status));
    }),
  ];
}
