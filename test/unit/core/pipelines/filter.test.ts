import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  isUnfiltered,
  readPipelineFilter,
  toPipelineFilter,
  writePipelineFilter,
  type PipelineFilter,
} from "../../../../src/core/pipelines/filter.ts";
import { OpenMemory } from "../../../../src/core/tree/openMemory.ts";
import { jobScopes } from "../../../../src/features/jobs/filter.ts";

class Memory {
  readonly kept = new Map<string, unknown>();
  get(key: string): unknown {
    return this.kept.get(key);
  }
  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.kept.delete(key);
    else this.kept.set(key, structuredClone(value));
    return Promise.resolve();
  }
}

const here = { instance: "https://git.example.com", project: "group/app" };
const there = { instance: "https://git.example.com", project: "group/other" };

describe("the pipeline filter", () => {
  const full: PipelineFilter = {
    status: "failed",
    ref: "main",
    sha: "abc",
    source: "push",
    scope: "finished",
    username: "alice",
    name: "nightly",
    updated_after: "2024-01-01T00:00:00Z",
    updated_before: "2024-02-01T00:00:00Z",
    yaml_errors: true,
    order_by: "updated_at",
    sort: "asc",
  };

  it("is kept per project, and leaves nothing behind when it is cleared", async () => {
    const memory = new Memory();
    await writePipelineFilter(memory, here, full);
    assert.deepEqual(readPipelineFilter(memory, here), full);
    assert.deepEqual(readPipelineFilter(memory, there), {});
    await writePipelineFilter(memory, here, {});
    assert.equal(memory.kept.size, 0);
  });

  it("takes only what is well formed from what was stored", () => {
    for (const odd of [
      null,
      undefined,
      7,
      "x",
      [],
      { status: 3, ref: "", sha: "  ", scope: "everything", yaml_errors: "yes", order_by: "age", sort: "up", extra: 1 },
    ]) {
      assert.deepEqual(toPipelineFilter(odd), {});
    }
    assert.deepEqual(toPipelineFilter({ ref: " main ", order_by: "id", sort: "desc" }), { ref: "main" });
  });

  it("is empty exactly when nothing is narrowed", () => {
    assert.equal(isUnfiltered(toPipelineFilter({ order_by: "id", sort: "desc", yaml_errors: false })), true);
    for (const key of Object.keys(full))
      assert.equal(isUnfiltered(toPipelineFilter({ [key]: full[key as keyof PipelineFilter] })), false, key);
  });
});

describe("the scope of the Jobs view", () => {
  it("is kept per project without what is no status", async () => {
    const memory = new Memory();
    await jobScopes.write(memory, here, ["failed", "running"]);
    assert.deepEqual(jobScopes.read(memory, here), ["failed", "running"]);
    assert.deepEqual(jobScopes.read(memory, there), []);
    await memory.update([...memory.kept.keys()][0]!, ["failed", 3, "", "failed"]);
    assert.deepEqual(jobScopes.read(memory, here), ["failed"]);
    await jobScopes.write(memory, here, []);
    assert.equal(memory.kept.size, 0);
  });
});

describe("the memory for opened rows", () => {
  it("keeps what the person did last, and forgets the oldest", async () => {
    const memory = new Memory();
    const open = new OpenMemory(memory, "view");
    assert.equal(open.isOpen("row"), undefined);
    await open.keep("row", false);
    assert.equal(new OpenMemory(memory, "view").isOpen("row"), false);
    assert.equal(new OpenMemory(memory, "another").isOpen("row"), undefined);
    await open.keep("row", true);
    assert.equal(open.isOpen("row"), true);
    for (let at = 0; at < 100; at++) await open.keep(`row ${at}`, true);
    assert.equal(open.isOpen("row"), undefined);
    assert.equal(open.isOpen("row 0"), true);
    await memory.update([...memory.kept.keys()][0]!, "nonsense");
    assert.equal(open.isOpen("row 0"), undefined);
  });
});
