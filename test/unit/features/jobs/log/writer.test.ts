import assert from "node:assert/strict";
import { describe, it } from "mocha";
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

function written(events: readonly FollowEvent[], limit = 1000): { text: string; writer: ChannelWriter; sink: Sink } {
  const sink = new Sink();
  const writer = new ChannelWriter({ append: sink.append, later: sink.later, messages, limit: () => limit });
  for (const event of events) writer.handle(event);
  return {
    get text() {
      return sink.text;
    },
    writer,
    sink,
  };
}
const status: FollowEvent = { type: "status", job };
const end: FollowEvent = { type: "end", job: { ...job, status: "canceled" } };
const finished: FollowEvent = { type: "finished", job: { ...job, status: "canceled" } };
const stamp = "2026-09-25T07:33:00.992977Z 00O";
const bytes = (text: string): FollowEvent => ({ type: "bytes", bytes: Buffer.from(text) });

describe("logs/writer", () => {
  it("writes the logs of several jobs below one another, each with its header and its limit", () => {
    const { writer, sink } = written([status, bytes("a\nhalf"), finished], 8);
    const heard: string[] = [];
    writer.next({ lines: (lines) => void heard.push(...[...linesOf(lines)].map(({ text }) => text)) });
    const unit = { ...job, id: 2, name: "unit" };
    for (const event of [{ type: "status", job: unit } as const, bytes("b\n".repeat(6)), bytes("unread\n"), end])
      writer.handle(event);
    assert.equal(
      sink.text,
      `[header lint]\na\nhalf\n[ended canceled]\n[header unit]\n${"b\n".repeat(6)}[limit 8]\n[ended canceled]\n`,
    );
    assert.deepEqual(heard, ["b", "b", "b", "b", "b", "b"]);
  });

  const table: [string, FollowEvent[], string][] = [
    [
      "a job from begin to end",
      [status, { type: "empty", job }, bytes("a\nb"), end],
      "[header lint]\n[empty running]\na\nb\n[ended canceled]\n",
    ],
    ["the header once", [status, status, end], "[header lint]\n[ended canceled]\n"],
    [
      "a lost connection",
      [status, bytes("a\n"), { type: "waiting", error: 1, until: 2 }, { type: "resumed" }, bytes("b\n"), end],
      "[header lint]\na\n[waiting]\n[resumed]\nb\n[ended canceled]\n",
    ],
    [
      "an erased log, half a line and half a character shown",
      [status, bytes("half\u001b["), { type: "reset" }, bytes("again\n"), end],
      "[header lint]\nhalf\n[reset]\nagain\n[ended canceled]\n",
    ],
    [
      "a quiet line",
      [status, bytes("wai"), { type: "quiet" }, bytes("ting\n"), end],
      "[header lint]\nwaiting\n[ended canceled]\n",
    ],
    [
      "a retried job",
      [status, bytes("x"), { type: "retried", job: { ...job, id: 2 } }, end],
      "[header lint]\nx\n[retried 2]\n[ended canceled]\n",
    ],
    [
      "a note within a line that goes on",
      [
        status,
        bytes("half"),
        { type: "quiet" },
        { type: "waiting", until: 2 },
        { type: "quiet" },
        bytes(" more\nb\n"),
        end,
      ],
      "[header lint]\nhalf\n[waiting]\nhalf more\nb\n[ended canceled]\n",
    ],
    [
      "a note within a line that then only ends",
      [status, bytes("half"), { type: "quiet" }, { type: "waiting", until: 2 }, bytes("\nb\n"), end],
      "[header lint]\nhalf\n[waiting]\nb\n[ended canceled]\n",
    ],
    [
      "the end once where nothing comes late",
      [status, bytes("a\nb"), finished, { type: "quiet" }, end],
      "[header lint]\na\nb\n[ended canceled]\n",
    ],
    [
      "what comes late, and the end again",
      [status, bytes("a\n"), finished, { type: "quiet" }, bytes("b\n"), bytes("c"), { type: "quiet" }, end],
      "[header lint]\na\n[ended canceled]\n[late]\nb\nc\n[ended canceled]\n",
    ],
    [
      "what comes late behind half a line",
      [status, bytes("section_start:1:a\r\u001b[0KA\nhal"), finished, bytes("f\nsection_end:61:a\r\u001b[0K"), end],
      "[header lint]\n▾ A\nhal\n[ended canceled]\n[late]\nhalf\n▴ a · 01:00\n[ended canceled]\n",
    ],
    [
      "what comes late behind a stamped line",
      [status, bytes(`${stamp} a\n`), finished, bytes(`${stamp} b\n`), end],
      "[header lint]\na\n[ended canceled]\n[late]\nb\n[ended canceled]\n",
    ],
    [
      "a heading without header before the end",
      [status, bytes("section_start:1:a\r\u001b[0K"), finished, end],
      "[header lint]\n[ended canceled]\n▾ a\n[ended canceled]\n",
    ],
    [
      "a log erased after the end",
      [status, bytes("a\n"), finished, { type: "reset" }, bytes("b\n"), end],
      "[header lint]\na\n[ended canceled]\n[reset]\nb\n[ended canceled]\n",
    ],
    ["a job that is gone", [{ type: "end" }], "[gone]\n"],
  ];
  for (const [name, events, text] of table) it(`writes ${name}`, () => assert.equal(written(events).text, text));

  it("appends once for what comes in quick succession", () => {
    const { sink } = written([status, bytes("a\n"), bytes("b\n"), bytes("c\n")]);
    assert.deepEqual(sink.appends, []);
    for (const fire of sink.timers) fire();
    assert.deepEqual(sink.appends, ["[header lint]\na\nb\nc\n"]);
  });

  it("takes no more of the log after what crosses the limit, says so once, and tells the end", () => {
    const { text } = written(
      [status, bytes("12345\n€€\n€€\n"), bytes("more\n"), { type: "quiet" }, bytes("more\n"), end],
      15,
    );
    assert.equal(text, "[header lint]\n12345\n€€\n€€\n[limit 15]\n[ended canceled]\n");
  });

  const skipped = (count: number): FollowEvent => ({ type: "skipped", bytes: count });
  const wide = (text: string): FollowEvent => bytes(`${text}\n`);

  it("says how much it left out before the end of a log that is longer than the limit, and shows the end", () => {
    const { text } = written(
      [
        status,
        bytes("12345\n67890\nha"),
        skipped(500),
        wide("the end"),
        wide("x".repeat(50)),
        finished,
        wide("late"),
        end,
      ],
      10,
    );
    assert.equal(
      text,
      `[header lint]\n12345\n67890\nha\n[limit 10]\n[skipped 500]\nthe end\n${"x".repeat(50)}\n[ended canceled]\n[late]\nlate\n[ended canceled]\n`,
    );
  });

  it("goes on in the middle of a line where no more than the end was left", () => {
    const { text } = written([status, bytes("12345\n67890\nha"), skipped(0), bytes("lf\n"), end], 10);
    assert.equal(text, "[header lint]\n12345\n67890\nha\n[limit 10]\nhalf\n[ended canceled]\n");
  });

  it("shows no more of the end than twice what was asked for, and none of it for a log written anew", () => {
    const much = `${"y".repeat(999)}\n`.repeat(50);
    const chunks = Array.from({ length: 100 }, () => bytes(much));
    const { text } = written([bytes("12345\n67890\n"), skipped(9), ...chunks, end], 10);
    assert.match(text, /^12345\n67890\n\[limit 10\]\n\[skipped 9\]\n[y\n]+\[rest\]\n\[ended canceled\]\n$/);
    assert.ok(text.length > 4_190_000 && text.length < 4_250_000, `${text.length} characters`);
    const anew = written(
      [bytes("12345\n67890\n"), skipped(9), { type: "reset" }, wide("12345"), wide("67890"), end],
      10,
    );
    assert.match(anew.text, /\[reset\]\n12345\n67890\n\[limit 10\]\n\[ended/);
  });

  it("takes no line of the end, or of a log written anew, for the half line at the limit", () => {
    const before = [status, bytes("12345\n67890\nha")];
    for (const event of [skipped(9), { type: "reset" }] as const)
      assert.match(written([...before, event, bytes("ha\n"), end], 10).text, /\nha\n\[limit 10\]\n\[.+\]\nha\n\[ended/);
  });

  it("begins the limit anew for a log written anew", () => {
    const { text } = written(
      [status, bytes("12345\n67890\n"), { type: "reset" }, bytes("again\n"), bytes("1234567\n"), end],
      10,
    );
    assert.equal(
      text,
      "[header lint]\n12345\n67890\n[limit 10]\n[reset]\nagain\n1234567\n[limit 10]\n[ended canceled]\n",
    );
  });

  for (const [name, before] of [
    [
      "whole lines",
      [bytes("1\n\u001b[31mred\u001b[0m\n"), bytes("\u001b[31mfar\u001b[0m\n\u001b[31mtoo long\u001b[0m\n")],
    ],
    ["half a line", [bytes("123"), { type: "quiet" }, bytes("\u001b[31m456789\u001b[0m\n1\n2\n")]],
  ] as [string, FollowEvent[]][]) {
    it(`knows on which line each colour is after the limit: ${name}`, () => {
      const run = written([status, ...before, { type: "reset" }, bytes("\u001b[32mgreen\u001b[0m\nplain\n"), end], 9);
      assert.match(run.text, /limit 9[^]*green/);
      const lines = run.text.split("\n");
      assert.equal(run.writer.lines, lines.length - 1);
      const coloured = lines.flatMap((line, at) => {
        const known = run.writer.colors.at(at);
        if (known) assert.equal(known.hash, lineHash(line), line);
        return known ? [line] : [];
      });
      assert.deepEqual(coloured, name === "whole lines" ? ["red", "far", "too long", "green"] : ["123456789", "green"]);
    });
  }

  it("knows the colours of a line that a note came behind", () => {
    const { text, writer } = written([
      status,
      bytes("\u001b[31mred"),
      { type: "quiet" },
      finished,
      bytes("\n\u001b[32mgreen\n"),
      end,
    ]);
    assert.equal(text, "[header lint]\nred\n[ended canceled]\n[late]\ngreen\n[ended canceled]\n");
    assert.deepEqual(
      [1, 4].map((line) => writer.colors.at(line)?.hash),
      ["red", "green"].map((line) => lineHash(line)),
    );
  });

  it("says nothing of what comes late past the limit", () => {
    const { text } = written([status, bytes("12345\n67890\n"), finished, bytes("late\n"), end], 8);
    assert.equal(text, "[header lint]\n12345\n67890\n[limit 8]\n[ended canceled]\n");
  });

  it("shows the end at once though more may come late", () => {
    assert.equal(written([status, bytes("a"), finished]).sink.appends.length, 1);
  });

  it("counts the limit over all that came", () => {
    const { text } = written([bytes("123456\n"), bytes("123456\n"), bytes("123456\n"), end], 15);
    assert.equal(text, "123456\n123456\n123456\n[limit 15]\n[ended canceled]\n");
  });

  it("says the limit on a line of its own though half a line is shown", () => {
    const { text } = written([status, bytes("abcd"), { type: "quiet" }, bytes("efghijklmnop\nqr"), end], 10);
    assert.equal(text, "[header lint]\nabcdefghijklmnop\nqr\n[limit 10]\n[ended canceled]\n");
  });

  it("counts the limit with what quiet lines already wrote", () => {
    const { text } = written([bytes("abc"), { type: "quiet" }, bytes("d\nefgh\n"), end], 5);
    assert.equal(text, "abcd\nefgh\n[limit 5]\n[ended canceled]\n");
  });

  it("says when it is stopped, and when it fails", () => {
    const stopped = written([status, bytes("a")]);
    stopped.writer.stopped();
    assert.equal(stopped.text, "[header lint]\na\n[stopped]\n");
    const failed = written([status, bytes("a")]);
    failed.writer.failed("no access");
    assert.equal(failed.text, "[header lint]\na\n[failed no access]\n");
  });

  it("writes nothing after its end", () => {
    const { writer, sink } = written([status]);
    writer.dispose();
    assert.equal(sink.timers.size, 0);
    assert.equal(sink.text, "");
  });
});

describe("logs/batch", () => {
  it("does not let a batch grow without bound", () => {
    const sink = new Sink();
    const batch = new Batch(sink.append, sink.later);
    for (let i = 0; i < 10; i++) batch.add("x".repeat(100_000));
    assert.deepEqual(
      sink.appends.map((text) => text.length),
      [300_000, 300_000, 300_000],
    );
    assert.equal(sink.timers.size, 1);
  });
});

describe("logs/latestItems", () => {
  it("gives back what is too much, oldest first", () => {
    const newest = new LatestItems<string>(() => 2);
    assert.deepEqual(
      ["a", "b", "a", "c", "d"].map((item) => newest.add(item)),
      [[], [], [], ["b"], ["a"]],
    );
    newest.delete("c");
    assert.deepEqual(newest.add("e"), []);
  });
});
