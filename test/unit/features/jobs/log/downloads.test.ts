import assert from "node:assert/strict";
import { type CountingHost, countDownloads, HOSTS } from "../../../../support/logDownloads.ts";

const MB = 1024 * 1024;
const large = { size: 10 * MB, steps: 200, every: 3_000 };

/** How many times its size following a log may download. */
const goal = ({ ranges, offsets }: CountingHost): number => (ranges === "all" || offsets ? 1.05 : 10);

describe("what following a log downloads", () => {
  for (const [name, host] of Object.entries(HOSTS)) {
    it(`of 10 MiB that grow in 200 steps, at most ${goal(host)} times its size: ${name}`, async () => {
      const { bytes, wholeAfterEnd, complete } = await countDownloads(host, large);
      assert.ok(complete, "each byte comes once and in order");
      assert.ok(bytes <= goal(host) * large.size, `${(bytes / large.size).toFixed(3)} times its size`);
      // What comes late can only be noticed by its ETag or length, or by reading all once more at the very end.
      const most = host.comparable ? 1 : 2;
      assert.ok(wholeAfterEnd <= most, `${wholeAfterEnd} whole downloads after the end of the job`);
    });

    it(`shows new output of a small log within a few polls: ${name}`, async () => {
      const { slowest, complete } = await countDownloads(host, { size: 100 * 1024, steps: 50, every: 6_000 });
      assert.ok(complete);
      assert.ok(slowest <= 10_000, `${slowest} ms`);
    });

    it(`shows new output of a large log within minutes: ${name}`, async () => {
      const { slowest, complete } = await countDownloads(host, { size: 2 * MB, steps: 50, every: 60_000 });
      assert.ok(complete);
      assert.ok(slowest <= 6 * 60_000, `${slowest} ms`);
    });
  }
});
