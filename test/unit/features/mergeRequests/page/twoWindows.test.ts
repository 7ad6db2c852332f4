import assert from "node:assert/strict";
import { DraftStore } from "../../../../../src/core/base/drafts.ts";
import { CommentBoxes } from "../../../../../src/features/mergeRequests/page/activity/boxes.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";

type Boxes = InstanceType<typeof CommentBoxes>;

describe("the page of a merge request in two windows", () => {
  let storage: string;
  let windows: number;
  /** Windows that are open, by their mark. */
  let open: Set<string>;
  const made: Boxes[] = [];
  beforeEach(() => {
    storage = temporaryFolder();
    [windows, open] = [0, new Set()];
  });
  afterEach(() => {
    for (const one of made.splice(0)) one.dispose();
  });

  const opened = () => {
    const own = `window${(windows += 1)}`;
    open.add(own);
    const drafts = new DraftStore({
      storage,
      workspace: [],
      failed: (error) => assert.fail(String(error)),
      mark: { own, hasEnded: (mark) => !open.has(mark) },
    });
    const boxes = new CommentBoxes({ drafts, report: { background: () => undefined } }, Date.now, () => undefined);
    made.push(boxes);
    boxes.restore("mr");
    return {
      boxes,
      text: (box = "comment") => boxes.box(box).text,
      type: async (text: string, box = "comment") => {
        boxes.typed({ box, id: boxes.box(box).id, text });
        // Drafts are written one after the other.
        await drafts.keep({ name: "last", parse: () => undefined }, "", undefined);
      },
      close: () => open.delete(own),
    };
  };

  it("shows both texts after a restart, in one box and in several", async () => {
    const one = opened();
    const other = opened();
    await one.type("Of one");
    await other.type("Of the other");
    await other.type("A reply", "reply abc");
    for (const window of [one, other]) window.close();
    const next = opened();
    assert.deepEqual(next.text().split("\n\n").sort(), ["Of one", "Of the other"]);
    assert.equal(next.text("reply abc"), "A reply");
  });
});
