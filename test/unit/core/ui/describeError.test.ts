import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ApiError, type ApiErrorOptions, type ApiErrorKind, contentMismatch } from "../../../../src/api/errors.ts";
import { UserError } from "../../../../src/core/base/errors.ts";
import type { CommandId } from "../../../../src/core/commands/commandArgs.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { describeError, otherTransport } = await import("../../../../src/core/ui/describeError.ts");

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
