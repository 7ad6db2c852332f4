import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, it } from "mocha";
import { refusesSignIn, WikiRepository } from "../../../../../src/features/wiki/repository/repository.ts";
import { gitOnPath } from "../../../../support/gitOnPath.ts";
import { running, type Running } from "../../../service/calling.ts";

const run = promisify(execFile);

describe("the repository of a wiki", () => {
  let folder: string;
  let at: Running;
  const stale: (string | undefined)[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "wiki repository "));
    at = await running();
    stale.length = 0;
  });
  afterEach(async () => {
    await at[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  const open = (
    tokens: readonly (string | undefined)[] = [at.info.users.alice.token],
    program = gitOnPath,
  ): WikiRepository =>
    new WikiRepository({
      folder: join(folder, "clone"),
      url: at.info.project.httpUrl.replace(/\.git$/, ".wiki.git"),
      program,
      access: (refused) => {
        stale.push(refused);
        return Promise.resolve({
          instance: at.info.url,
          token: tokens[refused === undefined ? 0 : 1],
          proxy: undefined,
          verify: true,
        });
      },
    });
  const create = () => at.call("POST", "/api/v4/projects/1/wikis", { body: { title: "home", content: "x" } });

  it("asks for another token when the host refuses the first, once, and says nothing of it", async () => {
    await create();
    const refused = "glpat-refusedrefusedrefused";
    await open([refused, at.info.users.alice.token]).fetch();
    assert.deepEqual(stale, [undefined, refused]);
    process.env["GIT_TRACE_CURL"] = "1";
    process.env["GIT_TRACE_REDACT"] = "0";
    try {
      await assert.rejects(open([refused, refused]).fetch(), (error: Error) => {
        const said = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join("\n");
        for (const secret of [refused, Buffer.from(`oauth2:${refused}`).toString("base64"), "Authorization"])
          assert.equal(said.includes(secret), false, said);
        return refusesSignIn(error);
      });
    } finally {
      delete process.env["GIT_TRACE_CURL"];
      delete process.env["GIT_TRACE_REDACT"];
    }
  });

  it("gets contents only when they are asked for, where the host leaves them out", async () => {
    const source = join(folder, "source");
    const git = (...args: string[]) =>
      run("git", ["-C", source, "-c", "user.name=A", "-c", "user.email=a@example.com", ...args]);
    await run("git", ["init", "--quiet", source]);
    await git("config", "uploadpack.allowFilter", "true");
    await git("config", "uploadpack.allowAnySHA1InWant", "true");
    await writeFile(join(source, "picture.png"), Buffer.alloc(200_000, "picture"));
    await git("add", ".");
    await git("commit", "--quiet", "-m", "picture");
    const repository = new WikiRepository({
      folder: join(folder, "clone"),
      url: `file://${encodeURI(source)}`,
      program: gitOnPath,
      access: () => Promise.resolve({ instance: at.info.url, token: undefined, proxy: undefined, verify: true }),
    });
    await repository.fetch();
    const head = (await repository.head()) ?? "";
    const missing = async () =>
      (await run("git", ["-C", join(folder, "clone"), "rev-list", "--objects", "--missing=print", head])).stdout.match(
        /^\?/gm,
      )?.length ?? 0;
    assert.equal(await missing(), 1);
    const file = await repository.file(head, "picture.png");
    assert.equal(file?.size, 200_000);
    assert.equal((await repository.content(file)).length, 200_000);
    assert.equal(await missing(), 0);
  });
});
