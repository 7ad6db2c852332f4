import assert from "node:assert/strict";
import { ArchiveListing } from "../../../../src/core/artifacts/listing.ts";
import { inWorker, WorkerStopped } from "../../../../src/core/lazy/inWorker.ts";
import type { CoverageContext } from "../../../../src/features/coverage/context.ts";
import { readReports } from "../../../../src/features/coverage/reports.ts";

const path = "coverage/lcov.info";
const text = `SF:a.ts\n${"DA:1,1\n".repeat(40_000)}end_of_record\n`;

/** What reads the only report, of a job that has no other. */
function contextOf(): CoverageContext {
  const listing = new ArchiveListing();
  listing.add({ kind: "file", path, size: text.length });
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Buffer.from(text));
  };
  const jobs = { artifactFile: () => Promise.resolve({ body: body(), close: () => Promise.resolve() }) };
  return {
    artifacts: { load: () => Promise.resolve({ listings: { list: () => Promise.resolve(listing) } }) },
    connections: { get: () => ({ client: { jobs } }) },
  } as unknown as CoverageContext;
}
const source = {
  instance: "https://git.example.com",
  project: 1,
  jobsProject: 1,
  name: "#1",
  commit: undefined,
  isRunning: false,
  jobs: [{ id: 1, name: "test", artifacts_file: { filename: "artifacts.zip", size: 1_000 } }],
};
const { signal } = new AbortController();
const nothing = (): void => undefined;

describe("a large coverage report", () => {
  it("is read in a thread of its own", async () => {
    const { reports, unreadable } = await readReports(contextOf(), source, signal, nothing, (input, bytes, within) =>
      inWorker(input, bytes, within, 60_000),
    );
    assert.deepEqual([reports.map((one) => one.path), unreadable], [[path], []]);
  });

  it("that takes too long is named, with advice", async () => {
    const stopped = (): Promise<never> => Promise.reject(new WorkerStopped());
    await assert.rejects(
      readReports(contextOf(), source, signal, nothing, stopped),
      /^UserError: The coverage report coverage\/lcov\.info takes more than two seconds or too much memory to read\. Have the job write several smaller reports/,
    );
  });
});
