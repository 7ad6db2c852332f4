import assert from "node:assert/strict";
import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "../../../../../src/api/client.ts";
import { UserError } from "../../../../../src/core/base/errors.ts";
import { LogTooLargeError, saveRawLog, sweepRawLogs, writeRawLog } from "../../../../../src/features/jobs/log/raw.ts";
import { loaded, openRawLog } from "../../../../../src/features/jobs/log/rawFile.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";
import { FakeHost } from "./fakeHost.ts";

describe("raw logs", () => {
  let folder = "";
  beforeEach(() => void (folder = temporaryFolder()));
  const { signal } = new AbortController();

  it("replace a chosen file only when complete", async () => {
    const chosen = join(folder, "mine.txt");
    await writeFile(chosen, "before");
    const host = new FakeHost();
    assert.equal(await writeRawLog(host.trace, chosen, signal), undefined);
    host.append("x".repeat(100));
    host.faults.push({ after: 50 });
    await assert.rejects(writeRawLog(host.trace, chosen, signal), { kind: "network" });
    assert.equal(await readFile(chosen, "utf8"), "before");
    const stop = new AbortController();
    const refused = writeRawLog(host.trace, chosen, stop.signal, (bytes) => bytes > 50 && stop.abort());
    await assert.rejects(refused, { name: "AbortError" });
    assert.equal(await readFile(chosen, "utf8"), "before");
    assert.equal(await writeRawLog(host.trace, chosen, signal), chosen);
    assert.equal(await readFile(chosen, "utf8"), "x".repeat(100));
    assert.deepEqual(await readdir(folder), ["mine.txt"]);
    assert.equal(host.open, 0);
  });

  it("keeps logs where only the user reads them, also in a folder that others could read", async () => {
    const host = new FakeHost();
    host.append("x");
    await chmod(folder, 0o755);
    const path = await saveRawLog(host.trace, folder, "job", signal);
    if (process.platform === "win32") return;
    const modes = await Promise.all([folder, path ?? ""].map(async (one) => (await stat(one)).mode & 0o777));
    assert.deepEqual(modes, [0o700, 0o600]);
  });

  it("keeps no log that is larger than the limit, whether or not the host says its size before", async () => {
    for (const lengths of [true, false]) {
      const host = new FakeHost();
      host.lengths = lengths;
      host.append("x".repeat(101));
      const rejected = saveRawLog(host.trace, folder, "job", signal, () => undefined, 100);
      await assert.rejects(rejected, LogTooLargeError);
      assert.deepEqual(await readdir(folder), []);
      assert.deepEqual([host.open, host.sent === 0], [0, lengths]);
    }
  });

  it("are deleted when all exceed the limit, even recent ones", async () => {
    const host = new FakeHost();
    host.append("x".repeat(100));
    for (const name of ["first", "second", "third"]) {
      await saveRawLog(host.trace, folder, name, signal, () => undefined, 250);
      const at = new Date(Date.now() - 60_000);
      for (const file of await readdir(folder)) {
        const { mtimeMs } = await stat(join(folder, file));
        await utimes(join(folder, file), at, new Date(mtimeMs - 60_000));
      }
    }
    assert.deepEqual((await readdir(folder)).sort(), ["second.log", "third.log"]);
  });

  it("are deleted from the oldest on, except recent partial ones", async () => {
    const [now, hour] = [Date.now(), 3_600_000];
    for (const [name, hours] of [
      ["a.log", 1],
      ["b.part", 20],
      ["c.log", 30],
      ["d.log", 40],
      ["e.log", 50],
    ] as const) {
      await writeFile(join(folder, name), "x".repeat(100));
      const at = new Date(now - hours * hour);
      await utimes(join(folder, name), at, at);
    }
    await sweepRawLogs(folder, 300, now);
    assert.deepEqual((await readdir(folder)).sort(), ["a.log", "b.part", "c.log"]);
    await sweepRawLogs(folder, 50, now);
    assert.deepEqual(await readdir(folder), ["b.part"]);
    await sweepRawLogs(join(folder, "missing"));
  });

  it("larger than the limit can be saved elsewhere instead of opened", async () => {
    const trace = async () => ({ ...(await new FakeHost().trace({})), total: 600 * 1024 * 1024 });
    const client = { jobs: { trace } } as unknown as Client;
    const job = { id: 1, name: "lint", status: "failed", web_url: "" };
    const ref = { instance: "https://git.example.com", project: 1, job };
    await assert.rejects(openRawLog({ clientFor: () => client, storage: folder }, ref), (error) => {
      assert.ok(error instanceof UserError);
      assert.equal(error.message, "The log of lint #1 is larger than 500 MB. Save it to a file instead.");
      assert.deepEqual([error.action?.command, error.action?.args], ["forgeline.job.saveRawLog", [ref]]);
      return true;
    });
  });

  it("are swept once the feature is loaded; a failure is only logged", async () => {
    const old = new Date(Date.now() - 8 * 24 * 3600 * 1000);
    await mkdir(join(folder, "logs"));
    await writeFile(join(folder, "logs", "old.log"), "x");
    await utimes(join(folder, "logs", "old.log"), old, old);
    await writeFile(join(folder, "file"), "x");
    const failures: string[] = [];
    const report = { background: (_: unknown, what: string) => failures.push(what) };
    for (const storage of [folder, join(folder, "missing"), join(folder, "file")])
      await loaded({ storage, report } as unknown as Parameters<typeof loaded>[0]);
    assert.deepEqual(await readdir(join(folder, "logs")), []);
    assert.deepEqual(failures, ["Remove old raw job logs"]);
  });
});
