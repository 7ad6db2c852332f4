import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import { running, signInByOAuth } from "./calling.ts";

const env = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
};
const git = (cwd: string, ...args: string[]) => promisify(execFile)("git", args, { cwd, env });
const withPassword = (url: string, user: string, password: string): string =>
  url.replace("://", `://${user}:${password}@`);

describe("service: git over HTTP", () => {
  it("lets a member clone and push with an OAuth token, and the push makes a pipeline", async () => {
    await using at = await running({ basePath: "/forge" });
    const { pair } = await signInByOAuth(at);
    const dir = await mkdtemp(join(tmpdir(), "clone-"));
    await git(dir, "clone", "--quiet", withPassword(at.info.project.httpUrl, "oauth2", pair.access_token), "work");
    const work = join(dir, "work");
    await writeFile(join(work, ".gitlab-ci.yml"), "job:\n  script: [echo pushed]\n");
    await git(work, "checkout", "--quiet", "-B", "feature/x");
    await git(work, "add", ".");
    await git(work, "commit", "--quiet", "-m", "Add CI");
    await git(work, "push", "--quiet", "origin", "feature/x");
    const list = (await at.call("GET", "/api/v4/projects/1/pipelines?ref=feature%2Fx")).json as {
      id: number;
      user?: unknown;
    }[];
    assert.equal(list.length, 1);
    await at.service.control.waitFor({ pipelineId: list[0]!.id, status: ["success"] });
    const one = (await at.call("GET", `/api/v4/projects/1/pipelines/${list[0]!.id}`)).json as {
      user: { username: string };
    };
    assert.equal(one.user.username, "alice");
    await rm(dir, { recursive: true });
  });

  const refused: [
    what: string,
    credential: (tokens: { read: string; alice: string }) => [string, string] | undefined,
    status: number,
    service: string,
  ][] = [
    ["nobody", () => undefined, 401, "git-upload-pack"],
    ["a wrong token", () => ["oauth2", "wrong"], 401, "git-upload-pack"],
    ["a token that may only read, pushing", ({ read }) => ["oauth2", read], 401, "git-receive-pack"],
  ];
  for (const [what, credential, status, name] of refused) {
    it(`refuses ${what} with ${status}`, async () => {
      await using at = await running();
      const { token } = await at.service.control.createToken("alice", ["read_repository"]);
      const pair = credential({ read: token, alice: at.info.users.alice.token });
      const headers: Record<string, string> = pair
        ? { Authorization: `Basic ${Buffer.from(pair.join(":")).toString("base64")}` }
        : {};
      const answer = await at.call("GET", `/demo/empty.git/info/refs?service=${name}`, { headers });
      assert.equal(answer.status, status);
      assert.match(answer.headers.get("www-authenticate")!, /^Basic /);
    });
  }
});
