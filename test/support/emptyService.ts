/** A local service without projects, for the suite that calls this, with a client of alice. */
import { directDispatcher } from "../../src/api/agent.ts";
import { type Client, createClient } from "../../src/api/client.ts";
import { PipelineJobsCache } from "../../src/core/pipelines/pipelineJobsCache.ts";
import { RecordStore } from "../../src/core/records/recordStore.ts";
import { always } from "../contract/opened.ts";
import { type Service, startService } from "../service/service.ts";

export interface EmptyService {
  readonly url: string;
  readonly control: Service["control"];
  readonly client: Client;
  /** Returns another client of hers, with what an account's connection keeps of its answers. */
  connect(): { readonly client: Client; readonly records: RecordStore; readonly pipelineJobs: PipelineJobsCache };
}

/** Starts it before the suite's own hooks, and stops it after the suite. */
export function emptyService(): EmptyService {
  const way = directDispatcher();
  let service: Service | undefined;
  let client: Client | undefined;
  let token: string | undefined;
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("The service is not started yet");
    return value;
  };
  const create = (more: Pick<Parameters<typeof createClient>[0], "onRecords"> = {}): Client =>
    createClient({
      baseUrl: started(service).url,
      dispatcher: way.dispatcher,
      credentials: always("private-token", started(token)),
      ...more,
    });
  before(async () => {
    service = await startService({ seed: "empty" });
    token = (await service.control.info()).users.alice.token;
    client = create();
  });
  after(async () => {
    await way.close();
    await service?.close();
  });
  return {
    get url() {
      return started(service).url;
    },
    get control() {
      return started(service).control;
    },
    get client() {
      return started(client);
    },
    connect() {
      const records = new RecordStore();
      const own = create({ onRecords: (operation, answer, askedAt) => records.add(operation, answer, askedAt) });
      return { client: own, records, pipelineJobs: new PipelineJobsCache(own, records) };
    },
  };
}
