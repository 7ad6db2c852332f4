import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import { CancelledError } from "../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../src/core/base/events.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { withProgress } = await import("../../../../src/core/ui/progress.ts");

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve: (value: T) => resolve(value) };
}

describe("withProgress", () => {
  afterEach(() => vscodeFakes.reset());

  /** Lets notifications appear; `cancel` is the person's. */
  const notifications = () => {
    const cancel = new Emitter<void>();
    const titles: string[] = [];
    const reports: string[] = [];
    const shown = deferred<undefined>();
    vscodeFakes.window["withProgress"] = (
      options: { title: string },
      run: (progress: unknown, token: unknown) => Promise<unknown>,
    ) => {
      titles.push(options.title);
      const result = run(
        { report: ({ message }: { message: string }) => reports.push(message) },
        { onCancellationRequested: cancel.event },
      );
      shown.resolve(undefined);
      return result;
    };
    return { cancel, titles, reports, shown: shown.promise };
  };

  it("shows nothing for what is done at once", async () => {
    const { titles } = notifications();
    assert.equal(await withProgress("Title", () => Promise.resolve(1)), 1);
    await assert.rejects(
      withProgress("Title", () => Promise.reject(new TypeError("x"))),
      TypeError,
    );
    assert.deepEqual(titles, []);
  });

  it("shows what takes longer, with how far it is", async () => {
    const { titles, reports, shown } = notifications();
    const work = deferred<string>();
    const result = withProgress("Title", (_signal, step) => (step("first"), work.promise.finally(() => step("last"))), {
      delay: 0,
    });
    await shown;
    work.resolve("done");
    assert.equal(await result, "done");
    assert.deepEqual([titles, reports], [["Title"], ["first", "last"]]);
  });

  it("ends as cancelled at once, and tells the task", async () => {
    const { cancel, shown } = notifications();
    let signal: AbortSignal | undefined;
    const result = withProgress("Title", (given) => ((signal = given), new Promise(() => undefined)), { delay: 0 });
    await shown;
    cancel.fire();
    await assert.rejects(result, CancelledError);
    assert.equal(signal?.aborted, true);
  });
});
