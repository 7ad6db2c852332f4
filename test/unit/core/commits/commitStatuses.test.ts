import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import type { Commit } from "../../../../src/api/resources/commitTypes.ts";
import { CommitStatuses } from "../../../../src/core/commits/commitStatuses.ts";

const signal = new AbortController().signal;
const commits = (...ids: readonly string[]): Commit[] => ids.map((id) => ({ id }));

function host(pipelines: { sha: string; status: string }[]): { statuses: CommitStatuses; asked: () => number } {
  let asked = 0;
  const page = () => {
    asked += 1;
    return Promise.resolve({ items: pipelines });
  };
  return {
    statuses: new CommitStatuses({ pipelines: { list: () => ({ page }) } } as unknown as Client, "group/app"),
    asked: () => asked,
  };
}

describe("the statuses of listed commits", () => {
  it("are those of each commit's newest pipeline", async () => {
    const { statuses } = host([
      { sha: "b", status: "failed" },
      { sha: "a", status: "success" },
      { sha: "b", status: "success" },
    ]);
    await statuses.update(commits("a", "b", "c"), signal);
    assert.deepEqual(
      commits("a", "b", "c").map((commit) => statuses.of(commit)),
      ["success", "failed", undefined],
    );
  });

  it("are what the host tells with the commit, where it does", () => {
    const { statuses } = host([]);
    assert.equal(statuses.of({ id: "a", status: "canceled" }), "canceled");
    assert.equal(
      statuses.of({ id: "a", status: null, last_pipeline: { id: 1, ref: "main", sha: "a", status: "manual" } }),
      "manual",
    );
  });

  it("are asked for once while the commits are the same and nothing runs", async () => {
    const { statuses, asked } = host([{ sha: "a", status: "success" }]);
    await statuses.update(commits("a"), signal);
    await statuses.update(commits("a"), signal);
    assert.equal(asked(), 1);
    await statuses.update(commits("b", "a"), signal);
    assert.equal(asked(), 2, "another commit came");
    statuses.markOutdated();
    await statuses.update(commits("b", "a"), signal);
    assert.equal(asked(), 3, "something happened to pipelines");
  });

  it("are asked for again as long as one of the commits has a pipeline that runs", async () => {
    const pipelines = [{ sha: "a", status: "running" }];
    const { statuses, asked } = host(pipelines);
    await statuses.update(commits("a"), signal);
    pipelines.splice(0, 1, { sha: "a", status: "success" });
    await statuses.update(commits("a"), signal);
    await statuses.update(commits("a"), signal);
    assert.deepEqual([asked(), statuses.of({ id: "a" })], [2, "success"]);
  });

  it("are not asked for where there is nobody to ask about, or the host tells them itself", async () => {
    const { statuses, asked } = host([]);
    await statuses.update([], signal);
    await statuses.update([{ id: "a", status: null }], signal);
    assert.equal(asked(), 0);
  });
});
