import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ApiError, type ApiErrorOptions, type ApiErrorKind } from "../../../../src/api/errors.ts";
import { UnsavedRenewalError } from "../../../../src/auth/unsavedRenewal.ts";
import { UserError, CancelledError } from "../../../../src/core/base/errors.ts";
import { KnownSecrets } from "../../../../src/core/base/knownSecrets.ts";
import type { CommandId } from "../../../../src/core/commands/commandArgs.ts";
import { InvalidSettingError } from "../../../../src/core/invalidSetting.ts";
import { RecordingLog } from "../../../support/fakes/recordingLog.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import tables from "./errors.json" with { type: "json" };

const { describeError, otherTransport } = await import("../../../../src/core/ui/describeError.ts");
const { fieldsWords, orRefresh, orSwitchAccount, refusalOf, withRefusals } =
  await import("../../../../src/core/ui/refusals.ts");
const { Report } = await import("../../../../src/core/ui/report.ts");

const instance = "https://git.example.com/forge";
const url = `${instance}/api/v4/projects/1/pipelines`;
const now = new Date(2026, 1, 3, 10, 0).getTime();
const fails = (kind: ApiErrorKind, facts: Partial<ApiErrorOptions> = {}): ApiError =>
  new ApiError({ kind, message: "internal wording", request: { method: "GET", url, instance }, ...facts });

describe("describeError", () => {
  /** What is said of each kind, whose rate limit ends `retryAt` ms from now. */
  type Row = [kind: ApiErrorKind, says: string, facts?: Partial<ApiErrorOptions>, action?: CommandId, args?: unknown[]];
  for (const [kind, says, facts = {}, action, args] of tables.kinds as Row[])
    it(`explains ${kind}${action ? ", with a button" : ""}`, () => {
      const { retryAt, ...others } = facts;
      const words = describeError(fails(kind, retryAt ? { retryAt: now + retryAt } : others), now);
      assert.match(words.message, new RegExp(says));
      assert.doesNotMatch(words.message, /internal wording/);
      assert.equal(words.action?.command, action);
      if (args) assert.deepEqual(words.action?.args, args);
    });

  for (const [code, kind, says] of tables.codes as [string, ApiErrorKind, string][])
    it(`explains the code ${code}`, () =>
      assert.match(describeError(fails(kind, { code }), now).message, new RegExp(says)));

  describe("offers VS Code's network", () => {
    const settings = new Map<string, unknown>();
    beforeEach(() => {
      settings.clear();
      vscodeFakes.workspace = {
        getConfiguration: (section: string) => ({
          inspect: (key: string) => ({ globalValue: settings.get(`${section}.${key}`) }),
        }),
      };
    });
    afterEach(() => vscodeFakes.reset());
    const offered = (error: unknown): string | undefined => otherTransport(error)?.command;

    it("where connecting failed, also within a sign-in", () => {
      for (const kind of ["network", "proxy", "certificate", "timeout"] as const) {
        assert.equal(offered(fails(kind)), "forgeline.useEditorNetwork", kind);
        assert.equal(offered(new UserError("x", { cause: fails(kind) })), "forgeline.useEditorNetwork", kind);
      }
    });

    it("not where it could not help", () => {
      assert.equal(offered(fails("server", { status: 502 })), undefined);
      assert.equal(offered(fails("timeout", { status: 408 })), undefined);
      assert.equal(offered(fails("certificate", { cause: new UserError("a file of ours") })), undefined);
      const local = { method: "GET", url: "http://127.0.0.1:4000/api/v4/user", instance: "http://127.0.0.1:4000" };
      assert.equal(offered(fails("network", { request: local })), undefined);
      settings.set("forgeline.instances", [{ url: instance, ca: "/x" }]);
      assert.equal(offered(fails("network")), undefined);
      settings.clear();
      settings.set("forgeline.http.transport", "vscode");
      assert.equal(offered(fails("network")), undefined);
    });
  });

  it("shows no page of a proxy or server", () => {
    for (const page of ["<!DOCTYPE html><html>Bad gateway", "  <html>gateway", "<center><h1>gateway</h1></center>"])
      for (const kind of ["server", "forbidden", "invalidRequest"] as const) {
        const { message } = describeError(fails(kind, { status: 502, serviceMessage: page }));
        assert.doesNotMatch(message, /[<>]|gateway/i);
      }
  });

  it("shows what a service says without live links", () => {
    const words = describeError(fails("invalidRequest", { serviceMessage: "No [x](command:evil) <b>\nis gone" }));
    assert.match(words.message, /No \[x\]\u200b\(command:evil\) <b> is gone/);
  });

  it("shows the date of a rate limit that lasts beyond today", () =>
    assert.match(describeError(fails("rateLimited", { retryAt: now + 3 * 86_400_000 }), now).message, /2026/));

  it("passes on the words and action of a UserError, also of one about a file of the settings", () => {
    const action = { title: "Run", command: "forgeline.pipeline.run" } as const;
    const cause = new UserError("No pipeline yet.", { action });
    for (const error of [cause, fails("certificate", { cause })])
      assert.deepEqual(describeError(error), { message: "No pipeline yet.", action });
  });

  it("calls anything else an unexpected error", () => {
    for (const given of [new TypeError("x is undefined"), "x is undefined"])
      assert.match(describeError(given).message, /unexpected error: x is undefined/);
    assert.match(describeError(undefined).message, /unexpected error: undefined/);
  });
});

const error = (kind: ApiErrorKind, serviceMessage?: string): ApiError =>
  new ApiError({ kind, message: kind, request: { method: "POST", url: "x" }, serviceMessage });
const table = {
  forbidden: () => orSwitchAccount("not yours"),
  notFound: () => orRefresh("gone"),
  conflict: ({ serviceMessage }: ApiError) => (serviceMessage === "taken" ? "taken already" : undefined),
};

describe("refusals", () => {
  it("have the words and the button of the table, and leave other errors as they are", () => {
    for (const [refused, message, command] of [
      [error("forbidden"), "not yours", "forgeline.switchAccount"],
      [error("notFound"), "gone", "forgeline.refresh"],
      [error("conflict", "taken"), "taken already", undefined],
    ] as const) {
      const words = refusalOf(refused, table) as UserError;
      const found = [words.name, words.message, words.action?.command, words.cause];
      assert.deepEqual(found, ["UserError", message, command, refused]);
    }
    for (const other of [error("conflict", "else"), error("server"), new UserError("x"), new Error("x"), "x"])
      assert.equal(refusalOf(other, table), other);
  });

  it("are thrown by what was refused, and not by what was done", async () => {
    assert.equal(await withRefusals(table, () => Promise.resolve(3)), 3);
    const refused = withRefusals(table, () => Promise.reject(error("notFound")));
    await assert.rejects(refused, { name: "UserError", message: "gone" });
  });

  it("have a sentence for each field, or none", () => {
    const words = (field: string, texts: readonly string[]): string => `${field} ${texts.join()}.`;
    assert.equal(fieldsWords({ a: ["x", "y"], b: ["z"] }, words), "a x,y. b z.");
    assert.equal(fieldsWords({}, words), undefined);
  });
});

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
