import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Dialect } from "../../service/hosting.ts";
import { running, type Answer, type Running } from "./calling.ts";

const project = "/api/v4/projects/1";
const lines = (...numbers: readonly number[]): string => numbers.map((n) => `line ${n}\n`).join("");
interface Comment {
  readonly note: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly line_type: string | null;
  readonly created_at: string;
  readonly author: Record<string, unknown>;
}

describe("service: comments on commits", () => {
  /** Line 9 becomes 10; a line 0 is put before the others. */
  async function changed(at: Running): Promise<string> {
    await at.service.control.commit({ "a.txt": lines(1, 2, 3, 4, 5, 6, 7, 8, 9), "b.txt": "b\n" }, { branch: "main" });
    return (await at.service.control.commit({ "a.txt": lines(0, 1, 2, 3, 4, 5, 6, 7, 8, 10) }, { branch: "main" })).sha;
  }
  const comment = (at: Running, sha: string, body: object): Promise<Answer> =>
    at.call("POST", `${project}/repository/commits/${sha}/comments`, { body });

  const places: readonly [what: string, place: object, gitlab: boolean, neutral: boolean][] = [
    ["an added line", { path: "a.txt", line: 10, line_type: "new" }, true, true],
    ["the first line", { path: "a.txt", line: 1, line_type: "new" }, true, true],
    ["a line that went", { path: "a.txt", line: 9, line_type: "old" }, true, true],
    ["a line that stayed", { path: "a.txt", line: 5, line_type: "new" }, false, true],
    ["a line that there is not", { path: "a.txt", line: 11, line_type: "new" }, false, false],
    ["a path that there is not", { path: "none", line: 1, line_type: "new" }, false, false],
  ];
  for (const dialect of ["gitlab", "neutral"] as const satisfies readonly Dialect[]) {
    it(`are placed on lines, or belong to the whole commit (${dialect})`, async () => {
      await using at = await running({ dialect });
      const sha = await changed(at);
      for (const [what, place, gitlab, neutral] of places) {
        const answer = await comment(at, sha, { note: what, ...place });
        assert.equal(answer.status, 201);
        const { path, line, line_type, note } = answer.json as Comment;
        assert.deepEqual(
          { path, line, line_type, note },
          {
            note: what,
            ...((dialect === "gitlab" ? gitlab : neutral) ? place : { path: null, line: null, line_type: null }),
          },
          what,
        );
      }
    });
  }

  it("are listed oldest first, with their authors, and a branch's name means its last commit", async () => {
    await using at = await running();
    const sha = await changed(at);
    await comment(at, "main", { note: "one" });
    await at.call("POST", `${project}/repository/commits/${sha}/comments`, {
      body: { note: "two" },
      headers: { "PRIVATE-TOKEN": at.info.users.rita.token },
    });
    const listed = (await at.call("GET", `${project}/repository/commits/${sha}/comments`)).json as Comment[];
    assert.deepEqual(
      listed.map((one) => [one.note, one.author["username"]]),
      [
        ["one", "alice"],
        ["two", "rita"],
      ],
    );
    const { id, username, email, name, state } = listed[0]!.author;
    assert.deepEqual(
      { id, username, email, name, state },
      {
        id: at.info.users.alice.id,
        username: "alice",
        email: "alice@example.com",
        name: "Alice Ahlgren",
        state: "active",
      },
    );
    assert.match(listed[0]!.created_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it("need a note, a commit and whole places", async () => {
    await using at = await running();
    const sha = await changed(at);
    const cases: [string, object, number, object][] = [
      [sha, {}, 400, { error: "note is missing" }],
      [sha, { note: "x", line_type: "both" }, 400, { error: "line_type does not have a valid value" }],
      [sha, { note: "x", path: "a.txt" }, 400, { error: "line is missing, line_type is missing" }],
      ["none", { note: "x" }, 404, { message: "404 Commit Not Found" }],
    ];
    for (const [target, body, status, json] of cases) {
      const answer = await comment(at, target, body);
      assert.deepEqual([answer.status, answer.json], [status, json]);
    }
    await using neutral = await running({ dialect: "neutral" });
    await changed(neutral);
    const taken = await comment(neutral, "main", { note: "x", path: "a.txt" });
    assert.deepEqual([taken.status, (taken.json as Comment).path], [201, null]);
  });
});

interface Status {
  readonly id: number;
  readonly status: string;
  readonly name: string;
  readonly ref: string;
  readonly sha: string;
  readonly description: string | null;
  readonly target_url: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly pipeline_id: number;
  readonly coverage: number | null;
}

describe("service: commit statuses", () => {
  const set = (at: Running, sha: string, body: object): Promise<Answer> =>
    at.call("POST", `${project}/statuses/${sha}`, { body });
  const made = async (at: Running, sha: string, body: object): Promise<Status> => {
    const answer = await set(at, sha, body);
    assert.equal(answer.status, 201, answer.text);
    return answer.json as Status;
  };
  const listed = async (at: Running, sha: string, query = ""): Promise<Status[]> =>
    (await at.call("GET", `${project}/repository/commits/${sha}/statuses${query}`)).json as Status[];
  const commitStatus = async (at: Running, sha: string): Promise<unknown> =>
    ((await at.call("GET", `${project}/repository/commits/${sha}`)).json as { status: string }).status;

  it("make an external pipeline, whose status and the commit's they are", async () => {
    await using at = await running();
    const { sha } = await at.service.control.commit({ a: "1" }, { branch: "main" });
    const first = await made(at, sha, {
      state: "pending",
      context: "scan",
      target_url: "https://scan.example.com/1",
      description: "Waiting",
      coverage: 1.5,
    });
    assert.deepEqual(
      [
        first.name,
        first.ref,
        first.sha,
        first.started_at,
        first.finished_at,
        first.description,
        first.target_url,
        first.coverage,
      ],
      ["scan", "main", sha, null, null, "Waiting", "https://scan.example.com/1", 1.5],
    );
    assert.equal(await commitStatus(at, sha), "pending");
    const running_ = await made(at, sha, { state: "running", name: "scan" });
    assert.equal(running_.id, first.id);
    assert.deepEqual([running_.description, typeof running_.started_at], ["Waiting", "string"]);
    await made(at, sha, { state: "success" });
    assert.equal(await commitStatus(at, sha), "running");
    await made(at, sha, { state: "failed", name: "scan" });
    assert.equal(await commitStatus(at, sha), "failed");
    const pipelines = (await at.call("GET", `${project}/pipelines`)).json as {
      id: number;
      source: string;
      status: string;
    }[];
    assert.deepEqual(
      pipelines.map((one) => [one.id, one.source, one.status]),
      [[first.pipeline_id, "external", "failed"]],
    );
    assert.deepEqual(
      (await listed(at, sha)).map((one) => [one.name, one.status]),
      [
        ["scan", "failed"],
        ["default", "success"],
      ],
    );
  });

  it("go from state to state as on real hosts, and begin anew after an end", async () => {
    await using at = await running();
    const { sha } = await at.service.control.commit({ a: "1" }, { branch: "main" });
    const refused: [string, string, string][] = [
      ["pending", "pending", "enqueue"],
      ["running", "running", "run"],
      ["running", "pending", "enqueue"],
      ["running", "skipped", "skip"],
    ];
    for (const [from, to, event] of refused) {
      const name = `${from} to ${to}`;
      await made(at, sha, { state: from, name });
      const answer = await set(at, sha, { state: to, name });
      assert.deepEqual(
        [answer.status, answer.json],
        [
          400,
          {
            message: `Cannot transition status via :${event} from :${from} (Reason(s): Status cannot transition via "${event}")`,
          },
        ],
      );
    }
    for (const state of ["success", "failed", "canceled", "skipped"]) await made(at, sha, { state, name: state });
    const again = await made(at, sha, { state: "pending", name: "success" });
    assert.deepEqual(
      (await listed(at, sha, "?name=success")).map((one) => [one.id, one.status]),
      [[again.id, "pending"]],
    );
    assert.deepEqual(
      (await listed(at, sha, "?name=success&all=true")).map((one) => one.status),
      ["success", "pending"],
    );
  });

  it("are simply set by the documents' words", async () => {
    await using at = await running({ dialect: "neutral" });
    const { sha } = await at.service.control.commit({ a: "1" }, { branch: "main" });
    const first = await made(at, sha, { state: "success" });
    assert.deepEqual(
      [(await made(at, sha, { state: "success" })).id, (await made(at, sha, { state: "pending" })).id],
      [first.id, first.id],
    );
    assert.equal((await listed(at, sha, "?all=true")).length, 1);
  });

  it("join the commit's pipeline beside its jobs, by number or ref, and are found by stage, name and ref", async () => {
    await using at = await running();
    const { sha, pipelineId } = await at.service.control.commit(
      { ".gitlab-ci.yml": "job:\n  stage: build\n  script: [echo]\n" },
      { branch: "main" },
    );
    await at.service.control.waitFor({ pipelineId: pipelineId!, status: ["success"] });
    await at.call("POST", `${project}/repository/commits`, {
      body: { branch: "other", start_branch: "main", commit_message: "m", actions: [] },
    });
    assert.equal((await made(at, sha, { state: "failed", name: "scan", ref: "main" })).pipeline_id, pipelineId);
    assert.equal(
      (await made(at, sha, { state: "success", name: "size", pipeline_id: pipelineId })).pipeline_id,
      pipelineId,
    );
    assert.notEqual((await made(at, sha, { state: "success", name: "size", ref: "other" })).pipeline_id, pipelineId);
    const names = async (query: string): Promise<string[]> =>
      (await listed(at, sha, query)).map((one) => `${one.name} ${one.status} ${one.ref}`);
    assert.deepEqual(await names("?ref=main"), ["job success main", "scan failed main", "size success main"]);
    assert.deepEqual(await names("?stage=build"), ["job success main"]);
    assert.deepEqual(await names("?stage=external&name=size"), ["size success main", "size success other"]);
    const [job] = await listed(at, sha, "?stage=build");
    assert.match(job!.target_url!, /\/-\/jobs\/\d+$/);
    const pipeline = (await at.call("GET", `${project}/pipelines/${pipelineId!}`)).json as { status: string };
    assert.equal(pipeline.status, "failed");
    assert.equal(((await at.call("GET", `${project}/pipelines/${pipelineId!}/jobs`)).json as unknown[]).length, 1);
  });

  it("are those of the default branch, unless told otherwise, by the documents' words", async () => {
    await using at = await running({ dialect: "neutral" });
    const { sha } = await at.service.control.commit({ a: "1" }, { branch: "main" });
    await made(at, sha, { state: "success", name: "here", ref: "main" });
    await made(at, sha, { state: "success", name: "there", ref: "other" });
    assert.deepEqual(
      (await listed(at, sha)).map((one) => one.name),
      ["here"],
    );
    assert.deepEqual(
      (await listed(at, sha, "?ref=other")).map((one) => one.name),
      ["there"],
    );
  });

  it("end when their pipeline is canceled", async () => {
    await using at = await running();
    const { sha } = await at.service.control.commit({ a: "1" }, { branch: "main" });
    const { pipeline_id } = await made(at, sha, { state: "running" });
    await at.call("POST", `${project}/pipelines/${pipeline_id}/cancel`);
    assert.deepEqual([(await listed(at, sha))[0]!.status, await commitStatus(at, sha)], ["canceled", "canceled"]);
  });

  it("are refused when wrong", async () => {
    await using at = await running();
    const { sha } = await at.service.control.commit({ a: "1" }, { branch: "main" });
    const cases: [string, object, number, object][] = [
      [sha, {}, 400, { error: "state is missing" }],
      [sha, { state: "done" }, 400, { error: "state does not have a valid value" }],
      [sha, { state: "success", coverage: "much" }, 400, { error: "coverage is invalid" }],
      [
        sha,
        { state: "success", target_url: "ftp://x" },
        400,
        { message: { target_url: ["is blocked: Only allowed schemes are http, https"] } },
      ],
      [
        sha,
        { state: "success", description: "x".repeat(256) },
        400,
        { message: { description: ["is too long (maximum is 255 characters)"] } },
      ],
      [sha, { state: "success", pipeline_id: 9999 }, 404, { message: "404 Pipeline Not Found" }],
      ["f".repeat(40), { state: "success" }, 404, { message: "404 Commit Not Found" }],
    ];
    for (const [target, body, status, json] of cases) {
      const answer = await set(at, target, body);
      assert.deepEqual([answer.status, answer.json], [status, json], JSON.stringify(body));
    }
    assert.equal(
      (
        await at.call("POST", `${project}/statuses/${sha}`, {
          body: { state: "success" },
          headers: { "PRIVATE-TOKEN": at.info.users.rita.token },
        })
      ).status,
      403,
    );
  });
});
