import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { refusesSignIn, WikiRepository } from "../../../../../src/features/wiki/repository/repository.ts";
import { gitOnPath } from "../../../../support/gitOnPath.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";
import { GitFolder } from "../../../git/gitFolder.ts";
import { startWiki, type WikiService } from "./wikiService.ts";

const run = promisify(execFile);

describe("the repository of a wiki", () => {
  let folder: string;
  let at: WikiService;
  const stale: (string | undefined)[] = [];

  before(async () => {
    at = await startWiki();
  });
  beforeEach(() => void (folder = join(temporaryFolder(), "wiki repository")));
  after(() => at[Symbol.asyncDispose]());

  const open = (tokens: readonly (string | undefined)[], url: string): WikiRepository =>
    new WikiRepository({
      folder: join(folder, "clone"),
      url,
      program: gitOnPath,
      access: (refused) => {
        stale.push(refused);
        return Promise.resolve({
          instance: at.service.url,
          token: tokens[refused === undefined ? 0 : 1],
          proxy: undefined,
          verify: true,
        });
      },
    });

  it("asks for another token when the host refuses the first, once, and says nothing of it", async () => {
    const refused = "glpat-refusedrefusedrefused";
    await open([refused, at.token], at.url).fetch();
    assert.deepEqual(stale, [undefined, refused]);
    process.env["GIT_TRACE_CURL"] = "1";
    process.env["GIT_TRACE_REDACT"] = "0";
    try {
      await assert.rejects(open([refused, refused], at.url).fetch(), (error: Error) => {
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
    const source = new GitFolder();
    source.init();
    source.configure("[uploadpack]\n\tallowFilter = true\n\tallowAnySHA1InWant = true\n");
    source.store({ "picture.png": Buffer.alloc(200_000, "picture") });
    const repository = open([undefined], `file://${encodeURI(source.root)}`);
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
