import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "mocha";
import { connectControl } from "../../service/control.ts";
import { running, signInByOAuth, type Answer } from "./calling.ts";
import { type Person, workshop } from "./mergeRequestsSetup.ts";

describe("service: control", () => {
  it("records requests with every secret masked, and not its own calls", async () => {
    await using at = await running();
    const remote = connectControl(at.service.url);
    const { token } = at.info.users.alice;
    await at.call("GET", `/api/v4/user?access_token=${token}&x=1`, {
      headers: { Authorization: `Bearer ${token}`, "PRIVATE-TOKEN": token, Cookie: "a=b" },
    });
    await at.call("POST", "/oauth/token?code=abc&code_verifier=def&state=ghi&refresh_token=jkl", { headers: {} });
    const requests = await remote.requests();
    assert.deepEqual(
      requests.map(({ n, path }) => `${n} ${path}`),
      [
        "1 /api/v4/user?access_token=[masked]&x=1",
        "2 /oauth/token?code=[masked]&code_verifier=[masked]&state=[masked]&refresh_token=[masked]",
      ],
    );
    const { authorization, "private-token": personal, cookie } = requests[0]!.headers;
    assert.deepEqual([authorization, personal, cookie], ["Bearer", "[masked]", "[masked]"]);
    assert.doesNotMatch(JSON.stringify(requests), new RegExp(token));
  });

  it("lists every secret that it issued or received, known or not", async () => {
    await using at = await running();
    const { control } = at.service;
    const { pair, code, verifier } = await signInByOAuth(at);
    const client = { name: "C", redirectUris: ["http://127.0.0.1/"], scopes: ["api"], confidential: true };
    const { secret } = await control.createApplication(client);
    await at.call("GET", "/api/v4/user", { headers: { Authorization: "Bearer an-unknown-token" } });
    const sent = { code: "an-unknown-code", code_verifier: "an-unknown-verifier", redirect_uri: "http://127.0.0.1/" };
    const form = { client_id: at.info.oauth.clientId, grant_type: "authorization_code", ...sent };
    await at.call("POST", "/oauth/token", { headers: {}, form });
    const headers = { "PRIVATE-TOKEN": at.info.users.admin.token };
    const user = { username: "new", name: "New", email: "new@example.com", password: "a-new-password" };
    await at.call("POST", "/api/v4/users", { headers, body: user });
    await at.call("POST", "/api/v4/hooks", { headers, body: { url: "http://127.0.0.1:9/", token: "a-hook-token" } });
    const kinds = new Map((await control.secrets()).map(({ kind, value }) => [value, kind]));
    for (const [value, kind] of [
      [pair.access_token, "access token"],
      [pair.refresh_token, "refresh token"],
      [at.info.users.alice.password, "password"],
      [at.info.users.alice.token, "personal access token"],
      [secret, "client secret"],
      [code, "code"],
      [verifier, "code verifier"],
      ["an-unknown-token", "token"],
      ["an-unknown-code", "code"],
      ["an-unknown-verifier", "code verifier"],
      ["a-new-password", "password"],
      ["a-hook-token", "hook token"],
    ] as const)
      assert.equal(kinds.get(value ?? ""), kind, kind);
  });
});

describe("service: faults", () => {
  it("cuts a body by a reset, or as if it were complete", async () => {
    await using at = await running();
    const { jobs } = await at.service.control.addPipeline({ jobs: [{ trace: "x".repeat(100_000) }] });
    const path = `/api/v4/projects/1/jobs/${jobs[0]!}/trace`;
    const received = async (action: "resetMidBody" | "resetMidChunks" | "endMidBody" | "truncate") => {
      await at.service.control.fault({ path: "/trace$", action, times: 1 });
      const response = await fetch(at.service.url + path, { headers: { "PRIVATE-TOKEN": at.info.users.alice.token } });
      let bytes = 0;
      try {
        for await (const chunk of response.body!) bytes += (chunk as Uint8Array).length;
        return `${bytes} ended`;
      } catch {
        return `${bytes} torn`;
      }
    };
    assert.equal(await received("resetMidBody"), "50000 torn");
    assert.equal(await received("resetMidChunks"), "50000 torn");
    assert.equal(await received("endMidBody"), "50000 ended");
    assert.equal(await received("truncate"), "50000 ended");
    assert.equal((await at.call("GET", path)).text.length, 100_000);
  });

  it("carries a request out never, once or twice, as told, whatever it answers", async () => {
    await using at = await running();
    const { control } = at.service;
    const path = "/api/v4/projects/1/milestones";
    const send = async (title: string): Promise<[status: number, made: number]> => {
      const { status } = await at.call("POST", path, { body: { title } });
      return [status, ((await at.call("GET", `${path}?search=${title}`)).json as unknown[]).length];
    };
    await control.fault({ method: "write", path: "^/api/", status: 502, times: 1 });
    assert.deepEqual(await send("none"), [502, 0]);
    await control.fault({ method: "write", path: "^/api/", status: 502, action: "replaceAnswer", times: 1 });
    assert.deepEqual(await send("once"), [502, 1]);
    await control.fault({ method: "write", path: "^/api/", action: "deliverTwice", times: 1 });
    assert.deepEqual(await send("twice"), [400, 1]);
    const writes = (await control.requests()).filter(({ method }) => method === "POST");
    assert.deepEqual(
      writes.map(({ answers }) => answers),
      [[], [201], [201, 400]],
    );
  });

  it("distinguishes requests that the client aborted from those that the service ended", async () => {
    await using at = await running();
    const { control, url } = at.service;
    await control.fault({ path: "/version", action: "hang" });
    const stop = new AbortController();
    const given = assert.rejects(fetch(`${url}/api/v4/version`, { signal: stop.signal }), { name: "AbortError" });
    await control.waitForRequest({ path: "/version" });
    stop.abort();
    await given;
    await control.waitForRequest({ path: "/version", aborted: true });
    const ended = assert.rejects(fetch(`${url}/api/v4/version`));
    await control.waitForRequest({ path: "/version", since: 1 });
    await control.clearFaults();
    await ended;
    assert.deepEqual(
      (await control.requests()).map(({ aborted }) => aborted),
      [true, false],
    );
  });
});

/** Rules of real hosts that the client's tests build upon without looking at them. */
describe("service: errors in the shapes of real hosts", () => {
  it("names the missing, unknown or invalid parameter", async () => {
    await using at = await running();
    const project = "/api/v4/projects/1";
    const cases: [method: string, path: string, status: number, body: unknown][] = [
      ["GET", "/api/v4/nope", 404, { error: "404 Not Found" }],
      ["PUT", "/api/v4/user", 405, { error: "405 Not Allowed" }],
      ["GET", "/api/v4/projects/demo%2Fother/pipelines", 404, { message: "404 Project Not Found" }],
      ["GET", `${project}/pipelines/77`, 404, { message: "404 Not found" }],
      ["GET", `${project}/pipelines/x`, 400, { error: "pipeline_id is invalid" }],
      ["GET", `${project}/pipelines/latest`, 403, { message: "403 Forbidden" }],
      ["GET", `${project}/pipelines?status=finished`, 400, { error: "status does not have a valid value" }],
      ["GET", `${project}/pipelines?updated_after=soon`, 400, { error: "updated_after is invalid" }],
      ["POST", `${project}/pipeline`, 400, { error: "ref is missing" }],
      ["POST", `${project}/pipeline?ref=gone`, 400, { message: { base: ["Reference not found"] } }],
    ];
    for (const [method, path, status, body] of cases) {
      const answer = await at.call(method, path);
      assert.deepEqual([answer.status, answer.json], [status, body], `${method} ${path}`);
    }
  });

  it("answers 404 for private projects, and 403 below the access level or scope", async () => {
    await using at = await running();
    await at.service.control.createProject({ path: "demo/hidden", members: ["alice"] });
    await at.service.control.createProject({ path: "demo/open", members: ["alice"], visibility: "public" });
    const reading = (await at.service.control.createToken("alice", ["read_api"])).token;
    const { alice, bob, rita } = at.info.users;
    const cases: [token: string | undefined, method: string, path: string, status: number][] = [
      [undefined, "GET", "/user", 401],
      ["unknown", "GET", "/user", 401],
      [bob.token, "GET", "/projects/demo%2Fhidden/pipelines", 404],
      [alice.token, "GET", "/projects/demo%2Fhidden/pipelines", 200],
      [undefined, "GET", "/projects/demo%2Fopen/pipelines", 200],
      [rita.token, "GET", "/projects/1/pipelines", 200],
      [rita.token, "POST", "/projects/1/pipeline?ref=gone", 403],
      [bob.token, "POST", "/projects/1/pipeline?ref=gone", 400],
      [reading, "GET", "/projects/1/pipelines", 200],
      [reading, "POST", "/projects/1/pipeline?ref=gone", 403],
    ];
    for (const [token, method, path, status] of cases) {
      const headers: Record<string, string> = token === undefined ? {} : { "PRIVATE-TOKEN": token };
      assert.equal((await at.call(method, `/api/v4${path}`, { headers })).status, status, `${method} ${path}`);
    }
  });
});

describe("service: job logs", () => {
  const text = "0123456789abcdefghij";

  async function withLog(status: string, trace = text) {
    const at = await running();
    const { jobs } = await at.service.control.addPipeline({ jobs: [{ status, trace }] });
    const get = (more: Record<string, string> = {}, query = ""): Promise<Answer> =>
      at.call("GET", `/api/v4/projects/1/jobs/${jobs[0]}/trace?${query}`, {
        headers: { "PRIVATE-TOKEN": at.info.users.alice.token, ...more },
      });
    return { ...at, id: jobs[0]!, get };
  }

  it("honors ranges of a finished log, under a strong ETag that is its MD5", async () => {
    await using log = await withLog("success");
    const whole = await log.get();
    assert.equal(whole.headers.get("etag"), `"${createHash("md5").update(text).digest("hex")}"`);
    for (const [range, status, part, contentRange] of [
      ["bytes=5-9", 206, "56789", "bytes 5-9/20"],
      ["bytes=15-99", 206, "fghij", "bytes 15-19/20"],
      ["bytes=20-", 416, "", "bytes */20"],
      ["lines=1-2", 200, text, null],
    ] as const) {
      const answer = await log.get({ Range: range });
      const found = [answer.status, answer.text, answer.headers.get("content-range")];
      assert.deepEqual(found, [status, part, contentRange], range);
    }
    assert.equal((await log.get({ Range: "bytes=-5" })).status, 400);
    assert.equal((await log.get({ Range: "bytes=5-9", "If-Range": '"other"' })).status, 200);
    assert.equal((await log.get({ "If-None-Match": whole.headers.get("etag")! })).status, 304);
  });

  it("ignores ranges of a running log, under a weak ETag that changes as it grows", async () => {
    await using log = await withLog("running");
    const answer = await log.get({ Range: "bytes=5-" });
    assert.deepEqual([answer.status, answer.text], [200, text]);
    const etag = answer.headers.get("etag")!;
    assert.match(etag, /^W\/"/);
    assert.equal((await log.get({ "If-None-Match": etag })).status, 304);
    await log.service.control.appendTrace(log.id, "more");
    assert.equal((await log.get({ "If-None-Match": etag })).status, 200);
  });

  it("sends a part by offset, as an older host does not", async () => {
    await using log = await withLog("running");
    for (const [query, status, part] of [
      ["byte_offset=15", 200, "fghij"],
      ["byte_offset=5&byte_limit=3", 200, "567"],
      ["byte_offset=400", 200, ""],
      ["byte_offset=0&byte_limit=512001", 400, '{"error":"byte_limit does not have a valid value"}'],
    ] as const) {
      const answer = await log.get({}, query);
      assert.deepEqual([answer.status, answer.text], [status, part], query);
    }
    await log.service.control.traceParts({ offsets: false });
    assert.equal((await log.get({}, "byte_offset=15")).text, text);
  });
});

describe("service: merge requests", () => {
  it("refuses a merge with 401 without the right, 405 for a draft, 422 on conflicts and 409 for an old head", async () => {
    await using at = await workshop();
    await at.open("clash", { "a.txt": "theirs\n" }, "Clash");
    await at.service.control.commit({ "a.txt": "ours\n" }, { project: "demo/work", branch: "main" });
    const draft = await at.open("draft", { "d.txt": "new\n" }, "Draft: later");
    const fine = await at.open("fine", { "f.txt": "new\n" }, "Fine");
    const cases: [iid: number, body: object, who: Person, status: number, text: RegExp][] = [
      [fine.iid, {}, "rita", 401, /401 Unauthorized/],
      [draft.iid, {}, "alice", 405, /405 Method Not Allowed/],
      [1, {}, "alice", 422, /Branch cannot be merged/],
      [fine.iid, { sha: "0".repeat(40) }, "alice", 409, new RegExp(`${fine.sha}$`)],
      [fine.iid, { merge_when_pipeline_succeeds: true }, "alice", 405, /405/],
    ];
    for (const [iid, body, who, status, text] of cases) {
      const answer = await at.mr("PUT", `/${iid}/merge`, body, who);
      assert.equal(answer.status, status, answer.text);
      assert.match((answer.json as { message: string }).message, text);
    }
    assert.equal(((await at.mr("GET", `/${fine.iid}`)).json as { state: string }).state, "opened");
  });
});
