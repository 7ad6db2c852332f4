/** Events of a mocha run as plain data, the same for a run inside VS Code and one outside. */
import type Mocha from "mocha";

/** `title` is the path from the outermost suite to the test. */
export type TestEvent =
  /** The tests that are about to run; comes first. */
  | { readonly type: "planned"; readonly titles: readonly (readonly string[])[] }
  | { readonly type: "passed"; readonly title: readonly string[]; readonly milliseconds: number }
  | { readonly type: "failed"; readonly title: readonly string[]; readonly error: string }
  | { readonly type: "skipped"; readonly title: readonly string[]; readonly reason?: string | undefined }
  /** An outermost suite has ended; its time counts hooks too. */
  | { readonly type: "suite"; readonly title: readonly [string]; readonly milliseconds: number }
  | { readonly type: "end" };

const reasons = new WeakMap<Mocha.Runnable, string>();

/** Skips the test that runs, and says why in the report. */
export function skipBecause(context: Mocha.Context, reason: string): never {
  if (context.test) reasons.set(context.test, reason);
  return context.skip();
}

/** Formats an error: its stack and, for assertions, both values. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack?.includes(error.message) === true ? error.stack : `${error.message}\n${error.stack ?? ""}`;
  return error.cause === undefined ? own : `${own}\nCaused by: ${errorText(error.cause)}`;
}

/** Sends every event of a run. A failing hook is a failure of its own, and the tests behind it, which mocha drops, are missing from what was planned. */
export function sendEvents(mocha: Mocha, runner: Mocha.Runner, send: (event: TestEvent) => void): void {
  const grep = mocha.options.grep as RegExp | undefined;
  const planned: string[][] = [];
  runner.suite.eachTest((test) => {
    if (grep === undefined || grep.test(test.fullTitle())) planned.push(test.titlePath());
  });
  send({ type: "planned", titles: planned });
  let started = 0;
  runner.on("suite", (suite) => {
    if (suite.parent?.root === true) started = performance.now();
  });
  runner.on("suite end", (suite) => {
    if (suite.parent?.root === true)
      send({ type: "suite", title: [suite.title], milliseconds: performance.now() - started });
  });
  runner.on("pass", (test) => send({ type: "passed", title: test.titlePath(), milliseconds: test.duration ?? 0 }));
  runner.on("fail", (test, error: unknown) =>
    send({ type: "failed", title: test.titlePath(), error: errorText(error) }),
  );
  runner.on("pending", (test) => send({ type: "skipped", title: test.titlePath(), reason: reasons.get(test) }));
  runner.on("end", () => send({ type: "end" }));
}
