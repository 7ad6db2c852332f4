import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import Agent from "undici/lib/dispatcher/agent.js";
import { type Client, createClient } from "../../../../src/api/client.ts";
import type { CommitAction } from "../../../../src/api/resources/commitTypes.ts";
import type { Changes } from "../../../../src/core/comparisons/comparison.ts";
import type { Context } from "../../../../src/core/context.ts";
import { trustedWorkspace } from "../../../support/fakes/trustedWorkspace.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { type Workshop, workshop } from "../../service/mergeRequestsSetup.ts";

const { changesBetween, changesOfCommit, changesOfMergeRequest } =
  await import("../../../../src/core/comparisons/changes.ts");

const project = "demo/work";
const { signal } = new AbortController();
const many = (folder: string, count: number, content = "one\n"): CommitAction[] =>
  Array.from({ length: count }, (_, at) => ({
    action: "create",
    file_path: `${folder}/${String(at).padStart(4, "0")}.txt`,
    content,
  }));

describe("the list of a commit that the host truncates after a thousand files", () => {
  let at: Workshop;
  let client: Client;
  let main = "";
  const agent = new Agent();
  const commit = async (branch: string, ...actions: CommitAction[]): Promise<string> => {
    const there = await client.commits.get(project, branch).then(
      () => true,
      () => false,
    );
    return (
      await client.commits.create(project, {
        branch,
        ...(there ? {} : { start_branch: "main" }),
        commit_message: "Change very much",
        actions,
      })
    ).id;
  };
  /** As the extension is built, without a clone. */
  const app = (): Context =>
    ({
      projects: { state: { kind: "loading" }, candidates: [] },
      connections: { get: () => ({ client }) },
      report: { background: (error: unknown) => assert.fail(String(error)) },
    }) as unknown as Context;
  const ofCommit = (id: string): Promise<Changes> =>
    changesOfCommit(app(), { instance: at.service.url, project, commit: { id } }, signal);
  /** What was read of files since then, as paths. */
  const rawReads = async (since: number): Promise<string[]> =>
    (await at.service.control.requests(since)).flatMap(
      ({ path }) => /files\/(.*)\/raw/.exec(path)?.slice(1).map(decodeURIComponent) ?? [],
    );
  const now = async (): Promise<number> => (await at.service.control.requests()).at(-1)?.n ?? 0;

  before(async () => {
    at = await workshop({ dialect: "gitlab", extras: true });
    client = createClient({
      baseUrl: at.service.url,
      credentials: { scheme: "private-token", token: () => Promise.resolve(at.info.users.alice.token) },
      dispatcher: () => Promise.resolve(agent),
    });
    main = await commit("main", { action: "create", file_path: "a/large.txt", content: "x\n" });
  });
  // Tests of other files put away what they made; hooks of theirs may run between these tests.
  beforeEach(() => {
    vscodeFakes.workspace = trustedWorkspace();
  });
  afterEach(() => vscodeFakes.reset());
  after(async () => {
    await agent.close();
    await at[Symbol.asyncDispose]();
  });

  it("is recognized by its lines", async () => {
    const { files, missing } = await ofCommit(await commit("lines", ...many("m", 1_050)));
    assert.equal(files.length, 1_000);
    assert.match(
      missing ?? "",
      /^The host truncated the list after 1,000 files, which contain 1,000 of 1,050 changed lines\. Open a clone/,
    );
  });

  it("is recognized by the lines of a file whose changes are left out", async () => {
    const sha = await commit(
      "large",
      { action: "update", file_path: "a/large.txt", content: "y\n".repeat(200_000) },
      ...many("m", 1_050),
    );
    const since = await now();
    const { missing } = await ofCommit(sha);
    assert.match(
      missing ?? "",
      /^The host omitted the changes of 1 large file.* The host truncated the list after 1,000 files\. Open/,
    );
    assert.deepEqual(await rawReads(since), ["a/large.txt", "a/large.txt"]);
  });

  it("is complete when only the lines of a large file are missing, and not compared when many are", async () => {
    const whole = await ofCommit(
      await commit(
        "whole",
        { action: "update", file_path: "a/large.txt", content: "y\n".repeat(200_000) },
        ...many("m", 50),
      ),
    );
    assert.match(whole.missing ?? "", /1 large file/);
    assert.doesNotMatch(whole.missing ?? "", /cut/);
    const larger = Array.from({ length: 11 }, (_, file): CommitAction => ({
      action: "create",
      file_path: `large/${file}`,
      content: "y\n".repeat(110_000),
    }));
    const sha = await commit("larger", ...larger);
    const since = await now();
    const unread = await ofCommit(sha);
    assert.match(unread.missing ?? "", /of 11 large files.* The host may have truncated the list after 11 files\./);
    assert.deepEqual(await rawReads(since), []);
  });

  it("is in doubt where files have no lines, unless a merge request has the host's count", async () => {
    const sha = await commit("empty", ...many("e", 1_050, ""));
    assert.match((await ofCommit(sha)).missing ?? "", /^The host may have truncated the list after 1,000 files/);
    const of = async (branch: string): Promise<Changes> => {
      const { iid } = await at.service.control.addMergeRequest({ project, sourceBranch: branch, title: branch });
      const mergeRequest = await client.extras.mergeRequest(project, iid);
      return changesOfMergeRequest(app(), { instance: at.service.url, project, mergeRequest }, signal);
    };
    assert.match((await of("empty")).missing ?? "", /^The host truncated the list after 1,000 files\./);
    await commit("exact", ...many("e", 1_000, ""));
    const exact = await of("exact");
    assert.deepEqual([exact.files.length, exact.missing], [1_000, undefined]);
  });

  it("is recognized in one of several combined commits", async () => {
    await commit("several", { action: "create", file_path: "b/one.txt", content: "first\n" });
    await commit("several", { action: "delete", file_path: "b/one.txt" }, ...many("m", 1_050));
    const head = await commit("several", { action: "create", file_path: "b/two.txt", content: "two\n" });
    const between = { instance: at.service.url, project, base: main, head };
    const { files, missing } = await changesBetween(app(), between, signal);
    assert.equal(files.length, 1_000, "999 of the second commit's, that of the third, and none of the first");
    assert.match(missing ?? "", /commit by commit.* The host truncated the list of 1 commit\. Open a clone/);
  });
});
