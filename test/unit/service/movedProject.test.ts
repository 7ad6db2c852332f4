import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import { running } from "./calling.ts";

describe("service: a project that moved", () => {
  it("answers 301 at its old path, with its number, as text", async () => {
    await using at = await running({ basePath: "/forge" });
    await at.service.control.commit({ a: "1" }, { branch: "main" });
    await at.service.control.renameProject("demo/weather/renamed");
    const answer = await at.call("GET", "/api/v4/projects/demo%2Fempty/repository/commits?per_page=5&path=a");
    const location = `${at.service.url}/api/v4/projects/1/repository/commits?per_page=5&path=a`;
    assert.deepEqual(
      [answer.status, answer.headers.get("location"), answer.headers.get("content-type"), answer.text],
      [301, location, "text/plain", `This resource has been moved permanently to ${location}.`],
    );
    assert.equal(
      ((await at.call("GET", "/api/v4/projects/demo%2Fweather%2Frenamed/repository/commits")).json as unknown[]).length,
      1,
    );
    assert.equal((await at.call("HEAD", "/api/v4/projects/Demo%2FEmpty")).status, 301);
    assert.equal((await at.service.control.info()).project.path, "demo/weather/renamed");
  });

  it("refuses changes at its old path, hides it from strangers, and gives way to another project there", async () => {
    await using at = await running();
    await at.service.control.renameProject("demo/renamed");
    const old = "/api/v4/projects/demo%2Fempty";
    const refused = await at.call("POST", `${old}/pipeline?ref=main`);
    assert.deepEqual(
      [refused.status, refused.json],
      [405, { message: "Non GET methods are not allowed for moved projects" }],
    );
    assert.equal((await at.call("GET", old, { headers: {} })).status, 404);
    const { id } = await at.service.control.createProject({ path: "demo/empty" });
    assert.equal(((await at.call("GET", old)).json as { id: number }).id, id);
    await assert.rejects(at.service.control.renameProject("demo/empty", "demo/renamed"), /already a project/);
  });

  it("can still be fetched and pushed to by clones of before", async () => {
    await using at = await running();
    await at.service.control.commit({ a: "1" }, { branch: "main" });
    const url = at.info.project.httpUrl.replace("://", `://alice:${at.info.users.alice.token}@`);
    await at.service.control.renameProject("demo/renamed");
    const dir = await mkdtemp(join(tmpdir(), "moved-"));
    try {
      const env = {
        PATH: process.env["PATH"],
        HOME: "/nonexistent",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_TERMINAL_PROMPT: "0",
      };
      await promisify(execFile)("git", ["clone", "--quiet", url, dir], { env });
      await promisify(execFile)("git", ["push", "--quiet", url, "main:topic"], { env, cwd: dir });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
    assert.equal((await at.call("GET", "/api/v4/projects/1/repository/branches/topic")).status, 200);
  });
});
