import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ApiError } from "../../../../src/api/errors.ts";
import { withFooter } from "../../../../src/core/tree/footerRows.ts";
import { isFooter } from "../../../../src/core/tree/node.ts";
import { VIEWS } from "../../../../src/core/views.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { isTrue } from "../../../support/whenClause.ts";

const { footerItem } = await import("../../../../src/core/tree/footerItem.ts");

/** The row in place of rows that there are none of. */
function noteOf(noteAction?: { title: string; command: "forgeline.mergeRequest.create" }) {
  const [row] = withFooter<{ kind: string }>("folder", { nodes: [], note: "No open merge request", noteAction });
  assert.ok(row && isFooter(row));
  return footerItem(row, "forgeline.mergeRequests");
}

describe("the note of an empty list", () => {
  it("runs the command that it offers, if any, and is read as a button", () => {
    const item = noteOf({ title: "Create…", command: "forgeline.mergeRequest.create" });
    assert.deepEqual(
      [item.description, item.command?.command, item.accessibilityInformation],
      ["Create…", "forgeline.mergeRequest.create", { label: "No open merge request, Create…", role: "button" }],
    );
    assert.deepEqual([noteOf().command, noteOf().description], [undefined, undefined]);
  });
});

describe("the row of an error", () => {
  interface Entry {
    readonly command?: string;
    readonly when: string;
    readonly group: string;
  }
  const manifest = JSON.parse(readFileSync(path.join(import.meta.dirname, "../../../../package.json"), "utf8")) as {
    contributes: { menus: Readonly<Record<string, readonly Entry[]>> };
  };
  let transport: unknown;
  beforeEach(() => {
    transport = undefined;
    vscodeFakes.workspace = {
      getConfiguration: () => ({
        inspect: (key: string) => ({ globalValue: key === "http.transport" ? transport : undefined }),
      }),
    };
  });
  afterEach(() => vscodeFakes.reset());

  /** The groups in which the row of a failed request offers VS Code's network, in a view. */
  const offered = (instance: string, kind: "network" | "server", view: string): string[] => {
    const request = { method: "GET", url: `${instance}/api/v4/user`, instance };
    const error = new ApiError({ kind, message: "", request, ...(kind === "server" && { status: 500 }) });
    const row = { kind: "forgeline.footer", footer: "error", id: "folder/error", below: "folder", error } as const;
    const viewItem = String(footerItem(row, view).contextValue);
    return (manifest.contributes.menus["view/item/context"] ?? [])
      .filter(({ command, when }) => command === "forgeline.useEditorNetwork" && isTrue(when, { view, viewItem }))
      .map(({ group }) => group);
  };

  it("offers VS Code's network as a button and in its menu where connecting failed, in every view", () => {
    for (const view of Object.values(VIEWS))
      assert.deepEqual(offered("https://git.example.com", "network", view), ["inline@1", "5_edit@1"], view);
  });

  it("offers nothing where another network would not help", () => {
    assert.deepEqual(offered("https://git.example.com", "server", VIEWS.pipelines), []);
    assert.deepEqual(offered("http://127.0.0.1:4000", "network", VIEWS.pipelines), []);
    transport = "vscode";
    assert.deepEqual(offered("https://git.example.com", "network", VIEWS.pipelines), []);
  });
});
