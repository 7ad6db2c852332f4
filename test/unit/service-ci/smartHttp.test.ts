import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, it, beforeEach, afterEach } from "mocha";
import { gitEnvironment } from "../../service/git/command.ts";
import { Repositories } from "../../service/git/repositories.ts";
import type { PushEvent } from "../../service/types.ts";
import { newUserRecord } from "../../service/users/records.ts";

const project = "demo/weather-station";
const none = "0".repeat(40);
const bob = newUserRecord(2, { username: "bob", name: "Bob", password: "x" }, 0);
const identity = {
  GIT_AUTHOR_NAME: "Bob",
  GIT_AUTHOR_EMAIL: "bob@example.com",
  GIT_COMMITTER_NAME: "Bob",
  GIT_COMMITTER_EMAIL: "bob@example.com",
};

describe("service: git over HTTP", function () {
  let root: string;
  let repositories: Repositories;
  let server: Server;
  let url: string;
  const events: PushEvent[] = [];
  const served: Promise<void>[] = [];
  const git = async (...args: string[]) =>
    (await promisify(execFile)("git", args, { cwd: root, env: { ...gitEnvironment(), ...identity } })).stdout.trim();
  const inClone = (...args: string[]) => git("-C", join(root, "clone"), ...args);

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "forgeline-test-"));
    repositories = new Repositories(join(root, "repositories"));
    await repositories.create(project, { "README.md": "# Weather\n" });
    events.length = 0;
    served.length = 0;
    repositories.onPush((event) => events.push(event));
    server = createServer((request, response) => {
      const [, path = "", pathInfo = ""] = /^\/(.+)\.git(\/[^?]*)/.exec(request.url ?? "") ?? [];
      served.push(repositories.handleHttp(request, response, { path, pathInfo }, bob));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${project}.git`;
  });
  afterEach(async () => {
    await repositories.close();
    server.closeAllConnections();
    server.close();
    await rm(root, { recursive: true, force: true });
  });

  it("clones and pushes: binary content, executable bit, new branch, tag, removed branch", async () => {
    await git("clone", "--quiet", url, "clone");
    assert.equal(await readFile(join(root, "clone/README.md"), "utf8"), "# Weather\n");
    const binary = randomBytes(70_000);
    await writeFile(join(root, "clone/data.bin"), binary);
    await writeFile(join(root, "clone/run.sh"), "#!/bin/sh\n");
    await chmod(join(root, "clone/run.sh"), 0o755);
    const before = await inClone("rev-parse", "HEAD");
    await inClone("add", ".");
    await inClone("commit", "--quiet", "-m", "data");
    await inClone("tag", "v1");
    const after = await inClone("rev-parse", "HEAD");
    await inClone("push", "--quiet", "origin", "main", "v1", "main:refs/heads/feature/x");
    await inClone("push", "--quiet", "origin", ":feature/x");

    assert.deepEqual((await repositories.file(project, "main", "data.bin"))?.content, binary);
    assert.equal((await repositories.file(project, "main", "run.sh"))?.mode, "100755");
    const moved = events.map(({ ref, before, after }) => `${ref} ${before} ${after}`);
    const expected = [
      `refs/heads/main ${before} ${after}`,
      `refs/tags/v1 ${none} ${after}`,
      `refs/heads/feature/x ${none} ${after}`,
    ];
    assert.deepEqual(moved.slice(0, 3).sort(), expected.sort());
    assert.deepEqual(moved.slice(3), [`refs/heads/feature/x ${after} ${none}`]);
    assert.ok(events.every((event) => event.user?.username === "bob" && event.project === project));
  });

  it("has raised the event when the client has its answer, and none for a refused push", async () => {
    await git("clone", "--quiet", url, "clone");
    await repositories.commit(project, { branch: "main", message: "other", author: bob, actions: [] });
    events.length = 0;
    await inClone("commit", "--quiet", "--allow-empty", "-m", "late");
    await assert.rejects(inClone("push", "--quiet", "origin", "main"), /fetch first/);
    assert.deepEqual(events, []);
    await inClone("push", "--quiet", "--force", "origin", "main");
    assert.equal(events.length, 1);
  });

  it("takes a push larger than git sends in one piece, and gives it back", async () => {
    await git("clone", "--quiet", url, "clone");
    const big = randomBytes(6 * 1024 * 1024);
    await writeFile(join(root, "clone/big.bin"), big);
    await inClone("add", ".");
    await inClone("commit", "--quiet", "-m", "big");
    await inClone("push", "--quiet", "origin", "main");
    await git("clone", "--quiet", url, "again");
    assert.equal((await stat(join(root, "again/big.bin"))).size, big.length);
  });

  it("answers a gzip body", async () => {
    const pkt = (text: string) => (text.length + 4).toString(16).padStart(4, "0") + text;
    const body = gzipSync(`${pkt("command=ls-refs\n")}0001${pkt("ref-prefix refs/heads/")}0000`);
    const headers = {
      "content-type": "application/x-git-upload-pack-request",
      "content-encoding": "gzip",
      "git-protocol": "version=2",
    };
    const answer = await fetch(`${url}/git-upload-pack`, { method: "POST", headers, body });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "application/x-git-upload-pack-result");
    const sha = await repositories.resolve(project, "main");
    assert.equal(await answer.text(), `003d${sha ?? ""} refs/heads/main\n0000`);
  });

  for (const [path, method, status] of [
    ["/info/refs", "GET", 404],
    ["/HEAD", "GET", 404],
    ["/config", "GET", 404],
    ["/git-receive-pack", "GET", 405],
    ["/info/refs?service=git-upload-pack", "POST", 405],
    ["/info/refs?service=git-upload-pack", "GET", 200],
    ["/info/refs?service=git-shell", "GET", 403],
  ] as const) {
    it(`answers ${status} to ${method} ${path}`, async () => {
      const answer = await fetch(url + path, { method });
      await answer.arrayBuffer();
      assert.equal(answer.status, status);
    });
  }

  it("ends the back end when the client goes away in the middle of a push", async () => {
    const headers = { "content-type": "application/x-git-receive-pack-request", "transfer-encoding": "chunked" };
    const request = httpRequest(`${url}/git-receive-pack`, { method: "POST", headers });
    request.on("error", () => undefined);
    const arrived = once(server, "request");
    request.write("0094");
    await arrived;
    request.destroy();
    await served[0];
    assert.deepEqual(events, []);
  });
});
