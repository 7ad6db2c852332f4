import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import Mocha from "mocha";
import { after, afterEach, beforeEach, describe, it } from "mocha";
import { root } from "../../../tools/root.ts";
import { sendEvents, skipBecause, type TestEvent } from "../../support/mochaEvents.ts";
import { type RunCounts, TestReport } from "../../support/testReport.ts";

const kind = "report-of-a-test";
const file = join(root, "out/results", `${kind}.json`);

describe("the report of a run", () => {
  const { log } = console;
  beforeEach(() => {
    console.log = () => undefined;
  });
  afterEach(() => {
    console.log = log;
  });
  after(() => rm(file, { force: true }));

  const reported = async (
    events: readonly TestEvent[],
  ): Promise<{ readonly exitCode: number; readonly counts: RunCounts }> => {
    const report = new TestReport(kind, 1, false);
    await report.start();
    for (const event of events) report.add(event);
    const exitCode = await report.finish();
    return { exitCode, counts: JSON.parse(await readFile(file, "utf8")) as RunCounts };
  };

  /** Runs a suite that `build` fills, and gives what is told of it. */
  const run = async (build: (suite: Mocha.Suite) => void, grep?: string): Promise<TestEvent[]> => {
    const mocha = new Mocha(grep === undefined ? {} : { grep });
    build(Mocha.Suite.create(mocha.suite, "suite"));
    const events: TestEvent[] = [];
    await new Promise<void>((resolve) => {
      mocha.reporter(function quiet(runner: Mocha.Runner) {
        sendEvents(mocha, runner, (event) => events.push(event));
      } as unknown as Mocha.ReporterConstructor);
      mocha.run(() => resolve());
    });
    return events;
  };
  const test = (title: string, body: () => void = () => undefined): Mocha.Test => new Mocha.Test(title, body);

  it("counts what passed, and the time of each suite", async () => {
    const { exitCode, counts } = await reported(await run((suite) => suite.addTest(test("one")).addTest(test("two"))));
    assert.deepEqual(
      [exitCode, counts.passed, counts.failed, counts.suites.map(({ title }) => title)],
      [0, 2, 0, ["suite"]],
    );
  });

  it("counts files that had no time as neither passed nor failed, and names them", async () => {
    const report = new TestReport(kind, 2, false);
    await report.start();
    for (const event of await run((suite) => suite.addTest(test("one")))) report.add(event);
    report.leave(["late.test.ts"], 1);
    assert.equal(await report.finish(), 0);
    const { passed, failed, left } = JSON.parse(await readFile(file, "utf8")) as RunCounts;
    assert.deepEqual({ passed, failed, left }, { passed: 1, failed: 0, left: ["late.test.ts"] });
  });

  it("counts each test that a failed hook drops as a failure, and names it", async () => {
    const events = await run((suite) => {
      suite.addTest(test("one")).addTest(test("two")).addTest(test("three"));
      suite.afterEach("tidy", () => {
        throw new Error("not tidy");
      });
    });
    const { exitCode, counts } = await reported(events);
    assert.deepEqual([exitCode, counts.passed, counts.failed], [1, 1, 3]);
    assert.match(counts.failures[0]?.error ?? "", /not tidy/);
    assert.match(counts.failures[1]?.title ?? "", /2 planned tests did not run/);
    assert.match(counts.failures[1]?.error ?? "", /suite › two\nsuite › three/);
  });

  it("plans only what --grep finds", async () => {
    const { exitCode, counts } = await reported(
      await run((suite) => suite.addTest(test("one")).addTest(test("two")), "two"),
    );
    assert.deepEqual([exitCode, counts.passed, counts.failed], [0, 1, 0]);
  });

  it("fails when the run ends before its tests do", async () => {
    const events = await run((suite) => suite.addTest(test("one")).addTest(test("two")));
    const { exitCode, counts } = await reported(
      events.filter((event) => event.type !== "end" && !(event.type === "passed" && event.title.includes("two"))),
    );
    assert.equal(exitCode, 1);
    assert.deepEqual(
      counts.failures.map(({ title }) => title),
      [`${kind} › the run did not reach its end`, `${kind} › 1 planned tests did not run`],
    );
  });

  it("says why a test was skipped", async () => {
    const events = await run((suite) =>
      suite.addTest(
        new Mocha.Test("one", function (this: Mocha.Context) {
          skipBecause(this, "needs a second project");
        }),
      ),
    );
    const lines: unknown[] = [];
    console.log = (line: unknown) => lines.push(line);
    await reported(events);
    assert.ok(lines.includes("    - one: needs a second project"), lines.join("\n"));
  });

  it("names the first of many tests that did not run", async () => {
    const titles = Array.from({ length: 25 }, (_, at) => ["suite", `test ${at}`]);
    const { counts } = await reported([{ type: "planned", titles }, { type: "end" }]);
    const lines = counts.failures.at(-1)?.error.split("\n") ?? [];
    assert.deepEqual([counts.failed, lines.length, lines.at(-1)], [26, 22, "and 5 more"]);
  });

  it("fails when nothing ran", async () => {
    const { exitCode, counts } = await reported([{ type: "planned", titles: [] }, { type: "end" }]);
    assert.deepEqual([exitCode, counts.failures.map(({ title }) => title)], [1, [`${kind} › no test ran`]]);
  });
});
