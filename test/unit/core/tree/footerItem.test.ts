import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { withFooter } from "../../../../src/core/tree/footerRows.ts";
import { isFooter } from "../../../../src/core/tree/node.ts";
import "../../../support/vscodeStub.ts";

const { footerItem } = await import("../../../../src/core/tree/footerItem.ts");

/** The row in place of rows that there are none of. */
function noteOf(noteAction?: { title: string; command: "forgeline.mergeRequest.create" }) {
  const [row] = withFooter<{ kind: string }>("folder", { nodes: [], note: "No open merge request", noteAction });
  assert.ok(row && isFooter(row));
  return footerItem(row, "forgeline.mergeRequests");
}

describe("the note of an empty list", () => {
  it("does what it offers, and says so", () => {
    const item = noteOf({ title: "Create Merge Request…", command: "forgeline.mergeRequest.create" });
    assert.deepEqual(
      [item.label, item.description, item.command?.command, item.accessibilityInformation],
      [
        "No open merge request",
        "Create Merge Request…",
        "forgeline.mergeRequest.create",
        { label: "No open merge request, Create Merge Request…", role: "button" },
      ],
    );
  });

  it("does nothing where nothing is offered", () => {
    const item = noteOf();
    assert.deepEqual([item.command, item.description], [undefined, undefined]);
  });
});
