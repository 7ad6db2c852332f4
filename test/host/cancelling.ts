/** Long work that a test cancels: brought to hang by the service, ended by Cancel, and looked at for how it ended. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Emitter } from "../../src/core/base/events.ts";
import type { FaultRule } from "../service/control.ts";
import { replace } from "./spies.ts";
import type { Stage } from "./stage.ts";
import { until } from "./until.ts";

/** Milliseconds from Cancel to the end of the work: whoever cancels does not wait. */
const longest = 1000;

type Task = (progress: vscode.Progress<{ message?: string }>, token: vscode.CancellationToken) => Thenable<unknown>;

export interface Hanging {
  /** What the notification says. */
  readonly title: RegExp;
  /** The request that hangs. */
  readonly fault: FaultRule;
  /** Answers what is asked on the way, and waits for what has to be there before. */
  readonly answer?: (() => Promise<unknown>) | undefined;
  /** Presses the button in the window; from within by default: a notification stays for most of a second after its work, with a Cancel that does nothing any more. */
  readonly press?: (() => Promise<unknown>) | undefined;
  /** It is a large upload: the service, which reads nothing of a body that hangs, cannot see that it ends. */
  readonly uploads?: true;
  /** Hears how far the work is. */
  readonly onStep?: ((text: string) => void) | undefined;
  /** Ends what asks again after the Cancel; the work itself is what ends by default. */
  readonly asksAgain?: (() => Promise<unknown>) | undefined;
}

/**
 * Runs work that hangs and cancels it. Fails unless, within a second, it ended and the service saw the request given up, without a message.
 * @param work resolves when it is done
 */
export async function cancel(
  stage: Stage,
  work: () => Thenable<unknown>,
  { title, fault, answer, press, uploads, onStep, asksAgain }: Hanging,
): Promise<void> {
  const { method, path } = fault;
  const asked = { path, since: await stage.control.lastRequest(), ...(method !== undefined && { method }) };
  await stage.control.fault({ action: "hang", ...fault });
  const progress = watchProgress(press === undefined, onStep);
  try {
    const done = work();
    await answer?.();
    await stage.control.waitForRequest(asked);
    const cancelFromWithin = await progress.of(title);
    if (press) await press();
    else cancelFromWithin();
    if (!uploads) await soon("the request is given up", stage.control.waitForRequest({ ...asked, aborted: true }));
    if (asksAgain) await asksAgain();
    await soon("the work ends", done);
    assert.deepEqual(stage.messages.take(), [], "nothing is said as an error");
  } finally {
    progress.dispose();
  }
}

async function soon(what: string, work: Thenable<unknown>): Promise<void> {
  const begun = performance.now();
  await work;
  assert.ok(performance.now() - begun < longest, `More than a second after Cancel: ${what}`);
}

/** @param takes whether Cancel is the test's, and no notification shows */
function watchProgress(
  takes: boolean,
  onStep?: (text: string) => void,
): { of(title: RegExp): Promise<() => void>; dispose(): void } {
  const shown: { readonly title: string; readonly cancel: () => void }[] = [];
  const added = new Emitter<undefined>();
  const undo = replace(
    vscode.window,
    "withProgress",
    (real) =>
      ((options: vscode.ProgressOptions, task: Task) => {
        if (options.location !== vscode.ProgressLocation.Notification) return real.call(vscode.window, options, task);
        assert.equal(options.cancellable, true, options.title);
        const source = new vscode.CancellationTokenSource();
        shown.push({ title: options.title ?? "", cancel: () => source.cancel() });
        const work = takes
          ? task({ report: ({ message = "" }) => onStep?.(message) }, source.token)
          : real.call(vscode.window, options, task);
        added.fire(undefined);
        return work;
      }) as typeof real,
  );
  return {
    of: async (title) =>
      (
        await until(
          `progress ${String(title)} beside ${shown.map((one) => one.title).join()}`,
          () => shown.find((one) => title.test(one.title)),
          added.event,
        )
      ).cancel,
    dispose: () => {
      undo.dispose();
      added.dispose();
    },
  };
}
