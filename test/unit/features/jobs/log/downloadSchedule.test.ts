import assert from "node:assert/strict";
import { DownloadSchedule } from "../../../../../src/features/jobs/log/downloadSchedule.ts";

const KB = 1024;
const second = 1_000;

describe("the schedule of whole downloads", () => {
  it("waits until a log has probably grown by a sixth, and no longer than five minutes", () => {
    const schedule = new DownloadSchedule();
    schedule.read(500 * KB, 0, false);
    assert.ok(schedule.isDue(0), "nothing is known of its growth");
    // 10 KiB per second
    schedule.read(600 * KB, 10 * second, true);
    assert.equal(schedule.dueAt, 20 * second);
    schedule.read(606 * KB, 70 * second, true);
    assert.equal(schedule.dueAt, (70 + 300) * second);
  });

  it("downloads logs up to 128 KiB at every poll, and others as well where the host sends parts", () => {
    const schedule = new DownloadSchedule();
    schedule.read(127 * KB, 0, false);
    schedule.read(128 * KB, 10 * second, true);
    assert.ok(schedule.isDue(10 * second));
    schedule.read(900 * KB, 20 * second, true);
    assert.ok(!schedule.isDue(20 * second));
    schedule.read(950 * KB, 30 * second, false);
    assert.ok(schedule.isDue(30 * second));
  });

  it("waits longer with each download that brings nothing, but looks as before where that costs nothing", () => {
    const schedule = new DownloadSchedule();
    schedule.read(500 * KB, 0, false);
    const waits: number[] = [];
    for (let now = 0; waits.length < 7; now = schedule.dueAt) {
      schedule.read(500 * KB, now, true);
      waits.push((schedule.dueAt - now) / second);
    }
    assert.deepEqual(waits, [10, 20, 40, 80, 160, 300, 300]);
    const now = schedule.dueAt;
    schedule.read(500 * KB, now, false);
    assert.ok(schedule.isDue(now));
  });

  it("starts over with the log", () => {
    const schedule = new DownloadSchedule();
    schedule.read(500 * KB, 0, false);
    schedule.read(600 * KB, 10 * second, true);
    schedule.reset();
    assert.ok(schedule.isDue(10 * second));
  });
});
