import assert from "node:assert/strict";
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
