import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type Running, running } from "./calling.ts";

type Fields = Record<string, unknown>;
const as = (at: Running, who: keyof Running["info"]["users"]) => ({
  headers: { "PRIVATE-TOKEN": at.info.users[who].token },
});
const make = (at: Running, fields: Fields) =>
  at.call("POST", "/api/v4/users", {
    ...as(at, "admin"),
    body: { email: "new@example.com", username: "new", name: "New", password: "long-enough", ...fields },
  });
const names = (json: unknown): string[] => (json as { username: string }[]).map((user) => user.username);

describe("service: users", () => {
  it("are listed newest first, public records for people, whole ones for administrators", async () => {
    await using at = await running();
    const mine = await at.call("GET", "/api/v4/users?per_page=2");
    assert.deepEqual([names(mine.json), mine.headers.get("x-total")], [["rita", "max"], "5"]);
    assert.equal("email" in (mine.json as Fields[])[0]!, false);
    const whole = await at.call("GET", "/api/v4/users", as(at, "admin"));
    assert.equal((whole.json as Fields[])[0]!["email"], "rita@example.com");
  });

  it("are filtered by what everybody may ask for", async () => {
    await using at = await running();
    const list = async (query: string) => names((await at.call("GET", `/api/v4/users?${query}`)).json);
    assert.deepEqual(await list("search=BERETTA"), ["bob"]);
    assert.deepEqual(await list("search=bob%40example.com"), ["bob"]);
    assert.deepEqual(await list("search=example.com"), []);
    assert.deepEqual(await list("username=ALICE"), ["alice"]);
    assert.equal((await list("active=true")).length, 5);
    assert.deepEqual(await list("blocked=true"), []);
  });

  it("are filtered and ordered for administrators alone", async () => {
    await using at = await running();
    await make(at, { username: "ext", email: "ext@example.com", external: true, provider: "corp", extern_uid: "x1" });
    await at.call("PUT", "/api/v4/users/2/custom_attributes/desk", { ...as(at, "admin"), body: { value: "12" } });
    const list = async (query: string, who: "admin" | "bob" = "admin") =>
      names((await at.call("GET", `/api/v4/users?${query}`, as(at, who))).json);
    assert.deepEqual(await list("order_by=username&sort=asc"), ["admin", "alice", "bob", "ext", "max", "rita"]);
    assert.deepEqual(await list("external=true"), ["ext"]);
    assert.deepEqual(await list("provider=corp&extern_uid=x1"), ["ext"]);
    assert.deepEqual(await list("provider=corp&extern_uid=x2"), []);
    assert.deepEqual(await list("two_factor=enabled"), []);
    assert.deepEqual(await list("custom_attributes[desk]=12"), ["bob"]);
    assert.deepEqual(await list("custom_attributes[desk]=13"), []);
    assert.equal((await list("created_after=2099-01-01")).length, 0);
    assert.equal((await list("created_before=2099-01-01")).length, 6);
    assert.equal(
      (await list("external=true&order_by=username&sort=asc&custom_attributes[desk]=12", "bob")).length,
      6,
      "ignored for others",
    );
    const half = await at.call("GET", "/api/v4/users?provider=corp", as(at, "admin"));
    assert.deepEqual(
      [half.status, half.json],
      [400, { error: "extern_uid, provider provide all or none of parameters" }],
    );
    const shown = (await at.call("GET", "/api/v4/users?username=bob&with_custom_attributes=true", as(at, "admin")))
      .json as Fields[];
    assert.deepEqual(shown[0]!["custom_attributes"], [{ key: "desk", value: "12" }]);
  });

  it("are paged by keyset too, and not by offset without end", async () => {
    await using at = await running();
    const first = await at.call("GET", "/api/v4/users?pagination=keyset&order_by=id&sort=asc&per_page=3");
    assert.deepEqual(names(first.json), ["alice", "bob", "admin"]);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")![1]!;
    assert.deepEqual(names((await at.call("GET", next.slice(at.service.url.length))).json), ["max", "rita"]);
    assert.equal((await at.call("GET", "/api/v4/users?page=501&per_page=100")).status, 405);
  });

  it("need a token, or a name to look up", async () => {
    for (const [dialect, list, named, one] of [
      ["gitlab", 403, 200, 403],
      ["neutral", 401, 401, 401],
    ] as const) {
      await using at = await running({ dialect });
      const status = async (path: string) => (await at.call("GET", path, { headers: {} })).status;
      assert.deepEqual(
        [await status("/api/v4/users"), await status("/api/v4/users?username=bob"), await status("/api/v4/users/2")],
        [list, named, one],
        dialect,
      );
    }
  });

  it("name three fields after the dialect", async () => {
    for (const [dialect, name, other] of [
      ["gitlab", "skype", "chat_account"],
      ["neutral", "chat_account", "skype"],
    ] as const) {
      await using at = await running({ dialect });
      const made = await make(at, { [name]: "new.at.chat", [other]: "unheard", bio: "Hello", location: "Here" });
      assert.equal(made.status, 201);
      const { id } = made.json as { id: number };
      const shown = (await at.call("GET", `/api/v4/users/${id}`)).json as Fields;
      assert.deepEqual(
        [shown[name], shown["bio"], shown["location"], other in shown, "email" in shown],
        ["new.at.chat", "Hello", "Here", false, false],
        dialect,
      );
    }
  });

  const refused: [what: string, fields: Fields, status: number, text: RegExp][] = [
    [
      "no way to a password",
      { password: undefined },
      400,
      /password, reset_password, force_random_password are missing/,
    ],
    [
      "an empty password and nothing random",
      { password: "", reset_password: false },
      400,
      /"password":\["can't be blank"\]/,
    ],
    ["a short password", { password: "short" }, 400, /"password":\["is too short/],
    ["no email", { email: undefined }, 400, /email is missing/],
    ["no name and no username", { name: undefined, username: null }, 400, /username is missing, name is missing/],
    ["a broken email", { email: "nobody" }, 400, /"email":\["is invalid"\]/],
    ["a broken username", { username: "a b" }, 400, /"username":/],
    ["a limit that is no number", { projects_limit: "many" }, 400, /projects_limit is invalid/],
    ["a known email", { email: "BOB@example.com" }, 409, /Email has already been taken/],
    ["a known username", { username: "Bob" }, 409, /Username has already been taken/],
  ];
  for (const [what, fields, status, text] of refused) {
    it(`are not made with ${what}`, async () => {
      await using at = await running();
      const answer = await make(at, fields);
      assert.equal(answer.status, status);
      assert.match(answer.text, text);
      assert.equal((await at.call("GET", "/api/v4/users")).headers.get("x-total"), "5");
    });
  }

  it("are made by administrators, with a random password before one that is sent", async () => {
    await using at = await running();
    assert.equal((await at.call("POST", "/api/v4/users", { body: {} })).status, 403);
    const made = await make(at, {
      password: "short",
      reset_password: true,
      force_random_password: true,
      admin: true,
      projects_limit: 0,
      can_create_group: false,
      private_profile: true,
      skip_confirmation: true,
    });
    const user = made.json as Fields;
    assert.equal(made.status, 201);
    assert.deepEqual(
      [
        user["is_admin"],
        user["projects_limit"],
        user["can_create_project"],
        user["can_create_group"],
        user["private_profile"],
      ],
      [true, 0, false, false, true],
    );
    assert.notEqual(user["confirmed_at"], null);
    assert.equal(
      ((await make(at, { username: "two", email: "two@example.com" })).json as Fields)["confirmed_at"],
      null,
    );
  });

  it("have a picture that comes as a file, and can be taken away", async () => {
    await using at = await running();
    const send = async (method: string, path: string, form: FormData) =>
      fetch(at.service.url + path, { method, ...as(at, "admin"), body: form });
    const form = new FormData();
    for (const [name, value] of Object.entries({
      email: "p@example.com",
      username: "pic",
      name: "Pic",
      force_random_password: "true",
    }))
      form.set(name, value);
    const bytes = Buffer.from([137, 80, 78, 71, 13, 10, 0, 255]);
    form.set("avatar", new File([bytes], "me.png", { type: "image/png" }));
    const made = await send("POST", "/api/v4/users", form);
    const user = (await made.json()) as { id: number; avatar_url: string };
    assert.equal(made.status, 201);
    const picture = await fetch(user.avatar_url);
    assert.equal(picture.headers.get("content-type"), "image/png");
    assert.deepEqual(Buffer.from(await picture.arrayBuffer()), bytes);
    const wrong = new FormData();
    wrong.set("avatar", new File([bytes], "me.exe"));
    assert.equal((await send("PUT", `/api/v4/users/${user.id}`, wrong)).status, 400);
    const text = await at.call("PUT", `/api/v4/users/${user.id}`, { ...as(at, "admin"), body: { avatar: "me.png" } });
    assert.deepEqual([text.status, text.json], [400, { error: "avatar is invalid" }]);
    const cleared = await at.call("PUT", `/api/v4/users/${user.id}`, { ...as(at, "admin"), body: { avatar: "" } });
    assert.equal((cleared.json as Fields)["avatar_url"], null);
  });

  it("are changed by administrators; a conflict is 409 on real hosts and 404 in the documents", async () => {
    for (const [dialect, status] of [
      ["gitlab", 409],
      ["neutral", 404],
    ] as const) {
      await using at = await running({ dialect });
      const change = (fields: Fields, id = 2) =>
        at.call("PUT", `/api/v4/users/${id}`, { ...as(at, "admin"), body: fields });
      const changed = (await change({ name: "Robert", note: "Back in May", bio: "" })).json as Fields;
      assert.deepEqual([changed["name"], changed["note"], changed["username"]], ["Robert", "Back in May", "bob"]);
      assert.equal((await change({ email: "alice@example.com", name: "Nobody" })).status, status, dialect);
      assert.equal(
        ((await at.call("GET", "/api/v4/users/2")).json as Fields)["name"],
        "Robert",
        "nothing of it was kept",
      );
      assert.equal((await change({ email: "bob@example.com" })).status, 200, "his own");
      assert.equal((await change({ name: "X" }, 77)).status, 404);
      assert.equal((await at.call("PUT", "/api/v4/users/2", { body: { name: "Mine" } })).status, 403);
    }
  });

  it("are deleted: what they made moves to the ghost, or goes with them", async () => {
    await using at = await running();
    const { id } = await at.service.control.addPipeline({ user: "bob", jobs: [{}] });
    const remove = (user: number, query = "") => at.call("DELETE", `/api/v4/users/${user}${query}`, as(at, "admin"));
    assert.equal((await at.call("DELETE", "/api/v4/users/2")).status, 403);
    assert.equal((await remove(2)).status, 204);
    assert.equal((await remove(2)).status, 404);
    assert.equal((await at.call("GET", "/api/v4/user", as(at, "bob"))).status, 401);
    assert.equal(
      ((await at.call("GET", `/api/v4/projects/1/pipelines/${id}`)).json as { user: Fields }).user["username"],
      "ghost",
    );
    const other = await at.service.control.addPipeline({ user: "rita", jobs: [{}] });
    assert.equal((await remove(at.info.users.rita.id, "?hard_delete=true")).status, 204);
    assert.equal((await at.call("GET", `/api/v4/projects/1/pipelines/${other.id}`)).status, 404);
    assert.equal((await remove(1)).status, 409, "alice alone owns groups");
    assert.equal((await remove(1, "?hard_delete=true")).status, 204);
    assert.equal(
      (await at.call("GET", "/api/v4/projects/1/pipelines", as(at, "admin"))).status,
      404,
      "the project was in her group",
    );
  });

  it("may be acted as by administrators", async () => {
    await using at = await running();
    assert.equal(((await at.call("GET", "/api/v4/user?sudo=2", as(at, "admin"))).json as Fields)["username"], "bob");
    assert.equal((await at.call("GET", "/api/v4/user?sudo=2")).status, 403);
    assert.equal((await at.call("GET", "/api/v4/user?sudo=77", as(at, "admin"))).status, 404);
    assert.deepEqual((await at.call("GET", "/api/v4/user?sudo=bob", as(at, "admin"))).json, {
      error: "sudo is invalid",
    });
  });
});
