import assert from "node:assert/strict";
import { watchLimit, WatchedVulnerabilities } from "../../../../src/features/vulnerabilities/watched.ts";

const scope = { instance: "https://host", project: "Group/Project" };

function watched() {
  const kept = new Map<string, unknown>();
  const memory = {
    get: (key: string) => kept.get(key),
    update: (key: string, value: unknown) =>
      Promise.resolve(value === undefined ? void kept.delete(key) : void kept.set(key, value)),
  };
  return { kept, list: new WatchedVulnerabilities(memory) };
}

describe("the list of vulnerabilities", () => {
  it("puts the latest first, and each once with what was known of it", async () => {
    const { list } = watched();
    assert.equal(await list.keep(scope, { id: 1, title: "A", page: "https://host/1" }), true);
    assert.equal(await list.keep(scope, { id: 2 }), true);
    assert.equal(await list.keep(scope, { id: 1, title: "B" }), false);
    assert.deepEqual(list.list(scope), [{ id: 2 }, { id: 1, title: "B", page: "https://host/1" }]);
  });

  it("belongs to a project, in any case of its path, and leaves nothing behind when it is empty", async () => {
    const { list, kept } = watched();
    await list.keep(scope, { id: 1 });
    assert.deepEqual(list.list({ ...scope, project: "group/project" }), [{ id: 1 }]);
    for (const other of [{ project: "group/other" }, { instance: "https://other" }])
      assert.deepEqual(list.list({ ...scope, ...other }), []);
    await list.remove(scope, 7);
    assert.equal(kept.size, 1);
    await list.remove(scope, 1);
    assert.equal(kept.size, 0);
  });

  it("keeps no more than can be asked for", async () => {
    const { list } = watched();
    for (let id = 1; id <= watchLimit + 3; id++) await list.keep(scope, { id });
    const found = [list.list(scope).length, list.list(scope)[0]?.id, list.list(scope).at(-1)?.id];
    assert.deepEqual(found, [watchLimit, watchLimit + 3, 4]);
  });

  it("reads what somebody else wrote there as far as it makes sense", async () => {
    const { list, kept } = watched();
    await list.keep(scope, { id: 1 });
    const [key = ""] = kept.keys();
    kept.set(key, [{ id: 3, title: 4, page: null }, { id: "5" }, { id: -1 }, null, 7, { id: 6, title: "T", more: 1 }]);
    assert.deepEqual(list.list(scope), [{ id: 3 }, { id: 6, title: "T" }]);
    kept.set(key, "nonsense");
    assert.deepEqual(list.list(scope), []);
  });
});
