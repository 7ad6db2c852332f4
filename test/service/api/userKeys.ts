import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { listReply } from "../http/paging.ts";
import { notFound } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { GET, POST, type Route } from "../http/router.ts";
import { refused } from "../users/fields.ts";
import { isPublicKey, type SshKeyRecord } from "../users/keys.ts";
import { requireUser } from "./access.ts";
import { time } from "./present.ts";
import { userOf } from "./users.ts";

/** Part 3, Users: SSH keys. */
export function userKeyRoutes(hosting: Hosting): Route[] {
  const list = (request: Incoming, userId: number): Promise<Reply> =>
    listReply(hosting.keys.of(userId), request, (key) => showKey(hosting, key));
  return [
    GET("/user/keys", (request) => list(request, requireUser(hosting, request, ["read_user"]).user.id)),
    GET("/users/:id/keys", (request) => {
      requireUser(hosting, request, ["read_user"]);
      return list(request, userOf(hosting, request).id);
    }),
    GET("/user/keys/:key_id", (request) => {
      const key = hosting.keys.get(
        requireUser(hosting, request, ["read_user"]).user.id,
        Number(request.holes["key_id"]),
      );
      if (!key) throw notFound("Key");
      return json(showKey(hosting, key));
    }),
    POST("/user/keys", async (request) => {
      const { user } = requireUser(hosting, request);
      const fields = await request.fields();
      const [title, key] = [fields.required("title"), fields.required("key").trim()];
      if (title === "") throw refused("title", "can't be blank");
      if (!isPublicKey(key)) throw refused("key", "is invalid");
      if (hosting.keys.known(key)) throw refused("key", "has already been taken");
      return json(showKey(hosting, hosting.keys.add(user.id, title, key)), 201);
    }),
  ];
}

/** Real hosts also say until when and for what a key counts. */
function showKey(hosting: Hosting, { id, title, key, createdAt }: SshKeyRecord): object {
  const record = { id, title, key, created_at: time(hosting, createdAt) };
  return hosting.dialect === "neutral"
    ? record
    : { ...record, expires_at: null, last_used_at: null, usage_type: "auth_and_signing" };
}
