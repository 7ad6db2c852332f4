import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { filterMemory } from "../../../../src/core/filters/filterMemory.ts";
import { ListFilter } from "../../../../src/core/filters/listFilter.ts";
import { InMemoryMemento } from "../../../support/fakes/inMemoryMemento.ts";

interface Fruit {
  readonly color?: string;
}

/** Keeps a color, trimmed; drops everything else. */
const fruits = filterMemory<Fruit>("fruit", (stored) => {
  const color = (stored as { color?: unknown } | undefined)?.color;
  return typeof color === "string" && color.trim() !== "" ? { color: color.trim() } : {};
});

describe("ListFilter", () => {
  let memory: InMemoryMemento;
  let calls: unknown[];
  let view: AbortController;

  beforeEach(() => {
    [memory, calls, view] = [new InMemoryMemento(), [], new AbortController()];
  });

  const open = (project = "group/app"): ListFilter<Fruit> => {
    const filter: ListFilter<Fruit> = new ListFilter<Fruit>({
      view: { memory, signal: view.signal, filtered: () => calls.push("filtered") },
      memory: fruits,
      scope: { instance: "https://h", project },
      changed: (value) => calls.push(["changed", value, filter.value]),
    });
    return filter;
  };

  it("reloads the rows with what was remembered, then shows the filter", async () => {
    const filter = open();
    assert.deepEqual([filter.value, calls], [{}, []]);
    await filter.set({ color: " red " });
    assert.deepEqual(filter.value, { color: "red" });
    assert.deepEqual(calls, [["changed", { color: "red" }, { color: "red" }], "filtered"]);
  });

  it("is remembered for its project, and forgotten when it is empty", async () => {
    await open().set({ color: "red" });
    assert.deepEqual([open().value, open("group/other").value], [{ color: "red" }, {}]);
    await open().set({});
    assert.deepEqual([open().value, memory.keys()], [{}, []]);
  });

  it("is remembered, but does nothing further, once the view is gone", async () => {
    const filter = open();
    const set = filter.set({ color: "red" });
    view.abort();
    await set;
    assert.deepEqual([filter.value, calls], [{}, []]);
    assert.deepEqual(open().value, { color: "red" });
  });
});
