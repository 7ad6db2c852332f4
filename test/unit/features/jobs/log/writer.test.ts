import assert from "node:assert/strict";
import { lineHash } from "../../../../../src/core/logText/colors.ts";
import { linesOf } from "../../../../../src/core/logText/lineBlock.ts";
import { Batch } from "../../../../../src/features/jobs/log/batch.ts";
import type { FollowedJob, FollowEvent } from "../../../../../src/features/jobs/log/follow.ts";
import { LatestItems } from "../../../../../src/features/jobs/log/latestItems.ts";
import { type ChannelMessages, ChannelWriter } from "../../../../../src/features/jobs/log/writer.ts";

const messages: ChannelMessages = {
  header: (job) => `[header ${job.name}]`,
  empty: (job) => `[empty ${job.status}]`,
  reset: () => "[reset]",
  waiting: () => "[waiting]",
  resumed: () => "[resumed]",
  retried: (newer) => `[retried ${newer.id}]`,
  limit: (bytes) => `[limit ${bytes}]`,
  skipped: (bytes) => `[skipped ${bytes}]`,
  rest: () => "[rest]",
  stopped: () => "[stopped]",
  failed: (error) => `[failed ${String(error)}]`,
  ended: (job) => `[ended ${job.status}]`,
  late: () => "[late]",
  gone: () => "[gone]",
};
const job: FollowedJob = { id: 1, name: "lint", status: "running" };

class Sink {
  readonly appends: string[] = [];
  readonly timers = new Set<() => void>();
  readonly append = (text: string): void => void this.appends.push(text);
  readonly later = (task: () => void): { dispose(): void } => {
    this.timers.add(task);
    return { dispose: () => void this.timers.delete(task) };
  };
  get text(): string {
    return this.appends.join("");
  }
}

/** Writes events, and bytes given as text. */
function written(given: readonly (FollowEvent | string)[], limit = 1000) {
  const sink = new Sink();
  const writer = new ChannelWriter({ append: sink.append, later: sink.later, messages, limit: () => limit });
  for (const one of given) writer.handle(typeof one === "string" ? { type: "bytes", bytes: Buffer.from(one) } : one);
  return { writer, sink };
}
const textOf = (...args: Parameters<typeof written>): string => written(...args).sink.text;
const status: FollowEvent = { type: "status", job };
const end: FollowEvent = { type: "end", job: { ...job, status: "canceled" } };
const finished: FollowEvent = { type: "finished", job: { ...job, status: "canceled" } };
const quiet: FollowEvent = { type: "quiet" };
const waiting: FollowEvent = { type: "waiting", until: 2 };
const reset: FollowEvent = { type: "reset" };
const skipped = (bytes: number): FollowEvent => ({ type: "skipped", bytes });
const stamp = "2026-09-25T07:33:00.992977Z 00O";

describe("writing a log to its channel", () => {
  const head = "[header lint]\n";
  const tail = "[ended canceled]\n";
  /** Events, what is between header and end, and the limit. */
  const cases: Readonly<Record<string, readonly [(FollowEvent | string)[], text: string, limit?: number]>> = {
    "a whole job": [[{ type: "empty", job }, "a\nb"], "[empty running]\na\nb\n"],
    "the header once": [[status], ""],
    "a lost connection": [["a\n", waiting, { type: "resumed" }, "b\n"], "a\n[waiting]\n[resumed]\nb\n"],
    "an erased log with half a character": [["half\u001b[", reset, "again\n"], "half\n[reset]\nagain\n"],
    "a line shown while unfinished": [["wai", quiet, "ting\n"], "waiting\n"],
    "a retried job": [["x", { type: "retried", job: { ...job, id: 2 } }], "x\n[retried 2]\n"],
    "a note within a line that goes on": [
      ["half", quiet, waiting, quiet, " more\nb\n"],
      "half\n[waiting]\nhalf more\nb\n",
    ],
    "a note within a line that then ends": [["half", quiet, waiting, "\nb\n"], "half\n[waiting]\nb\n"],
    "the end once without late output": [["a\nb", finished, quiet], "a\nb\n"],
    "late output, and the end again": [["a\n", finished, quiet, "b\n", "c", quiet], `a\n${tail}[late]\nb\nc\n`],
    "late output that continues a line": [
      ["section_start:1:a\r\u001b[0KA\nhal", finished, "f\nsection_end:61:a\r\u001b[0K"],
      `▾ A\nhal\n${tail}[late]\nhalf\n▴ a · 01:00\n`,
    ],
    "late output after a stamped line": [[`${stamp} a\n`, finished, `${stamp} b\n`], `a\n${tail}[late]\nb\n`],
    "a heading that was held back until the end": [["section_start:1:a\r\u001b[0K", finished], `${tail}▾ a\n`],
    "a log erased after the end": [["a\n", finished, reset, "b\n"], `a\n${tail}[reset]\nb\n`],
    "nothing after what crosses the limit": [
      ["12345\n€€\n€€\n", "more\n", quiet, "more\n"],
      "12345\n€€\n€€\n[limit 15]\n",
      15,
    ],
    "a log of the limit's size": [["12345\n", "12345\n"], "12345\n12345\n", 12],
    "the limit counted over all parts": [["12345\n", "12345\n", "x\n"], "12345\n12345\nx\n[limit 12]\n", 12],
    "the limit on a line of its own": [["abcd", quiet, "efghijklmnop\nqr"], "abcdefghijklmnop\nqr\n[limit 10]\n", 10],
    "the limit counted with unfinished lines": [["abc", quiet, "d\nefgh\n"], "abcd\nefgh\n[limit 5]\n", 5],
    "no late output beyond the limit": [["12345\n67890\n", finished, "late\n"], "12345\n67890\n[limit 8]\n", 8],
    "the limit again for a rewritten log": [
      ["12345\n67890\n", reset, "again\n", "1234567\n"],
      "12345\n67890\n[limit 10]\n[reset]\nagain\n1234567\n[limit 10]\n",
      10,
    ],
    "the end of a longer log, whatever its size": [
      ["12345\n67890\nha", skipped(500), "the end\n", `${"x".repeat(50)}\n`, finished, "late\n"],
      `12345\n67890\nha\n[limit 10]\n[skipped 500]\nthe end\n${"x".repeat(50)}\n${tail}[late]\nlate\n`,
      10,
    ],
    "the rest of a line where nothing was skipped": [
      ["12345\n67890\nha", skipped(0), "lf\n"],
      "12345\n67890\nha\n[limit 10]\nhalf\n",
      10,
    ],
    "a line after skipped bytes as a new one": [
      ["12345\n67890\nha", skipped(9), "ha\n"],
      "12345\n67890\nha\n[limit 10]\n[skipped 9]\nha\n",
      10,
    ],
    "a line of a rewritten log as a new one": [
      ["12345\n67890\nha", reset, "ha\n"],
      "12345\n67890\nha\n[limit 10]\n[reset]\nha\n",
      10,
    ],
    "the limit for a log that was rewritten after its end was shown": [
      ["12345\n67890\n", skipped(9), reset, "12345\n67890\n"],
      "12345\n67890\n[limit 10]\n[skipped 9]\n[reset]\n12345\n67890\n[limit 10]\n",
      10,
    ],
  };
  for (const [what, [events, text, limit]] of Object.entries(cases))
    it(`writes ${what}`, () => {
      const last = text.includes("[header") ? "" : tail;
      assert.equal(textOf([status, ...events, end], limit), `${head}${text}${last}`);
    });

  it("says that a job is gone, was stopped or failed", () => {
    assert.equal(textOf([{ type: "end" }]), "[gone]\n");
    const [stopped, failed] = [written([status, "a"]), written([status, "a"])];
    stopped.writer.stopped();
    failed.writer.failed("no access");
    const found = [stopped, failed].map(({ sink }) => sink.text);
    assert.deepEqual(found, [`${head}a\n[stopped]\n`, `${head}a\n[failed no access]\n`]);
  });

  it("writes several jobs below one another, each with its header and its limit", () => {
    const { writer, sink } = written([status, "a\nhalf", finished], 8);
    const heard: string[] = [];
    writer.next({ lines: (lines) => void heard.push(...[...linesOf(lines)].map(({ text }) => text)) });
    const unit = { ...job, id: 2, name: "unit" };
    writer.handle({ type: "status", job: unit });
    for (const text of ["b\n".repeat(6), "unread\n"]) writer.handle({ type: "bytes", bytes: Buffer.from(text) });
    writer.handle(end);
    assert.equal(sink.text, `${head}a\nhalf\n${tail}[header unit]\n${"b\n".repeat(6)}[limit 8]\n${tail}`);
    assert.deepEqual(heard, Array(6).fill("b"));
  });

  it("appends once for what comes in quick succession, and at once at the end", () => {
    const { sink } = written([status, "a\n", "b\n", "c\n"]);
    assert.deepEqual(sink.appends, []);
    for (const fire of sink.timers) fire();
    assert.deepEqual(sink.appends, [`${head}a\nb\nc\n`]);
    assert.equal(written([status, "a", finished]).sink.appends.length, 1);
  });

  it("shows twice as much of the end as requested at most", () => {
    const much = `${"y".repeat(999)}\n`.repeat(50);
    const text = textOf(["12345\n67890\n", skipped(9), ...Array<string>(100).fill(much), end], 10);
    const found = text.replaceAll(/y+\n/g, "");
    assert.match(found, /^12345\n67890\n\[limit 10\]\n\[skipped 9\]\n\[rest\]\n\[ended canceled\]\n$/);
    assert.ok(text.length > 4_190_000 && text.length < 4_250_000, `${text.length} characters`);
  });

  for (const [what, events, colored] of [
    [
      "after the limit",
      ["1\n\u001b[31mred\u001b[0m\n", "\u001b[31mfar\u001b[0m\n\u001b[31mtoo long\u001b[0m\n", reset],
      ["red", "far", "too long"],
    ],
    ["after half a line", ["123", quiet, "\u001b[31m456789\u001b[0m\n1\n2\n", reset], ["123456789"]],
    ["after a note within a line", ["\u001b[31mred", quiet, finished, "\n"], ["red"]],
  ] as const)
    it(`knows which line has which color ${what}`, () => {
      const { writer, sink } = written([status, ...events, "\u001b[32mgreen\u001b[0m\nplain\n", end], 9);
      const lines = sink.text.split("\n");
      assert.equal(writer.lines, lines.length - 1);
      const known = lines.filter((line, at) => {
        const colors = writer.colors.at(at);
        if (colors) assert.equal(colors.hash, lineHash(line), line);
        return colors !== undefined;
      });
      assert.deepEqual(known, [...colored, "green"]);
    });

  it("writes nothing after dispose", () => {
    const { writer, sink } = written([status]);
    writer.dispose();
    assert.deepEqual([sink.timers.size, sink.text], [0, ""]);
  });
});

describe("a batch of text", () => {
  it("is written once it is full", () => {
    const sink = new Sink();
    const batch = new Batch(sink.append, sink.later);
    for (let i = 0; i < 10; i++) batch.add("x".repeat(100_000));
    const lengths = sink.appends.map((text) => text.length);
    assert.deepEqual(lengths, [300_000, 300_000, 300_000]);
    assert.equal(sink.timers.size, 1);
  });
});

describe("the latest items", () => {
  it("return those over the limit, oldest first", () => {
    const newest = new LatestItems<string>(() => 2);
    const found = ["a", "b", "a", "c", "d"].map((item) => newest.add(item));
    assert.deepEqual(found, [[], [], [], ["b"], ["a"]]);
    newest.delete("c");
    assert.deepEqual(newest.add("e"), []);
  });
});
