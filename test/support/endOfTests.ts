/** Checks at the end of each test of a suite, as part of the test: mocha skips the rest of a suite when one of its hooks fails. */
import type Mocha from "mocha";

/** Ends each test of the suite around it, and of those inside, with a check; it is not reached when the test fails before. */
export function atEndOfTests(check: () => unknown): void {
  before(function () {
    const suite = this.test?.parent;
    if (suite) endTests(suite, check);
  });
}

/** Makes the check the last thing that each test of a suite does. */
export function endTests(suite: Mocha.Suite, check: () => unknown): void {
  suite.eachTest((test) => {
    const fn = test.fn as Mocha.AsyncFunc | undefined;
    if (fn === undefined) return;
    test.fn = async function (this: Mocha.Context) {
      await fn.call(this);
      await check();
    };
  });
}
