import assert from "node:assert/strict";
import type { Client } from "../../../../src/api/client.ts";
import type { Commit } from "../../../../src/api/resources/commitTypes.ts";
import { CommitStatuses } from "../../../../src/core/commits/commitStatuses.ts";

const signal = new AbortController().signal;
const commits = (...ids: readonly string[]): Commit[] => ids.map((id) => ({ id }));

it("the statuses of listed commits are requested again when another commit comes, pipelines changed, or one of them runs", async () => {
  const pipelines = ["a success", "c failed", "c success"].map((one) => {
    const [sha, status] = one.split(" ");
    return { sha, status };
  });
  let asked = 0;
  const list = () => ({ page: () => ((asked += 1), Promise.resolve({ items: pipelines })) });
  const statuses = new CommitStatuses({ pipelines: { list } } as unknown as Client, "group/app");
  for (const [ids, status, requests] of [
    ["a", "success", 1],
    ["a", "running", 1],
    ["b a", "running", 2],
    ["b a", "success", 3],
    ["b a", "success", 3],
  ] as const) {
    pipelines.splice(0, 1, { sha: "a", status });
    await statuses.update(commits(...ids.split(" ")), signal);
    assert.equal(asked, requests);
  }
  await statuses.update([{ id: "z", status: null }], signal);
  assert.equal(asked, 3, "commits have them already");
  statuses.markOutdated();
  await statuses.update(commits("b", "a", "c"), signal);
  assert.equal(asked, 4);
  const found = commits("a", "b", "c").map((one) => statuses.of(one));
  assert.deepEqual(found, ["success", undefined, "failed"], "the newest");
});
