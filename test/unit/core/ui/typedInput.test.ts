import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DraftStore } from "../../../../src/core/base/drafts.ts";
import { Report, type Report as ReportType } from "../../../../src/core/ui/report.ts";
import { spanAfter } from "../../../../src/core/ui/shiftSpan.ts";
import { typedGroup, typedId, typedProject } from "../../../../src/core/ui/typedId.ts";
import { unkeptTexts } from "../../../../src/core/ui/unkept.ts";
import { CommentBoxes } from "../../../../src/features/mergeRequests/page/activity/boxes.ts";
import { ThreadDrafts } from "../../../../src/features/mergeRequests/review/threadDrafts.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

describe("a place in a text that is edited", () => {
  /** The place is between brackets. */
  const moved = (before: string, after: string): string => {
    const span = { start: before.indexOf("["), end: before.indexOf("]") - 1 };
    const { start, end } = spanAfter(span, before.replaceAll(/[[\]]/g, ""), after);
    return `${after.slice(0, start)}[${after.slice(start, end)}]${after.slice(end)}`;
  };

  for (const [what, before, after, expected] of [
    ["stays when nothing changes", "ab[]c", "abc", "ab[]c"],
    ["moves with what is typed before it", "ab[cd]e", "axbcde", "axb[cd]e"],
    ["moves with what is deleted before it", "ab[cd]e", "bcde", "b[cd]e"],
    ["stays when something is typed behind it", "ab[cd]e", "abcdef", "ab[cd]ef"],
    ["is behind what is typed there", "a[]", "aa", "aa[]"],
    ["is behind what replaces it", "ab[cd]e", "abXYe", "abXY[]e"],
    ["is behind what replaces all", "ab[cd]e", "", "[]"],
  ] as const)
    it(what, () => assert.equal(moved(before, after), expected));
});

it("typedId reads positive whole numbers", () => {
  for (const text of ["12", "#12", " 12 "]) assert.equal(typedId(text), 12, text);
  for (const text of ["0", "-1", "1e3", "1.5", "", "#", "9".repeat(20)]) assert.equal(typedId(text), undefined, text);
});

const git = "https://git.example.com";
const instances = [git, `${git}/forge`, "http://127.0.0.1:3000"];

describe("typedProject", () => {
  const cases: readonly [expected: ReturnType<typeof typedProject>, ...texts: string[]][] = [
    [{ project: 42 }, "42"],
    [{ project: "group/project" }, "group/project", "group/project.git"],
    [{ project: "group/sub/project" }, "/group/sub/project/"],
    [{ project: "a/b", instance: git }, `${git}/a/b`, `${git}/a/b/-/pipelines/7?x=1#y`],
    [{ project: "a/b", instance: `${git}/forge` }, `${git}/forge/a/b.git`],
    [{ project: "a/b", instance: "http://127.0.0.1:3000" }, "http://127.0.0.1:3000/a/b"],
    ["unknownHost", `${git}.evil.org/a/b`, "https://other.example.com/a/b"],
    ["notAPath", "http://127.0.0.1:3000/a/b%20c", `${git}/`, "https://[", "project", "group//project"],
    ["notAPath", "group/../project", "group/project?x", "group/a b"],
    ["empty", ""],
  ];
  for (const [expected, ...texts] of cases)
    it(`reads ${texts.join(" | ")}`, () => {
      for (const text of texts) assert.deepEqual(typedProject(text, instances), expected);
    });
});

describe("typedGroup", () => {
  const cases: readonly [expected: ReturnType<typeof typedGroup>, ...texts: string[]][] = [
    [{ group: 42 }, "42"],
    [{ group: "team" }, "team"],
    [{ group: "group/sub" }, "/group/sub/"],
    [{ group: "group/sub", instance: git }, `${git}/groups/group/sub/-/group_members?x=1`],
    [{ group: "group", instance: `${git}/forge` }, `${git}/forge/group`],
    ["unknownHost", "https://other.example.com/group"],
    ["notAPath", `${git}/`, "https://[", "a b", "../a"],
    ["empty", " "],
  ];
  for (const [expected, ...texts] of cases)
    it(`reads ${texts.join(" | ")}`, () => {
      for (const text of texts) assert.deepEqual(typedGroup(text, instances), expected);
    });
});

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
