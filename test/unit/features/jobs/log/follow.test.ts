import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { isCancelled } from "../../../../../src/core/base/errors.ts";
import { isFinalStatus } from "../../../../../src/features/jobs/log/follow.ts";
import { apiError, FakeHost, type Run, runOf } from "./fakeHost.ts";

const types = (run: Run): string[] => run.events.map((event) => event.type);
const hostWith = (part: Partial<FakeHost>, log = ""): FakeHost => {
  const host = Object.assign(new FakeHost(), part);
  host.append(log);
  return host;
};
const finish =
  (status = "success", text = "") =>
  ({ host }: Run): void => {
    host.append(text);
    host.job = { ...host.job, status };
  };
const append =
  (text: string) =>
  ({ host }: Run): void =>
    host.append(text);

describe("logs/follow", () => {
  for (const ranges of ["honoured", "ignored", "half", "ahead", "refused"] as const) {
    for (const etags of ["weak", "strong", "none"] as const) {
      it(`gives each byte once: ranges ${ranges}, etags ${etags}`, async () => {
        const first = "ä".repeat(100);
        const run = runOf(hostWith({ ranges, etags }, first), [
          append("one €"),
          () => undefined,
          append("\ntwo\n"),
          finish("success", "late"),
        ]);
        await run.done();
        assert.equal(run.text, `${first}one €\ntwo\nlate`);
        assert.deepEqual(
          types(run).filter((type) => type !== "quiet"),
          ["status", "status", "finished", "end"],
        );
        assert.equal(run.host.open, 0, "every answer is closed");
      });
    }
  }

  it("asks for new bytes only, and for nothing when nothing changed", async () => {
    const host = hostWith({ etags: "strong" }, "x".repeat(1000));
    const run = runOf(host, [append("y"), () => undefined, finish()]);
    await run.done();
    assert.deepEqual(
      host.requests.map((request) => request.start),
      [undefined, 936, ...Array.from({ length: host.requests.length - 2 }, () => 937)],
    );
    assert.equal(host.sent, 1000 + 65);
  });

  for (const offsets of ["honoured", "ignored", "refused"] as const) {
    for (const etags of ["weak", "strong", "none"] as const) {
      it(`gives each byte once: offsets ${offsets}, etags ${etags}`, async () => {
        const first = Array.from({ length: 100 }, (_, line) => `line ${line}\n`).join("");
        const run = runOf(hostWith({ ranges: "ignored", offsets, etags }, first), [
          append("one €"),
          () => undefined,
          append("\ntwo\n"),
          finish("success", "late"),
        ]);
        await run.done();
        assert.equal(run.text, `${first}one €\ntwo\nlate`);
        assert.ok(!types(run).includes("reset"));
        assert.equal(run.host.open, 0, "every answer is closed");
        assert.equal(run.host.partRequests > 1, offsets === "honoured", "others are asked once");
      });
    }
  }

  it("reads more than one part by offset when the log grew by that much", async () => {
    const lines = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, line) => `line ${from + line}\n`).join("");
    const host = hostWith({ ranges: "ignored", offsets: "honoured", chunk: 64 * 1024 }, lines(0, 100));
    const run = runOf(host, [append(lines(100, 150_000)), finish()]);
    await run.done();
    assert.equal(run.text, lines(0, 150_000));
    assert.ok(host.sent <= 1.01 * host.log.length, `${host.sent} bytes of ${host.log.length}`);
    assert.equal(run.clock.waits.indexOf(3000), 0);
  });

  it("does not take a part that says the same as the one before for an unchanged log", async () => {
    const host = hostWith({ ranges: "ignored", offsets: "honoured" }, `begin\n${".".repeat(100)}`);
    const dots = append(".".repeat(30));
    const run = runOf(host, [dots, finish("success", ".".repeat(30))]);
    await run.done();
    assert.equal(run.text, host.log.toString());
  });

  it("looks by range whether the log is in its last place, where parts by offset do not show that", async () => {
    const host = hostWith({ ranges: "ignored", offsets: "honoured" }, `begin\n${"x".repeat(200)}`);
    const run = runOf(host, [
      append("more"),
      (r) => {
        finish()(r);
        Object.assign(r.host, { ranges: "honoured", etags: "strong" });
      },
    ]);
    await run.done();
    assert.equal(run.text, `begin\n${"x".repeat(200)}more`);
    assert.deepEqual(types(run).at(-1), "end");
    assert.ok(!types(run).includes("finished"), "it need not wait for what comes late");
    assert.ok(run.clock.waits.length <= 5, `${run.clock.waits.length} polls`);
  });

  for (const part of [
    { ranges: "honoured" },
    { ranges: "ignored" },
    { ranges: "ignored", offsets: "honoured" },
  ] as const) {
    const { ranges } = part;
    const way = "offsets" in part ? "offsets honoured" : `ranges ${ranges}`;
    it(`says when the log was written anew: ${way}`, async () => {
      const host = hostWith(part, "old ".repeat(40));
      const run = runOf(host, [(r) => (r.host.log = Buffer.from("new ".repeat(50))), finish()]);
      await run.done();
      assert.equal(run.text, "new ".repeat(50));
      assert.equal(types(run).filter((type) => type === "reset").length, 1);
    });

    it(`says when the log was erased: ${way}`, async () => {
      const host = hostWith(part, `very ${"old ".repeat(40)}`);
      const run = runOf(host, [(r) => (r.host.log = new Uint8Array(0)), () => undefined, append("again"), finish()]);
      await run.done();
      assert.equal(run.text, "again");
      assert.equal(types(run).filter((type) => type === "reset").length, 1);
    });

    it(`survives a short answer in between: ${way}`, async () => {
      const host = hostWith({ ...part, etags: "none" }, `some ${"text ".repeat(40)}`);
      const run = runOf(host, [
        (r) => (r.host.log = r.host.log.subarray(0, 10)),
        (r) => (r.host.log = Buffer.from(`some ${"text ".repeat(41)}`)),
        finish(),
      ]);
      await run.done();
      assert.equal(run.text, `some ${"text ".repeat(41)}`);
      assert.ok(!types(run).includes("reset"));
    });
  }

  it("takes two short answers for an erased log only when one follows the other", async () => {
    const host = hostWith({ ranges: "ignored", etags: "none" }, "12345");
    const cut = ({ host: h }: Run): void => void (h.log = Buffer.from("12"));
    const whole = ({ host: h }: Run): void => void (h.log = Buffer.from("12345"));
    const run = runOf(host, [cut, whole, cut, whole, finish()]);
    await run.done();
    assert.ok(!types(run).includes("reset"));
    assert.equal(run.text, "12345");
  });

  it("does not take a short answer for the end of a log that broke off before", async () => {
    const host = hostWith(
      {
        ranges: "ignored",
        etags: "none",
        job: { id: 7, name: "lint", status: "success", finished_at: "2026-09-24T00:00:00.000Z" },
      },
      "1234567890",
    );
    host.faults.push({ after: 5 });
    const run = runOf(host, [
      ({ host: h }) => void (h.log = Buffer.from("12")),
      ({ host: h }) => void (h.log = Buffer.from("1234567890")),
    ]);
    await run.done();
    assert.equal(run.text, "1234567890");
  });

  it("does not take a shorter answer at the end for a complete log", async () => {
    const host = hostWith({ ranges: "ignored", etags: "none" }, "12345");
    const run = runOf(host, [
      (r) => {
        finish()(r);
        r.host.log = Buffer.from("123");
      },
      (r) => (r.host.log = Buffer.from("1234567")),
    ]);
    await run.done();
    assert.equal(run.text, "1234567");
  });

  const lines = (word: string, count: number): string =>
    Array.from({ length: count }, (_, line) => `${word} ${line}\n`).join("");
  for (const [name, atEnd, later] of [
    ["was short", lines("old", 5), lines("old", 60)],
    ["was written anew", lines("new", 70), lines("new", 70)],
  ] as const) {
    it(`reads a log again before it looks complete when the first answer after the end ${name}`, async () => {
      const host = hostWith({ ranges: "ignored", lengths: false, etags: "none" }, lines("old", 50));
      const run = runOf(host, [
        () => undefined,
        (r) => {
          finish()(r);
          r.host.log = Buffer.from(atEnd);
        },
        (r) => (r.host.log = Buffer.from(later)),
      ]);
      let shown = "";
      await run.done({ newerAttempt: () => ((shown = run.text), Promise.resolve(undefined)) });
      assert.equal(shown, later);
    });
  }

  it("asks again for a large log after a short answer as soon as for any other", async () => {
    const host = hostWith(
      { ranges: "ignored", lengths: false, etags: "none", chunk: 64 * 1024 },
      lines("line", 30_000),
    );
    const whole = append("more\n".repeat(2_000));
    const shortened = (r: Run): void => void (r.host.log = r.host.log.subarray(0, 10));
    let asked: number[] = [];
    const run = runOf(host, [
      whole,
      (r) => {
        asked = [];
        shortened(r);
      },
    ]);
    await run.done({
      trace: (request) => {
        asked.push(run.clock.time);
        if (asked.length === 2) finish()(run);
        return host.trace(request);
      },
    });
    const [short = 0, next = Infinity] = asked;
    assert.ok(next - short < 5_000, `after ${next - short} ms`);
  });

  for (const ranges of ["honoured", "ignored"] as const) {
    it(`goes on where a broken connection stopped: ranges ${ranges}`, async () => {
      const host = hostWith({ ranges, etags: "strong" }, "a€".repeat(50));
      host.faults.push({ after: 15 }, apiError("network"), { after: 0 }, undefined);
      const run = runOf(host, [() => undefined, () => undefined, () => undefined, finish("failed", "!")]);
      await run.done();
      assert.equal(run.text, `${"a€".repeat(50)}!`);
      assert.deepEqual(
        types(run).filter((type) => type !== "quiet" && type !== "status"),
        ["waiting", "resumed", "finished", "end"],
      );
      assert.deepEqual(run.clock.waits.slice(0, 3), [1000, 2000, 4000], "backs off");
    });
  }

  it("does not trust the validator of an answer that broke off", async () => {
    const host = hostWith({ etags: "strong" }, "0123456789");
    const run = runOf(host, [
      (r) => {
        r.host.append("abcdefghij");
        r.host.faults.push({ after: 12 });
      },
      () => undefined,
      finish(),
    ]);
    await run.done();
    assert.equal(run.text, "0123456789abcdefghij");
  });

  it("keeps silent as long as the host asked, whoever wakes it", async () => {
    const host = hostWith({}, "x");
    const run = runOf(host, [({ wake }) => wake.fire(), finish()]);
    const retryAt = run.clock.time + 90_000;
    host.faults.push(apiError("rateLimited", { retryAt }));
    const asked: number[] = [];
    await run.done({ trace: (request) => (asked.push(run.clock.time), host.trace(request)) });
    assert.ok((asked[1] ?? 0) >= retryAt);
    assert.equal(run.text, "x");
  });

  it("keeps silent as long as others were asked to, whoever wakes it, and says so", async () => {
    const host = hostWith({}, "x");
    const asked: number[] = [];
    const run = runOf(host, [append("y"), ({ wake }) => wake.fire(), finish()]);
    let until: number | undefined;
    await run.done({
      silentUntil: () => until,
      trace: (request) => {
        asked.push(run.clock.time);
        until ??= run.clock.time + 90_000;
        return host.trace(request);
      },
    });
    assert.ok((asked[1] ?? 0) >= (until ?? Infinity), "silent");
    assert.deepEqual(
      types(run).filter((type) => type === "waiting" || type === "resumed"),
      ["waiting", "resumed"],
    );
    assert.deepEqual(
      run.events.find(({ type }) => type === "waiting"),
      { type: "waiting", until },
    );
    assert.equal(run.text, "xy");
  });

  it("says nothing about a short silence, and shows a log that somebody asks for in spite of it", async () => {
    const host = hostWith({}, "x");
    const run = runOf(host, [() => undefined, finish()]);
    const until = run.clock.time + 10_000;
    const asked: number[] = [];
    await run.done({ silentUntil: () => until, trace: (request) => (asked.push(run.clock.time), host.trace(request)) });
    assert.equal(asked[0], until - 10_000);
    assert.equal(asked[1], until);
    assert.ok(!types(run).includes("waiting"));
  });

  it("polls at once when woken, and asks for the status", async () => {
    const host = hostWith({}, "x");
    const run = runOf(host, [
      (r) => {
        finish()(r);
        r.wake.fire();
      },
    ]);
    await run.done();
    assert.equal(host.jobRequests, 2);
    assert.deepEqual(types(run).slice(0, 2), ["status", "status"]);
  });

  it("polls every 3 s, slower while nothing comes, every 15 s unfocused", async () => {
    const nothing = (): void => undefined;
    const run = runOf(hostWith({}, "x"), [
      ...Array.from({ length: 7 }, () => nothing),
      append("y"),
      (r) => void (r.focused = false),
      nothing,
      finish(),
    ]);
    await run.done();
    assert.deepEqual(
      run.clock.waits.slice(0, 11).map(Math.round),
      [3000, 3000, 3900, 5070, 6591, 8568, 10000, 10000, 3000, 15000, 15000],
    );
  });

  it("asks rarely about a job that waits for a person, until woken", async () => {
    const host = hostWith({ job: { id: 7, name: "deploy", status: "manual" } });
    const run = runOf(host, [
      () => undefined,
      (r) => {
        finish("success", "deployed")(r);
        r.wake.fire();
      },
    ]);
    await run.done();
    assert.deepEqual(run.clock.waits.slice(0, 3), [15_000, 15_000, 3000]);
    assert.equal(run.text, "deployed");
  });

  it("asks for the status less often while the log grows", async () => {
    const host = hostWith({}, "x");
    const run = runOf(host, [...Array.from({ length: 9 }, (_, i) => append(`${i}`)), finish()]);
    await run.done();
    assert.ok(host.jobRequests <= 6, `${host.jobRequests} requests`);
  });

  it("says once per status that there is no log yet", async () => {
    const host = hostWith({ job: { id: 7, name: "lint", status: "created" } });
    const run = runOf(host, [
      () => undefined,
      (r) => (r.host.job = { ...r.host.job, status: "pending" }),
      (r) => (r.host.job = { ...r.host.job, status: "running" }),
      append("hello"),
      finish(),
    ]);
    await run.done();
    assert.deepEqual(
      run.events.flatMap((event) => (event.type === "empty" ? [event.job.status] : [])),
      ["created", "pending", "running"],
    );
    assert.equal(run.text, "hello");
  });

  for (const status of ["success", "failed", "canceled", "cancelled", "skipped"]) {
    it(`ends when the job is ${status}`, async () => {
      const run = runOf(hostWith({}, "x"), [finish(status)]);
      await run.done();
      assert.equal(run.events.at(-1)?.type, "end");
      assert.equal(run.text, "x");
    });
  }
  it("takes unknown statuses, and canceling, for running", () => {
    for (const status of ["canceling", "waiting_for_callback", "hovering", "manual", "scheduled", ""])
      assert.equal(isFinalStatus(status), false);
  });

  it("waits after the end for what comes late", async () => {
    const run = runOf(hostWith({}, "x"), [finish(), append("late 1 "), append("late 2")]);
    await run.done();
    assert.equal(run.text, "xlate 1 late 2");
  });

  /** The job ends during the third wait; what happens so many seconds after that. */
  const afterEnd = (
    host: FakeHost,
    happens: readonly [seconds: number, what: (run: Run) => void][],
    ended: Partial<FakeHost> = {},
  ): Run => {
    const run = runOf(host);
    const open = [...happens];
    let end = 0;
    run.clock.onWait = (ms) => {
      if (run.clock.waits.length === 3) {
        finish("failed")(run);
        Object.assign(host, ended);
        end = run.clock.time + ms;
      }
      if (end === 0) return;
      for (let next = open[0]; next && run.clock.time + ms >= end + next[0] * 1000; next = open[0]) {
        open.shift();
        next[1](run);
      }
    };
    return run;
  };
  const kinds = (run: Run): string[] => types(run).filter((type) => type !== "quiet" && type !== "status");

  const growing: [string, Partial<FakeHost>][] = [
    ["ranges ignored", { ranges: "ignored" }],
    ["no validators", { ranges: "ignored", etags: "none" }],
    ["ranges honoured for growing logs", { etags: "none" }],
    ["strong validators for growing logs", { ranges: "ignored", etags: "strong" }],
  ];
  for (const [name, part] of growing) {
    for (const seconds of [8, 20, 45, 58]) {
      it(`gives what comes ${seconds} s late, after telling the end at once: ${name}`, async () => {
        const run = afterEnd(hostWith(part, "x".repeat(200)), [[seconds, append("THE ERROR")]]);
        let told = 0;
        run.clock.onWait = ((before) => (ms) => {
          if (types(run).includes("finished")) told ||= run.clock.time;
          before(ms);
        })(run.clock.onWait);
        const began = run.clock.time;
        await run.done();
        assert.ok(run.text.endsWith("xTHE ERROR"));
        assert.deepEqual(kinds(run), ["finished", "end"]);
        assert.ok(told - began < 25_000, `told after ${told - began} ms`);
        assert.ok(run.clock.time - began < 90_000, "and ends");
      });
    }
  }

  it("asks rarely for what comes late", async () => {
    const run = afterEnd(hostWith({ ranges: "ignored" }, "x"), []);
    let asked = 0;
    await run.done({ trace: (request) => (types(run).includes("finished") && asked++, run.host.trace(request)) });
    assert.ok(asked >= 4 && asked <= 6, `${asked} requests`);
    assert.deepEqual(new Set(run.clock.waits.slice(-asked)), new Set([10_000]));
    assert.equal(run.host.sent, 1);
  });

  it("ends at once when the log is in its last place", async () => {
    const run = afterEnd(hostWith({ ranges: "ignored" }, "x"), [[0, append("the rest")]], {
      ranges: "honoured",
      etags: "strong",
    });
    await run.done();
    assert.equal(run.text, "xthe rest");
    assert.deepEqual(kinds(run), ["end"]);
    assert.equal(run.clock.waits.length, 3);
  });

  it("ends as soon as the log gets to its last place", async () => {
    const run = afterEnd(hostWith({ ranges: "ignored" }, "x"), [
      [
        25,
        ({ host }) => {
          append("late")({ host } as Run);
          host.etags = "strong";
        },
      ],
    ]);
    const began = run.clock.time;
    await run.done();
    assert.equal(run.text, "xlate");
    assert.ok(run.clock.time - began < 50_000);
  });

  it("does not believe the host's clock about a job that it saw running", async () => {
    const run = afterEnd(
      hostWith(
        { ranges: "ignored", job: { id: 7, name: "lint", status: "running", finished_at: "2026-09-24T00:00:00.000Z" } },
        "x",
      ),
      [[30, append("late")]],
    );
    await run.done();
    assert.equal(run.text, "xlate");
  });

  it("loses no word over what fails while it waits for what comes late", async () => {
    const run = afterEnd(hostWith({}, "x"), [
      [15, ({ host }) => host.faults.push(apiError("network"), apiError("server"))],
      [40, append("late")],
    ]);
    await run.done();
    assert.equal(run.text, "xlate");
    assert.deepEqual(kinds(run), ["finished", "end"]);
  });

  for (const kind of ["forbidden", "unauthorized", "notFound"]) {
    it(`ends with the job when the host answers ${kind} while it waits for what comes late`, async () => {
      const run = afterEnd(hostWith({}, "x"), [[15, ({ host }) => host.faults.push(apiError(kind))]]);
      await run.done();
      assert.deepEqual(kinds(run), ["finished", "end"]);
      const last = run.events.at(-1);
      assert.equal(last?.type === "end" && last.job?.status, "failed");
    });
  }

  it("gives up on a dead connection once the minute for what comes late is over", async () => {
    const run = afterEnd(hostWith({}, "x"), [
      [15, ({ host }) => host.faults.push(...Array.from({ length: 100 }, () => apiError("network")))],
    ]);
    const began = run.clock.time;
    await run.done();
    assert.deepEqual(kinds(run), ["finished", "end"]);
    assert.ok(run.clock.time - began < 150_000);
  });

  it("waits after the end no longer than a minute", async () => {
    const host = hostWith({ job: { id: 7, name: "lint", status: "success" } }, "x");
    const run = runOf(
      host,
      Array.from({ length: 100 }, () => append(".")),
    );
    await run.done();
    assert.equal(run.clock.waits.length, 20);
  });

  it("reads the log of a job that ended long ago with one request", async () => {
    const host = hostWith(
      { job: { id: 7, name: "lint", status: "success", finished_at: "2026-09-24T00:00:00.000Z" } },
      "all of it",
    );
    const run = runOf(host);
    await run.done();
    assert.equal(run.text, "all of it");
    assert.deepEqual([host.requests.length, run.clock.waits.length], [1, 0]);
  });

  it("names the newer attempt of a retried job before the end", async () => {
    const host = hostWith({ newer: { id: 8, name: "lint", status: "running" } }, "x");
    const run = runOf(host, [finish("failed")]);
    await run.done();
    assert.deepEqual(
      types(run)
        .filter((type) => type !== "quiet")
        .slice(-3),
      ["retried", "finished", "end"],
    );
  });

  it("downloads no more of a log that nobody wants, and still tells the end", async () => {
    const host = hostWith({ chunk: 10 }, "x".repeat(1000));
    const run = runOf(host, [append("y".repeat(1000)), () => undefined, finish("failed")]);
    await run.done({ needsBytes: () => host.sent < 100 });
    assert.ok(host.sent <= 110, `${host.sent} bytes`);
    assert.equal(host.open, 0);
    const last = run.events.at(-1);
    assert.ok(last?.type === "end" && last.job?.status === "failed");
  });

  for (const [name, part] of [
    ["ranges", { ranges: "honoured" }],
    ["offsets", { ranges: "ignored", offsets: "honoured" }],
    ["neither", { ranges: "ignored" }],
    ["neither, nor a length", { ranges: "ignored", lengths: false, etags: "none" }],
    ["ranges refused", { ranges: "refused" }],
  ] as const) {
    it(`leaves out all but the end of a log that is not needed, once the job is over: ${name}`, async () => {
      const lines = Array.from({ length: 1000 }, (_, line) => `line ${line}\n`);
      const host = hostWith({ ...part, chunk: 10 }, lines.slice(0, 900).join(""));
      const run = runOf(host, [finish("failed", lines.slice(900).join(""))]);
      let needed = true;
      let read = 0;
      await run.done({
        end: 200,
        needsBytes: () => {
          read = Math.max(read, run.text.length);
          if (read >= 100) needed = types(run).includes("skipped");
          return needed;
        },
      });
      const skipped = run.events.find((event) => event.type === "skipped");
      assert.ok(skipped?.type === "skipped");
      assert.equal(skipped.bytes, host.log.length - 200 - 100);
      // From the first whole line on.
      const end = host.log.subarray(-200).toString();
      assert.equal(run.text, host.log.subarray(0, 100).toString() + end.slice(end.indexOf("\n") + 1));
      assert.equal(host.open, 0);
    });
  }

  it("downloads a log that is too long no more than thrice after the end, where nothing tells its length", async () => {
    const host = hostWith({ ranges: "ignored", lengths: false, etags: "none", chunk: 10 }, "x".repeat(1000));
    let before = 0;
    const run = runOf(host, [
      (r) => {
        finish()(r);
        before = host.requests.length;
      },
    ]);
    await run.done({ end: 200, needsBytes: () => run.text.length < 100 || types(run).includes("skipped") });
    // For its length, for its end, and for what comes late.
    assert.equal(host.requests.length - before, 3);
  });

  it("shows the end of a log that is too long at once when its job is over already", async () => {
    const lines = Array.from({ length: 1000 }, (_, line) => `line ${line}\n`).join("");
    const host = hostWith({ chunk: 10, etags: "strong", job: { id: 7, name: "lint", status: "failed" } }, lines);
    const run = runOf(host);
    await run.done({ end: 200, needsBytes: () => run.text.length < 100 || types(run).includes("skipped") });
    assert.ok(run.text.startsWith("line 0\n") && run.text.endsWith("line 999\n"), run.text);
    assert.deepEqual([types(run), run.clock.waits], [["status", "skipped", "end"], []]);
  });

  it("goes on where it was when no more than the end is left, and reads what comes late behind it", async () => {
    const host = hostWith({ chunk: 10 }, "x".repeat(1000));
    const run = runOf(host, [finish("failed", "the end"), () => undefined, append(", late")]);
    await run.done({ end: 5000, needsBytes: () => run.text.length < 100 || types(run).includes("skipped") });
    assert.deepEqual(
      run.events.find((event) => event.type === "skipped"),
      { type: "skipped", bytes: 0 },
    );
    assert.equal(run.text, `${"x".repeat(1000)}the end, late`);
  });

  it("ends when the host no longer has the job", async () => {
    const host = hostWith({}, "x");
    const run = runOf(host, [
      ({ host: h }) => {
        h.faults.push(apiError("notFound"));
        h.jobFaults.push(apiError("notFound"), apiError("notFound"));
      },
    ]);
    await run.done();
    assert.deepEqual(run.events.at(-1), { type: "end" });
  });

  it("takes a missing log of an existing job for an empty one", async () => {
    const host = hostWith({ job: { id: 7, name: "lint", status: "pending" } });
    host.faults.push(apiError("notFound"));
    const run = runOf(host, [append("now"), finish()]);
    await run.done();
    assert.deepEqual(types(run).slice(0, 2), ["status", "empty"]);
    assert.equal(run.text, "now");
  });

  for (const kind of ["unauthorized", "forbidden", "insufficientScope", "certificate"]) {
    it(`gives up at once on ${kind}`, async () => {
      const host = hostWith({}, "x");
      host.faults.push(apiError(kind));
      await assert.rejects(runOf(host).done(), { kind });
    });
  }

  it("gives up on errors of no known kind after a few tries", async () => {
    const host = hostWith({}, "x");
    host.faults.push(...Array.from({ length: 10 }, () => new TypeError("a bug")));
    await assert.rejects(runOf(host).done(), TypeError);
    assert.equal(host.requests.length, 6);
  });

  it("stops when told to, in a pause and in a body", async () => {
    for (const steps of [[({ abort }: Run): void => abort.abort()], []]) {
      const run = runOf(hostWith({}, "x".repeat(50)), steps);
      if (steps.length === 0)
        run.host.trace.call(undefined, {}).then(
          () => run.abort.abort(),
          () => undefined,
        );
      await assert.rejects(run.done(), isCancelled);
    }
  });

  it("gives each byte once whatever happens", async () => {
    const step = fc.oneof(
      fc.string({ minLength: 1, maxLength: 90, unit: "grapheme" }).map((text) => append(text)),
      fc.constantFrom("honoured", "ignored", "half", "ahead", "refused").map(
        (ranges) =>
          ({ host }: Run) =>
            void (host.ranges = ranges),
      ),
      fc.constantFrom("weak", "strong", "none").map(
        (etags) =>
          ({ host }: Run) =>
            void (host.etags = etags),
      ),
      fc.constantFrom("honoured", "ignored", "missing", "refused").map(
        (offsets) =>
          ({ host }: Run) =>
            void (host.offsets = offsets),
      ),
      fc.boolean().map(
        (lengths) =>
          ({ host }: Run) =>
            void (host.lengths = lengths),
      ),
      fc.nat({ max: 60 }).map(
        (after) =>
          ({ host }: Run) =>
            void host.faults.push({ after }),
      ),
      fc.constantFrom("network", "server", "timeout", "rateLimited").map(
        (kind) =>
          ({ host }: Run) =>
            void host.faults.push(apiError(kind)),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.integer({ min: 1, max: 200 }), async (steps, chunk) => {
        const run = runOf(hostWith({ chunk }), [...steps, finish()]);
        await run.done();
        assert.equal(run.text, Buffer.from(run.host.log).toString());
        assert.ok(!types(run).includes("reset"));
        assert.equal(run.host.open, 0);
      }),
      { numRuns: 300 },
    );
  });
});
