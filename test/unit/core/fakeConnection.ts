import type { Client } from "../../../src/api/client.ts";
import type { Connection } from "../../../src/core/connections.ts";
import { PipelineJobsCache } from "../../../src/core/pipelines/pipelineJobsCache.ts";
import { RecordStore } from "../../../src/core/records/recordStore.ts";

/** Returns a connection to a host that nobody is signed in to, unless `given` says otherwise. */
export function fakeConnection(client: Client, given: Partial<Connection> = {}): Connection {
  const records = given.records ?? new RecordStore();
  return {
    instance: { url: "https://git.example.com" },
    session: undefined,
    client,
    records,
    pipelineJobs: new PipelineJobsCache(client, records),
    ...given,
  };
}
