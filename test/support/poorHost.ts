import { Readable } from "node:stream";
import { createHttp, type Http } from "../../src/api/http.ts";
import { createPages } from "../../src/api/pages.ts";
import { type CheckedRequest, isWrite, type ListOptions, type RequestSpec } from "../../src/api/request.ts";
import type { StreamResponse } from "../../src/api/transport.ts";
import { type Hostile, type Lack, notThere, poorRecords } from "./poorRecords.ts";

export interface PoorHostOptions {
  readonly baseUrl: string;
  readonly lack: Lack | Hostile;
  /** The operations that were answered in full. */
  readonly answered: Set<string>;
  readonly onRecords: (operation: string, records: readonly object[]) => void;
}

/** A host that answers each request for records with the poorest that its check admits. It has no files unless it is a hostile one that has. */
export function poorHost({ baseUrl, lack, answered, onRecords }: PoorHostOptions): Http {
  let hasNoJobs = lack === "alone";
  const records = ({ operation, requiredFields = {} }: RequestSpec): readonly object[] => {
    if (typeof lack === "object" && lack.refuses === true) throw notThere(operation, lack.texts[0]);
    // The first pipeline, whose configuration is invalid.
    if (operation === "jobs.listForPipeline" && hasNoJobs) {
      hasNoJobs = false;
      return [];
    }
    const made = poorRecords(operation, requiredFields, lack);
    // Once is enough, and the rows below each would be too many.
    const all = answered.has(operation) ? made.slice(0, 1) : made;
    answered.add(operation);
    onRecords(operation, all);
    return all;
  };
  const { files, writes = false, refuses = false, texts = [] }: Partial<Hostile> = typeof lack === "object" ? lack : {};
  const refuse = (call: RequestSpec): Promise<never> =>
    Promise.reject(notThere(call.operation, refuses ? texts[0] : undefined));
  return {
    ...createHttp({ baseUrl, dispatcher: () => Promise.reject(new Error("Nothing is sent")) }),
    object: <T extends object>(call: CheckedRequest<T>) =>
      isWrite(call) && !writes ? refuse(call) : Promise.resolve(records(call)[0] as T),
    list: <T extends object>(call: CheckedRequest<T>) => Promise.resolve(records(call) as readonly T[]),
    pages: <T extends object>(describe: () => CheckedRequest<T>, { perPage, signal }: ListOptions) =>
      createPages<T>({
        path: () => describe().path,
        perPage,
        signal,
        fetch: () => {
          const items = records(describe()) as readonly T[];
          const headers: Readonly<Record<string, string>> = { "x-total": String(items.length), "x-next-page": "" };
          return Promise.resolve({ items, header: (name) => headers[name.toLowerCase()] });
        },
      }),
    read: (call, use) =>
      Promise.resolve(use({ text: JSON.stringify(records(call)[0]), status: 200, header: () => "application/json" })),
    head: refuse,
    noContent: refuse,
    stream: (call) => (files === undefined ? refuse(call) : Promise.resolve(fileAnswer(files))),
    download: refuse,
  };
}

/** The answer with a file. */
const fileAnswer = (text: string): StreamResponse => ({
  status: 200,
  header: () => undefined,
  body: Readable.from([Buffer.from(text)]),
  close: () => Promise.resolve(),
});
