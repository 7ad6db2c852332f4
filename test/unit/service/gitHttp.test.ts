import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import { gitEnvironment } from "../../service/git/command.ts";
import type { UserName } from "../../service/types.ts";
import { type Running, running, signInByOAuth } from "./calling.ts";

const execute = promisify(execFile);
const identity = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((role) => [
    [`GIT_${role}_NAME`, "A"],
    [`GIT_${role}_EMAIL`, "a@example.com"],
  ]),
);

interface Clone extends AsyncDisposable {
  readonly dir: string;
  git(...args: string[]): Promise<string>;
  write(path: string, content: string | Buffer): Promise<void>;
  commit(): Promise<string>;
  /** Everything that git said, also when the push was refused. */
  push(user: UserName, ...refs: string[]): Promise<string>;
}

const urlOf = (at: Running, user: string, password: string): string =>
  at.info.project.httpUrl.replace("://", `://${user}:${password}@`);

/** A clone of a service's first project, whose `main` has two commits. */
async function cloned(at: Running, password = at.info.users.alice.token): Promise<Clone> {
  await at.service.control.commit({ "README.md": "1\n" });
  await at.service.control.commit({ "README.md": "2\n" });
  const dir = await mkdtemp(join(tmpdir(), "clone-"));
  const options = { cwd: dir, env: { ...gitEnvironment(), ...identity } };
  const git = async (...args: string[]): Promise<string> => (await execute("git", args, options)).stdout.trim();
  await git("clone", "--quiet", urlOf(at, "oauth2", password), ".");
  return {
    dir,
    git,
    write: (path, content) => writeFile(join(dir, path), content),
    async commit() {
      await git("add", ".");
      await git("commit", "--quiet", "--allow-empty", "-m", "more");
      return git("rev-parse", "HEAD");
    },
    push: (user, ...refs) =>
      execute("git", ["push", "--porcelain", urlOf(at, user, at.info.users[user].token), ...refs], options).then(
        ({ stderr }) => stderr,
        (error: unknown) => (error as { stderr: string }).stderr + (error as { stdout: string }).stdout,
      ),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}

async function tipOf(at: Running, branch: string): Promise<string | undefined> {
  const { json } = await at.call("GET", `/api/v4/projects/1/repository/branches/${encodeURIComponent(branch)}`);
  return (json as { commit?: { id: string } }).commit?.id;
}

describe("service: git over HTTP", () => {
  it("clones and pushes with an OAuth token; a pushed commit starts a pipeline", async () => {
    await using at = await running({ basePath: "/forge" });
    await using clone = await cloned(at, (await signInByOAuth(at)).pair.access_token);
    await clone.write(".gitlab-ci.yml", "job:\n  script: [echo pushed]\n");
    await clone.commit();
    await clone.git("push", "--quiet", "origin", "main:feature/x");
    const { json } = await at.call("GET", "/api/v4/projects/1/pipelines?ref=feature%2Fx");
    const [{ id }] = json as [{ id: number }];
    await at.service.control.waitFor({ pipelineId: id, status: ["success"] });
    const one = (await at.call("GET", `/api/v4/projects/1/pipelines/${id}`)).json as { user: { username: string } };
    assert.equal(one.user.username, "alice");
  });

  it("keeps binary content, executable bits, tags and deletions, also in a push larger than git's buffer", async () => {
    await using at = await running();
    await using clone = await cloned(at);
    const big = randomBytes(6 * 1024 * 1024);
    await clone.write("big.bin", big);
    await clone.write("run.sh", "#!/bin/sh\n");
    await chmod(join(clone.dir, "run.sh"), 0o755);
    const sha = await clone.commit();
    await clone.git("tag", "v1");
    await clone.git("push", "--quiet", "origin", "main", "v1", "main:refs/heads/gone");
    await clone.git("push", "--quiet", "origin", ":gone");
    const refs = (await clone.git("ls-remote", "origin")).split("\n");
    assert.deepEqual(refs, [`${sha}\tHEAD`, `${sha}\trefs/heads/main`, `${sha}\trefs/tags/v1`]);
    await clone.git("clone", "--quiet", clone.dir, "again");
    assert.deepEqual(await readFile(join(clone.dir, "again/big.bin")), big);
    assert.equal((await stat(join(clone.dir, "again/run.sh"))).mode & 0o111, 0o111);
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

describe("service: pushing to protected branches", () => {
  const protect = (at: Running, body: Readonly<Record<string, unknown>>): Promise<unknown> =>
    at.call("POST", "/api/v4/projects/1/protected_branches", { body });

  it("rejects a push below the branch's level, and takes one from above it", async () => {
    await using at = await running();
    await using clone = await cloned(at);
    await protect(at, { name: "main", push_access_level: 40 });
    const sha = await clone.commit();
    const said = await clone.push("bob", "main");
    assert.match(said, /^remote: You are not allowed to push code to protected branches on this project\.\s*$/m);
    assert.match(said, /\[remote rejected\] \(pre-receive hook declined\)/);
    assert.notEqual(await tipOf(at, "main"), sha);
    assert.doesNotMatch(await clone.push("bob", "main:topic"), /remote:/);
    assert.doesNotMatch(await clone.push("max", "main"), /remote:/);
    assert.equal(await tipOf(at, "main"), sha);
  });

  it("rejects deletions, and force pushes until the branch allows them", async () => {
    await using at = await running();
    await using clone = await cloned(at);
    await protect(at, { name: "main", push_access_level: 30 });
    await clone.git("reset", "--quiet", "--hard", "HEAD~1");
    assert.match(await clone.push("alice", "--force", "main"), /^remote: You are not allowed to force push code/m);
    assert.match(await clone.push("alice", ":main"), /^remote: You are not allowed to delete protected branches/m);
    await at.call("PATCH", "/api/v4/projects/1/protected_branches/main", { body: { allow_force_push: true } });
    assert.doesNotMatch(await clone.push("alice", "--force", "main"), /remote:/);
    assert.equal(await tipOf(at, "main"), await clone.git("rev-parse", "HEAD"));
  });

  it("applies wildcards to new branches, and the mildest of several rules", async () => {
    await using at = await running();
    await using clone = await cloned(at);
    await protect(at, { name: "release/*", push_access_level: 40 });
    assert.match(await clone.push("bob", "main:refs/heads/release/1/x"), /^remote: .*create protected branches/m);
    assert.doesNotMatch(await clone.push("bob", "main:refs/tags/release/1"), /remote:/);
    await protect(at, { name: "release/1*", allowed_to_push: [{ user_id: at.info.users.bob.id }] });
    assert.doesNotMatch(await clone.push("bob", "main:refs/heads/release/1/x"), /remote:/);
    assert.match(await clone.push("bob", "main:refs/heads/release/2"), /remote:/);
  });
});
