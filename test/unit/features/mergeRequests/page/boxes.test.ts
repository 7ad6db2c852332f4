import assert from "node:assert/strict";
import { ApiError } from "../../../../../src/api/errors.ts";
import { CancelledError, UserError } from "../../../../../src/core/base/errors.ts";
import { CommentBoxes } from "../../../../../src/features/mergeRequests/page/activity/boxes.ts";
import { replaceIntervals } from "../../../../support/repeatedTimers.ts";

const now = Date.parse("2026-01-02T10:00:00Z");
type Boxes = InstanceType<typeof CommentBoxes>;

describe("the boxes of a merge request's page", () => {
  let stored: Map<string, unknown>;
  /** What windows left that have ended. */
  let left: { readonly box: string; readonly text: string }[][];
  const drafts = {
    get: (_: unknown, key: string) => stored.get(key),
    keepQuietly: (_: unknown, key: string, draft: unknown) => {
      if (draft === undefined) stored.delete(key);
      else stored.set(key, draft);
      return Promise.resolve();
    },
    mayBeLeft: () => left.length > 0,
    takeLeft: () => left.splice(0),
  };
  const unread = (check?: () => Promise<void>): Boxes => {
    const report = { background: () => undefined };
    return new CommentBoxes(
      { drafts: drafts as never, report },
      () => now,
      () => undefined,
      check,
    );
  };
  const opened = (): Boxes => {
    const boxes = unread();
    boxes.restore("mr");
    return boxes;
  };
  beforeEach(() => {
    stored = new Map();
    left = [];
  });
  /** What the page shows in a box. */
  const shown = (boxes: Boxes, box = "comment") => {
    const { id, text } = boxes.box(box);
    return { box, id, text };
  };
  const type = (boxes: Boxes, text: string, box = "comment"): void => boxes.typed({ ...shown(boxes, box), text });
  const typedIn = (text: string, boxes = opened()): Boxes => {
    type(boxes, text);
    return boxes;
  };
  const send = (boxes: Boxes, write: Parameters<Boxes["send"]>[2], page = [shown(boxes)]): Promise<void> =>
    boxes.send("comment", page, write);
  const refuse = (): Promise<never> => Promise.reject(new UserError("The discussion is locked."));
  const notCalled = (): Promise<never> => Promise.reject(new Error("It was sent"));
  const ofNewWindow = (...names: string[]): string[] => names.map((name) => opened().box(name).text);

  it("keep what is typed over closing and reloading, until it is empty", () => {
    type(opened(), "Yes", "reply abc");
    const boxes = unread();
    type(boxes, "Half a wo");
    boxes.restore("mr");
    assert.deepEqual(ofNewWindow("comment", "reply abc"), ["Half a wo", "Yes"]);
    type(boxes, "");
    type(boxes, "", "reply abc");
    assert.equal(stored.size, 0);
  });

  it("show a restored text as another box", () => {
    typedIn("Kept");
    const boxes = unread();
    const { id } = boxes.box("comment");
    boxes.restore("mr");
    assert.notEqual(boxes.box("comment").id, id);
  });

  it("keep the text that a person would rather not send, without a word", async () => {
    const boxes = unread(() => Promise.reject(new CancelledError()));
    boxes.restore("mr");
    type(boxes, "Words");
    await send(boxes, notCalled);
    const { text, sending, problem } = boxes.box("comment");
    assert.deepEqual([text, sending, problem, ofNewWindow("comment")], ["Words", false, undefined, ["Words"]]);
  });

  it("keep the text when sending fails, with the reason", async () => {
    const boxes = typedIn("Words");
    const { id } = boxes.box("comment");
    await send(boxes, refuse);
    const problem = "The discussion is locked.";
    const expected = { name: "comment", id, text: "Words", sending: false, problem, notice: undefined };
    assert.deepEqual(boxes.box("comment"), expected);
    assert.deepEqual(ofNewWindow("comment"), ["Words"]);
  });

  it("become empty as another box when sent, and report quick actions, which make no comment", async () => {
    const boxes = typedIn("Words");
    const { id } = boxes.box("comment");
    const sent: string[] = [];
    await send(boxes, (text) => Promise.resolve(sent.push(text)));
    const after = boxes.box("comment");
    assert.deepEqual([sent, after.text, after.notice, stored.size], [["Words"], "", undefined, 0]);
    assert.notEqual(after.id, id);
    type(boxes, "/close");
    await send(boxes, () => Promise.resolve(undefined));
    assert.deepEqual([boxes.box("comment").text, boxes.box("comment").notice], ["", "The host ran the quick actions."]);
  });

  it("send once at a time, and keep what is typed meanwhile", async () => {
    const boxes = typedIn("Words");
    await send(boxes, async () => {
      await send(boxes, notCalled);
      assert.deepEqual([boxes.box("comment").sending, boxes.box("comment").problem], [true, undefined]);
      type(boxes, "Words and more");
      assert.equal(boxes.box("comment").text, "Words");
      return 1;
    });
    assert.deepEqual([boxes.box("comment").sending, boxes.box("comment").text], [false, "and more"]);
    assert.deepEqual(ofNewWindow("comment"), ["and more"]);
    await send(boxes, () => {
      type(boxes, "and more!");
      return refuse();
    });
    assert.equal(boxes.box("comment").text, "and more!");
  });

  it("remember since when a text may be sent whose answer was lost, until it is changed or refused", async () => {
    const request = { method: "POST", url: "x", instance: "https://a" };
    const lost = new ApiError({ kind: "network", message: "reset", request, outcomeUnknown: true });
    const since = async (boxes: Boxes, answer: () => Promise<never>): Promise<number | undefined> => {
      let at: number | undefined;
      await send(boxes, (_, was) => {
        at = was;
        return answer();
      });
      return at;
    };
    typedIn("Words");
    assert.equal(await since(opened(), () => Promise.reject(lost)), undefined);
    const second = await since(opened(), () => Promise.reject(lost));
    assert.ok(second !== undefined && second <= now && second > now - 60_000);
    assert.equal(await since(typedIn("Other words"), refuse), undefined);
    assert.equal(await since(opened(), refuse), undefined);
    // A window that opens after one was killed while it sent.
    await send(opened(), async () => assert.ok(((await since(opened(), refuse)) ?? 0) > 0));
  });

  it("stay open for editing without a text, and open with what was typed before", () => {
    const boxes = opened();
    boxes.open("edit 5", "Before");
    type(boxes, "", "edit 5");
    const again = opened();
    again.open("edit 5", "Before");
    assert.deepEqual([again.has("edit 5"), again.box("edit 5").text], [true, ""]);
    again.clear("edit 5");
    assert.equal(again.has("edit 5"), false);
    for (const name of ["", "other", "edit x", "reply ../x", "reply"]) type(again, "x", name);
    assert.deepEqual(again.filled, [], "no other names");
  });

  it("send what the page shows, not what is kept, and nothing empty", async () => {
    const sent: string[] = [];
    const boxes = typedIn("Kept");
    for (const [page, problem] of [
      [[{ ...shown(boxes), text: "Shown" }], undefined],
      [[{ ...shown(boxes), text: " \n" }], "Enter a comment."],
      [[], "Enter a comment."],
    ] as const) {
      await send(boxes, (text) => Promise.resolve(sent.push(text)), [...page]);
      assert.equal(boxes.box("comment").problem, problem);
      type(boxes, "Kept");
    }
    assert.deepEqual([sent, boxes.box("comment").text], [["Shown"], "Kept"]);
  });

  it("insert a link where a file was pasted, whatever is typed meanwhile", async () => {
    const boxes = typedIn("look:  there");
    const { id } = boxes.box("comment");
    const messages: unknown[] = [];
    const show = (message: unknown) => Promise.resolve(messages.push(message) > 0);
    const place = boxes.track("comment", { start: 6, end: 6 }, show);
    assert.equal(boxes.box("comment").notice, "Attaching files…");
    await send(boxes, notCalled);
    assert.equal(boxes.box("comment").problem, "Wait until the files are attached.");
    type(boxes, "Please look:  there");
    type(boxes, "Please look:  there!");
    assert.equal(await place?.insert("![a](b)"), true);
    place?.dispose();
    const insert = { type: "insert", id, before: "Please look:  there!", start: 13, end: 13, text: "![a](b)" };
    assert.deepEqual(messages, [insert]);
    const { id: after, text, notice, problem } = boxes.box("comment");
    assert.deepEqual([after, text, notice, problem], [id, "Please look: ![a](b) there!", undefined, undefined]);
    assert.deepEqual(ofNewWindow("comment"), [text]);
  });

  it("show a link anew where the page is hidden, and keep the places of other files", async () => {
    const boxes = typedIn("1 2 3");
    const { id } = boxes.box("comment");
    const hidden = () => Promise.resolve(false);
    const [first, second] = [2, 5].map((at) => boxes.track("comment", { start: at, end: at }, hidden));
    await first?.insert("A ");
    assert.notEqual(boxes.box("comment").id, id);
    await second?.insert(" B");
    assert.equal(boxes.box("comment").text, "1 A 2 3 B");
  });

  it("take no link without their text or page, and no files while they are sent or closed", async () => {
    const boxes = opened();
    const track = (name: string) => boxes.track(name, { start: 0, end: 0 }, () => Promise.resolve(true));
    boxes.open("edit 1", "Words");
    const place = track("edit 1");
    boxes.clear("edit 1");
    assert.deepEqual([await place?.insert("link"), boxes.has("edit 1")], [false, false]);
    for (const name of ["edit 1", "pending 2", "title", "reply a b"]) assert.equal(track(name), undefined, name);
    const open = track("comment");
    boxes.dispose();
    assert.equal(await open?.insert("link"), false);
    const tracked: unknown[] = [];
    await send(typedIn("Words", boxes), () => Promise.resolve(tracked.push(track("comment"))));
    assert.deepEqual(tracked, [undefined]);
  });

  describe("beside a window that is about to end", () => {
    let boxes: Boxes;
    let leave: () => void;
    beforeEach(() => {
      const timers = replaceIntervals();
      left = [[]];
      boxes = opened();
      timers.restore();
      leave = () => {
        left = [[{ box: "comment", text: "Left" }]];
        timers.tick();
      };
    });
    afterEach(() => boxes.dispose());

    it("show the text it left", () => {
      leave();
      assert.equal(boxes.box("comment").text, "Left");
    });

    it("send only what the page showed, and keep the rest", async () => {
      const before = shown(typedIn("Typ", boxes));
      leave();
      assert.equal(boxes.box("comment").text, "Typ\n\nLeft");
      boxes.typed({ ...before, text: "Typed" });
      assert.equal(boxes.box("comment").text, "Typed\n\nLeft");
      const sent: string[] = [];
      await send(boxes, (text) => Promise.resolve(sent.push(text)), [{ ...before, text: "Typed" }]);
      assert.deepEqual([sent, boxes.box("comment").text], [["Typed"], "Left"]);
    });

    it("show it after the text that was being sent", async () => {
      await send(typedIn("Words", boxes), () => {
        leave();
        return Promise.resolve(1);
      });
      assert.equal(boxes.box("comment").text, "Left");
    });
  });
});
