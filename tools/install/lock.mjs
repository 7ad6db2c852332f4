import console from "node:console";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
// One process at a time: a file that holds its owner's process id.
import process from "node:process";
import { setTimeout } from "node:timers/promises";

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The owner's id, or undefined when the file is gone or not written yet. */
function owner(file) {
  try {
    return Number(readFileSync(file, "utf8")) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Runs the task while no other process holds the lock. A lock whose owner is gone is taken over.
 * @param {string} file
 * @param {() => Promise<void>} task
 * @throws {Error} when another process keeps the lock for half an hour
 */
export async function withLock(file, task) {
  const deadline = Date.now() + 30 * 60_000;
  let told = false;
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const pid = owner(file);
    if (pid !== undefined && !isRunning(pid)) {
      rmSync(file, { force: true });
      continue;
    }
    if (Date.now() > deadline) throw new Error(`Another process (${pid}) holds ${file} for too long.`);
    if (!told) console.log(`Waiting for process ${pid}, which is doing the same …`);
    told = true;
    await setTimeout(1000);
  }
  try {
    await task();
  } finally {
    rmSync(file, { force: true });
  }
}
