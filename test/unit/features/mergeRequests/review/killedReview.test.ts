/** Reviews whose window is killed while they are submitted: nothing is lost, and nothing is sent twice. */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import { directDispatcher } from "../../../../../src/api/agent.ts";
import { type Client, createClient } from "../../../../../src/api/client.ts";
import { connectControl, type RecordedRequest, type ServiceControl } from "../../../../service/control.ts";
import { type Child, startChild } from "../../../../support/children.ts";
import { root } from "../../../../support/testReport.ts";
import type { WindowInput } from "./reviewProcess.ts";

describe("killing the window while it submits a review", () => {
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
  const ended = async (input: WindowInput): Promise<void> => assert.equal(await run(input).exit, 0);

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

  for (const withDrafts of [true, false]) {
    // With draft notes: one request publishes all of them, another sends the summary. Without: two comments, a resolve, the summary.
    const steps = withDrafts ? [4, 5] : [2, 3, 4, 5];
    for (let write = 0; write < steps.length; write++) {
      for (const action of ["hang", "holdAnswer"] as const) {
        const where = withDrafts ? "draft notes" : "comments that are kept here";
        it(`loses and repeats nothing of ${where}, at write ${write + 1} that ${action === "hang" ? "was not done" : "was done"}`, async () => {
          const { control } = service;
          const { users, project } = await control.info();
          const branch = `killed-${branches++}`;
          await control.commit({ "killed.txt": "one\n" }, { branch });
          const { iid } = await control.addMergeRequest({ sourceBranch: branch, title: "Killed", by: "bob" });
          const storage = await mkdtemp(join(tmpdir(), "forgeline-killed-"));
          try {
            await control.review({ drafts: withDrafts });
            const thread = await bob.discussions.create(project.id, iid, { body: "Well?" });
            const input = {
              url: service.url,
              token: users.alice.token,
              user: users.alice,
              project: project.id,
              iid,
              storage,
            };
            await ended({ ...input, add: ["Fine.", "Why?"], discussion: thread!.id });

            const path = `/merge_requests/${iid}/`;
            const since = await control.lastRequest();
            const stopped = { method: "write", path, times: 1, action };
            await control.fault(
              write === 0
                ? stopped
                : { method: "write", path, times: write, headers: { "x-passed": "1" }, next: stopped },
            );
            const { child, exit } = run({ ...input, add: [] });
            const arrived = async (): Promise<void> => {
              for (let seen = since, left = write; left >= 0; left--) seen = (await nextWrite(path, seen)).n;
              // The answer is held once the host has done it.
              while (action === "holdAnswer" && child.exitCode === null)
                if ((await done(project.id, iid)) >= steps[write]!) return;
            };
            await Promise.race([arrived(), exit]);
            assert.equal(child.exitCode, null, "the window ended by itself");
            child.kill("SIGKILL");
            assert.equal(await exit, null);
            await control.clearFaults();
            await ended({ ...input, add: [] });

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
            await rm(storage, { recursive: true, force: true });
          }
        });
      }
    }
  }
}).timeout(60_000);
