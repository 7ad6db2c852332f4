import assert from "node:assert/strict";
import { UpdateStore } from "../../../../../src/features/mergeRequests/updates/keptUpdates.ts";
import type { Update } from "../../../../../src/features/mergeRequests/updates/update.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";

const host = "https://git.example.com";
const update = (id: string): Update => ({
  id,
  kind: "comment",
  project: 1,
  mergeRequest: 7,
  iid: 3,
  title: "Mine",
  at: 1,
});

describe("updates that two windows keep", () => {
  let storage: string;
  beforeEach(() => {
    storage = temporaryFolder();
  });
  const window = (): UpdateStore =>
    new UpdateStore({ storage, report: { background: (error) => assert.fail(String(error)) } });
  const kept = (store: UpdateStore): readonly string[] | undefined => store.get(host, 1)?.updates.map(({ id }) => id);
  const add = (store: UpdateStore, id: string): Promise<void> =>
    store.change(host, 1, (now = { since: 0, seen: {}, updates: [] }) => ({
      ...now,
      updates: [...now.updates, update(id)],
    }));
  const markRead = (store: UpdateStore, id: string): Promise<void> =>
    store.change(host, 1, (now) => now && { ...now, updates: now.updates.filter((one) => one.id !== id) });

  it("keep what one has read as read, and what the other has found", async () => {
    const [one, other] = [window(), window()];
    for (let turn = 0; turn < 10; turn++) {
      await add(one, `old ${turn}`);
      await Promise.all([markRead(one, `old ${turn}`), add(other, `new ${turn}`)]);
    }
    const shown = kept(window());
    const expected = Array.from({ length: 10 }, (_, turn) => `new ${turn}`);
    assert.deepEqual(shown, expected);
  });

  it("show what is marked as read at once, and change nothing by a change to nothing", async () => {
    const one = window();
    await add(one, "old");
    await one.change(host, 1, () => undefined);
    assert.deepEqual(kept(window()), ["old"]);
    const marked = markRead(one, "old");
    assert.deepEqual(kept(one), []);
    await marked;
    assert.deepEqual(kept(window()), []);
  });
});
