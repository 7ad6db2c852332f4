import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { describe, it } from "mocha";
import { LEVELS, levelOf, requireFeedUser } from "../../service/api/access.ts";
import { askForFeedCredentials } from "../../service/api/accessFeeds.ts";
import { Clock } from "../../service/clock.ts";
import type { Hosting } from "../../service/hosting.ts";
import type { Incoming } from "../../service/http/incoming.ts";
import { Problem } from "../../service/http/problem.ts";
import { reply } from "../../service/http/reply.ts";
import { Router } from "../../service/http/router.ts";
import { Tokens } from "../../service/oauth/tokens.ts";
import { State } from "../../service/state.ts";
import { addPeople } from "../../service/users/people.ts";
import { running, signInCookie } from "./calling.ts";

describe("service: levels of access", () => {
  const make = () => {
    const state = new State("/nonexistent", new Clock());
    const tokens = new Tokens(state.clock, 7200);
    return { state, tokens, people: addPeople(state, tokens), hosting: { state, tokens } as unknown as Hosting };
  };

  it("are those of the sample's people, unless members say otherwise", () => {
    const { state, people, hosting } = make();
    const project = state.addProject({ path: "demo/a" });
    const own = state.addProject({ path: "demo/b", members: ["bob"] });
    const level = (name: keyof typeof people, one = project) => levelOf(hosting, people[name].user, one);
    assert.deepEqual([level("alice"), level("max"), level("bob"), level("rita"), level("admin")], [50, 40, 30, 20, 60]);
    assert.deepEqual(
      [level("alice", own), level("bob", own), levelOf(hosting, undefined, own)],
      [LEVELS.none, LEVELS.developer, LEVELS.none],
    );
  });

  it("groups come with the projects in them, parents first, and keep what they were made with", () => {
    const { state } = make();
    state.addGroup({ path: "demo", name: "Demo" });
    state.addProject({ path: "demo/weather/radar/app", members: ["rita"] });
    const paths = [...state.groups.values()].map(({ path }) => path);
    assert.deepEqual(paths, ["demo", "demo/weather", "demo/weather/radar"]);
    const radar = state.groups.at("Demo/Weather/Radar")!;
    assert.deepEqual(
      state.groups.upwards(radar).map(({ path }) => path),
      ["demo/weather/radar", "demo/weather", "demo"],
    );
    assert.deepEqual(
      state.groups.downwards(state.groups.at("demo")!).map(({ path }) => path),
      paths,
    );
    assert.equal(state.groups.ofProject("demo/weather/radar/app"), radar);
    assert.equal(radar.members.size, 4, "those of the groups above are members too");
  });

  it("of package feeds are asked for by name and personal token alone", () => {
    const { tokens, people, hosting } = make();
    const basic = (name: string, password: string) =>
      ({
        method: "GET",
        headers: { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}` },
      }) as Incoming;
    const reading = tokens.addPersonal(people.bob.user, ["read_api"]);
    assert.equal(requireFeedUser(hosting, basic("Bob", people.bob.token)), people.bob.user);
    assert.equal(requireFeedUser(hosting, basic("bob", reading.token)), people.bob.user);
    const refused = (request: Incoming, status: number) =>
      assert.throws(
        () => requireFeedUser(hosting, request),
        (error: unknown) => error instanceof Problem && error.reply.status === status,
      );
    refused({ ...basic("bob", reading.token), method: "PUT" }, 403);
    refused(basic("alice", people.bob.token), 401);
    refused(basic("bob", "wrong"), 401);
    refused({ method: "GET", headers: { authorization: `Bearer ${people.bob.token}` } } as Incoming, 401);
    people.bob.user.state = "blocked";
    refused(basic("bob", people.bob.token), 401);
    assert.equal(askForFeedCredentials().reply.headers["WWW-Authenticate"], 'Basic realm="GitLab Packages Registry"');
  });

  it("decide over the API: reporters read, developers run, owners delete", async () => {
    await using at = await running();
    const { id } = await at.service.control.addPipeline({ jobs: [{}] });
    const status = async (who: "rita" | "bob" | "max" | "alice", method: string, path: string) =>
      (
        await at.call(method, `/api/v4/projects/1/pipelines/${id}${path}`, {
          headers: { "PRIVATE-TOKEN": at.info.users[who].token },
        })
      ).status;
    assert.deepEqual(
      [await status("rita", "GET", ""), await status("rita", "POST", "/retry"), await status("bob", "POST", "/retry")],
      [200, 403, 201],
    );
    assert.deepEqual([await status("max", "DELETE", ""), await status("alice", "DELETE", "")], [403, 204]);
    await at.service.control.setMember({ user: "rita", level: 30 });
    assert.equal(
      (
        await at.call("POST", "/api/v4/projects/1/pipeline?ref=gone", {
          headers: { "PRIVATE-TOKEN": at.info.users.rita.token },
        })
      ).status,
      400,
    );
    await at.service.control.setMember({ user: "rita", level: 0 });
    assert.equal(
      (await at.call("GET", "/api/v4/projects/1/pipelines", { headers: { "PRIVATE-TOKEN": at.info.users.rita.token } }))
        .status,
      404,
    );
  });

  it("end for a blocked person, and come back", async () => {
    await using at = await running();
    const bob = { headers: { "PRIVATE-TOKEN": at.info.users.bob.token } };
    await at.service.control.setUserState("bob", "blocked");
    assert.equal((await at.call("GET", "/api/v4/user", bob)).status, 401);
    assert.equal(
      ((await at.call("GET", "/api/v4/users?blocked=true")).json as { username: string }[])[0]?.username,
      "bob",
    );
    await at.service.control.setUserState("bob", "active");
    assert.equal((await at.call("GET", "/api/v4/user", bob)).status, 200);
  });

  it("show groups to members and to members of what is in them", async () => {
    await using at = await running();
    await at.service.control.createGroup({ path: "secret", members: ["alice"] });
    await at.service.control.createProject({ path: "secret/plans", members: ["rita"] });
    const status = async (who: "alice" | "rita" | "bob") =>
      (await at.call("GET", "/api/v4/groups/secret", { headers: { "PRIVATE-TOKEN": at.info.users[who].token } }))
        .status;
    assert.deepEqual([await status("alice"), await status("rita"), await status("bob")], [200, 200, 404]);
    const one = (await at.call("GET", `/api/v4/groups/${at.info.subgroup.id}`)).json as Record<string, unknown>;
    assert.deepEqual(
      [one["full_path"], one["full_name"], one["parent_id"]],
      ["demo/weather", "Demo / Weather", at.info.group.id],
    );
  });
});

describe("service: a password that an administrator set", () => {
  it("is replaced at the next sign-in", async () => {
    await using at = await running();
    await at.call("PUT", "/api/v4/users/2", {
      headers: { "PRIVATE-TOKEN": at.info.users.admin.token },
      body: { password: "given-by-ada" },
    });
    const send = (form: Record<string, string>) =>
      at.call("POST", "/users/sign_in", {
        headers: {},
        form: { username: "bob", password: "given-by-ada", return_to: "/", ...form },
      });
    const asked = await send({});
    assert.match(asked.text, /name="new_password"/);
    assert.equal(asked.headers.get("set-cookie"), null);
    assert.equal((await send({ new_password: "short" })).status, 422);
    assert.equal((await send({ new_password: "given-by-ada" })).status, 422);
    assert.notEqual((await send({ new_password: "bob-chose-this" })).headers.get("set-cookie"), null);
    assert.notEqual(await signInCookie(at, "bob", "bob-chose-this"), "");
  });
});

describe("service: HEAD", () => {
  it("goes to a route of its own, else to that of GET, and has no body", async () => {
    const router = new Router([
      { method: "GET", path: "/a/:x", handle: () => reply(200, "get") },
      { method: "HEAD", path: "/a/:x", handle: () => reply(200, "head") },
      { method: "GET", path: "/b", handle: () => reply(200, "get") },
    ]);
    const find = async (method: string, path: string) => {
      const found = router.find({ method, path } as Incoming);
      return found && (await found.route.handle(found.request)).body;
    };
    assert.deepEqual(
      [await find("HEAD", "/a/1"), await find("GET", "/a/1"), await find("HEAD", "/b"), await find("HEAD", "/c")],
      ["head", "get", "get", undefined],
    );
    await using at = await running();
    const length = await new Promise<string | undefined>((resolve, reject) => {
      httpRequest(
        `${at.service.url}/api/v4/user`,
        { method: "HEAD", agent: false, headers: { "PRIVATE-TOKEN": at.info.users.alice.token } },
        (response) => resolve(response.resume().headers["content-length"]),
      )
        .on("error", reject)
        .end();
    });
    assert.ok(Number(length) > 100);
  });
});

describe("service: headers of every answer", () => {
  it("name the host in its own dialect only", async () => {
    for (const [dialect, named] of [
      ["gitlab", true],
      ["neutral", false],
    ] as const) {
      await using at = await running({ dialect });
      const { headers } = await at.call("GET", "/api/v4/nope");
      assert.deepEqual([headers.has("x-gitlab-meta"), headers.has("x-request-id")], [named, true]);
    }
  });
});
