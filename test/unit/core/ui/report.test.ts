import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ApiError } from "../../../../src/api/errors.ts";
import { CancelledError, UserError } from "../../../../src/core/base/errors.ts";
import { RecordingLog } from "../../../support/fakes/recordingLog.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { Report } = await import("../../../../src/core/ui/report.ts");

describe("Report", () => {
  let log: RecordingLog & { show(): void; shown: number };
  let messages: { text: string; buttons: string[]; answer: (button?: string) => void }[];
  let ran: unknown[];
  const refused = new ApiError({
    kind: "forbidden",
    message: "Refused",
    request: { method: "POST", url: "https://h/api/v4/projects/1/jobs/2/retry", instance: "https://h" },
    status: 403,
    requestId: "01HX",
  });

  beforeEach(() => {
    messages = [];
    ran = [];
    log = Object.assign(new RecordingLog(), {
      shown: 0,
      show: () => {
        log.shown++;
      },
    });
    vscodeFakes.window["showErrorMessage"] = (text: string, ...buttons: string[]) =>
      new Promise<string | undefined>((answer) => messages.push({ text, buttons, answer }));
    vscodeFakes.commands["executeCommand"] = (...args: unknown[]) => Promise.resolve(ran.push(args));
  });
  afterEach(() => vscodeFakes.reset());

  const shown = async (count: number): Promise<void> => {
    while (messages.length < count) await new Promise(setImmediate);
  };

  it("writes one log entry with what finds the request, and shows one message", async () => {
    const done = new Report(log).error(refused, "Retry Job");
    assert.equal(log.lines.length, 1);
    for (const part of ["Retry Job", "POST https://h/api/v4/projects/1/jobs/2/retry", "forbidden", "HTTP 403", "01HX"])
      assert.ok(log.text.includes(part), part);
    await shown(1);
    assert.match(messages[0]?.text ?? "", /^Retry Job: h does not allow/);
    assert.equal(messages[0]?.buttons.join(), "Switch Account,Show Log");
    messages[0].answer();
    await done;
    assert.deepEqual([ran, log.shown], [[], 0]);
  });

  it("shows an error at once if its texts were prepared", async () => {
    const report = new Report(log);
    await report.prepare();
    void report.error(refused, "Retry Job");
    for (let turns = 0; turns < 5; turns++) await Promise.resolve();
    assert.equal(messages.length, 1);
  });

  it("runs the action of the error", async () => {
    const done = new Report(log).error(
      new UserError("No project.", { action: { title: "Select", command: "forgeline.selectProject" } }),
      "Run Pipeline",
    );
    await shown(1);
    messages[0]?.answer("Select");
    await done;
    assert.deepEqual(ran, [["forgeline.selectProject"]]);
  });

  it("opens the log", async () => {
    const done = new Report(log).error(new Error("x"), "Run Pipeline");
    await shown(1);
    assert.equal(messages[0]?.buttons.join(), "Show Log");
    messages[0].answer("Show Log");
    await done;
    assert.equal(log.shown, 1);
  });

  it("does not stack the same message while it is open, but logs each time", async () => {
    const report = new Report(log);
    const first = report.error(refused, "Retry Job");
    await shown(1);
    await report.error(refused, "Retry Job");
    assert.deepEqual([messages.length, log.lines.length], [1, 2]);
    messages[0]?.answer(undefined);
    await first;
    void report.error(refused, "Retry Job");
    await shown(2);
  });

  for (const silent of [
    new CancelledError(),
    Object.assign(new Error(), { name: "Canceled" }),
    new DOMException("", "AbortError"),
    new ApiError({ kind: "cancelled", message: "", request: refused.request }),
  ]) {
    it(`says nothing of ${silent.name} ${silent instanceof ApiError ? "of the client" : ""}`, async () => {
      const report = new Report(log);
      await report.error(silent, "Run Pipeline");
      report.background(silent, "Run Pipeline");
      assert.deepEqual([messages.length, log.lines.length], [0, 0]);
    });
  }

  it("never pops up for background work", () => {
    new Report(log).background(refused, "Refresh");
    assert.equal(messages.length, 0);
    assert.match(log.text, /^warn Refresh failed/);
  });
});
