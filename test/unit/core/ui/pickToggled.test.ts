import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FakePick, setStubBoxes, nextBox } from "./stubBoxes.ts";

const { pickToggled } = await import("../../../../src/core/ui/pickToggled.ts");

const choice = (label: string): { label: string; value: string } => ({ label, value: label });
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Opens a pick over some names. */
async function open(names: readonly string[], chosen: readonly string[] = [], typed = false) {
  const shown = nextBox(FakePick);
  const answer = pickToggled<string>({
    title: "People",
    placeholder: "Who?",
    chosen: chosen.map(choice),
    key: (value) => value,
    search: (text) => Promise.resolve(names.filter((name) => name.startsWith(text)).map(choice)),
    ...(typed && { typed: (text: string) => ({ label: `New ${text}`, value: text }) }),
  });
  const box = await shown;
  await tick();
  return { box, answer };
}

describe("pickToggled", () => {
  setStubBoxes();

  it("takes rows in and out, and ends with the first one", async () => {
    const { box, answer } = await open(["Alice", "Bob", "Max"], ["Bob"]);
    assert.deepEqual(box.labels, ["Done", "Bob", "Alice", "Max"]);
    box.choose("Max");
    assert.deepEqual(
      box.labels,
      ["Done", "Bob", "Alice", "Max"],
      "rows stay where they are: the next click hits the row it was meant for",
    );
    assert.equal(box.items[0]?.detail, "Bob, Max");
    box.choose("Bob");
    assert.deepEqual(box.labels, ["Done", "Bob", "Alice", "Max"], "who was taken out can be taken in again");
    box.choose("Done");
    assert.deepEqual(await answer, ["Max"]);
    assert.equal(box.disposed, true);
  });

  it("takes in what is typed and not known, under its own name, and clears the box", async () => {
    const { box, answer } = await open(["bug"], [], true);
    box.type("bug");
    assert.deepEqual(box.labels, ["Done", "bug"], "what is known is not new");
    box.type("ui");
    assert.deepEqual(box.labels, ["Done", "bug", "New ui"]);
    box.choose("New ui");
    assert.equal(box.value, "");
    assert.deepEqual(box.labels, ["Done", "bug", "ui"]);
    box.choose("Done");
    assert.deepEqual(await answer, ["ui"]);
  });

  it("does nothing when the editor says of nothing that it was taken", async () => {
    const { box, answer } = await open(["Alice"]);
    box.activeItems = box.items;
    box.selectedItems = [];
    box.tellAccepted();
    assert.deepEqual(box.labels, ["Done", "Alice"]);
    box.choose("Done");
    assert.deepEqual(await answer, []);
  });

  it("says why nothing can be found, and still ends with what is chosen", async () => {
    const shown = nextBox(FakePick);
    const answer = pickToggled<string>({
      title: "People",
      placeholder: "Who?",
      chosen: [choice("Bob")],
      key: (value) => value,
      search: () => Promise.reject(new Error("no network")),
    });
    const box = await shown;
    await tick();
    assert.match(box.labels[1] ?? "", /no network/);
    box.choose("Done");
    assert.deepEqual(await answer, ["Bob"]);
  });
});
