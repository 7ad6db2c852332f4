import { request as httpRequest } from "node:http";
import type { Clock } from "../clock.ts";

/** A system hook (part 1, System hook), with the secret that is never shown. */
export interface HookRecord {
  readonly id: number;
  readonly url: string;
  readonly token: string | undefined;
  readonly createdAt: number;
  readonly enableSslVerification: boolean;
  readonly pushEvents: boolean;
  readonly tagPushEvents: boolean;
  readonly mergeRequestsEvents: boolean;
  readonly repositoryUpdateEvents: boolean;
}

/** System hooks. They are kept, and called when they are tested; events call none of them. */
export class SystemHooks extends Map<number, HookRecord> {
  /** IDs of the hooks that were called. */
  readonly delivered = new Set<number>();
  readonly #clock: Clock;
  #lastId = 0;

  constructor(clock: Clock) {
    super();
    this.#clock = clock;
  }

  add(hook: Omit<HookRecord, "id" | "createdAt">): HookRecord {
    const record = { ...hook, id: ++this.#lastId, createdAt: this.#clock.now() };
    this.set(record.id, record);
    return record;
  }

  /** Posts a payload to a hook: to loopback addresses only, since this service serves tests. Never rejects. */
  deliver({ id, url, token }: HookRecord, payload: object, prefix: string): Promise<void> {
    const { hostname, protocol } = new URL(url);
    return new Promise((resolve) => {
      const done = (): void => {
        this.delivered.add(id);
        resolve();
      };
      if (protocol !== "http:" || !/^(127(\.\d+){3}|localhost|\[::1\])$/.test(hostname)) {
        done();
        return;
      }
      const headers = {
        "Content-Type": "application/json",
        [`${prefix}-Event`]: "System Hook",
        ...(token === undefined || token === "" ? {} : { [`${prefix}-Token`]: token }),
      };
      httpRequest(url, { method: "POST", headers, agent: false, timeout: 10_000 }, (response) =>
        response.on("error", done).resume().on("end", done),
      )
        .on("error", done)
        .end(JSON.stringify(payload));
    });
  }
}
