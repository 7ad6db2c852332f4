import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ApiError } from "../../../../src/api/errors.ts";
import { UnsavedRenewalError } from "../../../../src/auth/unsavedRenewal.ts";
import { CancelledError, UserError } from "../../../../src/core/base/errors.ts";
import { KnownSecrets } from "../../../../src/core/base/knownSecrets.ts";
import { InvalidSettingError } from "../../../../src/core/invalidSetting.ts";
import { RecordingLog } from "../../../support/fakes/recordingLog.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { Report } = await import("../../../../src/core/ui/report.ts");

describe("Report", () => {
  let log: RecordingLog & { show(): void; shown: number };
  let messages: { text: string; buttons: string[]; answer: (button?: string) => void }[];
  let ran: unknown[];
  let known: KnownSecrets;
  const refused = new ApiError({
    kind: "forbidden",
    message: "Refused",
    request: { method: "POST", url: "https://h/api/v4/projects/1/jobs/2/retry", instance: "https://h" },
    status: 403,
    requestId: "01HX",
  });

  beforeEach(() => {
    [messages, ran, known] = [[], [], new KnownSecrets()];
    log = Object.assign(new RecordingLog(), { shown: 0, show: () => void log.shown++ });
    vscodeFakes.window["showErrorMessage"] = (text: string, ...buttons: string[]) =>
      new Promise<string | undefined>((answer) => messages.push({ text, buttons, answer }));
    vscodeFakes.commands["executeCommand"] = (...args: unknown[]) => Promise.resolve(ran.push(args));
  });
  afterEach(() => vscodeFakes.reset());

  const shown = async (count: number): Promise<void> => {
    while (messages.length < count) await new Promise(setImmediate);
  };

  it("writes one log entry with what finds the request, and shows one message", async () => {
    const done = new Report(log, known).error(refused, "Retry Job");
    assert.equal(log.lines.length, 1);
    for (const part of ["Retry Job", "POST https://h/api/v4/projects/1/jobs/2/retry", "forbidden", "HTTP 403", "01HX"])
      assert.ok(log.text.includes(part), part);
    await shown(1);
    assert.match(messages[0]?.text ?? "", /^Retry Job: Your account on h does not have permission/);
    assert.equal(messages[0]?.buttons.join(), "Switch Account,Show Log");
    messages[0].answer();
    await done;
    assert.deepEqual([ran, log.shown], [[], 0]);
  });

  const git = "https://git.example.com";
  const request = { method: "GET", url: `${git}/api/v4/projects`, instance: git };
  const unproxied = new ApiError({ kind: "proxy", message: "Refused", request });
  const selecting = new UserError("No.", { action: { title: "Select", command: "forgeline.selectProject" } });
  const network = "Use VS Code's Network";
  for (const [buttons, chosen, error, expected] of [
    [["Select", "Show Log"], "Select", selecting, [["forgeline.selectProject"]]],
    [["Proxy Settings", network, "Show Log"], network, unproxied, [["forgeline.useEditorNetwork"]]],
    [["Show Log"], "Show Log", new Error("x"), []],
  ] as const)
    it(`runs what is chosen of ${buttons.join()}: ${chosen}`, async () => {
      vscodeFakes.workspace = { getConfiguration: () => ({ inspect: () => undefined }) };
      const done = new Report(log, known).error(error, "Run Pipeline");
      await shown(1);
      assert.deepEqual(messages[0]?.buttons, buttons);
      messages[0].answer(chosen);
      await done;
      assert.deepEqual([ran, log.shown], [expected, chosen === "Show Log" ? 1 : 0]);
    });

  it("does not stack the same message while it is open, but logs each time", async () => {
    const report = new Report(log, known);
    const first = report.error(refused, "Retry Job");
    await shown(1);
    await report.error(refused, "Retry Job");
    assert.deepEqual([messages.length, log.lines.length], [1, 2]);
    messages[0]?.answer(undefined);
    await first;
    void report.error(refused, "Retry Job");
    await shown(2);
  });

  it("is silent about cancellation, and logs background errors without a message", async () => {
    const report = new Report(log, known);
    for (const silent of [new CancelledError(), new DOMException("", "AbortError")]) {
      await report.error(silent, "Run Pipeline");
      report.background(silent, "Run Pipeline");
    }
    assert.deepEqual([messages.length, log.lines.length], [0, 0]);
    report.background(refused, "Refresh");
    assert.equal(messages.length, 0);
    assert.match(log.text, /^warn Refresh failed/);
  });

  it("shows a deferred problem once, when the user next acts and if it still applies, with its button", async () => {
    const warnings: string[][] = [];
    vscodeFakes.window["showWarningMessage"] = (...given: string[]) => (
      warnings.push(given),
      Promise.resolve(given[1])
    );
    const report = new Report(log, known);
    const problem = new InvalidSettingError("forgeline.http.timeout");
    report.later("timeout", problem, () => false);
    await report.acted();
    for (const _ of [1, 2]) report.later("timeout", problem, () => true);
    assert.deepEqual(warnings, []);
    await report.acted();
    report.later("timeout", problem, () => true);
    await report.acted();
    assert.equal(warnings.length, 1);
    assert.match(warnings.join(), /setting forgeline\.http\.timeout has an invalid value.*Open Settings/);
    assert.deepEqual(ran, [["workbench.action.openSettings", "forgeline.http.timeout"]]);
    report.later("s1", new UnsavedRenewalError("alice @ h", new Error("locked")), () => true);
    await report.acted();
    assert.match(String(warnings[1]), /could not store the refreshed session of alice @ h\./);
  });

  it("hides a secret in what it shows", async () => {
    known.add("s3cret-token-of-alice");
    void new Report(log, known).error(new UserError("The host says: s3cret%2Dtoken-of-alice is bad."), "Run Pipeline");
    await shown(1);
    assert.equal(messages[0]?.text, "Run Pipeline: The host says: [hidden] is bad.");
  });
});
