import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { listReply } from "../http/paging.ts";
import { forbidden, notFound, unauthorized } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import type { UserRecord } from "../types.ts";
import { listedUsers } from "../users/listing.ts";
import { identify, requireUser } from "./access.ts";
import { hasWantedAttributes } from "./attributeFilter.ts";
import { showUser } from "./present.ts";
import { showCurrentUser, showSingleUser, showUserToAdmin } from "./presentUser.ts";

/** Beyond this offset hosts want keyset pagination. */

/** Part 3, Users: reading. */
export function userRoutes(hosting: Hosting): Route[] {
  return [
    GET("/users", (request) => listUsers(hosting, request)),
    GET("/users/:id", (request) => {
      const viewer = identify(hosting, request) ? requireUser(hosting, request, ["read_user"]).user : undefined;
      // Real hosts know anonymous callers here and refuse them; the documents want a token.
      if (!viewer) throw hosting.dialect === "neutral" ? unauthorized() : forbidden();
      const user = userOf(hosting, request);
      return json(
        viewer.admin
          ? showUserToAdmin(hosting, user, request.query.flag("with_custom_attributes") === true)
          : showSingleUser(hosting, user),
      );
    }),
    GET("/user", (request) => json(showCurrentUser(hosting, sudoUser(hosting, request)))),
    GET("/user_counts", (request) => json(countsOf(hosting, requireUser(hosting, request, ["read_user"]).user))),
  ];
}

/** The person of the route's `:id`. Throws `404 User Not Found`. */
export function userOf(hosting: Hosting, request: Incoming): UserRecord {
  const user = hosting.state.users.get(Number(request.holes["id"]));
  if (!user) throw notFound("User");
  return user;
}

/** Who asks, or whom an administrator acts as (part 1, Authentication, rule 5). */
function sudoUser(hosting: Hosting, request: Incoming): UserRecord {
  const { user } = requireUser(hosting, request, ["read_user"]);
  const sudo = request.query.integer("sudo");
  if (sudo === undefined) return user;
  if (!user.admin) throw forbidden("Must be admin to use sudo");
  const other = hosting.state.users.get(sudo);
  if (!other) throw notFound("User with ID or username '" + String(sudo) + "'");
  return other;
}

function listUsers(hosting: Hosting, request: Incoming): Promise<Reply> {
  const viewer = identify(hosting, request) ? requireUser(hosting, request, ["read_user"]).user : undefined;
  if (!viewer && hosting.dialect === "neutral") throw unauthorized();
  // Nobody in particular may look up whom he knows by name, not list everybody.
  if (!viewer && !request.query.has("username")) throw forbidden("Not authorized to access /api/v4/users");
  const admin = viewer?.admin === true;
  const wanted = hasWantedAttributes(hosting, request, "users");
  const found = listedUsers(
    [...hosting.state.users.values()].filter((user) => wanted(user.id)),
    request.query,
    admin,
  );
  const withAttributes = request.query.flag("with_custom_attributes") === true;
  const show = (user: UserRecord): unknown =>
    admin ? showUserToAdmin(hosting, user, withAttributes) : showUser(hosting, user);
  return listReply(found, request, show);
}

/** The documents have one number, real hosts five. */
function countsOf(hosting: Hosting, user: UserRecord): object {
  const assigned = hosting.mergeRequests.countAssigned(user.id);
  if (hosting.dialect === "neutral") return { merge_requests: assigned };
  const reviews = hosting.mergeRequests.countToReview(user.id);
  return {
    merge_requests: assigned + reviews,
    assigned_issues: 0,
    assigned_merge_requests: assigned,
    review_requested_merge_requests: reviews,
    todos: 0,
  };
}
