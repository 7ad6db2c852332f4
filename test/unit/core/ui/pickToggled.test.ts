import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { describe, it } from "mocha";
import { asked, FakePick, setStubBoxes } from "./stubBoxes.ts";

const { pickToggled } = await import("../../../../src/core/ui/pickToggled.ts");

const choice = (label: string): { label: string; value: string } => ({ label, value: label });

/** Opens a pick over some names, or over a search that fails. */
async function open(names: readonly string[] | Error, chosen: readonly string[] = [], typed = false) {
  const opened = await asked(FakePick, () =>
    pickToggled<string>({
      title: "People",
      placeholder: "Who?",
      chosen: chosen.map(choice),
      key: (value) => value,
      search: (text) =>
        names instanceof Error
          ? Promise.reject(names)
          : Promise.resolve(names.filter((name) => name.startsWith(text)).map(choice)),
      ...(typed && { typed: (text: string) => ({ label: `New ${text}`, value: text }) }),
    }),
  );
  await setImmediate();
  return opened;
}

describe("pickToggled", () => {
  setStubBoxes();

  it("toggles rows in place until Done is chosen", async () => {
    const [box, answer] = await open(["Alice", "Bob", "Max"], ["Bob"]);
    const rows = ["Done", "Bob", "Alice", "Max"];
    assert.deepEqual(box.labels, rows);
    box.choose("Max");
    assert.deepEqual([box.labels, box.items[0]?.detail], [rows, "Bob, Max"]);
    box.choose("Bob");
    assert.deepEqual(box.labels, rows);
    box.choose("Done");
    assert.deepEqual([await answer, box.disposed], [["Max"], true]);
  });

  it("adds typed text that is not known, and clears the box", async () => {
    const [box, answer] = await open(["bug"], [], true);
    box.type("bug");
    assert.deepEqual(box.labels, ["Done", "bug"]);
    box.type("ui");
    assert.deepEqual(box.labels, ["Done", "bug", "New ui"]);
    box.choose("New ui");
    assert.deepEqual([box.value, box.labels], ["", ["Done", "bug", "ui"]]);
    box.choose("Done");
    assert.deepEqual(await answer, ["ui"]);
  });

  it("does nothing when VS Code accepts no row", async () => {
    const [box, answer] = await open(["Alice"]);
    [box.activeItems, box.selectedItems] = [box.items, []];
    box.tellAccepted();
    assert.deepEqual(box.labels, ["Done", "Alice"]);
    box.choose("Done");
    assert.deepEqual(await answer, []);
  });

  it("shows why the search failed, and still ends with what is chosen", async () => {
    const [box, answer] = await open(new Error("no network"), ["Bob"]);
    assert.match(box.labels[1] ?? "", /no network/);
    box.choose("Done");
    assert.deepEqual(await answer, ["Bob"]);
  });
});
