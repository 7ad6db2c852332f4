import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { describe, it } from "mocha";
import { SimulatedTime } from "../../support/simulatedTime.ts";

describe("simulated time that is over", () => {
  it("lets timers that outlive it go by the clock of the process, and those it has cleared never", async () => {
    const ran: string[] = [];
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    let kept: NodeJS.Timeout;
    let dropped: NodeJS.Timeout;
    {
      using time = new SimulatedTime();
      kept = setTimeout(() => {
        ran.push("kept");
        end();
      }, 20);
      dropped = setTimeout(() => ran.push("dropped"), 1);
      assert.ok(time.now() > 0);
    }
    dropped.refresh();
    dropped[Symbol.dispose]();
    kept.refresh();
    kept.refresh();
    await over;
    assert.deepEqual(ran, ["kept"]);
  });
});

describe("simulated time", () => {
  it("waits for what begins once a process has ended that ran at its start", async () => {
    const child = spawn(process.execPath, ["--version"]);
    using time = new SimulatedTime();
    await once(child, "close");
    let seen = 0;
    const look = async (): Promise<void> => {
      for (; seen < 100; seen++) await stat(import.meta.filename);
    };
    setTimeout(() => void look(), 1);
    await time.pass(1);
    assert.equal(seen, 100);
  });
});
