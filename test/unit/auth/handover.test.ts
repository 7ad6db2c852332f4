import assert from "node:assert/strict";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FileHandover } from "../../../src/auth/handover.ts";
import type { Session } from "../../../src/auth/session.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { Clock, RotatingService } from "./rotatingService.ts";

describe("handover between pages", () => {
  let directory: string;
  let log: RecordingLog;
  const service = new RotatingService(new Clock());
  const generation = (number: number): Session => {
    service.generation = number;
    return service.session();
  };

  beforeEach(() => {
    directory = temporaryFolder();
    log = new RecordingLog();
  });
  const open = (now?: () => number): FileHandover =>
    new FileHandover({ directory: join(directory, "h"), log, ...(now ? { now } : {}) });

  it("leads whoever holds an old session to the latest", async () => {
    await open().publish(generation(0), generation(1));
    await open().publish(generation(1), generation(2));
    assert.deepEqual(await open().find(generation(0)), generation(2));
    assert.deepEqual(await open().find(generation(1)), generation(2));
    assert.equal(await open().find(generation(2)), undefined);
    assert.equal(await open().find({ ...generation(0), refreshToken: "another" }), undefined);
  });

  it("tells the next window of an answer that was lost, for this refresh token only", async () => {
    await open().noteLost(generation(0));
    assert.equal(await open().wasLost(generation(0)), true);
    assert.equal(await open().wasLost(generation(1)), false);
  });

  it("forgets what belongs to an account that signed out, and nothing else", async () => {
    const other = (number: number): Session => ({ ...generation(number), id: "s2", refreshToken: `other-${number}` });
    await open().forget("s1");
    await open().publish(generation(0), generation(1));
    await open().noteLost(generation(1));
    await open().publish(other(0), other(1));
    await open().forget("s1");
    assert.equal(await open().find(generation(0)), undefined);
    assert.equal(await open().wasLost(generation(1)), false);
    assert.deepEqual(await open().find(other(0)), other(1));
    assert.equal((await readdir(join(directory, "h"))).length, 1);
    assert.deepEqual(log.lines, []);
  });

  it("leaves nothing readable on disk", async () => {
    await open().publish(generation(0), generation(1));
    const names = await readdir(join(directory, "h"));
    assert.equal(names.length, 1);
    const text = names.join() + (await readFile(join(directory, "h", names[0] ?? ""), "latin1"));
    assert.doesNotMatch(text, /access|refresh|alice|git\.example/);
  });

  it("does not take a file that was tampered with, or of another session", async () => {
    await open().publish(generation(0), generation(1));
    assert.equal(await open().find({ ...generation(0), id: "s2" }), undefined);
    const [name = ""] = await readdir(join(directory, "h"));
    const file = join(directory, "h", name);
    const sealed = await readFile(file);
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    await writeFile(file, sealed);
    assert.equal(await open().find(generation(0)), undefined);
    await writeFile(file, "short");
    assert.equal(await open().find(generation(0)), undefined);
    assert.equal(log.lines.length, 2);
  });

  it("sweeps what nobody fetched for a month", async () => {
    await open().publish(generation(0), generation(1));
    const [name = ""] = await readdir(join(directory, "h"));
    await utimes(join(directory, "h", name), 1, 1);
    await open().publish(generation(1), generation(2));
    assert.equal((await readdir(join(directory, "h"))).includes(name), false);
  });

  it("never stands in the way", async () => {
    await writeFile(join(directory, "h"), "a file where the folder should be");
    await open().publish(generation(0), generation(1));
    assert.equal(await open().find(generation(0)), undefined);
    await open().noteLost(generation(0));
    assert.equal(await open().wasLost(generation(0)), false);
    await open().forget("s1");
    assert.match(log.text, /could not be handed/);
  });
});
