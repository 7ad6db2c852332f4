/** Git over HTTP as real hosts have it: tests of checkouts, pushes and wikis rely on its refusals. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import { gitEnvironment } from "../../service/git/command.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { running } from "./calling.ts";

const execute = promisify(execFile);

describe("service: git over HTTP", () => {
  it("takes a push by its branch's rules, with the refusal of real hosts", async () => {
    await using at = await running();
    await at.service.control.commit({ "README.md": "1\n" });
    await at.call("POST", "/api/v4/projects/1/protected_branches", { body: { name: "main", push_access_level: 40 } });
    const dir = temporaryFolder();
    const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
    const git = (...args: string[]) => execute("git", [...identity, ...args], { cwd: dir, env: gitEnvironment() });
    const urlOf = (user: "bob" | "max"): string =>
      at.info.project.httpUrl.replace("://", `://${user}:${at.info.users[user].token}@`);
    await git("clone", "--quiet", urlOf("bob"), ".");
    await git("commit", "--quiet", "--allow-empty", "-m", "more");
    await assert.rejects(git("push", urlOf("bob"), "main"), {
      stderr: /^remote: You are not allowed to push code to protected branches on this project\.\s*$/m,
    });
    await git("push", "--quiet", urlOf("bob"), "main:topic");
    await git("push", "--quiet", urlOf("max"), "main");
    const refs = (await git("ls-remote", "--heads", urlOf("max"))).stdout.trim().split("\n");
    const head = (await git("rev-parse", "HEAD")).stdout.trim();
    assert.deepEqual(refs, [`${head}\trefs/heads/main`, `${head}\trefs/heads/topic`]);
  });

  it("refuses strangers, wrong tokens and pushes with a token that only reads, asking for credentials", async () => {
    await using at = await running();
    const { token } = await at.service.control.createToken("alice", ["read_repository"]);
    for (const [password, service] of [
      [undefined, "git-upload-pack"],
      ["wrong", "git-upload-pack"],
      [token, "git-receive-pack"],
    ] as const) {
      const headers = password === undefined ? {} : { Authorization: `Basic ${btoa(`oauth2:${password}`)}` };
      const answer = await at.call("GET", `/demo/empty.git/info/refs?service=${service}`, { headers });
      assert.equal(answer.status, 401, service);
      assert.match(answer.headers.get("www-authenticate") ?? "", /^Basic /);
    }
  });
});
