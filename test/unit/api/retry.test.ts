import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { ApiErrorKind } from "../../../src/api/errors.ts";
import { rateLimitEnd, retryDelay, retryTime } from "../../../src/api/retry.ts";

const now = Date.UTC(2026, 10, 20, 12, 0, 0);
const inSeconds = (seconds: number): string => new Date(now + seconds * 1000).toUTCString();

describe("retryDelay", () => {
  interface Row {
    readonly what: string;
    readonly method?: string;
    readonly kind: ApiErrorKind;
    readonly status?: number;
    readonly retryIn?: number;
    readonly attempt?: number;
    readonly delay: number | undefined;
  }
  const rows: Row[] = [
    { what: "GET, 502", kind: "server", status: 502, delay: 300 },
    { what: "GET, 503", kind: "server", status: 503, delay: 300 },
    { what: "GET, 504, second time", kind: "server", status: 504, attempt: 2, delay: 900 },
    { what: "GET, 502, third time", kind: "server", status: 502, attempt: 3, delay: undefined },
    { what: "GET, 503 with a short Retry-After", kind: "server", status: 503, retryIn: 4000, delay: 4000 },
    { what: "GET, 503 with a long Retry-After", kind: "server", status: 503, retryIn: 600_000, delay: undefined },
    { what: "GET, 500", kind: "server", status: 500, delay: undefined },
    { what: "GET, connection lost", kind: "network", delay: 300 },
    { what: "HEAD, connection lost", method: "HEAD", kind: "network", delay: 300 },
    { what: "GET, timeout", kind: "timeout", delay: undefined },
    { what: "GET, 408", kind: "timeout", status: 408, delay: undefined },
    { what: "GET, certificate", kind: "certificate", delay: undefined },
    { what: "GET, 404", kind: "notFound", status: 404, delay: undefined },
    { what: "GET, nonsense", kind: "invalidResponse", status: 200, delay: undefined },
    { what: "GET, cancelled", kind: "cancelled", delay: undefined },
    { what: "POST, 502", method: "POST", kind: "server", status: 502, delay: undefined },
    { what: "PUT, 503 with Retry-After", method: "PUT", kind: "server", status: 503, retryIn: 1000, delay: undefined },
    { what: "DELETE, connection lost", method: "DELETE", kind: "network", delay: undefined },
    { what: "GET, 429 with a short wait", kind: "rateLimited", status: 429, retryIn: 2000, delay: 2000 },
    {
      what: "POST, 429 with a short wait",
      method: "POST",
      kind: "rateLimited",
      status: 429,
      retryIn: 10_000,
      delay: 10_000,
    },
    {
      what: "POST, 429 with a wait just too long",
      method: "POST",
      kind: "rateLimited",
      status: 429,
      retryIn: 10_001,
      delay: undefined,
    },
    { what: "GET, 429 whose time has come", kind: "rateLimited", status: 429, retryIn: -5000, delay: 0 },
    { what: "GET, 429, third time", kind: "rateLimited", status: 429, retryIn: 0, attempt: 3, delay: undefined },
    { what: "GET, 429 without a time", kind: "rateLimited", status: 429, delay: undefined },
  ];
  for (const { what, method = "GET", kind, status, retryIn, attempt = 1, delay } of rows) {
    it(`${what}: ${delay === undefined ? "no" : `after ${delay} ms`}`, () => {
      const failure = {
        kind,
        ...(status === undefined ? {} : { status }),
        ...(retryIn === undefined ? {} : { retryAt: now + retryIn }),
      };
      assert.equal(retryDelay(method, failure, attempt, now, 0.5), delay);
    });
  }

  it("spreads the pauses, so that clients do not come back all at once", () => {
    const failure = { kind: "network" } as const;
    assert.deepEqual(
      [0, 1].map((random) => retryDelay("GET", failure, 1, now, random)),
      [225, 375],
    );
  });
});

describe("the time a service names", () => {
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
