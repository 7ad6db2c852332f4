import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Report as ReportType } from "../../../../src/core/ui/report.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { DraftStore } = await import("../../../../src/core/base/drafts.ts");
const { Report } = await import("../../../../src/core/ui/report.ts");
const { unkeptTexts } = await import("../../../../src/core/ui/unkept.ts");
const { CommentBoxes } = await import("../../../../src/features/mergeRequests/page/activity/boxes.ts");
const { ThreadDrafts } = await import("../../../../src/features/mergeRequests/review/threadDrafts.ts");

describe("text that cannot be stored", () => {
  let storage: string;
  let messages: string[];
  let logged: unknown[][];
  let report: ReportType;
  beforeEach(async () => {
    storage = join(temporaryFolder(), "storage");
    // As on a full or read-only disk, nothing can be written below it.
    await writeFile(storage, "");
    [messages, logged] = [[], []];
    vscodeFakes.window = { showWarningMessage: (message: string) => Promise.resolve(void messages.push(message)) };
    const log = (...words: unknown[]) => void logged.push(words);
    const logger = { trace: log, debug: log, info: log, warn: log, error: log, show: () => undefined };
    report = new Report(logger, { hide: (text) => text });
  });
  afterEach(() => vscodeFakes.reset());
  const store = () => new DraftStore({ storage, workspace: [], failed: unkeptTexts(report) });

  it("stays in its box; one message says so while it is typed, and the log each failure", async () => {
    const drafts = store();
    const boxes = new CommentBoxes({ drafts, report }, Date.now, () => undefined);
    boxes.restore("mr");
    const keys = ["W", "Wo", "Wor"];
    for (const text of keys) boxes.typed({ box: "comment", id: boxes.box("comment").id, text });
    await drafts.keep({ name: "last", parse: () => undefined }, "", 1).catch(() => undefined);
    await new Promise(setImmediate);
    boxes.dispose();
    assert.equal(boxes.box("comment").text, "Wor");
    assert.equal(logged.length, keys.length);
    assert.equal(messages.length, 1);
    assert.match(messages.join(), /^Unsent text cannot be saved on this computer/);
  });

  it("is reported for comments in threads, too", async () => {
    const drafts = new ThreadDrafts({ drafts: store(), storage });
    const place = { instance: "https://git.example.com", project: "group/app", iid: 7 };
    await drafts.change(place, { path: "a.ts", side: "new" }, () => ({ text: "Words" }));
    await new Promise(setImmediate);
    assert.equal(messages.length, 1);
  });
});
