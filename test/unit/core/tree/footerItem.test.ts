import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { it } from "mocha";
import { ApiError } from "../../../../src/api/errors.ts";
import { withFooter } from "../../../../src/core/tree/footerRows.ts";
import { isFooter } from "../../../../src/core/tree/node.ts";
import { VIEWS } from "../../../../src/core/views.ts";
import { root } from "../../../../tools/root.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { isTrue } from "../../../support/whenClause.ts";

const { footerItem } = await import("../../../../src/core/tree/footerItem.ts");

/** The row in place of rows that there are none of. */
function noteOf(noteAction?: { title: string; command: "forgeline.mergeRequest.create" }) {
  const [row] = withFooter<{ kind: string }>("folder", { nodes: [], note: "No open merge request", noteAction });
  assert.ok(row && isFooter(row));
  return footerItem(row, "forgeline.mergeRequests");
}

it("the note of an empty list runs the command that it offers, if any, and is read as a button", () => {
  const item = noteOf({ title: "Create…", command: "forgeline.mergeRequest.create" });
  assert.deepEqual(
    [item.description, item.command?.command, item.accessibilityInformation],
    ["Create…", "forgeline.mergeRequest.create", { label: "No open merge request, Create…", role: "button" }],
  );
  assert.deepEqual([noteOf().command, noteOf().description], [undefined, undefined]);
});

it("the row of an error offers VS Code's network as a button and in its menu in every view if connecting failed", () => {
  vscodeFakes.workspace = { getConfiguration: () => ({ inspect: () => undefined }) };
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    contributes: { menus: Readonly<Record<string, readonly { command?: string; when: string; group: string }[]>> };
  };
  const instance = "https://git.example.com";
  const offered = (kind: "network" | "server", view: string): string[] => {
    const error = new ApiError({
      kind,
      message: "",
      request: { method: "GET", url: `${instance}/api/v4/user`, instance },
    });
    const row = { kind: "forgeline.footer", footer: "error", id: "folder/error", below: "folder", error } as const;
    const viewItem = String(footerItem(row, view).contextValue);
    return (manifest.contributes.menus["view/item/context"] ?? [])
      .filter(({ command, when }) => command === "forgeline.useEditorNetwork" && isTrue(when, { view, viewItem }))
      .map(({ group }) => group);
  };
  for (const view of Object.values(VIEWS)) assert.deepEqual(offered("network", view), ["inline@1", "5_edit@1"], view);
  assert.deepEqual(offered("server", VIEWS.pipelines), []);
  vscodeFakes.reset();
});
