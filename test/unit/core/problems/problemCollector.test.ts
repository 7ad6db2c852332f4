import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { linesOf } from "../../../../src/core/logText/lineBlock.ts";
import { LogParser } from "../../../../src/core/logText/parser.ts";
import { ProblemCollector, readProblems } from "../../../../src/core/problems/problemCollector.ts";
import { ChannelWriter, type ChannelWriterOptions } from "../../../../src/features/jobs/log/writer.ts";
import { expected } from "./expected.ts";
import { sampleBytes, told } from "./recorded.ts";

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

describe("problems/problemCollector", () => {
  it("reads the same however the log's bytes are cut", async () => {
    const log = Buffer.concat([
      Buffer.from("Initialized empty Git repository in /srv/x/.git/\n"),
      sampleBytes("cargo-color"),
    ]);
    for (const size of [1, 7, 64, 100_000]) {
      const { problems, checkouts } = await readProblems(cut(log, size), () => undefined, new AbortController().signal);
      assert.deepEqual(
        problems.map(told),
        (expected["cargo-color"] ?? []).map((line) => line.replace(/^\d+/, (at) => String(Number(at) + 1))),
      );
      assert.deepEqual(checkouts, ["/srv/x"]);
    }
  });

  it("tells how far it is", async () => {
    const told: number[] = [];
    await readProblems(
      cut(Buffer.from(`${"x".repeat(127)}\n`.repeat(8192)), 128 * 1024),
      (bytes) => told.push(bytes),
      new AbortController().signal,
    );
    assert.equal(told.at(-1), 1024 * 1024);
  });

  it("counts the lines of sections, and goes on after the end for what comes late", () => {
    const parser = new LogParser();
    const reading = new ProblemCollector();
    const push = (text: string): void => reading.lines(parser.push(Buffer.from(text)));
    push("section_start:1:a\r\u001b[0KHead\na.c:1:1: error: one\nsection_end:2:a\r\u001b[0K\n");
    assert.deepEqual(reading.end().problems.map(told), ["2 gcc a.c:1:1 error one"]);
    push("b.c:2:2: error: late\n");
    assert.deepEqual(reading.end().problems.map(told), ["2 gcc a.c:1:1 error one", "4 gcc b.c:2:2 error late"]);
  });

  it("has nothing of concealed text", () => {
    const parser = new LogParser();
    const reading = new ProblemCollector();
    reading.lines(parser.push(Buffer.from("a.c:1:1: error: key \u001b[8msecret\u001b[0m is wrong\n")));
    assert.deepEqual(reading.end().problems.map(told), ["1 gcc a.c:1:1 error key        is wrong"]);
  });

  it("goes on behind lines that were left out, whose numbers nobody knows, with room for what they say", () => {
    const parser = new LogParser();
    const reading = new ProblemCollector();
    const push = (text: string): void => reading.lines(parser.push(Buffer.from(text)));
    for (let at = 1; at <= 2001; at++) push(`a.c:${at}:1: warning: much\n`);
    assert.equal(reading.end().uncountedFrom, undefined);
    reading.skip();
    push("b.c:2:2: error: the last\n");
    const { problems, uncountedFrom } = reading.end();
    assert.deepEqual([problems.length, told(problems.at(-1)!)], [2001, "2002 gcc b.c:2:2 error the last"]);
    assert.equal(uncountedFrom, 2001);
  });

  it("is given by a channel each finished line once, those past the channel's limit too", () => {
    const lines: string[] = [];
    const messages = new Proxy({}, { get: () => () => "said" }) as ChannelWriterOptions["messages"];
    const writer = new ChannelWriter({
      append: () => undefined,
      messages,
      limit: () => 12,
      later: () => ({ dispose: () => undefined }),
      companion: { lines: (more) => lines.push(...[...linesOf(more)].map(({ text }) => text)) },
    });
    const job = { id: 1, name: "j", status: "failed" };
    writer.handle({ type: "status", job });
    writer.handle({ type: "bytes", bytes: Buffer.from("one\ntw") });
    writer.handle({ type: "quiet" });
    writer.handle({ type: "bytes", bytes: Buffer.from("o\nthree is long\nfo") });
    writer.handle({ type: "end", job });
    assert.deepEqual(lines, ["one", "two", "three is long"]);
    const whole: string[] = [];
    const wide = new ChannelWriter({
      append: () => undefined,
      messages,
      limit: () => 1000,
      later: () => ({ dispose: () => undefined }),
      companion: { lines: (more) => whole.push(...[...linesOf(more)].map(({ text }) => text)) },
    });
    wide.handle({ type: "bytes", bytes: Buffer.from("one\ntwo") });
    wide.handle({ type: "finished", job });
    wide.handle({ type: "end", job });
    assert.deepEqual(whole, ["one", "two"]);
  });
});
