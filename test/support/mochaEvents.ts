/** What a mocha run tells while it runs, as plain data, so that a run inside VS Code reads like one outside. */
import type Mocha from "mocha";

export type TestEvent =
  | { readonly type: "passed"; readonly title: readonly string[]; readonly milliseconds: number }
  | { readonly type: "failed"; readonly title: readonly string[]; readonly error: string }
  | { readonly type: "skipped"; readonly title: readonly string[] }
  | { readonly type: "end"; readonly passed: number; readonly failed: number; readonly skipped: number };

/** An error as a person wants to read it: its stack and, for assertions, both values. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack?.includes(error.message) === true ? error.stack : `${error.message}\n${error.stack ?? ""}`;
  return error.cause === undefined ? own : `${own}\nCaused by: ${errorText(error.cause)}`;
}

/** Sends every event of a run; `end` comes last. A failing hook counts as a failure of its own, as mocha counts it. */
export function sendEvents(runner: Mocha.Runner, send: (event: TestEvent) => void): void {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  runner.on("pass", (test) => {
    passed += 1;
    send({ type: "passed", title: test.titlePath(), milliseconds: test.duration ?? 0 });
  });
  runner.on("fail", (test, error: unknown) => {
    failed += 1;
    send({ type: "failed", title: test.titlePath(), error: errorText(error) });
  });
  runner.on("pending", (test) => {
    skipped += 1;
    send({ type: "skipped", title: test.titlePath() });
  });
  runner.on("end", () => send({ type: "end", passed, failed, skipped }));
}
