import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { ApiErrorKind } from "../../../src/api/errors.ts";
import { rateLimitEnd, retryDelay, retryTime } from "../../../src/api/retry.ts";

const now = Date.UTC(2026, 10, 20, 12, 0, 0);
const inSeconds = (seconds: number): string => new Date(now + seconds * 1000).toUTCString();

describe("retryDelay", () => {
  /** Without a delay the request is not sent again. */
  const rows: [
    method: string,
    kind: ApiErrorKind,
    more: { status?: number; retryIn?: number; attempt?: number },
    delay?: number,
  ][] = [
    ["GET", "server", { status: 502 }, 300],
    ["GET", "server", { status: 503 }, 300],
    ["GET", "server", { status: 504, attempt: 2 }, 900],
    ["GET", "server", { status: 502, attempt: 3 }],
    ["GET", "server", { status: 503, retryIn: 4000 }, 4000],
    ["GET", "server", { status: 503, retryIn: 600_000 }],
    ["GET", "server", { status: 500 }],
    ["GET", "network", {}, 300],
    ["HEAD", "network", {}, 300],
    ["GET", "timeout", {}],
    ["GET", "timeout", { status: 408 }],
    ["GET", "certificate", {}],
    ["GET", "notFound", { status: 404 }],
    ["GET", "invalidResponse", { status: 200 }],
    ["GET", "cancelled", {}],
    ["POST", "server", { status: 502 }],
    ["PUT", "server", { status: 503, retryIn: 1000 }],
    ["DELETE", "network", {}],
    ["GET", "rateLimited", { status: 429, retryIn: 2000 }, 2000],
    ["POST", "rateLimited", { status: 429, retryIn: 10_000 }, 10_000],
    ["POST", "rateLimited", { status: 429, retryIn: 10_001 }],
    ["GET", "rateLimited", { status: 429, retryIn: -5000 }, 0],
    ["GET", "rateLimited", { status: 429, retryIn: 0, attempt: 3 }],
    ["GET", "rateLimited", { status: 429 }],
  ];
  for (const [method, kind, { status, retryIn, attempt = 1 }, delay] of rows) {
    const facts = [status, retryIn === undefined ? undefined : `Retry-After ${retryIn} ms`, `attempt ${attempt}`];
    it(`${method}, ${kind}, ${facts.filter(Boolean).join(", ")}: ${delay === undefined ? "no" : `after ${delay} ms`}`, () => {
      const failure = {
        kind,
        ...(status === undefined ? {} : { status }),
        ...(retryIn === undefined ? {} : { retryAt: now + retryIn }),
      };
      assert.equal(retryDelay(method, failure, attempt, now, 0.5), delay);
    });
  }

  it("spreads the delays by up to a quarter", () => {
    const failure = { kind: "network" } as const;
    assert.deepEqual(
      [0, 1].map((random) => retryDelay("GET", failure, 1, now, random)),
      [225, 375],
    );
  });
});

describe("the time until which a host asks to wait", () => {
  const reset = (seconds: number): string => String(now / 1000 + seconds);
  const rows: [headers: Record<string, string>, anyStatus: number | undefined, after429: number][] = [
    [{}, undefined, 60_000],
    [{ "retry-after": "30" }, 30_000, 30_000],
    [{ "retry-after": " 0 " }, 0, 0],
    [{ "retry-after": "1.5" }, 1500, 1500],
    [{ "retry-after": inSeconds(90) }, 90_000, 90_000],
    [{ "retry-after": inSeconds(-90) }, 0, 0],
    [{ "retry-after": "soon" }, undefined, 60_000],
    [{ "retry-after": "" }, undefined, 60_000],
    [{ "retry-after": "9".repeat(30) }, 8.64e15 - now, 8.64e15 - now],
    [{ "ratelimit-reset": "9".repeat(30) }, undefined, 8.64e15 - now],
    [{ "ratelimit-reset": reset(45) }, undefined, 45_000],
    [{ "ratelimit-reset": reset(-45) }, undefined, 0],
    [{ "retry-after": "soon", "ratelimit-reset": reset(5) }, undefined, 5000],
    [{ "retry-after": "2", "ratelimit-reset": reset(45) }, 2000, 2000],
    [{ "retry-after": inSeconds(3690), date: inSeconds(3600) }, 90_000, 90_000],
    [{ "ratelimit-reset": reset(-3570), date: inSeconds(-3600) }, undefined, 30_000],
  ];
  for (const [headers, anyStatus, after429] of rows) {
    it(`${JSON.stringify(headers)}: ${anyStatus ?? "none"}, after a 429 ${after429} ms`, () => {
      const header = (name: string): string | undefined => headers[name];
      const time = retryTime(header, now);
      assert.equal(time === undefined ? undefined : time - now, anyStatus);
      assert.equal(rateLimitEnd(header, now) - now, after429);
    });
  }
});
