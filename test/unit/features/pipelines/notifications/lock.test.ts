import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { NotificationLock } from "../../../../../src/features/pipelines/notifications/lock.ts";

describe("claims of windows to tell something", () => {
  let directory: string;
  let time: number;
  const window = (): NotificationLock =>
    new NotificationLock({ directory: path.join(directory, "told"), now: () => time });

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), "claims-"));
    time = Date.now();
  });
  afterEach(() => rm(directory, { recursive: true }));

  it("are granted to one window of many that ask at the same time", async () => {
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => window().claim(`pipeline ${round}`, time - 1000)),
      );
      assert.equal(answers.filter(Boolean).length, 1, `round ${round}`);
    }
  });

  it("are refused to a window that looks later, and to the same one", async () => {
    const [a, b] = [window(), window()];
    assert.equal(await a.claim("pipeline 1", time - 60_000), true);
    time += 50_000;
    assert.equal(await b.claim("pipeline 1", time - 110_000), false);
    assert.equal(await a.claim("pipeline 1", time - 110_000), false);
    assert.equal(await b.claim("pipeline 2", time - 110_000), true, "another pipeline is another matter");
  });

  it("are granted anew, to one window, when it went on again after the last one", async () => {
    assert.equal(await window().claim("pipeline 1", time - 1000), true);
    time += 60_000;
    const since = time - 30_000;
    time += 10_000;
    const answers = await Promise.all(Array.from({ length: 8 }, () => window().claim("pipeline 1", since)));
    assert.equal(answers.filter(Boolean).length, 1);
  });

  it("leave one file for each subject, and none that is a month old", async () => {
    const claims = window();
    for (let round = 0; round < 3; round++) {
      assert.equal(await claims.claim("pipeline 1", time), true);
      time += 1000;
    }
    const told = path.join(directory, "told");
    const [only, ...others] = await readdir(told);
    assert.ok(only);
    assert.deepEqual(others, []);
    const longAgo = new Date(time - 31 * 24 * 3_600_000);
    await utimes(path.join(told, only), longAgo, longAgo);
    await claims.claim("pipeline 2", time);
    const left = await readdir(told);
    assert.equal(left.length, 1);
    assert.notEqual(left[0], only);
  });
});
