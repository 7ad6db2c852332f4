import assert from "node:assert/strict";
import { it } from "mocha";
import { OpenMemory } from "../../../../src/core/tree/openMemory.ts";
import { InMemoryMemento } from "../../../support/fakes/inMemoryMemento.ts";

it("the memory for opened rows keeps the last state, and drops the oldest rows", async () => {
  const memory = new InMemoryMemento();
  const open = new OpenMemory(memory, "view");
  assert.equal(open.isOpen("row"), undefined);
  await open.keep("row", false);
  assert.equal(new OpenMemory(memory, "view").isOpen("row"), false);
  assert.equal(new OpenMemory(memory, "another").isOpen("row"), undefined);
  await open.keep("row", true);
  assert.equal(open.isOpen("row"), true);
  for (let at = 0; at < 300; at++) await open.keep(`row ${at}`, true);
  assert.deepEqual([open.isOpen("row"), open.isOpen("row 0")], [undefined, true]);
  await memory.update(memory.keys()[0]!, "nonsense");
  assert.equal(open.isOpen("row 0"), undefined);
});
