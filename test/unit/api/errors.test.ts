import assert from "node:assert/strict";
import { type ErrorBody, readErrorBody } from "../../../src/api/errorBody.ts";
import { kindOfStatus, safeUrl, ApiError } from "../../../src/api/errors.ts";
import { networkError } from "../../../src/api/networkError.ts";
import { testServer } from "./sentRequests.ts";
import { type Handler, json } from "./server.ts";

describe("readErrorBody", () => {
  const json = "application/json";
  const later = { serviceMessage: "Retry later" };
  const rows: [text: string, body: ErrorBody, contentType?: string][] = [
    ['{"message":"404 Project Not Found"}', { serviceMessage: "404 Project Not Found" }],
    ['{"message":["a","b"]}', { serviceMessage: "a; b" }],
    [
      '{"message":{"base":["Not found"],"name":["is long","is odd"]}}',
      {
        serviceMessage: "Not found; name is long; name is odd",
        fields: { base: ["Not found"], name: ["is long", "is odd"] },
      },
    ],
    ['{"message":{"ref":"is missing"}}', { serviceMessage: "ref is missing", fields: { ref: ["is missing"] } }, ""],
    ['{"message":{"error":"Try again later."},"spam_log_id":null}', { serviceMessage: "Try again later." }],
    ['{"error":"invalid_token","error_description":"Revoked."}', { serviceMessage: "Revoked.", code: "invalid_token" }],
    ['{"error":"404 Not Found"}', { serviceMessage: "404 Not Found", code: "404 Not Found" }],
    ['{"message":"Invalid json","error":"Invalid json"}', { serviceMessage: "Invalid json", code: "Invalid json" }, ""],
    ['{"message":"no","error_code":"conflict"}', { serviceMessage: "no", code: "conflict" }, ""],
    ['{"errors":["x","y"]}', { serviceMessage: "x; y" }, ""],
    ["Retry later\n", later, "text/plain"],
    ["Retry later", later],
    ['"gone"', { serviceMessage: "gone" }],
    ["<html><body>502</body></html>", {}, "text/html"],
    ["<!DOCTYPE html><p>x", {}],
    ['{"message":"40', {}],
    ["", {}, ""],
    [" \n ", {}, "text/plain"],
    ["null", {}],
    ["{}", {}],
    ['{"message":null,"error":null}', {}],
    ['{"error":["a",{"b":1}]}', { serviceMessage: "a; b 1" }],
  ];
  for (const [text, body, contentType = json] of rows)
    it(`reads ${JSON.stringify(text)} as "${contentType}"`, () =>
      assert.deepEqual(readErrorBody(text, contentType), body));

  it("cuts long texts", () => {
    assert.equal(readErrorBody("x".repeat(5000)).serviceMessage?.length, 1001);
  });
});

describe("kindOfStatus", () => {
  const kinds: Readonly<Record<string, readonly number[]>> = {
    invalidRequest: [400, 414, 418, 422],
    unauthorized: [401],
    forbidden: [403],
    notFound: [404],
    methodNotAllowed: [405],
    notAcceptable: [406],
    timeout: [408],
    conflict: [409, 412],
    rateLimited: [429],
    server: [500, 502],
    invalidResponse: [304],
  };
  for (const [kind, statuses] of Object.entries(kinds))
    it(`is ${kind} for ${statuses.join(", ")}`, () => {
      for (const status of statuses) assert.equal(kindOfStatus(status, undefined), kind);
    });

  it("tells a small scope by the code of a 403", () => {
    assert.equal(kindOfStatus(403, "insufficient_scope"), "insufficientScope");
    assert.equal(kindOfStatus(400, "invalid_grant"), "invalidRequest");
  });
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
  for (const [thrown, kind, code] of rows)
    it(`${code ?? String(thrown)} is ${kind}`, () => {
      const error = networkError(thrown, request, undefined);
      assert.deepEqual([error.kind, error.code], [kind, code]);
    });

  it("is a cancellation when the caller has cancelled", () => {
    assert.equal(networkError(coded("ECONNRESET"), request, AbortSignal.abort()).kind, "cancelled");
  });
});

const bob = { id: 4, username: "bob", name: "Bob" };
const mergeRequest = { id: 9, iid: 3, title: "Sun", state: "opened" };
const unauthorized = { message: "401 Unauthorized" };

/** Statuses that mean different things on different hosts. */
describe("a merge that the host refuses", () => {
  const on = testServer();
  const operation = "mergeRequests.merge";
  /** Refuses everything but the question who asks. */
  const mayNot: Handler = ({ path }, response) =>
    path.endsWith("/user") ? json(response, bob) : json(response, unauthorized, 401);
  const renewing = (asked: (string | undefined)[] = []) =>
    on.server.client({
      credentials: {
        scheme: "bearer",
        token: ({ stale }) => (asked.push(stale), Promise.resolve(stale === undefined ? "old" : "new")),
      },
    });

  it("fails by its status, and is not sent again", async () => {
    for (const [status, kind] of [
      [405, "methodNotAllowed"],
      [409, "conflict"],
      [422, "invalidRequest"],
    ] as const) {
      on.server.seen.length = 0;
      on.server.handler = (_request, response) => json(response, { message: "why" }, status);
      await assert.rejects(on.client().mergeRequests.merge(1, 3), { kind, status, serviceMessage: "why", operation });
      assert.equal(on.server.seen.length, 1);
    }
  });

  it("is forbidden after 401 where the token is good, without renewing it", async () => {
    on.server.handler = mayNot;
    const asked: (string | undefined)[] = [];
    await assert.rejects(renewing(asked).mergeRequests.merge(1, 3), (error: ApiError) => {
      assert.deepEqual([error.kind, error.status, error.operation], ["forbidden", 401, operation]);
      return error.cause instanceof ApiError;
    });
    assert.deepEqual([asked, on.server.asked], [[undefined], ["PUT /projects/1/merge_requests/3/merge", "GET /user"]]);
  });

  it("renews an expired token and merges with the new one, or is forbidden with that too", async () => {
    let may = true;
    on.server.handler = ({ headers, path }, response) => {
      const good = headers.authorization === "Bearer new" && (may || path.endsWith("/user"));
      json(response, good ? mergeRequest : unauthorized, good ? 200 : 401);
    };
    assert.equal((await renewing().mergeRequests.merge(1, 3)).iid, 3);
    may = false;
    await assert.rejects(renewing().mergeRequests.merge(1, 3), { kind: "forbidden", operation });
  });

  it("is unauthorized where the token is good for nothing", async () => {
    on.server.handler = (_request, response) => json(response, unauthorized, 401);
    await assert.rejects(on.client().mergeRequests.merge(1, 3), { kind: "unauthorized", operation });
  });

  it("is forbidden for approvals too, whose route is then known to exist", async () => {
    on.server.handler = mayNot;
    const client = on.client();
    await assert.rejects(client.extras.approve(1, 3), { kind: "forbidden", operation: "extras.approve" });
    assert.equal(client.extras.available("approve"), true);
  });

  it("reports that there was no auto-merge to cancel, with 406 or hidden in 201", async () => {
    const message = "Can't cancel the automatic merge";
    for (const [status, body] of [
      [406, { message }],
      [201, { message, status: "error", http_status: 406 }],
    ] as const) {
      on.server.handler = (_request, response) => json(response, body, status);
      const error = { kind: "notAcceptable", status: 406, serviceMessage: message };
      const canceled = on.client().mergeRequests.cancelAutoMerge(1, 3);
      await assert.rejects(canceled, { ...error, operation: "mergeRequests.cancelAutoMerge" });
    }
  });

  it("learns from a conflict that the route for new merge requests exists", async () => {
    const serviceMessage = "Another open merge request already exists for this source branch: !3";
    on.server.handler = (_request, response) => json(response, { message: [serviceMessage] }, 409);
    const client = on.client();
    const request = { source_branch: "a", target_branch: "main", title: "T" };
    await assert.rejects(client.extras.createMergeRequest(1, request), { kind: "conflict", serviceMessage });
    assert.equal(client.extras.available("createMergeRequest"), true);
  });
});

describe("a change of a user that conflicts", () => {
  const on = testServer();
  const change = () => on.client().users.update(4, { email: "a@b" });
  const absent = { message: "404 User Not Found" };

  it("is a conflict after 409", async () => {
    on.server.handler = (_request, response) => json(response, { message: "Email has already been taken" }, 409);
    await assert.rejects(change(), { kind: "conflict", serviceMessage: "Email has already been taken" });
    assert.deepEqual(on.server.asked, ["PUT /users/4"]);
  });

  for (const [what, status, kind] of [
    ["a conflict where the user exists", 200, "conflict"],
    ["notFound where the user does not exist", 404, "notFound"],
    ["notFound where the user cannot be looked up", 403, "notFound"],
  ] as const)
    it(`is, after 404, ${what}`, async () => {
      on.server.handler = ({ method }, response) =>
        method === "GET" && status === 200
          ? json(response, bob)
          : json(response, absent, method === "GET" ? status : 404);
      await assert.rejects(change(), { kind, status: 404, operation: "users.update" });
      assert.deepEqual(on.server.asked, ["PUT /users/4", "GET /users/4"]);
    });
});
