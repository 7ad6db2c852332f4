/**
 * Reviews that two windows submit at the same moment, or whose window is killed meanwhile: nothing is lost, and nothing is sent twice.
 * `npm test` kills a window at one moment, dealt by the run's seed.
 */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { directDispatcher } from "../../../../../src/api/agent.ts";
import { type Client, createClient } from "../../../../../src/api/client.ts";
import { type Child, startChild } from "../../../../../tools/children.ts";
import { root } from "../../../../../tools/root.ts";
import { connectControl, type RecordedRequest, type ServiceControl } from "../../../../service/control.ts";
import { inLong } from "../../../../support/long.ts";
import { seedVariable, shuffled } from "../../../../support/seed.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";
import { runWindow, type WindowInput } from "./reviewWindow.ts";

describe("two windows that submit one review", () => {
  const way = directDispatcher();
  let host: Child;
  let service: { readonly url: string; readonly control: ServiceControl };
  let bob: Client;
  let branches = 0;

  before(async () => {
    // In a process of its own: Node may not end in one that has served clients which were killed.
    host = await startChild(
      process.execPath,
      [join(root, "test/service/main.ts"), "--port", "0", "--quiet", "--concurrent", "0"],
      { env: process.env },
    );
    const [, url = ""] = await host.waitForOutput(/^Hosting service +(http\S+)$[^]*^Ctrl-C/m, 60_000);
    service = { url, control: connectControl(url) };
    const { users } = await service.control.info();
    bob = createClient({
      baseUrl: service.url,
      dispatcher: way.dispatcher,
      credentials: { scheme: "private-token", token: () => Promise.resolve(users.bob.token) },
    });
  });
  after(async () => {
    await way.close();
    await host[Symbol.asyncDispose]();
  });

  /** Starts a window; `exit` resolves with its exit code, or null if it was killed. */
  const run = (input: WindowInput): { readonly child: ChildProcess; readonly exit: Promise<number | null> } => {
    const child = fork(join(import.meta.dirname, "reviewProcess.ts"), [JSON.stringify(input)]);
    return { child, exit: new Promise((resolve) => child.once("exit", resolve)) };
  };
  const nextWrite = async (path: string, since: number): Promise<RecordedRequest> => {
    for (let seen = since; ;) {
      const request = await service.control.waitForRequest({ path, since: seen });
      if (request.method !== "GET") return request;
      seen = request.n;
    }
  };
  /** Comments and resolved threads that everybody sees. */
  const done = async (project: number, iid: number): Promise<number> =>
    (await bob.discussions.list(project, iid).all()).items
      .flatMap(({ notes }) => notes.filter(({ system }) => system !== true))
      .reduce((sum, note, at) => sum + 1 + (at === 0 && note.resolved === true ? 1 : 0), 0);

  /** Stops the first window that writes at one of its writes; `arrived` resolves once the host has the request, or has done it. */
  const stopAt = async (iid: number, write: number, action: "hang" | "holdAnswer", done: () => Promise<boolean>) => {
    const { control } = service;
    const path = `/merge_requests/${iid}/`;
    const since = await control.lastRequest();
    const stopped = { method: "write", path, times: 1, action };
    await control.fault(
      write === 0 ? stopped : { method: "write", path, times: write, headers: { "x-passed": "1" }, next: stopped },
    );
    return async (isOver: () => boolean): Promise<void> => {
      for (let seen = since, left = write; left >= 0; left--) seen = (await nextWrite(path, seen)).n;
      // The answer is held once the host has done it.
      while (action === "holdAnswer" && !isOver()) if (await done()) return;
    };
  };

  /** Makes a merge request whose review has two pending comments, one of which replies to a thread and resolves it. */
  const collected = async (withDrafts: boolean, work: (input: WindowInput) => Promise<void>): Promise<void> => {
    const { control } = service;
    const { users, project } = await control.info();
    const branch = `killed-${branches++}`;
    await control.commit({ "killed.txt": "one\n" }, { branch });
    const { iid } = await control.addMergeRequest({ sourceBranch: branch, title: "Killed", by: "bob" });
    const storage = temporaryFolder();
    try {
      await control.review({ drafts: withDrafts });
      const thread = await bob.discussions.create(project.id, iid, { body: "Well?" });
      const { token, ...user } = users.alice;
      const input = { url: service.url, token, user, project: project.id, iid, storage, add: [] };
      await runWindow({ ...input, add: ["Fine.", "Why?"], discussion: thread!.id }, () => undefined);
      await work(input);
      const said = (await bob.discussions.list(project.id, iid).all()).items
        .map(({ notes }) => notes.filter(({ system }) => system !== true))
        .filter((notes) => notes.length > 0)
        .map((notes) => [...notes.map(({ body }) => body), notes[0]?.resolved === true]);
      assert.deepEqual(said, [
        ["Well?", "Fine.", true],
        ["Why?", false],
        ["All in all, good.", false],
      ]);
    } finally {
      await control.clearFaults();
      await control.review({ drafts: true });
    }
  };
  it("keep what the second changes while the first sends it", async () => {
    await collected(false, async (input) => {
      let isOver = false;
      const arrived = await stopAt(input.iid, 0, "holdAnswer", async () => (await done(input.project, input.iid)) >= 2);
      const first = runWindow(input, () => undefined).finally(() => (isOver = true));
      await arrived(() => isOver);
      const { left } = await runWindow({ ...input, edit: ["Fine.", "Fine!"] }, () => undefined);
      assert.deepEqual(left, ["Fine!", "Why?"]);
      await service.control.clearFaults();
      assert.deepEqual(await first, { sent: 3, left: ["Fine!"] });
    });
  });

  const waits = "Waiting for another window that submits your review…";

  // With draft notes: one request publishes all of them, another sends the summary. Without: two comments, a resolve, the summary.
  const moments = [
    { withDrafts: true, steps: [4, 5], where: "draft notes" },
    { withDrafts: false, steps: [2, 3, 4, 5], where: "comments that are kept here" },
  ].flatMap(({ steps, ...how }) =>
    steps.map((count, write) => ({
      ...how,
      write,
      isDone: async ({ project, iid }: WindowInput): Promise<boolean> => (await done(project, iid)) >= count,
    })),
  );
  const kills = shuffled(
    moments.flatMap((moment) => (["hang", "holdAnswer"] as const).map((action) => ({ ...moment, action }))),
    Number(process.env[seedVariable] ?? 0),
  );

  for (const { withDrafts, where, write, isDone, action } of kills.slice(0, inLong(1, kills.length))) {
    it(`lose and repeat nothing of ${where}, the first being killed at write ${write + 1} that was ${action === "hang" ? "not done" : "done"}`, async () => {
      await collected(withDrafts, async (input) => {
        const arrived = await stopAt(input.iid, write, action, () => isDone(input));
        const { child, exit } = run(input);
        await Promise.race([arrived(() => child.exitCode !== null), exit]);
        assert.equal(child.exitCode, null, "the window ended by itself");
        const second = run(input);
        assert.deepEqual((await once(second.child, "message"))[0], waits);
        child.kill("SIGKILL");
        assert.equal(await exit, null);
        await service.control.clearFaults();
        assert.equal(await second.exit, 0);
      });
    });
  }

  for (const { withDrafts, where, write, isDone } of moments) {
    it(`repeat nothing of ${where} when the second comes at write ${write + 1} of the first`, async () => {
      await collected(withDrafts, async (input) => {
        let isOver = false;
        const arrived = await stopAt(input.iid, write, "holdAnswer", () => isDone(input));
        const first = runWindow(input, () => undefined).finally(() => (isOver = true));
        await arrived(() => isOver);
        assert.equal(isOver, false, "the window ended by itself");
        const heard = new EventEmitter();
        const second = runWindow(input, (step) => heard.emit("step", step));
        assert.deepEqual(await once(heard, "step"), [waits]);
        await service.control.clearFaults();
        // The summary, which the second has typed, too, is found.
        assert.deepEqual([(await first).sent, (await second).sent], [3, 1]);
      });
    });
  }
});
