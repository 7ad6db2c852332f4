import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { LogText } from "../../../../src/core/logText/logText.ts";
import { type Failure, failures, failuresOf, type RunnerStyle, runnerStyles } from "./failedLogs.ts";

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
