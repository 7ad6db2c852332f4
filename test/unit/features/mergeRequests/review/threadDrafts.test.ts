import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { DraftStore } from "../../../../../src/core/base/drafts.ts";
import { Scope } from "../../../../../tools/scope.ts";
import "../../../../support/vscodeStub.ts";

const { stayingText, ThreadDrafts, unsentText } =
  await import("../../../../../src/features/mergeRequests/review/threadDrafts.ts");

const place = { instance: "https://git.example.com", project: "group/app", iid: 7 };
const at = { path: "a.ts", side: "new", start: 3, end: 3 } as const;

describe("unsent comments in threads of two windows", () => {
  let scope: Scope;
  let storage: string;
  beforeEach(async () => {
    scope = new Scope();
    storage = await scope.folder("forgeline-threads-");
  });
  afterEach(() => scope[Symbol.asyncDispose]());
  const window = () => {
    const failed = (error: unknown): void => assert.fail(String(error));
    return new ThreadDrafts({ drafts: new DraftStore({ storage, workspace: [], failed }), storage });
  };

  it("keep the text of the other window when one sends in the same place", async () => {
    const [one, other] = [window(), window()];
    await one.change(place, at, () => ({ text: "Of one" }));
    const begin = (kept: Parameters<typeof stayingText>[0]) => {
      const staying = stayingText(kept, "Of the other", undefined, undefined);
      return { text: "Of the other", other: staying };
    };
    await other.change(place, at, begin);
    await other.change(place, at, begin);
    assert.equal(unsentText(window().get(place, at) ?? assert.fail("nothing is kept")), "Of one\n\nOf the other");
  });

  it("replace what the thread shows, and leave nothing where nothing was kept", () => {
    assert.equal(stayingText({ text: "Shown" }, "Changed", undefined, "Shown"), undefined);
    assert.equal(stayingText({ text: "Sent", other: "Rest" }, "Sent", "Rest", undefined), "Rest");
    assert.equal(stayingText(undefined, "Sent", undefined, undefined), undefined);
  });
});
