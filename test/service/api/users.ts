import type { Hosting } from "../hosting.ts";
import { forbidden, notFound } from "../http/problem.ts";
import { json } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import type { UserRecord } from "../types.ts";
import { requireUser } from "./access.ts";
import { showUser, time } from "./present.ts";

/** Part 3, Users: the current one. */
export function userRoutes(hosting: Hosting): Route[] {
  return [
    {
      method: "GET",
      path: "/user",
      handle: (request) => {
        const { user } = requireUser(hosting, request, ["read_user"]);
        const sudo = request.query.integer("sudo");
        if (sudo === undefined) return json(showCurrentUser(hosting, user));
        if (!user.admin) throw forbidden("Must be admin to use sudo");
        const other = hosting.state.users.get(sudo);
        if (!other) throw notFound("User with ID or username '" + String(sudo) + "'");
        return json(showCurrentUser(hosting, other));
      },
    },
  ];
}

function showCurrentUser(hosting: Hosting, user: UserRecord): object {
  return {
    ...showUser(hosting, user),
    created_at: time(hosting, user.createdAt),
    bio: "",
    location: null,
    public_email: null,
    // The documents use neutral names for these.
    ...(hosting.dialect === "neutral" ? { chat_account: "", professional_profile: "", social_account: "" } : { skype: "", linkedin: "", twitter: "" }),
    website_url: "",
    organization: null,
    email: user.email,
    ...(user.admin ? { is_admin: true } : {}),
    last_sign_in_at: time(hosting, user.createdAt),
    confirmed_at: time(hosting, user.createdAt),
    current_sign_in_at: null,
    theme_id: 1,
    color_scheme_id: 1,
    projects_limit: 100000,
    last_activity_on: new Date(user.createdAt).toISOString().slice(0, 10),
    identities: [],
    can_create_group: true,
    can_create_project: true,
    two_factor_enabled: false,
    external: false,
    private_profile: false,
    commit_email: user.email,
  };
}
