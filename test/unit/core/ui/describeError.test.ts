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
  it("says why a session ended whose renewal was done without an answer", () => {
    const { message, action } = describeError(fails("unauthorized", { code: "answerLost" }));
    assert.match(
      message,
      /^Your session on git\.example\.com\/forge has expired: the connection was lost while the token was being refreshed/,
    );
    assert.equal(action?.command, "forgeline.signIn");
  });

  const table: Readonly<
    Record<
      ApiErrorKind,
      { facts?: Partial<ApiErrorOptions>; says: readonly RegExp[]; action?: CommandId; args?: readonly unknown[] }
    >
  > = {
    unauthorized: {
      says: [/git\.example\.com\/forge/, /Sign in again/],
      action: "forgeline.signIn",
      args: ["https://git.example.com/forge"],
    },
    insufficientScope: {
      facts: { fields: { scope: ["api", "read_api"] } },
      says: [/scope api read_api/],
      action: "forgeline.signIn",
    },
    forbidden: {
      facts: { serviceMessage: "403 Forbidden - Job is not retryable" },
      says: [/does not have permission/, /Job is not retryable/],
      action: "forgeline.switchAccount",
    },
    notFound: {
      facts: { serviceMessage: "404 Project Not Found" },
      says: [/your account cannot see it/, /404 Project Not Found/],
      action: "forgeline.refresh",
    },
    methodNotAllowed: { says: [/does not support this operation/] },
    invalidArgument: {
      facts: { code: "required", fields: { title: ["is empty"] } },
      says: [/Nothing was sent: title cannot be empty/],
    },
    notAcceptable: { says: [/current state/], action: "forgeline.refresh" },
    conflict: {
      facts: { serviceMessage: "409 Conflict: Resource lock" },
      says: [/changed in the meantime/, /Resource lock/],
      action: "forgeline.refresh",
    },
    invalidRequest: {
      facts: { status: 400, fields: { base: ["Reference not found"], name: ["is too long"] } },
      says: [/rejected the request: Reference not found; name is too long\./, /try again/],
    },
    rateLimited: { facts: { status: 429, retryAt: now + 90_000 }, says: [/Rate limit of .* reached/, /10:01:30/] },
    server: { facts: { status: 502, requestId: "01HX" }, says: [/HTTP 502/, /Request ID: 01HX/] },
    network: {
      facts: { code: "ECONNREFUSED" },
      says: [/Could not connect to .*: it refused the connection/, /http\.proxy/],
      action: "forgeline.openSettings",
      args: ["http.proxy"],
    },
    certificate: {
      facts: { code: "SELF_SIGNED_CERT_IN_CHAIN" },
      says: [/certificate .* not trusted: its certificate authority is unknown/, /Set “ca” of the host/],
      action: "forgeline.openSettings",
      args: ["forgeline.instances"],
    },
    proxy: {
      facts: { code: "PROXY_407" },
      says: [/proxy requires authentication.*\(HTTP 407\)/, /http\.proxyAuthorization/],
      action: "forgeline.openSettings",
      args: ["http.proxy"],
    },
    timeout: { says: [/The request to .* timed out/] },
    invalidResponse: {
      facts: { status: 200 },
      says: [/The response from .* is not a valid API response/, /Check that this is the address of the host/],
      action: "forgeline.openSettings",
      args: ["forgeline.instances"],
    },
    cancelled: { says: [/Canceled/] },
  };
  for (const [kind, { facts, says, action, args }] of Object.entries(table)) {
    it(`has words${action ? " and a button" : ""} for ${kind}`, () => {
      const words = describeError(fails(kind as ApiErrorKind, facts), now);
      for (const pattern of says) assert.match(words.message, pattern);
      assert.doesNotMatch(words.message, /internal wording/);
      assert.equal(words.action?.command, action);
      if (args) assert.deepEqual(words.action?.args, args);
    });
  }

  for (const [code, kind, says] of [
    ["ERR_TLS_CERT_ALTNAME_INVALID", "certificate", /is for another host name\. Check the address/],
    ["CERT_HAS_EXPIRED", "certificate", /has expired\..* date of this computer/],
    ["CLIENT_CERTIFICATE_REQUIRED", "certificate", /requires a client certificate\. Set “clientCertificate”/],
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "certificate", /requires a client certificate\. Set “clientCert/],
    [
      "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
      "certificate",
      /refused the secure connection\..* set “clientCertificate”/,
    ],
    ["ERR_SSL_TLSV1_ALERT_UNKNOWN_CA", "certificate", /did not accept the client certificate\. Check “clientCert/],
    ["CLIENT_CERTIFICATE_REFUSED", "certificate", /did not accept the client certificate\. Check “clientCertificate”/],
    ["UND_ERR_SOCKS5_AUTH_FAILED", "proxy", /proxy requires authentication, .*username and password .* in http\.proxy/],
    // What no server on this machine can do to a test.
    [
      "EAI_AGAIN",
      "network",
      /^Could not connect to git\.example\.com\/forge: names cannot be looked up at the moment\./,
    ],
    ["EHOSTUNREACH", "network", /^Could not connect to .*: this computer has no route to it\..* http\.proxy/],
    [
      "UND_ERR_CONNECT_TIMEOUT",
      "timeout",
      /^Could not connect to .*: it did not respond\..* forgeline\.http\.transport/,
    ],
    ["UND_ERR_SOCKS5_REPLY_5", "network", /^The proxy could not connect to .*\. Check the address.* http\.noProxy/],
    [
      "UND_ERR_SOCKS5_REPLY_2",
      "proxy",
      /^The proxy refused to connect to git\.example\.com\/forge\. Check http\.proxy/,
    ],
    ["PROXY_403", "proxy", /proxy refused to connect to git\.example\.com\/forge \(HTTP 403\).*http\.noProxy/],
  ] as const) {
    it(`says which setting helps for ${code}`, () => {
      assert.match(describeError(fails(kind, { code })).message, says);
    });
  }

  it("says of a file of the settings what is wrong with it, with its button", () => {
    const action = { title: "Host Settings", command: "forgeline.openSettings" } as const;
    const cause = new UserError("Cannot read /x", { action });
    assert.deepEqual(describeError(fails("certificate", { cause })), { message: "Cannot read /x", action });
  });

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

  it("has other words for every kind", () => {
    const messages = Object.keys(table).map((kind) => describeError(fails(kind as ApiErrorKind), now).message);
    assert.equal(new Set(messages).size, messages.length);
  });

  for (const page of [
    "<!DOCTYPE html><html><body>Bad gateway</body></html>",
    "  <html>",
    "<center><h1>502</h1></center>",
  ]) {
    it(`never shows a page: ${page.trim().slice(0, 15)}…`, () => {
      for (const kind of ["server", "forbidden", "invalidRequest"] as const) {
        const { message } = describeError(fails(kind, { status: 502, serviceMessage: page }));
        assert.doesNotMatch(message, /[<>]|gateway/i);
      }
    });
  }

  it("shows what a service says without letting its links live", () => {
    const { message } = describeError(
      fails("invalidRequest", { serviceMessage: "Branch [x](command:evil) <script>\nis gone" }),
    );
    assert.match(message, /Branch \[x\]\u200b\(command:evil\) <script> is gone/);
  });

  it("tells the date when the limit lasts beyond today", () => {
    const { message } = describeError(fails("rateLimited", { retryAt: now + 3 * 86_400_000 }), now);
    assert.match(message, /2\/6\/2026|06\.02\.2026|2026/);
  });

  it("says of a request that was never sent that nothing was sent", () => {
    const error = new ApiError({
      kind: "invalidArgument",
      code: "invalidAddress",
      message: "Not sent: …",
      request: { method: "", url: "/projects/{…}" },
    });
    assert.match(describeError(error).message, /Nothing was sent/);
  });

  it("names the host that lacks an extra route", () => {
    const error = new ApiError({
      kind: "invalidArgument",
      code: "extraUnavailable",
      message: "…",
      request: { method: "POST", url: `${instance}/api/v4/x`, instance },
    });
    assert.equal(describeError(error).message, "git.example.com/forge does not support this.");
  });

  it("passes a UserError's words and action on", () => {
    const action = { title: "Run", command: "forgeline.pipeline.run" } as const;
    assert.deepEqual(describeError(new UserError("No pipeline yet.", { action })), {
      message: "No pipeline yet.",
      action,
    });
  });

  for (const [given, expected] of [
    [new TypeError("x is undefined"), /unexpected error: x is undefined/],
    ["a text", /unexpected error: a text/],
    [undefined, /unexpected error: undefined/],
  ] as const) {
    it(`calls ${String(given)} an internal problem`, () => assert.match(describeError(given).message, expected));
  }

  it("says that a file is damaged, not that the address is wrong", () => {
    const { message, action } = describeError(fails("invalidResponse", { code: contentMismatch }), now);
    assert.match(message, /incomplete or damaged/);
    assert.equal(action?.command, "forgeline.refresh");
  });
});
