import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { uploadBytes } from "../../../src/api/upload.ts";
import { itRefuses, itSends, partsOf, testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const bob = { id: 4, username: "bob", name: "Bob" };
const key = { id: 2, title: "Laptop", key: "ssh-ed25519 AAAA", created_at: "2024-01-02T03:04:05.000Z" };
const status = { emoji: "coffee", message: "Away", message_html: "Away" };
const names = { email: "n@example.com", username: "new", name: "New" };

describe("users", () => {
  const on = testServer();
  itSends(on, [
    {
      name: "list",
      run: async (client) => (await client.users.list().page()).items,
      sends: "GET /users?per_page=20",
      answer: [bob],
    },
    {
      name: "list with every filter",
      run: async (client) =>
        (
          await client.users
            .list({
              search: "b b",
              username: "bob",
              active: true,
              blocked: true,
              order_by: "updated_at",
              sort: "asc",
              two_factor: "disabled",
              extern_uid: "1",
              provider: "ldap",
              external: true,
              created_before: new Date(0),
              created_after: "2024-02-29T00:00:00Z",
              custom_attributes: { "shelf 1": "A", b: "" },
              with_custom_attributes: true,
            })
            .page()
        ).items,
      sends:
        "GET /users?search=b%20b&username=bob&active=true&blocked=true&order_by=updated_at&sort=asc&two_factor=disabled&extern_uid=1&provider=ldap&external=true&created_before=1970-01-01T00%3A00%3A00.000Z&created_after=2024-02-29T00%3A00%3A00Z&custom_attributes%5Bshelf%201%5D=A&custom_attributes%5Bb%5D=&with_custom_attributes=true&per_page=20",
      answer: [bob],
    },
    { name: "get", run: (client) => client.users.get(4), sends: "GET /users/4", answer: bob },
    {
      name: "get with attributes",
      run: (client) => client.users.get(4, { with_custom_attributes: true }),
      sends: "GET /users/4?with_custom_attributes=true",
      answer: bob,
    },
    {
      name: "get, in a host's own words,",
      run: (client) => client.users.get(4),
      sends: "GET /users/4",
      answer: { ...bob, skype: "s", linkedin: "l", twitter: "t" },
      brings: { ...bob, chat_account: "s", professional_profile: "l", social_account: "t" },
    },
    {
      name: "create, in the host's words,",
      run: (client) =>
        client.users.create({
          ...names,
          password: "p",
          bio: "",
          chat_account: "s",
          professional_profile: "l",
          social_account: "t",
          admin: false,
        }),
      sends: "POST /users",
      json: { ...names, password: "p", bio: "", skype: "s", linkedin: "l", twitter: "t", admin: false },
      answer: { ...bob, skype: "s" },
      brings: { ...bob, chat_account: "s" },
    },
    {
      name: "create whose answer says nothing",
      run: (client) => client.users.create({ ...names, reset_password: true }),
      sends: "POST /users",
      json: { ...names, reset_password: true },
    },
    {
      name: "create whose answer is something else",
      run: (client) => client.users.create({ ...names, force_random_password: true }),
      sends: "POST /users",
      json: { ...names, force_random_password: true },
      answer: { message: "Created" },
      brings: undefined,
    },
    {
      name: "update that clears",
      run: (client) => client.users.update(4, { location: "", note: "" }),
      sends: "PUT /users/4",
      json: { location: "", note: "" },
      answer: bob,
    },
    { name: "delete", run: (client) => client.users.delete(4), sends: "DELETE /users/4" },
    {
      name: "delete of everything",
      run: (client) => client.users.delete(4, { hard_delete: true }),
      sends: "DELETE /users/4?hard_delete=true",
    },
    { name: "current", run: (client) => client.users.current(), sends: "GET /user", answer: bob },
    {
      name: "current as another",
      run: (client) => client.users.current({ sudo: 4 }),
      sends: "GET /user?sudo=4",
      answer: bob,
    },
    {
      name: "currentStatus",
      run: (client) => client.users.currentStatus(),
      sends: "GET /user/status",
      answer: { emoji: null, message: null, message_html: "" },
    },
    {
      name: "status by id",
      run: (client) => client.users.status(4),
      sends: "GET /users/4/status",
      auth: "none",
      answer: status,
    },
    {
      name: "status by name",
      run: (client) => client.users.status("bob.b"),
      sends: "GET /users/bob.b/status",
      auth: "none",
      answer: status,
    },
    {
      name: "setStatus",
      run: (client) => client.users.setStatus({ emoji: "coffee", message: "Away" }),
      sends: "PUT /user/status",
      json: { emoji: "coffee", message: "Away" },
      answer: status,
    },
    {
      name: "setStatus without an emoji",
      run: (client) => client.users.setStatus({ emoji: undefined, message: "Away" }),
      sends: "PUT /user/status",
      json: { message: "Away" },
      answer: status,
    },
    {
      name: "setStatus that clears",
      run: (client) => client.users.setStatus({ emoji: "", message: "" }),
      sends: "PUT /user/status",
      json: { emoji: "", message: "" },
      answer: status,
    },
    {
      name: "counts",
      run: (client) => client.users.counts(),
      sends: "GET /user_counts",
      answer: { merge_requests: 3, todos: 0 },
    },
    {
      name: "listKeys",
      run: async (client) => (await client.users.listKeys({ perPage: 2 }).page()).items,
      sends: "GET /user/keys?per_page=2",
      answer: [key],
    },
    {
      name: "listKeysForUser",
      run: async (client) => (await client.users.listKeysForUser(4).page()).items,
      sends: "GET /users/4/keys?per_page=20",
      answer: [key],
    },
    { name: "getKey", run: (client) => client.users.getKey(2), sends: "GET /user/keys/2", answer: key },
    {
      name: "addKey",
      run: (client) => client.users.addKey({ title: "Laptop", key: key.key }),
      sends: "POST /user/keys",
      json: { title: "Laptop", key: key.key },
      answer: key,
    },
  ]);

  itRefuses(on, [
    {
      what: "a user without a way to a password",
      run: (client) => client.users.create(names),
      code: "password",
      fields: ["password", "reset_password", "force_random_password"],
    },
    {
      what: "a user with both ways switched off and no password",
      run: (client) =>
        client.users.create({ ...names, reset_password: false, force_random_password: false, password: "" }),
      code: "password",
      fields: ["password", "reset_password", "force_random_password"],
    },
    {
      what: "a user without an address",
      run: (client) => client.users.create({ ...names, email: " ", password: "p" }),
      code: "required",
      fields: ["email"],
    },
    {
      what: "a change of nothing",
      run: (client) => client.users.update(4, { bio: undefined }),
      code: "nothingToChange",
    },
    {
      what: "a filter that is false",
      run: (client) => client.users.list({ active: false as unknown as true }).page(),
      code: "value",
      fields: ["active"],
    },
    {
      what: "an external id without its provider",
      run: (client) => client.users.list({ extern_uid: "1" }).page(),
      code: "required",
      fields: ["provider"],
    },
    {
      what: "a provider without an external id",
      run: (client) => client.users.list({ provider: "ldap" }).page(),
      code: "required",
      fields: ["extern_uid"],
    },
    {
      what: "a date that is none",
      run: (client) => client.users.list({ created_after: "2024-02-30T00:00:00Z" }).page(),
      code: "date",
      fields: ["created_after"],
    },
    {
      what: "a key without its text",
      run: (client) => client.users.addKey({ title: "Laptop", key: "" }),
      code: "required",
      fields: ["key"],
    },
    { what: "the status of nobody", run: (client) => client.users.status(""), code: "invalidAddress" },
  ]);

  it("takes a password that goes with the other ways, which go before it", async () => {
    on.server.handler = (_request, response) => json(response, bob, 201);
    await on.client().users.create({ ...names, password: "p", reset_password: true, force_random_password: true });
    assert.deepEqual(JSON.parse(on.server.last.body), {
      ...names,
      password: "p",
      reset_password: true,
      force_random_password: true,
    });
  });

  it("sends a picture as multipart, the rest beside it in the host's words", async () => {
    on.server.handler = (_request, response) => json(response, bob);
    await on.client().users.update(4, {
      name: "Ü",
      admin: false,
      projects_limit: 0,
      chat_account: "s",
      bio: undefined,
      avatar: uploadBytes("a.png", Buffer.from("PNG"), "image/png"),
    });
    assert.equal(on.server.asked[0], "PUT /users/4");
    assert.deepEqual(partsOf(on.server.last.headers["content-type"], on.server.last.body), {
      name: "Ü",
      admin: "false",
      projects_limit: "0",
      skype: "s",
      avatar: "a.png|image/png|PNG",
    });
  });

  describe("a change that conflicts", () => {
    const notFound = { message: "404 User Not Found" };

    it("is a conflict where the host says so", async () => {
      on.server.handler = (_request, response) => json(response, { message: "Email has already been taken" }, 409);
      await assert.rejects(on.client().users.update(4, { email: "a@b" }), {
        kind: "conflict",
        status: 409,
        serviceMessage: "Email has already been taken",
      });
      assert.deepEqual(on.server.asked, ["PUT /users/4"]);
    });

    it("is one too where the host says 404, as documented, and the user is there", async () => {
      on.server.handler = ({ method }, response) =>
        json(response, method === "GET" ? bob : notFound, method === "GET" ? 200 : 404);
      await assert.rejects(on.client().users.update(4, { email: "a@b" }), {
        kind: "conflict",
        status: 404,
        operation: "users.update",
      });
      assert.deepEqual(on.server.asked, ["PUT /users/4", "GET /users/4"]);
    });

    it("is none when the user is not there", async () => {
      on.server.handler = (_request, response) => json(response, notFound, 404);
      await assert.rejects(on.client().users.update(4, { email: "a@b" }), { kind: "notFound", status: 404 });
    });

    it("is not taken for one when nobody can tell", async () => {
      on.server.handler = ({ method }, response) => json(response, notFound, method === "GET" ? 403 : 404);
      await assert.rejects(on.client().users.update(4, { email: "a@b" }), { kind: "notFound", status: 404 });
    });
  });

  it("takes no web page for a user who was made", async () => {
    on.server.handler = (_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>");
    await assert.rejects(on.client().users.create({ ...names, password: "p" }), {
      kind: "invalidResponse",
      operation: "users.create",
    });
  });

  for (const [what, run, answer, field] of [
    ["a user without a name to sign in", () => on.client().users.get(4), { id: 4 }, "username"],
    ["a list with something else", () => on.client().users.list().page(), [bob, "bob"], "[1]"],
    ["counts without a number", () => on.client().users.counts(), { merge_requests: "3" }, "merge_requests"],
    ["a key without its text", () => on.client().users.getKey(2), { id: 2, title: "Laptop" }, "key"],
    ["a status of another type", () => on.client().users.currentStatus(), { emoji: {}, message: "" }, "emoji"],
  ] as const) {
    it(`does not take ${what}`, async () => {
      on.server.handler = (_request, response) => json(response, answer);
      await assert.rejects(run(), { kind: "invalidResponse", field });
    });
  }
});
