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

describe("the action of a pressed button", () => {
  const read = (message: unknown): PageAction | undefined => {
    const { value } = pressedButton(message) ?? {};
    return value === undefined ? undefined : readAction<string, string>(value, ["merge", "reload"], ["showLog"]);
  };

  it("is read from its message", () => {
    for (const action of [{ do: "merge" }, { do: "reload" }, { do: "showLog", job: 12 }])
      assert.deepEqual(read({ type: "act", value: actionValue(action), extra: 1 }), action);
  });

  const numbers = ["showLog", "showLog x", "showLog 0", "showLog -1", "showLog 1.5", "showLog 1 2", "merge 1"];
  for (const message of [
    ...[undefined, null, 1, "ready", [], {}, { type: "run" }, { type: "act" }, { type: "run", value: "merge" }],
    ...[3, { do: "merge" }, "", ...numbers, "toString", "erase 3", "workbench.action.quit"].map((value) => ({
      type: "act",
      value,
    })),
  ])
    it(`is none in ${JSON.stringify(message)}`, () => assert.equal(read(message), undefined));

  it("comes with the texts of boxes, of bounded length", () => {
    const text = { box: "comment", id: "box-comment-0", text: "Words" };
    const odd = [{ ...text, text: 3 }, { ...text, id: undefined }, { ...text, text: "x".repeat(1_000_001) }, "x", null];
    assert.deepEqual(pressedButton({ type: "act", value: "comment", texts: [{ ...text, more: 1 }, ...odd] }), {
      value: "comment",
      texts: [text],
    });
  });
});

describe("the page that VS Code keeps", () => {
  const scope = { instance: "https://git.example", project: "g/p" };
  const kept = { ...scope, iid: 7 };

  it("is read without its other fields, by the path or number of its project", () => {
    assert.deepEqual(readKept({ ...kept, scroll: [1, 2] }, "iid"), { ...scope, number: 7 });
    assert.deepEqual(readKept({ ...kept, project: 4 }, "iid"), { ...scope, project: 4, number: 7 });
  });

  const wrong = [{ instance: "file:///x" }, { instance: 1 }, { project: "" }, { project: 1.5 }, { project: null }];
  for (const odd of [
    ...[...wrong, { iid: "7" }, { iid: 0 }, { iid: undefined }].map((one) => ({ ...kept, ...one })),
    ...[undefined, null, "x", {}],
  ])
    it(`is none in ${JSON.stringify(odd)}`, () => assert.equal(readKept(odd, "iid"), undefined));
});
