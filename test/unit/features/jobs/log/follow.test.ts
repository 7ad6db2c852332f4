import assert from "node:assert/strict";
import fc from "fast-check";
import { isCancelled } from "../../../../../src/core/base/errors.ts";
import { type FollowOptions, isFinalStatus } from "../../../../../src/features/jobs/log/follow.ts";
import { apiError, FakeHost, type Run, runOf } from "./fakeHost.ts";

type Step = (run: Run) => unknown;

const types = (run: Run): string[] => run.events.map((event) => event.type);
const kinds = (run: Run): string[] => types(run).filter((type) => type !== "quiet" && type !== "status");
const count = (run: Run, type: string): number => types(run).filter((one) => one === type).length;
const hostWith = (part: Partial<FakeHost>, log = ""): FakeHost => {
  const host = Object.assign(new FakeHost(), part);
  host.append(log);
  return host;
};
/** Follows the log of a host; each step happens in a pause. */
async function followed(host: FakeHost, steps: readonly Step[] = [], options?: Partial<FollowOptions>): Promise<Run> {
  const run = runOf(host, steps);
  await run.done(options);
  assert.equal(host.open, 0, "every response is closed");
  return run;
}

const nothing: Step = () => undefined;
const finish =
  (status = "success", text = ""): Step =>
  ({ host }) => {
    host.append(text);
    host.job = { ...host.job, status };
  };
const append =
  (text: string): Step =>
  ({ host }) =>
    host.append(text);
const rewrite =
  (text: string): Step =>
  ({ host }) =>
    (host.log = Buffer.from(text));
const change =
  (part: Partial<FakeHost>): Step =>
  ({ host }) =>
    Object.assign(host, part);
const all =
  (...steps: readonly Step[]): Step =>
  (run) =>
    steps.forEach((step) => step(run));
const fail =
  (...faults: FakeHost["faults"]): Step =>
  ({ host }) =>
    host.faults.push(...faults);
const lines = (word: string, from: number, to: number): string =>
  Array.from({ length: to - from }, (_, line) => `${word} ${from + line}\n`).join("");
const whole = { ranges: "ignored", etags: "none" } as const;
const job = (status: string, more: object = {}) => ({ id: 7, name: "lint", status, ...more });
const long = job("success", { finished_at: "2026-09-24T00:00:00.000Z" });

describe("following a log", () => {
  for (const part of [
    ...(["honoured", "ignored", "half", "ahead", "refused"] as const).map((ranges) => ({ ranges })),
    ...(["honoured", "ignored", "refused"] as const).map((offsets) => ({ ranges: "ignored", offsets }) as const),
  ])
    it(`returns each byte once: ${JSON.stringify(part)}`, async () => {
      for (const etags of ["weak", "strong", "none"] as const) {
        const first = lines("line", 0, 100);
        const steps = [append("one €"), nothing, append("\ntwo\n"), finish("success", "late")];
        const run = await followed(hostWith({ ...part, etags }, first), steps);
        assert.equal(run.text, `${first}one €\ntwo\nlate`);
        assert.deepEqual([count(run, "status"), count(run, "reset"), types(run).at(-1)], [2, 0, "end"]);
        if ("offsets" in part) assert.equal(run.host.partRequests > 1, part.offsets === "honoured");
        else assert.deepEqual(kinds(run), ["finished", "end"]);
      }
    });

  it("requests new bytes only, and no body when nothing changed", async () => {
    const { host } = await followed(hostWith({ etags: "strong" }, "x".repeat(1000)), [append("y"), nothing, finish()]);
    const starts = host.requests.map(({ start }) => start);
    assert.deepEqual(starts, [undefined, 936, ...Array<number>(starts.length - 2).fill(937)]);
    assert.equal(host.sent, 1000 + 65);
  });

  it("reads several parts by offset when the log grew by that much", async () => {
    const host = hostWith({ ranges: "ignored", offsets: "honoured", chunk: 64 * 1024 }, lines("line", 0, 100));
    const run = await followed(host, [append(lines("line", 100, 60_000)), finish()]);
    assert.equal(run.text, lines("line", 0, 60_000));
    assert.ok(host.sent <= 1.01 * host.log.length, `${host.sent} bytes of ${host.log.length}`);
    assert.equal(run.clock.waits[0], 3000);
  });

  it("does not take a part equal to the one before for an unchanged log", async () => {
    const host = hostWith({ ranges: "ignored", offsets: "honoured" }, `begin\n${".".repeat(100)}`);
    const run = await followed(host, [append(".".repeat(30)), finish("success", ".".repeat(30))]);
    assert.equal(run.text, host.log.toString());
  });

  const some = `some ${"text ".repeat(40)}`;
  for (const [what, part, before, steps, text, resets] of [
    ["a rewritten log", {}, "old ".repeat(40), [rewrite("new ".repeat(50)), finish()], "new ".repeat(50), 1],
    ["an erased log", {}, "old ".repeat(40), [rewrite(""), nothing, append("again"), finish()], "again", 1],
    [
      "no reset after one short response",
      { etags: "none" },
      some,
      [rewrite("some text "), rewrite(`${some}text `), finish()],
      `${some}text `,
      0,
    ],
  ] as const)
    it(`reports ${what}, whichever way it is read`, async () => {
      for (const way of [{}, { ranges: "ignored" }, { ranges: "ignored", offsets: "honoured" }] as const) {
        const run = await followed(hostWith({ ...way, ...part }, before), steps);
        assert.deepEqual([run.text, count(run, "reset")], [text, resets], JSON.stringify(way));
      }
    });

  for (const [title, part, log, steps, text, fault] of [
    [
      "treats short responses as an erased log only when consecutive",
      whole,
      "12345",
      [rewrite("12"), rewrite("12345"), rewrite("12"), rewrite("12345"), finish()],
      "12345",
      undefined,
    ],
    [
      "does not take a short response for the end of a log that broke off before",
      { ...whole, job: long },
      "1234567890",
      [rewrite("12"), rewrite("1234567890")],
      "1234567890",
      { after: 5 },
    ],
    [
      "does not take a shorter response at the end for the complete log",
      whole,
      "12345",
      [all(finish(), rewrite("123")), rewrite("1234567")],
      "1234567",
      undefined,
    ],
    [
      "does not trust the validator of a response that broke off",
      { etags: "strong" },
      "0123456789",
      [all(append("abcdefghij"), fail({ after: 12 })), nothing, finish()],
      "0123456789abcdefghij",
      undefined,
    ],
  ] as const)
    it(title, async () => {
      const host = hostWith(part, log);
      if (fault) host.faults.push(fault);
      const run = await followed(host, steps);
      assert.deepEqual([run.text, count(run, "reset")], [text, 0]);
    });

  for (const [name, atEnd, later] of [
    ["short", lines("old", 0, 5), lines("old", 0, 60)],
    ["rewritten", lines("new", 0, 70), lines("new", 0, 70)],
  ] as const)
    it(`reads a log again before calling it complete when the first response after the end is ${name}`, async () => {
      let shown = "";
      const run = runOf(hostWith({ ...whole, lengths: false }, lines("old", 0, 50)), [
        nothing,
        all(finish(), rewrite(atEnd)),
        rewrite(later),
      ]);
      await run.done({ newerAttempt: () => ((shown = run.text), Promise.resolve(undefined)) });
      assert.equal(shown, later);
    });

  it("continues where a broken connection stopped, backing off", async () => {
    for (const ranges of ["honoured", "ignored"] as const) {
      const host = hostWith({ ranges, etags: "strong" }, "a€".repeat(50));
      host.faults.push({ after: 15 }, apiError("network"), { after: 0 }, undefined);
      const run = await followed(host, [nothing, nothing, nothing, finish("failed", "!")]);
      assert.equal(run.text, `${"a€".repeat(50)}!`);
      assert.deepEqual(kinds(run), ["waiting", "resumed", "finished", "end"]);
      assert.deepEqual(run.clock.waits.slice(0, 3), [1000, 2000, 4000]);
    }
  });

  /** Follows, and notes when the log is requested. */
  async function timed(steps: readonly Step[], prepare: (run: Run, asked: number[]) => Partial<FollowOptions>) {
    const asked: number[] = [];
    const run = runOf(hostWith({}, "x"), steps);
    const begin = run.clock.time;
    const trace: FollowOptions["trace"] = (request) => (asked.push(run.clock.time), run.host.trace(request));
    await run.done({ trace, ...prepare(run, asked) });
    return { run, asked: asked.map((time) => time - begin) };
  }

  it("stays silent as long as the host's rate limit lasts, even when woken", async () => {
    const { run, asked } = await timed([({ wake }) => wake.fire(), finish()], ({ host, clock }) => {
      host.faults.push(apiError("rateLimited", { retryAt: clock.time + 90_000 }));
      return {};
    });
    assert.ok((asked[1] ?? 0) >= 90_000);
    assert.equal(run.text, "x");
  });

  it("stays silent and says so while a rate limit that other requests hit lasts, even when woken", async () => {
    let until: number | undefined;
    const { run, asked } = await timed([append("y"), ({ wake }) => wake.fire(), finish()], ({ clock }, sent) => ({
      silentUntil: () => (sent.length > 0 ? (until ??= clock.time + 90_000) : undefined),
    }));
    assert.ok((asked[1] ?? 0) >= 90_000);
    assert.deepEqual(kinds(run).slice(0, 2), ["waiting", "resumed"]);
    const found = run.events.find(({ type }) => type === "waiting");
    assert.deepEqual(found, { type: "waiting", until });
    assert.equal(run.text, "xy");
  });

  it("polls log and status at once when woken", async () => {
    const run = await followed(hostWith({}, "x"), [all(finish(), ({ wake }) => wake.fire())]);
    assert.equal(run.host.jobRequests, 2);
    assert.deepEqual(types(run).slice(0, 2), ["status", "status"]);
  });

  it("polls every 3 s, slower without output, every 15 s without focus", async () => {
    const steps = [
      ...Array<Step>(7).fill(nothing),
      append("y"),
      (r: Run) => void (r.focused = false),
      nothing,
      finish(),
    ];
    const { clock } = await followed(hostWith({}, "x"), steps);
    const found = clock.waits.slice(0, 11).map(Math.round);
    assert.deepEqual(found, [3000, 3000, 3900, 5070, 6591, 8568, 10000, 10000, 3000, 15000, 15000]);
  });

  it("polls a manual job every 15 s until woken", async () => {
    const steps = [nothing, all(finish("success", "deployed"), ({ wake }) => wake.fire())];
    const run = await followed(hostWith({ job: job("manual") }), steps);
    assert.deepEqual(run.clock.waits.slice(0, 3), [15_000, 15_000, 3000]);
    assert.equal(run.text, "deployed");
  });

  it("ends with every final status, and takes unknown ones for running", async () => {
    for (const status of ["success", "failed", "canceled", "cancelled", "skipped"]) {
      const run = await followed(hostWith({}, "x"), [finish(status)]);
      assert.deepEqual([run.text, run.events.at(-1)?.type], ["x", "end"], status);
    }
    for (const status of ["canceling", "waiting_for_callback", "hovering", "manual", "scheduled", "", undefined])
      assert.equal(isFinalStatus(status), false, status);
  });

  /** The job ends in the third pause; what happens so many seconds after that. */
  const afterEnd = (
    host: FakeHost,
    happens: readonly (readonly [seconds: number, what: Step])[] = [],
    ended: Partial<FakeHost> = {},
  ): Run => {
    const run = runOf(host);
    const open = [...happens];
    let end = 0;
    run.clock.onWait = (ms) => {
      if (run.clock.waits.length === 3) {
        all(finish("failed"), change(ended))(run);
        end = run.clock.time + ms;
      }
      for (let next = open[0]; end > 0 && next && run.clock.time + ms >= end + next[0] * 1000; next = open[0]) {
        open.shift();
        next[1](run);
      }
    };
    return run;
  };

  for (const part of [
    { ranges: "ignored" },
    { ranges: "ignored", etags: "none" },
    { etags: "none" },
    { ranges: "ignored", etags: "strong" },
  ] as const)
    it(`reports the end at once, and output up to a minute late: ${JSON.stringify(part)}`, async () => {
      for (const seconds of [8, 20, 45, 58]) {
        const run = afterEnd(hostWith(part, "x".repeat(200)), [[seconds, append("THE ERROR")]]);
        const began = run.clock.time;
        let told = 0;
        const { onWait } = run.clock;
        run.clock.onWait = (ms) => {
          if (types(run).includes("finished")) told ||= run.clock.time;
          onWait(ms);
        };
        await run.done();
        assert.ok(run.text.endsWith("xTHE ERROR"), `${seconds} s`);
        assert.deepEqual(kinds(run), ["finished", "end"]);
        assert.ok(told - began < 25_000 && run.clock.time - began < 90_000);
      }
    });

  it("does not trust the host's clock about a job that was seen running", async () => {
    const run = afterEnd(hostWith({ ranges: "ignored", job: { ...long, status: "running" } }, "x"), [
      [30, append("late")],
    ]);
    await run.done();
    assert.equal(run.text, "xlate");
  });

  for (const [faults, late] of [
    [["network", "server"], "late"],
    [["forbidden"], ""],
    [["unauthorized"], ""],
    [["notFound"], ""],
    [Array<string>(100).fill("network"), ""],
  ] as const)
    it(`ends with the job despite ${faults.length} × ${faults[0]} while it waits for late output`, async () => {
      const run = afterEnd(hostWith({}, "x"), [
        [15, fail(...faults.map((kind) => apiError(kind)))],
        [40, append(late)],
      ]);
      const began = run.clock.time;
      await run.done();
      assert.deepEqual([run.text, kinds(run)], [`x${late}`, ["finished", "end"]]);
      const last = run.events.at(-1);
      assert.equal(last?.type === "end" && last.job?.status, "failed");
      assert.ok(run.clock.time - began < 150_000);
    });

  it("waits no longer than a minute after the end", async () => {
    const host = hostWith({ job: job("success") }, "x");
    assert.equal((await followed(host, Array<Step>(100).fill(append(".")))).clock.waits.length, 20);
  });

  it("reads the log of a job that ended long ago with one request", async () => {
    const { text, host, clock } = await followed(hostWith({ job: long }, "all of it"));
    assert.deepEqual([text, host.requests.length, clock.waits.length], ["all of it", 1, 0]);
  });

  it("reports the newer attempt of a retried job before the end", async () => {
    const run = await followed(hostWith({ newer: { id: 8, name: "lint", status: "running" } }, "x"), [
      finish("failed"),
    ]);
    assert.deepEqual(kinds(run), ["retried", "finished", "end"]);
  });

  describe("of which only the end is needed", () => {
    /** Needs the first hundred characters, then nothing until the rest was skipped. */
    const limited = (run: Run, end: number): Partial<FollowOptions> => {
      let full = false;
      return { end, needsBytes: () => !(full ||= run.text.length >= 100) || types(run).includes("skipped") };
    };

    for (const part of [
      {},
      { ranges: "ignored", offsets: "honoured" },
      { ranges: "ignored" },
      { ...whole, lengths: false },
      { ranges: "refused" },
    ] as const)
      it(`skips the middle once the job is over: ${JSON.stringify(part)}`, async () => {
        const host = hostWith({ ...part, chunk: 10 }, lines("line", 0, 900));
        const run = runOf(host, [finish("failed", lines("line", 900, 1000))]);
        await run.done(limited(run, 200));
        const skipped = run.events.find((event) => event.type === "skipped");
        assert.equal(skipped?.type === "skipped" && skipped.bytes, host.log.length - 200 - 100);
        const end = host.log.subarray(-200).toString();
        assert.equal(run.text, host.log.subarray(0, 100).toString() + end.slice(end.indexOf("\n") + 1));
        assert.equal(host.open, 0);
      });

    it("is shown at once when the job is over already", async () => {
      const run = runOf(hostWith({ chunk: 10, etags: "strong", job: job("failed") }, lines("line", 0, 1000)));
      await run.done(limited(run, 200));
      assert.ok(run.text.startsWith("line 0\n") && run.text.endsWith("line 999\n"), run.text);
      assert.deepEqual([types(run), run.clock.waits], [["status", "skipped", "end"], []]);
    });

    it("continues where it stopped when no more than the end is left, with late output", async () => {
      const run = runOf(hostWith({ chunk: 10 }, "x".repeat(1000)), [finish("failed", "the end"), nothing, append("!")]);
      await run.done(limited(run, 5000));
      const shown = run.events.find((event) => event.type === "skipped");
      assert.deepEqual(shown, { type: "skipped", bytes: 0 });
      assert.equal(run.text, `${"x".repeat(1000)}the end!`);
    });
  });

  it("ends without a job when the host no longer has it", async () => {
    const gone = ({ host }: Run) => host.jobFaults.push(apiError("notFound"), apiError("notFound"));
    const run = await followed(hostWith({}, "x"), [all(fail(apiError("notFound")), gone)]);
    assert.deepEqual(run.events.at(-1), { type: "end" });
  });

  it("takes a missing log of an existing job for an empty one", async () => {
    const host = hostWith({ job: job("pending") });
    host.faults.push(apiError("notFound"));
    const run = await followed(host, [append("now"), finish()]);
    assert.deepEqual([types(run).slice(0, 2), run.text], [["status", "empty"], "now"]);
  });

  it("gives up at once on errors that do not pass, and after five tries on errors of unknown kind", async () => {
    for (const kind of ["unauthorized", "forbidden", "insufficientScope", "certificate"]) {
      const host = hostWith({}, "x");
      host.faults.push(apiError(kind));
      await assert.rejects(runOf(host).done(), { kind });
      assert.equal(host.requests.length, 1);
    }
    const host = hostWith({}, "x");
    host.faults.push(...Array.from({ length: 10 }, () => new TypeError("a bug")));
    await assert.rejects(runOf(host).done(), TypeError);
    assert.equal(host.requests.length, 6);
  });

  it("stops when aborted, in a pause and in a body", async () => {
    await assert.rejects(runOf(hostWith({}, "x"), [({ abort }) => abort.abort()]).done(), isCancelled);
    const host = hostWith({}, "x".repeat(50));
    const run = runOf(host);
    void host.trace({}).then(() => run.abort.abort());
    await assert.rejects(run.done(), isCancelled);
  });

  it("returns each byte once, whatever the host does", async () => {
    const changes = <K extends keyof FakeHost>(key: K, ...values: readonly FakeHost[K][]): fc.Arbitrary<Step> =>
      fc.constantFrom(...values).map((value) => change({ [key]: value }));
    const step = fc.oneof(
      fc.string({ minLength: 1, maxLength: 90, unit: "grapheme" }).map(append),
      changes("ranges", "honoured", "ignored", "half", "ahead", "refused"),
      changes("etags", "weak", "strong", "none"),
      changes("offsets", "honoured", "ignored", "missing", "refused"),
      changes("lengths", true, false),
      fc.nat({ max: 60 }).map((after) => fail({ after })),
      fc.constantFrom("network", "server", "timeout", "rateLimited").map((kind) => fail(apiError(kind))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.integer({ min: 1, max: 200 }), async (steps, chunk) => {
        const run = await followed(hostWith({ chunk }), [...steps, finish()]);
        assert.equal(run.text, Buffer.from(run.host.log).toString());
        assert.equal(count(run, "reset"), 0);
      }),
      { numRuns: 100 },
    );
  });
});
