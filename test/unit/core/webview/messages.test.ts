import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { pageDeeds } from "../../../../src/core/webview/action.ts";
import { readKept, readPageMessage } from "../../../../src/core/webview/messages.ts";

describe("messages of a page", () => {
  it("are taken as they are sent", () => {
    for (const deed of pageDeeds)
      assert.deepEqual(readPageMessage({ type: "act", action: { do: deed, extra: 1 } }), {
        type: "act",
        action: { do: deed },
      });
    assert.deepEqual(readPageMessage({ type: "act", action: { do: "showLog", job: 7 } }), {
      type: "act",
      action: { do: "showLog", job: 7 },
    });
  });

  const odd = [
    null,
    undefined,
    1,
    "ready",
    [],
    {},
    { type: "run" },
    { type: "act" },
    { type: "act", action: "merge" },
    { type: "act", action: { do: "workbench.action.quit" } },
    { type: "act", action: { do: "showLog" } },
    { type: "act", action: { do: "showLog", job: "7" } },
    { type: "act", action: { do: "showLog", job: 1.5 } },
    { type: "act", action: { do: "toString" } },
  ];
  for (const one of odd) it(`are not ${JSON.stringify(one)}`, () => assert.equal(readPageMessage(one), undefined));
});

describe("what is kept of a page", () => {
  it("is read as it was kept, whatever else is there", () => {
    assert.deepEqual(readKept({ instance: "https://a.example", project: "a/b", iid: 3, scroll: 7 }), {
      instance: "https://a.example",
      project: "a/b",
      iid: 3,
    });
    assert.deepEqual(readKept({ instance: "https://a.example", project: 5, iid: 3 }), {
      instance: "https://a.example",
      project: 5,
      iid: 3,
    });
  });

  const good = { instance: "https://a.example", project: "a/b", iid: 3 };
  for (const odd of [
    undefined,
    null,
    "x",
    {},
    { ...good, instance: "file:///x" },
    { ...good, project: "" },
    { ...good, project: null },
    { ...good, iid: 0 },
    { ...good, iid: "3" },
  ]) {
    it(`is nothing in ${JSON.stringify(odd)}`, () => assert.equal(readKept(odd), undefined));
  }
});
