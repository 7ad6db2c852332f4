import assert from "node:assert/strict";
import fc from "fast-check";
import type { LogSnapshot } from "../../../../src/core/logText/logSnapshot.ts";
import { LogText } from "../../../../src/core/logText/logText.ts";
import { readInTurns } from "../../../../src/core/logText/readInTurns.ts";
import { anyText } from "../../../support/anyText.ts";
import { inLong } from "../../../support/long.ts";
import { plainLog, stampedLog } from "../../features/jobs/log/recorded.ts";
import { failures, runnerStyles } from "./failedLogs.ts";

const E = "\u001b";
const bytesOf = (text: string): Uint8Array => Buffer.from(text);

function read(chunks: readonly Uint8Array[], ...options: ConstructorParameters<typeof LogText>): LogText {
  const text = new LogText(...options);
  for (const chunk of chunks) text.push(chunk);
  text.end();
  return text;
}

/** Everything that a document shows of a log. */
async function shown(log: LogSnapshot): Promise<unknown> {
  const numbers = Array.from({ length: log.lines }, (_, index) => log.firstLine + index);
  const lines = numbers.map((line) => [log.colorsAt(line), log.timeAt(line)]);
  const { firstLine: first, sections, runnerLimit: runner } = log;
  return { text: await textOf(log), first, lines, sections, error: await log.firstError(), runner };
}
const shownOf = (...args: Parameters<typeof read>): Promise<unknown> => shown(read(...args).snapshot());
const textOf = async (log: LogSnapshot): Promise<string> => (await log.text(Buffer.alloc(0))).toString();

describe("the text of a log", () => {
  it("has the sections of a recorded log with their durations", async () => {
    const log = read([bytesOf(plainLog)]).snapshot();
    const text = await textOf(log);
    assert.equal(text.split("\n").length, log.lines + 1);
    assert.equal(Buffer.byteLength(text), log.bytes);
    const lines = text.split("\n");
    assert.deepEqual(
      log.sections.map(({ start, end = -1, ...rest }) => [lines[start], lines[end], rest.duration, rest.depth]),
      [
        ['▾ Preparing the "shell" executor', "▴ prepare-executor · 00:07", 7, 0],
        ['▾ Executing "step_script"', "▴ step-script · 01:00", 60, 0],
        ["  ▾ Inner", "  ▴ inner-part-1 · 00:02", 2, 1],
      ],
    );
  });

  it("dates each line of a log with timestamps", () => {
    const log = read([bytesOf(stampedLog)]).snapshot();
    const times = Array.from({ length: log.lines }, (_, line) => log.timeAt(line));
    const seconds = times.map((time) => (time === undefined ? undefined : new Date(time).getUTCSeconds()));
    // The heading is joined to its marker's line; the end of a section and the line without prefix have none.
    assert.deepEqual(seconds, [0, 1, 2, 2, 3, 5, undefined, 6, undefined, 9]);
    assert.deepEqual([log.timed, read([bytesOf(plainLog)]).snapshot().timed], [true, false]);
    // Above the log stand lines of our own.
    assert.deepEqual([log.timeAt(-1), log.timeAt(log.lines)], [undefined, undefined]);
    for (const segment of [1, 20, 60]) {
      const cut = read([bytesOf(stampedLog)], 1_000_000, segment).snapshot();
      for (let line = 0; line < log.lines; line++)
        assert.equal(cut.timeAt(line), log.timeAt(line), `line ${line} in segments of ${segment}`);
    }
  });

  const piece = fc.oneof(
    fc.constantFrom(
      ...["\n", "\r\n", "\r", `${E}[31m`, `${E}[1;38;5;9m`, `${E}[0m`, `${E}[0K`, "error: x"],
      "Job's log exceeded limit of 4194304 bytes.\n",
      ...["2026-09-25T07:33:00.992977Z 00O ", "2026-09-25T07:33:01.992977Z 00E+"],
    ),
    fc.constantFrom(
      ...["a", "b", "step_script", "after_script"].flatMap((name) => [
        `section_start:10:${name}\r${E}[0K`,
        `section_end:19:${name}\r${E}[0K`,
        `section_start:1:${name}[hide_duration=true]\r${E}[0KH\n`,
      ]),
    ),
    anyText(),
  );

  it("is the same wherever the input is split, also beyond the limit", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.array(fc.nat(400), { maxLength: 6 }),
        fc.constantFrom(30, 100, 100_000),
        async (pieces, cuts, limit) => {
          const log = bytesOf(pieces.join(""));
          const at = [0, ...cuts.map((cut) => Math.min(cut, log.length)).sort((a, b) => a - b), log.length];
          const chunks = at.slice(1).map((end, index) => log.subarray(at[index], end));
          assert.deepEqual(await shownOf(chunks, limit, 10), await shownOf([log], limit, 10));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("is the same for lines one by one and many at once, also beyond the limit", async () => {
    const line = fc.constantFrom(
      ...["text", "a longer line of text", "error: x", "src/a.c:3:1: error: y", "$ make", `${E}[32;1m$ make${E}[0;m`],
      ...[`${E}[31mred${E}[0m`, `${E}[31mred from here`, "1%\r2%", "Grüße", "ok 1 - passes", "Done in 3s"],
      "Job's log exceeded limit of 4194304 bytes.",
      `section_start:10:step_script\r${E}[0KHeading`,
      `section_end:19:step_script\r${E}[0K`,
    );
    const stamp = "2026-09-25T07:33:00.992977Z 00O ";
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant("text") }, line), { minLength: 20, maxLength: 80 }),
        fc.boolean(),
        fc.constantFrom(100, 400, 100_000),
        fc.constantFrom(10, 60),
        async (lines, stamped, limit, segment) => {
          const log = bytesOf(lines.map((text) => `${stamped ? stamp : ""}${text}\n`).join(""));
          const bytes = Array.from(log, (byte) => Uint8Array.of(byte));
          assert.deepEqual(await shownOf([log], limit, segment), await shownOf(bytes, limit, segment));
        },
      ),
      { numRuns: inLong(100, 5_000) },
    );
  });

  it("keeps the end of a log beyond the limit, in whole lines", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 10, maxLength: 60 }),
        fc.integer({ min: 20, max: 400 }),
        async (pieces, limit) => {
          const log = bytesOf(pieces.join(""));
          const whole = read([log]).snapshot();
          const cut = read([log], limit, 10).snapshot();
          const lines = (await textOf(whole)).split("\n").slice(cut.firstLine);
          assert.equal(await textOf(cut), lines.join("\n"));
          // The last segment stays, however long it is.
          assert.ok(cut.bytes <= limit || cut.firstLine + cut.lines === whole.lines);
          assert.equal(cut.firstLine + cut.lines, whole.firstLine + whole.lines);
          for (let line = cut.firstLine; line < whole.lines; line++) {
            assert.deepEqual(cut.colorsAt(line), whole.colorsAt(line));
            assert.equal(cut.timeAt(line), whole.timeAt(line));
          }
          for (const { start, end = -1 } of cut.sections)
            assert.ok(start >= cut.firstLine && end >= start && end < Math.max(cut.firstLine + 1, whole.lines));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("reports an error in lines that are not shown", async () => {
    const script = (lines: string): string =>
      `section_start:1:step_script\r${E}[0KRun\n${lines}section_end:9:step_script\r${E}[0K\n`;
    const filler = "nothing to see here\n".repeat(20);
    for (const [log, line, hidden] of [
      [script(`error: first\n${filler}error: second\n`), 22, true],
      [script(`${filler}error: second\n`), 21, false],
      [`fatal: outside\n${script(`${filler}error: inside\n`)}`, 22, false],
      [script(`error: first\n${filler}$ last\nerror: second\n`), 23, false],
    ] as const)
      assert.deepEqual(
        await read([bytesOf(log)], 300, 50)
          .snapshot()
          .firstError(),
        { line, isSure: true, hidden },
      );
  });

  it("finds the same error in segments of any size", async () => {
    const failed = failures.flatMap((failure) => runnerStyles.map((style) => style.lines(failure).lines));
    for (const lines of failed) {
      const bytes = bytesOf(lines.map((line) => `${line}\n`).join(""));
      const whole = await read([bytes]).snapshot().firstError();
      assert.deepEqual(await read([bytes], 1_000_000, 100).snapshot().firstError(), whole, lines.join("\n"));
    }
  });

  it("keeps the first error of each snapshot", async () => {
    const text = new LogText();
    text.push(bytesOf("error: one\nnothing\nnothing\n"));
    const before = text.snapshot();
    text.push(bytesOf("$ two\nerror: three\nnothing\n"));
    const between = text.snapshot();
    text.push(bytesOf("$ four\nerror: five\n"));
    const found: unknown[] = [];
    for (const snapshot of [text.snapshot(), between, before]) found.push((await snapshot.firstError())?.line);
    assert.deepEqual(found, [7, 4, 0]);
  });

  it("stops looking for the first error on cancel", async () => {
    const called = new Error("called off");
    const text = read([bytesOf(`${"nothing to see\n".repeat(5_000)}error: at the end\n`)]);
    const snapshot = text.snapshot();
    await assert.rejects(snapshot.firstError(AbortSignal.abort(called)), called);
    assert.equal((await snapshot.firstError())?.line, 5_000);
  });

  it("ignores text that looks like a command of the runner", async () => {
    const lines = ["$ make", "error: first", "$ not of the runner", ..."output ".repeat(10).split(" ")];
    const found = async (command: string): Promise<number | undefined> => {
      const output = [command, ...lines.slice(1)].join("\n");
      const run = `section_start:1:step_script\r${E}[0KRun\n${output}\nsection_end:9:step_script\r${E}[0K\n`;
      return (
        await read([bytesOf(`${run}ERROR: Job failed: exit code 1\n`)])
          .snapshot()
          .firstError()
      )?.line;
    };
    assert.equal(await found(`${E}[32;1m$ make${E}[0;m`), 2);
    assert.notEqual(await found("$ make"), 2);
  });

  it("shows the unfinished line of a snapshot, and nothing later", async () => {
    const text = new LogText();
    text.push(bytesOf("one\ntwo"));
    const before = text.snapshot();
    text.push(bytesOf(" and a half\nerror: three\n"));
    assert.deepEqual([await textOf(before), before.lines, await before.firstError()], ["one\ntwo", 2, undefined]);
    const after = text.snapshot();
    assert.equal(await textOf(after), "one\ntwo and a half\nerror: three\n");
    assert.deepEqual([after.lines, (await after.firstError())?.line], [3, 2]);
  });

  it("reports the limit at which the runner cut the log", () => {
    const log = `text\n\n${E}[33;1mJob's log exceeded limit of 4194304 bytes.\nJob execution will continue but no more output will be collected.${E}[0;m\n`;
    assert.equal(read([bytesOf(log)]).snapshot().runnerLimit, 4194304);
    assert.equal(read([bytesOf("$ echo Job's log exceeded limit of 4 bytes\n")]).snapshot().runnerLimit, undefined);
  });

  it("ends open sections with the outer one or the log", () => {
    const start = (name: string): string => `section_start:10:${name}\r${E}[0K${name}\n`;
    const end = (name: string): string => `section_end:19:${name}\r${E}[0K\n`;
    const log = read([bytesOf(`${start("a")}${start("b")}x\n${end("a")}${start("c")}y\ny\n`)]).snapshot();
    const told = log.sections.map(({ title, start: from, end: to, duration }) => `${title} ${from}-${to} ${duration}`);
    assert.deepEqual(told, ["a 0-3 9", "b 1-2 undefined", "c 4-6 undefined"]);
  });
});

const inOne = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
};

describe("a log that is read in turns", () => {
  const now = performance.now.bind(performance);
  let time = 0;
  beforeEach(() => (performance.now = () => time));
  afterEach(() => (performance.now = now));

  it("is handed over in small parts, and other work runs after each that took long", async () => {
    const bytes = Buffer.from("\n".repeat(100_000));
    const parts: Buffer[] = [];
    let [turns, isOver] = [0, false];
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const seen: number[] = [];
    await readInTurns(inOne(bytes), new AbortController().signal, (part) => {
      parts.push(Buffer.from(part));
      seen.push(turns);
      time += 10;
    });
    isOver = true;
    assert.ok(parts.every(({ length }) => length <= 16 * 1024));
    assert.deepEqual(Buffer.concat(parts), bytes);
    assert.equal(new Set(seen).size, parts.length);
  });

  it("stops on cancel", async () => {
    const controller = new AbortController();
    let parts = 0;
    const read = readInTurns(inOne(Buffer.alloc(100_000)), controller.signal, () => {
      parts += 1;
      time += 10;
      controller.abort(new Error("stopped"));
    });
    await assert.rejects(read, /stopped/);
    assert.equal(parts, 1);
  });
});
