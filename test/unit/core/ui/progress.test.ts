import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import { CancelledError } from "../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../src/core/base/events.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { deferred } from "../deferred.ts";

const { withProgress } = await import("../../../../src/core/ui/progress.ts");

describe("withProgress", () => {
  afterEach(() => vscodeFakes.reset());

  /** Lets notifications appear; `cancel` is the user's. */
  const notifications = () => {
    const cancel = new Emitter<void>();
    const texts: string[] = [];
    const shown = deferred<undefined>();
    vscodeFakes.window["withProgress"] = (
      { title }: { title: string },
      run: (progress: unknown, token: unknown) => Promise<unknown>,
    ) => {
      texts.push(title);
      const progress = { report: ({ message }: { message: string }) => texts.push(message) };
      const result = run(progress, { onCancellationRequested: cancel.event });
      shown.resolve(undefined);
      return result;
    };
    return { cancel, texts, shown: shown.promise };
  };

  it("shows a task that takes longer, with its steps", async () => {
    const { texts, shown } = notifications();
    assert.equal(await withProgress("Short", () => Promise.resolve(1)), 1);
    const work = deferred<string>();
    const result = withProgress("Title", (_signal, step) => (step("first"), work.promise.finally(() => step("last"))), {
      delay: 0,
    });
    await shown;
    work.resolve("done");
    assert.equal(await result, "done");
    assert.deepEqual(texts, ["Title", "first", "last"]);
  });

  it("aborts the task and ends at once when it is canceled", async () => {
    const { cancel, shown } = notifications();
    let signal: AbortSignal | undefined;
    const result = withProgress("Title", (given) => ((signal = given), new Promise(() => undefined)), { delay: 0 });
    await shown;
    cancel.fire();
    await assert.rejects(result, CancelledError);
    assert.equal(signal?.aborted, true);
  });
});
