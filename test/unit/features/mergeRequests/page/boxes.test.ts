import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { replaceIntervals } from "../../../../support/repeatedTimers.ts";
import "../../../../support/vscodeStub.ts";

const { CommentBoxes } = await import("../../../../../src/features/mergeRequests/page/activity/boxes.ts");
const { ApiError } = await import("../../../../../src/api/errors.ts");
const { UserError } = await import("../../../../../src/core/base/errors.ts");

const now = Date.parse("2026-01-02T10:00:00Z");

describe("the boxes of a merge request's page", () => {
  let stored: Map<string, unknown>;
  const drafts = {
    get: (_: unknown, key: string) => stored.get(key),
    keepQuietly: (_: unknown, key: string, draft: unknown) => {
      if (draft === undefined) stored.delete(key);
      else stored.set(key, draft);
      return Promise.resolve();
    },
    mayBeLeft: () => false,
    takeLeft: () => [],
  };
  const unread = () =>
    new CommentBoxes(
      { drafts: drafts as never, report: { background: () => undefined } },
      () => now,
      () => undefined,
    );
  const opened = () => {
    const boxes = unread();
    boxes.restore("mr");
    return boxes;
  };
  beforeEach(() => {
    stored = new Map();
  });
  type Boxes = ReturnType<typeof opened>;
  /** What the page shows in a box. */
  const shown = (boxes: Boxes, box: string) => {
    const { id, text } = boxes.box(box);
    return { box, id, text };
  };
  const type = (boxes: Boxes, box: string, text: string): void => boxes.typed({ ...shown(boxes, box), text });
  const send = (boxes: Boxes, box: string, write: Parameters<Boxes["send"]>[2]): Promise<void> =>
    boxes.send(box, [shown(boxes, box)], write);

  it("keep what is typed over closing and reloading", () => {
    const boxes = opened();
    type(boxes, "comment", "Half a wo");
    type(boxes, "reply abc", "Yes");
    assert.deepEqual(
      ["comment", "reply abc"].map((name) => opened().box(name).text),
      ["Half a wo", "Yes"],
    );
    type(boxes, "comment", "");
    type(boxes, "reply abc", "");
    assert.equal(stored.size, 0);
  });

  it("keep what is typed before it is known whose they are, beside what was kept", () => {
    type(opened(), "reply abc", "Yes");
    const boxes = unread();
    type(boxes, "comment", "Half a wo");
    boxes.restore("mr");
    assert.deepEqual(
      ["comment", "reply abc"].map((name) => opened().box(name).text),
      ["Half a wo", "Yes"],
    );
  });

  it("keep the text when sending fails, and say why", async () => {
    const boxes = opened();
    type(boxes, "comment", "Words");
    const { id } = boxes.box("comment");
    await send(boxes, "comment", () => Promise.reject(new UserError("The discussion is locked.")));
    assert.deepEqual(boxes.box("comment"), {
      name: "comment",
      id,
      text: "Words",
      sending: false,
      problem: "The discussion is locked.",
      notice: undefined,
    });
    assert.equal(opened().box("comment").text, "Words");
  });

  it("are emptied once it is sent, as another box, for the old one's text is the user's", async () => {
    const boxes = opened();
    type(boxes, "comment", "Words");
    const { id } = boxes.box("comment");
    const sent: string[] = [];
    await send(boxes, "comment", (text) => Promise.resolve(sent.push(text)));
    assert.deepEqual(sent, ["Words"]);
    const after = boxes.box("comment");
    assert.deepEqual([after.text, after.notice, stored.size], ["", undefined, 0]);
    assert.notEqual(after.id, id);
  });

  it("say that the host ran quick actions, which make no comment", async () => {
    const boxes = opened();
    type(boxes, "comment", "/close");
    await send(boxes, "comment", () => Promise.resolve(undefined));
    assert.deepEqual([boxes.box("comment").text, boxes.box("comment").notice], ["", "The host ran the quick actions."]);
  });

  it("send once, and take no text meanwhile", async () => {
    const boxes = opened();
    type(boxes, "comment", "Words");
    let resolve: (value: unknown) => void = () => undefined;
    const promise = new Promise((done) => {
      resolve = done;
    });
    let sent = 0;
    let first: Promise<void> = Promise.resolve();
    await new Promise<void>((started) => {
      first = send(boxes, "comment", () => {
        sent += 1;
        started();
        return promise;
      });
    });
    await send(boxes, "comment", () => Promise.reject(new Error("sent")));
    type(boxes, "comment", "More");
    assert.deepEqual([sent, boxes.box("comment").sending, boxes.box("comment").text], [1, true, "Words"]);
    resolve(1);
    await first;
    assert.equal(boxes.box("comment").sending, false);
  });

  it("tell since when a text may be there whose answer was lost, also in a new window, until it is changed", async () => {
    const since: (number | undefined)[] = [];
    const lost = async (boxes: ReturnType<typeof opened>): Promise<void> => {
      await send(boxes, "comment", (_, at) => {
        since.push(at);
        return Promise.reject(
          new ApiError({
            kind: "network",
            message: "reset",
            request: { method: "POST", url: "x", instance: "https://a" },
            outcomeUnknown: true,
          }),
        );
      });
    };
    type(opened(), "comment", "Words");
    await lost(opened());
    await lost(opened());
    const boxes = opened();
    type(boxes, "comment", "Other words");
    await lost(boxes);
    const [first, second, third] = since;
    assert.deepEqual([first, third], [undefined, undefined]);
    assert.ok(second !== undefined && second <= now && second > now - 60_000);
  });

  it("forget since when, if the host refused", async () => {
    type(opened(), "comment", "Words");
    await send(opened(), "comment", () => Promise.reject(new UserError("The discussion is locked.")));
    let at: number | undefined = 1;
    await send(opened(), "comment", (_, since) => Promise.resolve((at = since)));
    assert.equal(at, undefined);
  });

  it("keep that a text is on its way while it is sent", async () => {
    const boxes = opened();
    type(boxes, "comment", "Words");
    await send(boxes, "comment", () => {
      // As a window that opens after this one was killed.
      const again: number[] = [];
      return send(opened(), "comment", (_, since) => Promise.resolve(again.push(since ?? 0)))
        .then(() => assert.ok((again[0] ?? 0) > 0))
        .then(() => 1);
    });
    assert.equal(boxes.box("comment").problem, undefined);
  });

  it("send nothing that is empty", async () => {
    const boxes = opened();
    type(boxes, "comment", " \n");
    await send(boxes, "comment", () => Promise.reject(new Error("sent")));
    assert.equal(boxes.box("comment").problem, "Enter a comment.");
  });

  it("for editing stay open without a text, and open with what was typed before", () => {
    const boxes = opened();
    boxes.open("edit 5", "Before");
    type(boxes, "edit 5", "");
    const again = opened();
    assert.deepEqual([again.has("edit 5"), again.box("edit 5").text], [true, ""]);
    again.open("edit 5", "Before");
    assert.equal(again.box("edit 5").text, "");
    again.clear("edit 5");
    assert.equal(again.has("edit 5"), false);
  });

  it("are no others than those of the page", () => {
    const boxes = opened();
    for (const name of ["", "other", "edit x", "reply ../x", "reply"]) type(boxes, name, "x");
    assert.deepEqual(boxes.filled, []);
  });

  it("insert a link where a file was pasted, whatever is typed meanwhile, in the page and in what is kept", async () => {
    const boxes = opened();
    type(boxes, "comment", "look:  there");
    const { id } = boxes.box("comment");
    const shown: unknown[] = [];
    const place = boxes.track("comment", { start: 6, end: 6 }, (message) => {
      shown.push(message);
      return Promise.resolve(true);
    });
    assert.equal(boxes.box("comment").notice, "Attaching files…");
    type(boxes, "comment", "Please look:  there");
    type(boxes, "comment", "Please look:  there!");
    assert.equal(await place?.insert("![a](b)"), true);
    place?.dispose();
    assert.deepEqual(shown, [
      { type: "insert", id, before: "Please look:  there!", start: 13, end: 13, text: "![a](b)" },
    ]);
    const { id: after, text, notice } = boxes.box("comment");
    assert.deepEqual([after, text, notice], [id, "Please look: ![a](b) there!", undefined]);
    assert.equal(opened().box("comment").text, text);
  });

  it("show a link anew where the page is out of sight, and keep the places of other files", async () => {
    const boxes = opened();
    type(boxes, "comment", "1 2 3");
    const { id } = boxes.box("comment");
    const hidden = () => Promise.resolve(false);
    const [first, second] = [2, 5].map((at) => boxes.track("comment", { start: at, end: at }, hidden));
    await first?.insert("A ");
    assert.notEqual(boxes.box("comment").id, id);
    await second?.insert(" B");
    assert.equal(boxes.box("comment").text, "1 A 2 3 B");
  });

  it("are not sent before their files are attached", async () => {
    const boxes = opened();
    type(boxes, "comment", "Words");
    const place = boxes.track("comment", { start: 0, end: 0 }, () => Promise.resolve(true));
    await send(boxes, "comment", () => Promise.reject(new Error("It was sent")));
    assert.equal(boxes.box("comment").problem, "Wait until the files are attached.");
    place?.dispose();
    assert.deepEqual([boxes.box("comment").problem, boxes.box("comment").text], [undefined, "Words"]);
  });

  it("take no link once their text is gone or the page is closed, and no files while they are sent or closed", async () => {
    const boxes = opened();
    const track = (name: string) => boxes.track(name, { start: 0, end: 0 }, () => Promise.resolve(true));
    boxes.open("edit 1", "Words");
    const place = track("edit 1");
    boxes.clear("edit 1");
    assert.equal(await place?.insert("link"), false);
    assert.equal(boxes.has("edit 1"), false);
    assert.deepEqual(["edit 1", "pending 2", "title", "reply a b"].map(track), [
      undefined,
      undefined,
      undefined,
      undefined,
    ]);

    const open = track("comment");
    boxes.dispose();
    assert.equal(await open?.insert("link"), false);

    type(boxes, "comment", "Words");
    await send(boxes, "comment", () => {
      assert.equal(track("comment"), undefined);
      return Promise.resolve(true);
    });
  });

  it("send what the page shows, not what is kept", async () => {
    const boxes = opened();
    type(boxes, "comment", "Kept");
    const sent: string[] = [];
    const write = (text: string) => Promise.resolve(sent.push(text));
    await boxes.send("comment", [{ ...shown(boxes, "comment"), text: "Shown" }], write);
    type(boxes, "comment", "Kept");
    await boxes.send("comment", [{ ...shown(boxes, "comment"), text: "" }], write);
    type(boxes, "comment", "Kept");
    await boxes.send("comment", [], write);
    assert.deepEqual([sent, boxes.box("comment").problem], [["Shown"], "Enter a comment."]);
    assert.equal(boxes.box("comment").text, "Kept");
  });

  it("show a restored text as another box", () => {
    type(opened(), "comment", "Kept");
    const boxes = unread();
    const { id } = boxes.box("comment");
    boxes.restore("mr");
    assert.notEqual(boxes.box("comment").id, id);
  });

  it("keep what was typed while a text was sent", async () => {
    const boxes = opened();
    type(boxes, "comment", "Words");
    await send(boxes, "comment", () => {
      type(boxes, "comment", "Words and more");
      return Promise.resolve(1);
    });
    assert.deepEqual([boxes.box("comment").text, opened().box("comment").text], ["and more", "and more"]);
    await send(boxes, "comment", () => {
      type(boxes, "comment", "and more!");
      return Promise.reject(new UserError("The discussion is locked."));
    });
    assert.equal(boxes.box("comment").text, "and more!");
  });

  describe("beside a window that is about to end", () => {
    let left: { readonly box: string; readonly text: string }[][];
    let boxes: Boxes;
    let tick: () => void;
    beforeEach(() => {
      left = [];
      const timers = replaceIntervals();
      tick = timers.tick;
      boxes = new CommentBoxes(
        {
          drafts: { ...drafts, mayBeLeft: () => true, takeLeft: () => left.splice(0) } as never,
          report: { background: () => undefined },
        },
        () => now,
        () => undefined,
      );
      boxes.restore("mr");
      timers.restore();
    });
    afterEach(() => boxes.dispose());

    it("show what it left, also where nothing was typed", () => {
      left = [[{ box: "comment", text: "Left" }]];
      tick();
      assert.equal(boxes.box("comment").text, "Left");
    });

    it("keep what is typed before the page shows that, and send that alone", async () => {
      type(boxes, "comment", "Typ");
      const before = shown(boxes, "comment");
      left = [[{ box: "comment", text: "Left" }]];
      tick();
      assert.equal(boxes.box("comment").text, "Typ\n\nLeft");
      boxes.typed({ ...before, text: "Typed" });
      assert.equal(boxes.box("comment").text, "Typed\n\nLeft");
      const sent: string[] = [];
      await boxes.send("comment", [{ ...before, text: "Typed" }], (text) => Promise.resolve(sent.push(text)));
      assert.deepEqual([sent, boxes.box("comment").text], [["Typed"], "Left"]);
    });

    it("show it once a text is sent that was on its way", async () => {
      type(boxes, "comment", "Words");
      await send(boxes, "comment", () => {
        left = [[{ box: "comment", text: "Left" }]];
        tick();
        return Promise.resolve(1);
      });
      assert.equal(boxes.box("comment").text, "Left");
    });
  });
});
