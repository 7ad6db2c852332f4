import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { STRENGTH } from "../../../../src/core/logText/errorEvidence.ts";
import { ErrorLines, PARTS, type RatedLine } from "../../../../src/core/logText/errorLines.ts";
import { isErrorMessage } from "../../../../src/core/logText/logErrors.ts";
import { LogText } from "../../../../src/core/logText/logText.ts";
import { type Failure, failures, failuresOf, type RunnerStyle, runnerStyles } from "./failedLogs.ts";

function linesOf(rated: readonly RatedLine[], from = 0): ErrorLines {
  const lines = new ErrorLines();
  rated.forEach((one, at) => lines.add(one, from + at));
  return lines;
}

const others: readonly RatedLine[] = [
  ...(["command", "stepDone", "pass", "output", "warningsFail"] as const).map((kind) => ({ kind })),
  { kind: "output", goesOn: true },
  ...([1, 127, "time", "runner"] as const).map((why) => ({ kind: "closing" as const, why })),
];

it("the candidates for the first error are the same however the lines are split into blocks", () => {
  const program = fc.constantFrom("", "a", "b");
  const part = fc.constantFrom(...Object.values(PARTS));
  const strength = fc.constantFrom(...Object.values(STRENGTH));
  const failed = fc.constantFrom("a", "b");
  const [back, exit] = [fc.nat(2), fc.constantFrom(1, 127)];
  const error = fc.record(
    { kind: fc.constant("error" as const), part, strength, program, failed, back, exit },
    { requiredKeys: ["kind", "part", "strength", "program"] },
  );
  const rated: fc.Arbitrary<RatedLine> = fc.oneof(fc.constantFrom(...others), error);
  fc.assert(
    fc.property(fc.array(fc.array(rated, { maxLength: 6 }), { maxLength: 5 }), (blocks) => {
      const joined = new ErrorLines();
      let from = 0;
      for (const block of blocks) {
        joined.append(linesOf(block, from));
        from += block.length;
      }
      assert.deepEqual(joined.candidates(), linesOf(blocks.flat()).candidates());
    }),
    { numRuns: 5_000 },
  );
});

/** Shares of the logs in percent; raise them when more is found. */
const SHARES = [
  { title: "ordinary logs", noisy: false, exact: 98, near: 99 },
  { title: "noisy logs", noisy: true, exact: 74, near: 95 },
];
/** Lines above and below which a person still sees the cause. */
const DISTANCE = 5;

function read(lines: readonly string[]): LogText {
  const text = new LogText();
  text.push(Buffer.from(lines.map((line) => `${line}\n`).join("")));
  text.end();
  return text;
}

/** Returns how many lines the found line is away from the cause. */
async function distance(failure: Failure, style: RunnerStyle): Promise<number> {
  const { lines, before } = style.lines(failure);
  const cause = read(lines.slice(0, before + failure.cause)).snapshot().lines;
  const found = (await read(lines).snapshot().firstError())?.line;
  return found === undefined ? Infinity : Math.abs(found - cause);
}

/** How the lines of a whole log are. */
const whole = runnerStyles.at(-1)!;

describe("the first error of failed jobs", () => {
  const logs = failuresOf("firstErrors.txt");
  for (const title of new Set(logs.map((log) => log.title)))
    it(title, async () => {
      for (const failure of logs.filter((log) => log.title === title))
        assert.equal(await distance(failure, whole), failure.cause < 0 ? Infinity : 0);
    });

  it("is described by at least 80 failed jobs, each with its cause", () => {
    assert.ok(failures.length >= 80 && failures.every(({ cause }) => cause >= 0));
  });

  for (const { title, noisy, exact, near } of SHARES)
    it(`is the line that explains the failure in ${title}`, async () => {
      const runs = failures
        .filter((failure) => failure.noisy === noisy)
        .flatMap((failure) => runnerStyles.map((style) => ({ failure, style })));
      const all = await Promise.all(
        runs.map(async ({ failure, style }) => ({
          log: `${failure.title} (${style.name})`,
          away: await distance(failure, style),
        })),
      );
      const share = (most: number): number => (100 * all.filter(({ away }) => away <= most).length) / all.length;
      const [exactly, nearby] = [share(0), share(DISTANCE)];
      const missed = all.filter(({ away }) => away > 0).map(({ log, away }) => `${log}: ${away}`);
      assert.ok(exactly >= exact && nearby >= near, missed.join("\n"));
    });
});

/** Shares of `jobs/` in percent, of all styles of runners at once: the very line, and one that explains as well. */
const HALVES = [
  { file: "open", exact: 84, good: 92 },
  { file: "aside", exact: 70, good: 83 },
  { file: "named", exact: 83, good: 100 },
];

describe("the first error of jobs of many tools", () => {
  const halves = ["open", "aside"].flatMap((file) => failuresOf(`jobs/${file}.txt`));
  const toolOf = ({ title }: Failure): string => title.split(":")[0] ?? "";

  for (const { file, exact, good } of HALVES)
    it(`is the line that explains the failure, or one as good (${file})`, async () => {
      const jobs = failuresOf(`jobs/${file}.txt`);
      const found = await Promise.all(jobs.map((job) => Promise.all(runnerStyles.map((style) => match(job, style)))));
      const share = (...ways: readonly string[]): number =>
        (100 * found.filter((styles) => styles.every((way) => ways.includes(way))).length) / jobs.length;
      const missed = jobs.filter((_, at) => found[at]?.includes("other")).map(({ title }) => title);
      assert.ok(share("exact") >= exact && share("exact", "good") >= good, missed.join("\n"));
    });

  it("is labelled in at least 120 jobs of 40 tools, in two halves", () => {
    assert.ok(halves.length >= 120 && new Set(halves.map(toolOf)).size >= 40);
  });

  it("is labelled in a job of each tool that the documentation names", () => {
    const page = readFileSync(new URL("../../../../docs/pipelines.md", import.meta.url), "utf8");
    const [, table = ""] = /^\| \| tools \|\n\|.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
    const tools = table.split("\n").flatMap(
      (row) =>
        row
          .split("|")[2]
          ?.trim()
          .split(/[,;] (?:and )?| and /) ?? [],
    );
    const titles = [...failures, ...halves, ...failuresOf("jobs/named.txt")].map(({ title }) => title.toLowerCase());
    const shown = tools.filter((tool) => !titles.some((title) => title.includes(tool.toLowerCase())));
    assert.deepEqual(shown, []);
    assert.ok(tools.length > 50);
  });

  it("is called sure where its evidence is clear, and likely elsewhere", async () => {
    const isSure = async (line: string): Promise<boolean | undefined> =>
      (await read([`$ make`, line, "ERROR: Job failed: exit code 1"]).snapshot().firstError())?.isSure;
    for (const line of ["a.c:3:5: error: no", "error: no"]) assert.equal(await isSure(line), true, line);
    for (const line of ["it failed", "3 failed", "it is over"]) assert.equal(await isSure(line), false, line);
  });
});

/** Returns how good the line is that is found: the cause itself, one that explains as well, or another. */
async function match(job: Failure, style: RunnerStyle): Promise<"exact" | "good" | "other"> {
  const { lines, before } = style.lines(job);
  const found = (await read(lines).snapshot().firstError())?.line;
  const isAt = (line: number): boolean => read(lines.slice(0, before + line + 1)).snapshot().lines - 1 === found;
  return isAt(job.cause) ? "exact" : job.asWell.some(isAt) ? "good" : "other";
}

describe("the first error of a log", () => {
  const E = "\u001b";
  /** The line that is found in a log. */
  async function first(log: string): Promise<string | undefined> {
    const text = new LogText();
    text.push(Buffer.from(log));
    text.end();
    const snapshot = text.snapshot();
    const line = (await snapshot.firstError())?.line;
    return line === undefined ? undefined : (await snapshot.text(Buffer.alloc(0))).toString().split("\n")[line];
  }
  const section = (name: string, lines: string): string =>
    `section_start:1:${name}\r${E}[0K${name}\n${lines}section_end:9:${name}\r${E}[0K\n`;
  /** Lines of one kind in `kindsOfLines.txt`, with `\\e` for escape. */
  const kinds = readFileSync(new URL("kindsOfLines.txt", import.meta.url), "utf8").split(/^### /m);
  const linesOf = (kind: string): string[] => {
    const [, ...lines] = kinds
      .find((text) => text.startsWith(`${kind}\n`))!
      .replaceAll("\\e", E)
      .trimEnd()
      .split("\n");
    return lines;
  };

  for (const line of linesOf("errors")) it(`matches ${line}`, () => assert.ok(isErrorMessage(line)));
  for (const line of linesOf("harmless")) it(`does not match ${line}`, () => assert.ok(!isErrorMessage(line)));

  it("matches what plain expressions in quadratic time match", () => {
    const plain = [
      /\b(?:[Ee]rror|[Ff]atal)(?: [a-z]+)?(?: ?\[?[A-Z]+[-\w]*\d+\]?)?\s?:/,
      /\b[\w.]*(?:Error|Exception)\b(?:: | \[\w+\]: )/,
    ];
    const piece = fc.oneof(
      fc.constantFrom("error", "Error", "fatal", "Fatal", "Exception", "TS2322", "E03-08", "A1", "a", "A", "1"),
      fc.constantFrom(" ", "\t", ":", ": ", "[", "]", ".", "-", "_", "é"),
    );
    let found = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        // Neither matches another expression, nor is harmless.
        const line = `_= ${pieces.join("")}`;
        const expected = plain.some((expression) => expression.test(line));
        if (expected) found++;
        assert.equal(isErrorMessage(line), expected, line);
      }),
      { numRuns: 20_000 },
    );
    assert.ok(found > 1_000);
  });

  it("takes linear time for lines of 200,000 characters", () => {
    const repeat = (piece: string): string => `${piece.repeat(200_000 / piece.length)}é`;
    const leads = "so err |so error |so error A|so Error [|so thread '".split("|");
    const pieces = "a.b|Error|Error.|1|A|ErrorA-|error a |Error [a |' panicked a|errors  |[1".split("|");
    for (const lead of leads) for (const piece of pieces) assert.ok(!isErrorMessage(lead + repeat(piece)), piece);
    const starts =
      "E ¦thread '¦/¦error TS1¦[error] ¦[ERROR] ¦npm error ¦  1) ¦web:build: ¦#1 1.00 ¦10:12:31 err ¦stderr | err ¦{err ¦+ err¦[ERROR] err ";
    const repeated = "a| |1|:1|/a.b:1|(1,2|failed |warn|passed |ok|[|@a/|a:|- |✖|\t".split("|");
    for (const start of starts.split("¦")) for (const piece of repeated) isErrorMessage(start + repeat(piece));
  });

  const closing = "ERROR: Job failed: exit code 1\n";
  const script = (lines: string): string => section("step_script", lines) + closing;
  for (const step of linesOf("steps"))
    it(`drops weaker errors before a successful step: ${step.replaceAll(E, "")}`, async () => {
      assert.equal(await first(script(`error: of no consequence\n${step}\nit does not work\n`)), "it does not work");
      assert.equal(await first(script(`error: the only one\n${step}\ngoing on\n`)), "error: the only one");
      assert.equal(await first(script(`a.c:1:2: error: stays\n${step}\nerror: more\n`)), "a.c:1:2: error: stays");
    });

  for (const passed of linesOf("passed"))
    it(`prefers causes below a passed test: ${passed}`, async () => {
      assert.equal(await first(script(`Error: expected\n${passed}\nError: real\n`)), "Error: real");
      assert.equal(await first(script(`Error: real\n${passed}\nFAIL other\n`)), "Error: real");
    });

  for (const record of linesOf("records"))
    it(`prefers errors to a log record and its stack: ${record}`, async () => {
      const java = "java.net.ConnectException: refused\n\tat a.B.c(B.java:1)\nCaused by: java.io.EOFException: x\n";
      const python = 'Traceback (most recent call last):\n  File "a.py", line 1, in b\n    c()\nOSError: refused\n';
      for (const stack of [java, `\n${java}`, python])
        assert.equal(await first(script(`${record}\n${stack}working\nError: real\n`)), "Error: real");
    });
});
