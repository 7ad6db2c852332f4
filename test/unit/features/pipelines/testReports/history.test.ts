import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Client } from "../../../../../src/api/client.ts";
import type { ApiErrorKind } from "../../../../../src/api/errors.ts";
import type { PipelineRef } from "../../../../../src/core/pipelines/refs.ts";
import { earlierResults } from "../../../../../src/features/pipelines/testReports/history.ts";
import { fault } from "../../../core/tree/fakeHost.ts";

const ref: PipelineRef = {
  instance: "https://git.example.com",
  project: 1,
  pipeline: { id: 1_000, status: "success", ref: "main", sha: "a", web_url: "" },
};

describe("results of cases in earlier pipelines", () => {
  const asked: string[] = [];

  /** A host with finished pipelines from `newest` down to 1, whose reports are as told. */
  const host = (newest: number, reports: Readonly<Record<number, "failed" | ApiErrorKind>> = {}): Client => {
    asked.length = 0;
    const pages = async function* () {
      for (let id = newest, n = 1; id > 0; n++) {
        asked.push(`page ${n}`);
        const items = Array.from({ length: Math.min(20, id) }, (_, at) => ({ id: id - at, status: "success" }));
        id -= items.length;
        yield await Promise.resolve({ items });
      }
    };
    return {
      pipelines: {
        list: pages,
        testReport: (_project: unknown, id: number) => {
          asked.push(`report ${id}`);
          const told = reports[id] ?? "success";
          if (told !== "success" && told !== "failed") return Promise.reject(fault(told));
          return Promise.resolve({
            test_suites: [{ name: "unit", test_cases: [{ name: "adds", classname: "c", status: told }] }],
          });
        },
      },
    } as unknown as Client;
  };
  const outcomes = async (client: Client, signal = new AbortController().signal): Promise<(string | undefined)[]> =>
    (await earlierResults(client, ref, signal)).map(
      (suites) => [...suites.values()].flatMap((cases) => [...cases.values()])[0],
    );

  it("are those of the three pipelines before it", async () => {
    assert.deepEqual(await outcomes(host(1_003, { 998: "failed" })), ["passed", "failed", "passed"]);
    assert.deepEqual(asked, ["page 1", "report 999", "report 998", "report 997"]);
  });

  it("are found within five pages of the list", async () => {
    assert.equal((await outcomes(host(1_050))).length, 3);
    assert.deepEqual(asked.slice(0, 4), ["page 1", "page 2", "page 3", "report 999"]);
    assert.deepEqual(await outcomes(host(1_200)), []);
    assert.deepEqual(asked, ["page 1", "page 2", "page 3", "page 4", "page 5"]);
  });

  it("leave out missing and broken reports", async () => {
    assert.deepEqual(await outcomes(host(1_000, { 999: "notFound", 998: "invalidResponse" })), ["passed"]);
    assert.deepEqual(await outcomes(host(1_000, { 999: "server" })), ["passed", "passed"]);
  });

  it("end at a rate limit", async () => {
    assert.deepEqual(await outcomes(host(1_000, { 998: "rateLimited" })), ["passed"]);
    assert.deepEqual(
      asked.filter((one) => one.startsWith("report")),
      ["report 999", "report 998"],
      "it is not asked on",
    );
    await assert.rejects(outcomes(host(1_000, { 999: "rateLimited" })), { kind: "rateLimited" });
  });
});
