import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type ErrorBody, readErrorBody } from "../../../src/api/errorBody.ts";
import { kindOfStatus, safeUrl } from "../../../src/api/errors.ts";
import { networkError } from "../../../src/api/networkError.ts";

describe("readErrorBody", () => {
  const rows: [what: string, text: string, contentType: string, body: ErrorBody][] = [
    [
      "a message",
      '{"message":"404 Project Not Found"}',
      "application/json",
      { serviceMessage: "404 Project Not Found" },
    ],
    ["an array of messages", '{"message":["a","b"]}', "application/json", { serviceMessage: "a; b" }],
    [
      "fields",
      '{"message":{"base":["Reference not found"],"name":["is too long","is odd"]}}',
      "application/json",
      {
        serviceMessage: "Reference not found; name is too long; name is odd",
        fields: { base: ["Reference not found"], name: ["is too long", "is odd"] },
      },
    ],
    [
      "a field with a bare text",
      '{"message":{"ref":"is missing"}}',
      "",
      { serviceMessage: "ref is missing", fields: { ref: ["is missing"] } },
    ],
    [
      "an error inside the message",
      '{"message":{"error":"Try again later."},"spam_log_id":null}',
      "application/json",
      { serviceMessage: "Try again later." },
    ],
    [
      "an OAuth error",
      '{"error":"invalid_token","error_description":"Token was revoked."}',
      "application/json",
      { serviceMessage: "Token was revoked.", code: "invalid_token" },
    ],
    [
      "an error alone",
      '{"error":"404 Not Found"}',
      "application/json",
      { serviceMessage: "404 Not Found", code: "404 Not Found" },
    ],
    [
      "both keys",
      '{"message":"Invalid json","error":"Invalid json"}',
      "",
      { serviceMessage: "Invalid json", code: "Invalid json" },
    ],
    ["an error code", '{"message":"no","error_code":"conflict"}', "", { serviceMessage: "no", code: "conflict" }],
    ["a list of errors", '{"errors":["x","y"]}', "", { serviceMessage: "x; y" }],
    ["plain text", "Retry later\n", "text/plain", { serviceMessage: "Retry later" }],
    ["plain text said to be JSON", "Retry later", "application/json", { serviceMessage: "Retry later" }],
    ["a bare JSON text", '"gone"', "application/json", { serviceMessage: "gone" }],
    ["a web page", "<html><body>502</body></html>", "text/html", {}],
    ["a web page said to be JSON", "<!DOCTYPE html><p>x", "application/json", {}],
    ["broken JSON", '{"message":"40', "application/json", {}],
    ["nothing", "", "", {}],
    ["spaces", " \n ", "text/plain", {}],
    ["null", "null", "application/json", {}],
    ["an empty object", "{}", "application/json", {}],
    ["nulls", '{"message":null,"error":null}', "application/json", {}],
    ["an error that is no text", '{"error":["a",{"b":1}]}', "application/json", { serviceMessage: "a; b 1" }],
  ];
  for (const [what, text, contentType, body] of rows) {
    it(`reads ${what}`, () => assert.deepEqual(readErrorBody(text, contentType), body));
  }

  it("cuts what is too long to show", () => {
    assert.equal(readErrorBody("x".repeat(5000)).serviceMessage?.length, 1001);
  });
});

describe("kindOfStatus", () => {
  const rows: [status: number, code: string | undefined, kind: string][] = [
    [400, undefined, "invalidRequest"],
    [400, "invalid_grant", "invalidRequest"],
    [401, undefined, "unauthorized"],
    [403, undefined, "forbidden"],
    [403, "insufficient_scope", "insufficientScope"],
    [404, undefined, "notFound"],
    [405, undefined, "methodNotAllowed"],
    [406, undefined, "notAcceptable"],
    [408, undefined, "timeout"],
    [409, undefined, "conflict"],
    [412, undefined, "conflict"],
    [414, undefined, "invalidRequest"],
    [418, undefined, "invalidRequest"],
    [422, undefined, "invalidRequest"],
    [429, undefined, "rateLimited"],
    [500, undefined, "server"],
    [502, undefined, "server"],
    [304, undefined, "invalidResponse"],
  ];
  for (const [status, code, kind] of rows) {
    it(`${status}${code === undefined ? "" : ` ${code}`} is ${kind}`, () =>
      assert.equal(kindOfStatus(status, code), kind));
  }
});

describe("safeUrl", () => {
  const rows: [url: string, safe: string][] = [
    ["https://a.test/x?ref=main&page=2", "https://a.test/x?ref=main&page=2"],
    ["https://a.test/x?private_token=s3cret&ref=m", "https://a.test/x?private_token=[hidden]&ref=m"],
    ["https://a.test/x?access_token=s3cret", "https://a.test/x?access_token=[hidden]"],
    [
      "https://a.test/minio/o?X-Amz-Date=1&X-Amz-Signature=s3cret&X-Amz-Credential=s3cret",
      "https://a.test/minio/o?X-Amz-Date=1&X-Amz-Signature=[hidden]&X-Amz-Credential=[hidden]",
    ],
    ["https://a.test/x?sig=s3cret&feed_token=s3cret", "https://a.test/x?sig=[hidden]&feed_token=[hidden]"],
    ["https://me:s3cret@a.test/x", "https://a.test/x"],
    ["https://a.test/forge/oauth/token/info?anything=s3cret", "https://a.test/forge/oauth/token/info?[hidden]"],
    ["https://bucket.test/o?X-Amz-Signature=s3cret", "https://bucket.test/o?[hidden]"],
    ["nonsense", "(not an address)"],
  ];
  for (const [url, safe] of rows)
    it(`shows ${url} as ${safe}`, () => assert.equal(safeUrl(url, "https://a.test"), safe));
});

describe("networkError", () => {
  const request = { method: "GET", url: "https://a.test/x" };
  const coded = (code: string, cause?: unknown): Error => Object.assign(new Error("it broke", { cause }), { code });
  const rows: [thrown: unknown, kind: string, code: string | undefined][] = [
    [coded("ECONNREFUSED"), "network", "ECONNREFUSED"],
    [coded("ENOTFOUND"), "network", "ENOTFOUND"],
    [coded("UND_ERR_SOCKET"), "network", "UND_ERR_SOCKET"],
    [coded("UND_ERR_PRX_TLS", coded("CERT_HAS_EXPIRED")), "certificate", "CERT_HAS_EXPIRED"],
    [new AggregateError([coded("ECONNREFUSED"), coded("ENETUNREACH")], "all failed"), "network", "ECONNREFUSED"],
    ...[
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "CERT_HAS_EXPIRED",
      "CERT_NOT_YET_VALID",
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    ].map((code): [unknown, string, string] => [coded(code), "certificate", code]),
    ...["UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT"].map(
      (code): [unknown, string, string] => [coded(code), "timeout", code],
    ),
    [coded("HPE_INVALID_CONSTANT"), "invalidResponse", "HPE_INVALID_CONSTANT"],
    [coded("Z_BUF_ERROR"), "invalidResponse", "Z_BUF_ERROR"],
    [new Error("odd"), "network", undefined],
    ["odd", "network", undefined],
  ];
  for (const [thrown, kind, code] of rows) {
    it(`${code ?? String(thrown)} is ${kind}`, () => {
      const error = networkError(thrown, request, undefined);
      assert.deepEqual([error.kind, error.code], [kind, code]);
    });
  }

  it("is a cancellation whenever the caller has cancelled", () => {
    assert.equal(networkError(coded("ECONNRESET"), request, AbortSignal.abort()).kind, "cancelled");
  });
});
