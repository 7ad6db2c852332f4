import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { directDispatcher } from "../../../src/api/agent.ts";
import type { ViewName } from "../../../src/core/views.ts";
import { cleanEnvironment, runChild } from "../../../tools/children.ts";
import { Scope } from "../../../tools/scope.ts";
import { type ServiceProject, startServiceProject } from "../../../tools/serviceProject.ts";
import { figure, inLong, isLong } from "../../support/long.ts";
import { SimulatedTime } from "../../support/simulatedTime.ts";
import { WholeWindow } from "../../support/wholeWindow.ts";
import { approvedSession } from "../auth/approvedSession.ts";

const minute = 60_000;
const MiB = 1024 * 1024;

/** Views that are seen all the time, and those that are looked at once an hour. */
const open: readonly ViewName[] = ["pipelines", "jobs", "mergeRequests", "commits"];
const others: readonly ViewName[] = [
  ...(["packages", "wiki", "snippets", "milestones", "vulnerabilities", "people"] as const),
  ...(["projectSettings", "administration", "more"] as const),
];

const hours = inLong(2, 8);
/** Hours after which the code for everything is loaded, and has run. */
const warmUp = inLong(1, 2);
/** Rounds of two minutes, in each of which a pipeline begins and ends, in each of the five parts of an hour. */
const rounds = inLong([1, 0, 1, 0, 1], [5, 3, 3, 2, 7]);

/**
 * What the heap may grow by from then to the last hour: 2 MiB were measured, nearly all of it code that V8 compiles and drops again, and
 * the shapes of secrets that are no longer in use, of which `KnownSecrets` keeps 250,000 characters. An account that stays in memory after its
 * sign-out, with what it has read, costs up to 2 MiB an hour. Two short hours run little of the code often enough for its final form.
 */
const growth = inLong(8, 4) * MiB;
/** The same where the account stays: it keeps up to eight million characters of answers, and what they said of 10,000 records of each kind. */
const growthOfAccount = 12 * MiB;

setFlagsFromString("--expose-gc");
// Code that waits to be optimized, which takes long on a busy machine, holds what it closes over.
for (const compiler of ["maglev", "turbofan"]) setFlagsFromString(`--no-${compiler}`);
const collect = runInNewContext("gc") as () => void;

/** What a window holds. */
interface Held {
  readonly heap: number;
  /** Registrations with VS Code, and listeners of events. */
  readonly handles: Readonly<Record<string, number>>;
  readonly timers: number;
  readonly openFiles: number;
}

describe("a window that is open for hours", function () {
  const owned = new AsyncDisposableStack();
  const scope = owned.use(new Scope());
  const way = owned.adopt(directDispatcher(), (one) => one.close());
  /** Accounts that were signed out of, which nothing may hold. */
  const ended: WeakRef<object>[] = [];
  let project: ServiceProject;
  let window: WholeWindow;
  let time: SimulatedTime;
  let signIns = 0;
  let branch = "main";
  let head = "";

  before(async () => {
    project = await startServiceProject(scope, { concurrent: 0, accessTokenSeconds: inLong(240, 900) });
    const { folder, settings } = project;
    await git("branch", "--track", "feature", "origin/main");
    head = (await git("rev-parse", "HEAD")).trim();
    time = owned.use(new SimulatedTime());
    window = owned.use(
      await WholeWindow.open({ folder, settings: { ...settings, "forgeline.log.finishedChannels": 1 } }),
    );
    await signIn();
    await time.pass(5_000);
    for (const view of open) window.view(view).show();
    await time.pass(5_000);
    await time.until(window.view("pipelines").expand("All pipelines"));
    await time.until(window.view("mergeRequests").expand("All open"));
  });
  after(() => owned.disposeAsync());

  const git = (...args: readonly string[]): Promise<string> =>
    runChild("git", args, { cwd: project.folder, env: cleanEnvironment() });

  async function signIn(): Promise<void> {
    const dispatcher = await way.dispatcher(project.service.url);
    const session = await time.until(approvedSession(project.service, "alice", dispatcher));
    await window.context.sessions.write({ ...session, id: `session-${++signIns}`, createdAt: time.now() });
  }

  async function signOut(): Promise<void> {
    ended.push(new WeakRef(window.context.connections.get(project.service.url)));
    for (const { id } of window.context.sessions.list()) await time.until(window.context.sessions.remove(id));
  }

  /** Lets time pass here and on the host, a minute at a time. */
  async function pass(minutes: number): Promise<void> {
    for (let passed = 0; passed < minutes; passed++) {
      await project.service.control.advanceClock(minute);
      await time.pass(minute);
    }
  }

  /** A pipeline begins, and ends. */
  async function work(times = 0): Promise<void> {
    const { control } = project.service;
    for (let done = 0; done < times; done++) {
      const { jobs } = await control.addPipeline({
        ref: done % 2 === 0 ? branch : "another",
        status: "running",
        createdAt: time.now(),
        jobs: [
          { name: "build", status: "success" },
          { name: "test", status: "running" },
          { name: "deploy", status: "created" },
        ],
      });
      await pass(1);
      for (const job of jobs.slice(1)) await control.finishJob(job, done % 3 === 0 ? "failed" : "success");
      await pass(1);
    }
  }

  /** Looks at rows, views, a log and pages as a person does, and leaves them again. */
  async function look(): Promise<void> {
    const { control, url: instance } = project.service;
    const pipelines = window.view("pipelines");
    const [first = ""] = pipelines.labels("All pipelines");
    await time.until(pipelines.expand("All pipelines", first));
    await pass(1);
    pipelines.collapse("All pipelines", first);
    for (const view of others) {
      window.view(view).show();
      await pass(inLong(0, 1));
      await time.pass(1_000);
      window.view(view).hide();
    }
    const { jobs } = await control.addPipeline({
      ref: branch,
      status: "running",
      createdAt: time.now(),
      jobs: [{ name: "build", status: "running" }],
    });
    const [job = 0] = jobs;
    const ref = { instance, project: project.info.project.path, job: { id: job, name: "build" } };
    await time.until(window.run("forgeline.job.showLog", ref));
    for (let part = 0; part < 3; part++) {
      await control.appendTrace(job, `${"src/main.c:3:7: error: expected ';'\n".repeat(10)}line\n`);
      await pass(1);
    }
    await control.finishJob(job, "failed");
    await pass(2);
    const [pipeline] = pipelines.elements("All pipelines");
    const [mergeRequest] = window.view("mergeRequests").elements("All open");
    const opened = ["pipeline.showGraph", "diagnosis.show"].map((id) => window.run(`forgeline.${id}`, pipeline));
    await time.until(Promise.all([...opened, window.run("forgeline.mergeRequest.open", mergeRequest)]));
    assert.equal(window.held()["window.createWebviewPanel"], 3);
    window.closePages();
  }

  async function hour(number: number, staysSignedIn: boolean): Promise<void> {
    window.setFocused(false);
    await work(rounds[0]);
    window.setFocused(true);
    await work(rounds[1]);
    branch = branch === "main" ? "feature" : "main";
    await git("checkout", "--quiet", branch);
    await work(rounds[2]);
    await project.service.control.addMergeRequest({
      sourceBranch: `topic-${number}`,
      title: `Topic ${number}`,
      sha: head,
    });
    await work(rounds[3]);
    await look();
    if (!staysSignedIn) {
      await signOut();
      await pass(1);
      assert.equal(window.context.current.value.kind, "signedOut");
      await signIn();
    }
    await work(rounds[4]);
    await pass(inLong(1, 5));
    assert.equal(window.context.current.value.kind, "ready");
    assert.ok(window.view("pipelines").labels("All pipelines").length > 0);
  }

  async function held(): Promise<Held> {
    await time.quiet();
    // What waits for its finalizer goes with the second.
    for (let times = 0; times < 2; times++) {
      collect();
      await turn();
    }
    return {
      heap: process.memoryUsage().heapUsed,
      handles: window.held(),
      timers: time.pending,
      openFiles: readdirSync("/proc/self/fd").length,
    };
  }

  /** Lets hours pass, and looks at what the window holds after each. */
  async function pastHours(name: string, limit: number, staysSignedIn: boolean): Promise<void> {
    const begun = await project.service.control.lastRequest();
    const all: Held[] = [];
    for (let number = 1; number <= hours; number++) {
      await hour(signIns * 100 + number, staysSignedIn);
      if (number >= warmUp) all.push(await held());
    }
    const [first, ...later] = all as [Held, ...Held[]];
    const last = later.at(-1) ?? first;
    const requests = (await project.service.control.lastRequest()) - begun;
    figure(
      `a window of ${hours} hours, ${name}: the heap grew by ${((last.heap - first.heap) / MiB).toFixed(2)} MiB after hour ${warmUp}, to ${(last.heap / MiB).toFixed(1)} MiB; ${requests} requests`,
    );
    for (const { handles, timers, openFiles } of later) {
      assert.deepEqual(handles, first.handles);
      // The next poll, and what is about to be drawn.
      assert.ok(timers <= 5, `${timers} timers`);
      // A connection may be kept open for the next request.
      assert.ok(openFiles <= first.openFiles + 4, `${openFiles} open files, ${first.openFiles} before`);
    }
    assert.ok(last.heap - first.heap <= limit, `${((last.heap - first.heap) / MiB).toFixed(2)} MiB`);
  }

  it("holds no more after each hour than before, while accounts come and go", async () => {
    await pastHours("with a sign-out in each", growth, false);
    assert.equal(ended.length, hours);
    const left = ended.filter((connection) => connection.deref() !== undefined).length;
    assert.equal(left, 0, `${left} connections of ${hours} accounts that signed out`);
    const { refreshes } = await project.service.control.tokenStats("alice");
    assert.ok(refreshes > 0, `${refreshes} renewals`);
    const found = [...open, ...others].flatMap((view) => window.view(view).failures);
    assert.deepEqual(found, []);
    assert.deepEqual(window.errors, []);
  });

  it("holds what an account is allowed to keep while it stays, and lists no longer than they were", async () => {
    if (isLong) await pastHours("with one account", growthOfAccount, true);
    for (let times = 0; times < 2; times++) {
      for (let made = 0; made < 90; made++)
        await project.service.control.addPipeline({ ref: branch, status: "success", jobs: [{ name: "test" }] });
      await pass(3);
    }
    const rows = [window.view("pipelines").labels("All pipelines").length, window.view("jobs").labels().length];
    assert.ok(Math.max(...rows) <= 121, String(rows));
  });
});
