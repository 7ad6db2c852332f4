import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";
import {
  actionValue,
  type PageAction,
  pressedButton,
  readAction,
  readKept,
} from "../../../../src/core/webview/messages.ts";
import * as graph from "../../../../src/features/pipelines/graph/messages.ts";

const overview = await import("../../../../src/features/mergeRequests/page/model.ts");

for (const [name, { actions, jobActions }] of [
  ["merge request", overview],
  ["pipeline's graph", graph],
] as const) {
  describe(`what the page of a ${name} sends`, () => {
    const read = (message: unknown): PageAction | undefined => {
      const { value } = pressedButton(message) ?? {};
      return value === undefined ? undefined : readAction<string, string>(value, actions, jobActions);
    };
    const all: readonly PageAction[] = [
      ...actions.map((action) => ({ do: action })),
      ...jobActions.map((action) => ({ do: action, job: 12 })),
    ];
    for (const action of all)
      it(`is read: ${actionValue(action)}`, () =>
        assert.deepEqual(read({ type: "act", value: actionValue(action), extra: 1 }), action));

    for (const message of [
      undefined,
      null,
      1,
      "ready",
      [],
      {},
      { type: "run" },
      { type: "act" },
      { type: "act", value: 3 },
      { type: "act", value: { do: "merge" } },
      { type: "run", value: "merge" },
      ...[
        "",
        "showLog",
        "showLog x",
        "showLog 0",
        "showLog -1",
        "showLog 1.5",
        "showLog 1 2",
        "merge 1",
        "reveal 1",
        "toString",
        "erase 3",
        "workbench.action.quit",
      ].map((value) => ({ type: "act", value })),
    ]) {
      it(`is nothing else: ${JSON.stringify(message)}`, () => assert.equal(read(message), undefined));
    }
  });
}

for (const key of ["iid", "pipeline"]) {
  describe(`what VS Code keeps of a page by ${key}`, () => {
    const scope = { instance: "https://git.example", project: "g/p" };
    const kept = { ...scope, [key]: 7 };
    it("is read, without what else is there", () =>
      assert.deepEqual(readKept({ ...kept, scroll: [1, 2] }, key), { ...scope, number: 7 }));
    it("may name the project by its number", () =>
      assert.deepEqual(readKept({ ...kept, project: 4 }, key), { ...scope, project: 4, number: 7 }));
    for (const change of [
      { instance: "file:///x" },
      { instance: 1 },
      { project: "" },
      { project: 1.5 },
      { project: null },
      { [key]: "7" },
      { [key]: 0 },
    ]) {
      it(`is not taken with ${JSON.stringify(change)}`, () =>
        assert.equal(readKept({ ...kept, ...change }, key), undefined));
    }
    for (const other of [undefined, null, "x", {}, scope])
      it(`is nothing in ${JSON.stringify(other)}`, () => assert.equal(readKept(other, key), undefined));
  });
}

describe("the texts that come with a pressed button", () => {
  it("are those of boxes, of bounded length", () => {
    const text = { box: "comment", id: "box-comment-0", text: "Words" };
    const others = [
      { ...text, text: 3 },
      { ...text, id: undefined },
      { ...text, text: "x".repeat(1_000_001) },
      "x",
      null,
    ];
    assert.deepEqual(pressedButton({ type: "act", value: "comment", texts: [{ ...text, more: 1 }, ...others] }), {
      value: "comment",
      texts: [text],
    });
  });
});
