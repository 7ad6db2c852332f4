/** Rules of real hosts that the client's tests build upon without looking at them. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "mocha";
import { running, type Answer } from "./calling.ts";
import { type Person, workshop } from "./mergeRequestsSetup.ts";

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
