import assert from "node:assert/strict";
import Mocha, { describe, it } from "mocha";
import { endTests } from "../../support/endOfTests.ts";
import { sendEvents } from "../../support/mochaEvents.ts";

describe("a check at the end of each test", () => {
  it("fails the test that it finds something wrong after, in suites inside too, and no other", async () => {
    const mocha = new Mocha();
    const suite = Mocha.Suite.create(mocha.suite, "outer");
    const inside = Mocha.Suite.create(suite, "inner");
    const left: string[] = [];
    suite.addTest(new Mocha.Test("leaves something", () => void left.push("it")));
    suite.addTest(new Mocha.Test("fails by itself", () => assert.fail("of its own")));
    suite.addTest(new Mocha.Test("leaves nothing", () => Promise.resolve()));
    inside.addTest(new Mocha.Test("leaves something", () => void left.push("that")));
    inside.addTest(new Mocha.Test("leaves nothing", () => undefined));
    endTests(suite, () => assert.deepEqual(left.splice(0), []));
    const told: string[] = [];
    await new Promise<void>((resolve) => {
      mocha.reporter(function quiet(runner: Mocha.Runner) {
        sendEvents(mocha, runner, (event) => {
          if (event.type === "passed" || event.type === "failed") told.push(`${event.type}: ${event.title.join(" ")}`);
        });
      } as unknown as Mocha.ReporterConstructor);
      mocha.run(() => resolve());
    });
    assert.deepEqual(told, [
      "failed: outer leaves something",
      "failed: outer fails by itself",
      "passed: outer leaves nothing",
      "failed: outer inner leaves something",
      "passed: outer inner leaves nothing",
    ]);
  });
});
