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
    messages = [];
    ran = [];
    known = new KnownSecrets();
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

  it("shows an error at once if its texts were prepared", async () => {
    const report = new Report(log, known);
    await report.prepare();
    void report.error(refused, "Retry Job");
    for (let turns = 0; turns < 5; turns++) await Promise.resolve();
    assert.equal(messages.length, 1);
  });

  it("runs the action of the error", async () => {
    const done = new Report(log, known).error(
      new UserError("No project.", { action: { title: "Select", command: "forgeline.selectProject" } }),
      "Run Pipeline",
    );
    await shown(1);
    messages[0]?.answer("Select");
    await done;
    assert.deepEqual(ran, [["forgeline.selectProject"]]);
  });

  it("runs the one that was chosen of two actions", async () => {
    vscodeFakes.workspace = { getConfiguration: () => ({ inspect: () => undefined }) };
    const unproxied = new ApiError({
      kind: "proxy",
      message: "Refused",
      code: "PROXY_407",
      request: { method: "GET", url: "https://git.example.com/api/v4/projects", instance: "https://git.example.com" },
    });
    const done = new Report(log, known).error(unproxied, "Run Pipeline");
    await shown(1);
    assert.deepEqual(messages[0]?.buttons, ["Proxy Settings", "Use VS Code's Network", "Show Log"]);
    messages[0].answer("Use VS Code's Network");
    await done;
    assert.deepEqual(ran, [["forgeline.useEditorNetwork"]]);
  });

  it("opens the log", async () => {
    const done = new Report(log, known).error(new Error("x"), "Run Pipeline");
    await shown(1);
    assert.equal(messages[0]?.buttons.join(), "Show Log");
    messages[0].answer("Show Log");
    await done;
    assert.equal(log.shown, 1);
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

  for (const silent of [
    new CancelledError(),
    Object.assign(new Error(), { name: "Canceled" }),
    new DOMException("", "AbortError"),
    new ApiError({ kind: "cancelled", message: "", request: refused.request }),
  ]) {
    it(`says nothing of ${silent.name} ${silent instanceof ApiError ? "of the client" : ""}`, async () => {
      const report = new Report(log, known);
      await report.error(silent, "Run Pipeline");
      report.background(silent, "Run Pipeline");
      assert.deepEqual([messages.length, log.lines.length], [0, 0]);
    });
  }

  it("never pops up for background work", () => {
    new Report(log, known).background(refused, "Refresh");
    assert.equal(messages.length, 0);
    assert.match(log.text, /^warn Refresh failed/);
  });

  describe("what is told when the person next acts", () => {
    let warnings: string[];
    beforeEach(() => {
      warnings = [];
      vscodeFakes.window["showWarningMessage"] = (text: string) => Promise.resolve(void warnings.push(text));
    });
    const problem = new UnsavedRenewalError("alice @ h", new Error("locked"));

    it("is not shown before, and once then", async () => {
      const report = new Report(log, known);
      report.later("s1", problem, () => true);
      report.later("s1", problem, () => true);
      assert.deepEqual(warnings, []);
      await report.acted();
      assert.equal(warnings.length, 1);
      assert.match(
        warnings.join(),
        /The system keychain could not store the refreshed session of alice @ h\. Open windows keep working, but after a restart you may have to sign in again/,
      );
      report.later("s1", problem, () => true);
      await report.acted();
      assert.equal(warnings.length, 1);
    });

    it("has the button of what can be done", async () => {
      let buttons: string[] = [];
      const run: unknown[] = [];
      vscodeFakes.window["showWarningMessage"] = (text: string, ...given: string[]) => {
        warnings.push(text);
        buttons = given;
        return Promise.resolve(given[0]);
      };
      vscodeFakes.commands["executeCommand"] = (...given: unknown[]) => Promise.resolve(void run.push(given));
      const report = new Report(log, known);
      report.later("timeout", new InvalidSettingError("forgeline.http.timeout"), () => true);
      await report.acted();
      await Promise.resolve();
      assert.deepEqual(warnings, ["The setting forgeline.http.timeout has an invalid value, which is ignored."]);
      assert.deepEqual(buttons, ["Open Settings"]);
      assert.deepEqual(run, [["workbench.action.openSettings", "forgeline.http.timeout"]]);
    });

    it("is not shown when it is over by then, and again when it comes back", async () => {
      const report = new Report(log, known);
      report.later("s1", problem, () => false);
      await report.acted();
      assert.deepEqual(warnings, []);
      report.later("s1", problem, () => true);
      await report.acted();
      assert.equal(warnings.length, 1);
    });
  });

  it("hides a secret in what it shows", async () => {
    known.add("s3cret-token-of-alice");
    void new Report(log, known).error(new UserError("The host says: s3cret%2Dtoken-of-alice is bad."), "Run Pipeline");
    await shown(1);
    assert.equal(messages[0]?.text, "Run Pipeline: The host says: [hidden] is bad.");
  });
});
