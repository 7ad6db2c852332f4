import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { isUnfiltered, type PipelineFilter } from "../../../../src/core/pipelines/filter.ts";
import "../../../support/vscodeStub.ts";
import { InMemoryMemento } from "../../../support/fakes/inMemoryMemento.ts";

const { isSha, pipelineFilters } = await import("../../../../src/features/pipelines/filter.ts");

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
    const memory = new InMemoryMemento();
    await pipelineFilters.write(memory, here, full);
    assert.deepEqual(pipelineFilters.read(memory, here), full);
    assert.deepEqual(pipelineFilters.read(memory, there), {});
    await pipelineFilters.write(memory, here, {});
    assert.deepEqual(memory.keys(), []);
  });

  it("keeps what is valid of a stored value", () => {
    for (const odd of [
      null,
      undefined,
      7,
      "x",
      [],
      { status: 3, ref: "", sha: "  ", scope: "everything", yaml_errors: "yes", order_by: "age", sort: "up", extra: 1 },
    ]) {
      assert.deepEqual(pipelineFilters.parse(odd), {});
    }
    assert.deepEqual(pipelineFilters.parse({ ref: " main ", order_by: "id", sort: "desc" }), { ref: "main" });
  });

  it("is empty exactly when nothing is narrowed", () => {
    assert.equal(isUnfiltered(pipelineFilters.parse({ order_by: "id", sort: "desc", yaml_errors: false })), true);
    for (const key of Object.keys(full))
      assert.equal(isUnfiltered(pipelineFilters.parse({ [key]: full[key as keyof PipelineFilter] })), false, key);
  });
});

describe("a field of the pipeline filter", () => {
  const filter: PipelineFilter = { status: "failed", ref: "main" };
  for (const [given, key, value, expected] of [
    [filter, "username", " alice ", { ...filter, username: "alice" }],
    [filter, "ref", "dev", { status: "failed", ref: "dev" }],
    [filter, "ref", undefined, { status: "failed" }],
    [filter, "ref", "  ", { status: "failed" }],
    [{}, "yaml_errors", true, { yaml_errors: true }],
    [{ yaml_errors: true }, "yaml_errors", false, {}],
    [{ sort: "asc" }, "sort", "desc", {}],
  ] as const)
    it(`becomes ${JSON.stringify(expected)} by ${key} ${JSON.stringify(value)}`, () => {
      const field = pipelineFilters.fields.find((one) => one.key === key) ?? assert.fail(key);
      assert.deepEqual(pipelineFilters.with(given, field, value), expected);
    });
});

describe("a commit's ID in the pipeline filter", () => {
  it("has 4 to 64 hexadecimal digits", () =>
    assert.deepEqual(["abcd", "ABCD1234", "a".repeat(64), "abc", "xyz1", "a".repeat(65)].map(isSha), [
      true,
      true,
      true,
      false,
      false,
      false,
    ]));
});
