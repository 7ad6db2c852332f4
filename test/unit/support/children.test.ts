import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, it } from "mocha";
import { runChild, startChild } from "../../../tools/children.ts";
import { Scope } from "../../../tools/scope.ts";

/** Whether a process runs; one that only waits to be reaped by its parent does not. */
const isRunning = (pid: string): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

describe("startChild", () => {
  it("ends the whole group, grandchildren and those that ignore SIGTERM too", async () => {
    const child = await startChild("bash", ["-c", "trap '' TERM; sleep 60 & echo grandchild $!; wait"], {
      patience: 100,
    });
    const [, pid = ""] = await child.waitForOutput(/grandchild (\d+)/, 5_000);
    assert.equal(isRunning(pid), true);
    await child[Symbol.asyncDispose]();
    // It has let go of its streams by then, and has yet to be taken from the list of processes.
    while (isRunning(pid)) await nextTurn();
  });

  it("lists the processes of its group, and what they do", async () => {
    await using child = await startChild("bash", ["-c", "echo started; sleep 61 & wait"]);
    await child.waitForOutput(/started/, 5_000);
    const [first = ""] = (await child.processes()).split("\n");
    assert.match(first, /^\s*(\d+)\s+\1\s+\d+\s+[RS]\S*\s+\S+\s+\d+ bash -c echo started; /);
  });

  it("tells what a program said when it ends before it is ready", async () => {
    await using child = await startChild("bash", ["-c", "echo no room left; exit 3"]);
    await assert.rejects(child.waitForOutput(/ready/, 5_000), /ended with 3 .*no room left/s);
  });

  it("refuses a program that does not exist", async () => {
    await assert.rejects(startChild("forgeline-no-such-program", []), /ENOENT/);
  });
});

describe("runChild", () => {
  it("returns what was said, and throws it with a bad exit code or after the time", async () => {
    assert.equal(await runChild("echo", ["hello"]), "hello\n");
    await assert.rejects(runChild("bash", ["-c", "echo sorry >&2; exit 2"]), /ended with 2:\nsorry/);
    await assert.rejects(runChild("sleep", ["60"], { milliseconds: 50 }), /ended with time-out/);
  });
});

describe("Scope", () => {
  it("ends newest first, and at once what comes too late", async () => {
    const scope = new Scope();
    const ended: string[] = [];
    const thing = (name: string): AsyncDisposable => ({
      [Symbol.asyncDispose]: () => Promise.resolve(void ended.push(name)),
    });
    const folder = await scope.folder("forgeline-scope-");
    await scope.use(thing("first"));
    await scope.use(thing("second"));
    await scope[Symbol.asyncDispose]();
    await assert.rejects(scope.use(thing("late")), /Stopped/);
    assert.deepEqual(ended, ["second", "first", "late"]);
    assert.equal(existsSync(folder), false);
  });
});
