import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Client } from "../../../../../src/api/client.ts";
import type { OpenReport, OpenSuite } from "../../../../../src/features/pipelines/testReports/openReport.ts";
import "../../../../support/vscodeStub.ts";
import { waitPatience } from "../../../../../tools/patience.ts";

const { jobsOf } = await import("../../../../../src/features/pipelines/testReports/rerunJobs.ts");

const report: unknown = { ref: { project: "demo/weather", pipeline: { id: 7 } } };
const suite = (name: string, ...jobIds: number[]): OpenSuite => ({ name, jobIds }) as OpenSuite;
let asked = 0;
let capped = false;
const jobs = [
  { id: 1, name: "rspec 1/2", status: "success" },
  { id: 2, name: "rspec 2/2", status: "failed" },
  { id: 3, name: "unit", status: "success" },
  { id: 4, name: "unit tests", status: "failed" },
  { id: 5, name: "matrix: [linux]", status: "success" },
  { id: 6, name: "matrix: [mac]", status: "success" },
];
const client = {
  jobs: { listForPipeline: () => ({ all: () => ({ items: (asked++, jobs), capped }) }) },
} as unknown as Client;
const ids = async (...suites: OpenSuite[]): Promise<number[]> =>
  (await jobsOf(client, report as OpenReport, suites, AbortSignal.timeout(waitPatience))).map(({ id }) => id);

describe("the jobs that tests came from", () => {
  it("are known without a request if there is one", async () => {
    asked = 0;
    assert.deepEqual(await ids(suite("unit", 3), suite("again", 3)), [3]);
    assert.equal(asked, 0);
  });

  it("are the failed ones of several, or all", async () => {
    assert.deepEqual(await ids(suite("rspec", 1, 2)), [2]);
    assert.deepEqual(await ids(suite("matrix", 5, 6)), [5, 6]);
  });

  it("are found by the suite's name without IDs", async () => {
    assert.deepEqual(await ids(suite("unit")), [3]);
    assert.deepEqual(await ids(suite("matrix")), [5, 6]);
    assert.deepEqual(await ids(suite("nowhere")), []);
  });

  it("are not searched in an incomplete list", async () => {
    capped = true;
    await assert.rejects(ids(suite("unit")), /only the first 6 items/);
    capped = false;
  });
});
