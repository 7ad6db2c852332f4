import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { invalid, message, notFound } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import { DELETE, POST, PUT, type Route } from "../http/router.ts";
import { readAvatar } from "../users/avatars.ts";
import {
  checkNames,
  checkPassword,
  randomPassword,
  readAccount,
  readIdentities,
  readProfile,
  wantsRandomPassword,
} from "../users/fields.ts";
import type { UserRecord } from "../users/records.ts";
import { newUserRecord } from "../users/records.ts";
import { removeUser } from "../users/removal.ts";
import { requireAdmin } from "./access.ts";
import { showUserToAdmin } from "./presentUser.ts";
import { userOf } from "./users.ts";

/** Part 3, Users: what administrators do. */
export function userWriteRoutes(hosting: Hosting): Route[] {
  return [
    POST("/users", (request) => createUser(hosting, request)),
    PUT("/users/:id", (request) => updateUser(hosting, request)),
    DELETE("/users/:id", (request) => deleteUser(hosting, request)),
  ];
}

async function createUser(hosting: Hosting, request: Incoming): Promise<Reply> {
  requireAdmin(hosting, request);
  const fields = await request.fields();
  if (!["password", "reset_password", "force_random_password"].some((name) => fields.has(name))) {
    throw invalid(
      "password, reset_password, force_random_password are missing, at least one parameter must be provided",
    );
  }
  const wanted = {
    username: fields.required("username"),
    name: fields.required("name"),
    email: fields.required("email"),
    password: wantsRandomPassword(fields) ? randomPassword() : (fields.text("password") ?? ""),
    admin: fields.flag("admin") === true,
  };
  hosting.secrets.note("password", wanted.password);
  checkNames(wanted);
  checkPassword(wanted.password);
  // Everything is read before anything is kept: a request is carried out whole or not at all.
  const draft = newUserRecord(0, wanted, hosting.state.clock.now());
  const details = {
    profile: readProfile(fields, hosting.dialect, draft.profile),
    account: {
      ...readAccount(fields, draft.account),
      confirmedAt: fields.flag("skip_confirmation") === true ? draft.createdAt : null,
    },
    avatar: readAvatar(fields, await request.parts(), undefined),
    identities: readIdentities(fields, []),
  };
  const taken = conflict(hosting, wanted, undefined);
  if (taken !== undefined) throw message(409, taken);
  const user = Object.assign(hosting.state.addUser(wanted), details);
  hosting.state.changed();
  return json(showUserToAdmin(hosting, user, false), 201);
}

/** Conflicts are 409 on real hosts; the documents say 404 (part 3, Errors). */
async function updateUser(hosting: Hosting, request: Incoming): Promise<Reply> {
  requireAdmin(hosting, request);
  const user = userOf(hosting, request);
  const fields = await request.fields();
  const names = {
    username: fields.text("username") ?? user.username,
    name: fields.text("name") ?? user.name,
    email: fields.text("email") ?? user.email,
  };
  checkNames(names);
  const password = wantsRandomPassword(fields) ? randomPassword() : fields.text("password");
  hosting.secrets.note("password", password);
  if (password !== undefined) checkPassword(password);
  const account = readAccount(fields, user.account);
  const details = {
    profile: readProfile(fields, hosting.dialect, user.profile),
    account,
    avatar: readAvatar(fields, await request.parts(), user.avatar),
    identities: readIdentities(fields, user.identities),
  };
  const taken = conflict(hosting, names, user);
  if (taken !== undefined) throw hosting.dialect === "neutral" ? notFound("User") : message(409, taken);
  Object.assign(user, names, details, {
    updatedAt: hosting.state.clock.now(),
    admin: fields.flag("admin") ?? user.admin,
    password: password ?? user.password,
  });
  hosting.state.changed();
  return json(showUserToAdmin(hosting, user, false));
}

async function deleteUser(hosting: Hosting, request: Incoming): Promise<Reply> {
  requireAdmin(hosting, request);
  const user = userOf(hosting, request);
  const hard = (await request.fields()).flag("hard_delete") === true;
  removeUser(hosting, user, hard);
  return reply(204);
}

/** What another person has already, in the words of the API. */
function conflict(
  hosting: Hosting,
  wanted: Pick<UserRecord, "username" | "email">,
  self: UserRecord | undefined,
): string | undefined {
  const others = [...hosting.state.users.values()].filter((user) => user !== self);
  if (others.some((user) => user.email.toLowerCase() === wanted.email.toLowerCase()))
    return "Email has already been taken";
  const name = wanted.username.toLowerCase();
  return others.some((user) => user.username.toLowerCase() === name) || hosting.state.groups.at(wanted.username)
    ? "Username has already been taken"
    : undefined;
}
