import assert from "node:assert/strict";
import { ApiError, type ApiErrorOptions, type ApiErrorKind, contentMismatch } from "../../../../src/api/errors.ts";
import { UnsavedRenewalError } from "../../../../src/auth/unsavedRenewal.ts";
import { UserError, CancelledError } from "../../../../src/core/base/errors.ts";
import { KnownSecrets } from "../../../../src/core/base/knownSecrets.ts";
import type { CommandId } from "../../../../src/core/commands/commandArgs.ts";
import { InvalidSettingError } from "../../../../src/core/invalidSetting.ts";
import { describeError, otherTransport } from "../../../../src/core/ui/describeError.ts";
import { fieldsWords, orRefresh, orSwitchAccount, refusalOf, withRefusals } from "../../../../src/core/ui/refusals.ts";
import { Report } from "../../../../src/core/ui/report.ts";
import { RecordingLog } from "../../../support/fakes/recordingLog.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const instance = "https://git.example.com/forge";
const url = `${instance}/api/v4/projects/1/pipelines`;
const now = new Date(2026, 1, 3, 10, 0).getTime();
const fails = (kind: ApiErrorKind, facts: Partial<ApiErrorOptions> = {}): ApiError =>
  new ApiError({ kind, message: "internal wording", request: { method: "GET", url, instance }, ...facts });

describe("describeError", () => {
  type Row = readonly [says: RegExp, facts?: Partial<ApiErrorOptions>, action?: CommandId, args?: readonly unknown[]];
  const instances = ["forgeline.instances"];
  const table: Readonly<Record<ApiErrorKind, Row>> = {
    unauthorized: [/git\.example\.com\/forge.*Sign in again/, {}, "forgeline.signIn", [instance]],
    insufficientScope: [/scope api read_api/, { fields: { scope: ["api", "read_api"] } }, "forgeline.signIn"],
    forbidden: [
      /does not have permission.*Job is not/,
      { serviceMessage: "Job is not retryable" },
      "forgeline.switchAccount",
    ],
    notFound: [/your account cannot see it.*404 Gone/, { serviceMessage: "404 Gone" }, "forgeline.refresh"],
    methodNotAllowed: [/does not support this operation/],
    invalidArgument: [/Nothing was sent: title cannot be empty/, { code: "required", fields: { title: ["is empty"] } }],
    notAcceptable: [/current state/, {}, "forgeline.refresh"],
    conflict: [/changed in the meantime.*Resource/, { serviceMessage: "Resource lock" }, "forgeline.refresh"],
    invalidRequest: [
      /rejected the request: No ref; name is long\..*try/,
      { fields: { base: ["No ref"], name: ["is long"] } },
    ],
    rateLimited: [/Rate limit of .* reached.*10:01:30/, { retryAt: now + 90_000 }],
    server: [/HTTP 502.*Request ID: 01HX/, { status: 502, requestId: "01HX" }],
    network: [/Could not connect to .*http\.proxy/, {}, "forgeline.openSettings", ["http.proxy"]],
    certificate: [/certificate/, {}, "forgeline.openSettings", instances],
    proxy: [/proxy/, {}, "forgeline.openSettings", ["http.proxy"]],
    timeout: [/The request to .* timed out/],
    invalidResponse: [/not a valid API response.*Check/, { status: 200 }, "forgeline.openSettings", instances],
    cancelled: [/Canceled/],
  };
  for (const [kind, [says, facts, action, args]] of Object.entries(table) as [ApiErrorKind, Row][])
    it(`explains ${kind}${action ? ", with a button" : ""}`, () => {
      const words = describeError(fails(kind, facts), now);
      assert.match(words.message, says);
      assert.doesNotMatch(words.message, /internal wording/);
      assert.equal(words.action?.command, action);
      if (args) assert.deepEqual(words.action?.args, args);
    });

  // What no server on this machine can do to a test.
  for (const [code, kind, says] of [
    ["answerLost", "unauthorized", /^Your session on .* has expired: the connection was lost while the token was/],
    ["CLIENT_CERTIFICATE_REQUIRED", "certificate", /requires a client certificate\. Set “clientCertificate”/],
    ["CLIENT_CERTIFICATE_REFUSED", "certificate", /did not accept the client certificate\. Check “clientCertificate”/],
    ["EAI_AGAIN", "network", /^Could not connect to .*: names cannot be looked up at the moment\./],
    ["EHOSTUNREACH", "network", /^Could not connect to .*: this computer has no route to it\..* http\.proxy/],
    ["UND_ERR_CONNECT_TIMEOUT", "timeout", /^Could not connect to .*: it did not respond\..* forgeline\.http\.trans/],
    ["UND_ERR_SOCKS5_REPLY_5", "network", /^The proxy could not connect to .*\. Check the address.* http\.noProxy/],
    ["UND_ERR_SOCKS5_REPLY_2", "proxy", /^The proxy refused to connect to .*\. Check http\.proxy/],
    ["invalidAddress", "invalidArgument", /Nothing was sent/],
    ["extraUnavailable", "invalidArgument", /^git\.example\.com\/forge does not support this\.$/],
    [contentMismatch, "invalidResponse", /incomplete or damaged/],
  ] as const)
    it(`explains the code ${code}`, () => assert.match(describeError(fails(kind, { code }), now).message, says));

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
