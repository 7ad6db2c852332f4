import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import { type Running, running } from "./calling.ts";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** Somebody whom hooks call; answers 200, or what `status` says. */
async function receiver(status = 200) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>,
      });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    [Symbol.asyncDispose]: close,
  };
}

const as = (at: Running, body?: object) => ({
  headers: { "PRIVATE-TOKEN": at.info.users.admin.token },
  ...(body ? { body } : {}),
});
const made = async (at: Running, body: object): Promise<Record<string, unknown> & { id: number }> => {
  const { json } = await at.call("POST", "/api/v4/hooks", as(at, body));
  return (Array.isArray(json) ? json[0] : json) as Record<string, unknown> & { id: number };
};

describe("service: system hooks", () => {
  it("are made, shown and deleted; one comes as such, or as a list of one", async () => {
    for (const dialect of ["gitlab", "neutral"] as const) {
      await using at = await running({ dialect });
      const answer = await at.call(
        "POST",
        "/api/v4/hooks",
        as(at, { url: "http://127.0.0.1:1/hook", token: "secret", push_events: true, enable_ssl_verification: false }),
      );
      assert.deepEqual([answer.status, Array.isArray(answer.json)], [201, dialect === "neutral"], dialect);
      const hook = (dialect === "neutral" ? (answer.json as unknown[])[0] : answer.json) as Record<string, unknown>;
      assert.deepEqual(
        [
          hook["push_events"],
          hook["tag_push_events"],
          hook["merge_requests_events"],
          hook["repository_update_events"],
          hook["enable_ssl_verification"],
        ],
        [true, false, false, true, false],
      );
      assert.equal(answer.text.includes("secret"), false);
      assert.deepEqual((await at.call("GET", "/api/v4/hooks/1", as(at))).json, answer.json);
      assert.deepEqual((await at.call("GET", "/api/v4/hooks", as(at))).json, [hook]);
      assert.equal((await at.call("DELETE", "/api/v4/hooks/1", as(at))).status, 204);
      assert.equal((await at.call("GET", "/api/v4/hooks/1", as(at))).status, 404);
    }
  });

  it("are for administrators, and for addresses", async () => {
    await using at = await running();
    assert.equal((await at.call("GET", "/api/v4/hooks")).status, 403);
    assert.equal((await at.call("POST", "/api/v4/hooks", { body: {} })).status, 403);
    assert.equal((await at.call("GET", "/api/v4/hooks", { headers: {} })).status, 401);
    assert.deepEqual((await at.call("POST", "/api/v4/hooks", as(at, {}))).json, { error: "url is missing" });
    assert.equal((await at.call("POST", "/api/v4/hooks", as(at, { url: "file:///etc/passwd" }))).status, 400);
    assert.deepEqual((await at.call("GET", "/api/v4/hooks/x", as(at))).json, { error: "id is invalid" });
    assert.deepEqual(
      (await at.call("POST", "/api/v4/hooks", as(at, { url: "http://127.0.0.1:1", push_events: "often" }))).json,
      { error: "push_events is invalid" },
    );
  });

  it("are tested with made-up data, which they really get", async () => {
    for (const [dialect, prefix] of [
      ["gitlab", "x-gitlab"],
      ["neutral", "x-service"],
    ] as const) {
      await using listener = await receiver();
      await using at = await running({ dialect });
      const { id } = await made(at, { url: listener.url, token: "s3cret", repository_update_events: false });
      const answer = await at.call("POST", `/api/v4/hooks/${id}`, as(at));
      assert.deepEqual(Object.keys(answer.json as object).sort(), [
        "event_name",
        "name",
        "owner_email",
        "owner_name",
        "path",
        "project_id",
      ]);
      assert.equal((answer.json as { event_name: string }).event_name, "project_create");
      assert.equal(listener.received.length, 1);
      const { headers, body } = listener.received[0]!;
      assert.deepEqual(
        [body, headers[`${prefix}-event`], headers[`${prefix}-token`], headers["content-type"]],
        [answer.json, "System Hook", "s3cret", "application/json"],
      );
    }
  });

  it("hear of pushes, tags and repository updates as their switches say", async () => {
    await using listener = await receiver(500);
    await using at = await running({ seed: "sample" });
    const pushes = await made(at, { url: listener.url, push_events: true, repository_update_events: false });
    const updates = await made(at, { url: listener.url });
    const before = (await at.call("GET", "/api/v4/projects/1/repository/branches/main")).json as {
      commit: { id: string };
    };
    const { sha } = await at.service.control.commit({ "note.txt": "x\n" }, { message: "Note it" });
    assert.equal((await at.service.control.waitForDelivery({ hookId: pushes.id })).status, 500);
    await at.service.control.waitForDelivery({ hookId: updates.id });
    const push = listener.received.find(({ body }) => body["event_name"] === "push")!.body;
    assert.deepEqual(
      [push["before"], push["after"], push["ref"], push["user_name"], push["total_commits_count"]],
      [before.commit.id, sha, "refs/heads/main", "Alice Ahlgren", 1],
    );
    assert.deepEqual(
      (push["commits"] as { id: string; title: string }[]).map(({ id, title }) => [id, title]),
      [[sha, "Note it"]],
    );
    const update = listener.received.find(({ body }) => body["event_name"] === "repository_update")!.body;
    assert.deepEqual(
      [update["changes"], update["refs"]],
      [[{ ref: "refs/heads/main", before: before.commit.id, after: sha }], ["refs/heads/main"]],
    );
    assert.equal(listener.received.length, 2, "each once");
  });

  it("hear of tags and merge requests", async () => {
    await using listener = await receiver();
    await using at = await running();
    const { service } = at;
    const project = await service.control.createProject({ path: "demo/small", files: { "a.txt": "a\n" } });
    await service.control.commit({ "b.txt": "b\n" }, { project: "demo/small", branch: "topic", startBranch: "main" });
    const tags = await made(at, { url: listener.url, tag_push_events: true, repository_update_events: false });
    const requests = await made(at, {
      url: listener.url,
      merge_requests_events: true,
      repository_update_events: false,
    });
    const dir = await mkdtemp(join(tmpdir(), "hooks-"));
    const git = (...args: string[]) =>
      promisify(execFile)("git", args, {
        cwd: dir,
        env: { PATH: process.env["PATH"], HOME: dir, GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" },
      });
    await git(
      "clone",
      "--quiet",
      "--bare",
      project.httpUrl.replace("://", `://alice:${at.info.users.alice.token}@`),
      "work.git",
    );
    await git("-C", "work.git", "tag", "v1", "main");
    await git("-C", "work.git", "push", "--quiet", "origin", "v1");
    await rm(dir, { recursive: true });
    await service.control.waitForDelivery({ hookId: tags.id });
    const { iid } = await service.control.addMergeRequest({
      project: "demo/small",
      sourceBranch: "topic",
      title: "Topic",
    });
    await at.call("PUT", `/api/v4/projects/${project.id}/merge_requests/${iid}`, { body: { state_event: "close" } });
    await service.control.waitForDelivery({ hookId: requests.id });
    const tag = listener.received.find(({ body }) => body["event_name"] === "tag_push")!.body;
    assert.deepEqual([tag["ref"], tag["before"], tag["total_commits_count"]], ["refs/tags/v1", "0".repeat(40), 0]);
    const request = listener.received.find(({ body }) => body["event_type"] === "merge_request")!.body as {
      object_attributes: Record<string, unknown>;
      user: Record<string, unknown>;
    };
    assert.deepEqual(
      [request.object_attributes["action"], request.object_attributes["iid"], request.user["username"]],
      ["close", iid, "alice"],
    );
  });

  it("never call anybody but this machine, and say so", async () => {
    await using at = await running();
    const { id } = await made(at, { url: "http://hooks.example.com/" });
    assert.equal((await at.call("POST", `/api/v4/hooks/${id}`, as(at))).status, 201);
    assert.deepEqual(await at.service.control.hookDeliveries(), [
      {
        hookId: id,
        url: "http://hooks.example.com/",
        event: "project_create",
        status: 0,
        error: "Only loopback addresses are called.",
      },
    ]);
  });
});
