import type { Clock } from "../clock.ts";
import type { HostEvent } from "../events.ts";

/** A system hook (part 1, System hook), with the secret that is never shown. */
export interface HookRecord extends HookSwitches {
  readonly id: number;
  readonly url: string;
  readonly token: string | undefined;
  readonly createdAt: number;
  readonly enableSslVerification: boolean;
}

/** Which events a hook is for. */
export interface HookSwitches {
  readonly pushEvents: boolean;
  readonly tagPushEvents: boolean;
  readonly mergeRequestsEvents: boolean;
  readonly repositoryUpdateEvents: boolean;
}

/** As real hosts have it; the documents do not say. */
export const DEFAULT_SWITCHES: HookSwitches = {
  pushEvents: false,
  tagPushEvents: false,
  mergeRequestsEvents: false,
  repositoryUpdateEvents: true,
};

export class SystemHooks extends Map<number, HookRecord> {
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

  /** Those that want to hear of the event. */
  for(kind: HostEvent["kind"]): HookRecord[] {
    const wanted = SWITCHES[kind];
    return wanted === undefined ? [] : [...this.values()].filter((hook) => hook[wanted]);
  }
}

const SWITCHES: Readonly<Record<HostEvent["kind"], keyof HookSwitches | undefined>> = {
  push: "pushEvents",
  tagPush: "tagPushEvents",
  mergeRequest: "mergeRequestsEvents",
  repositoryUpdate: "repositoryUpdateEvents",
  userRemoved: undefined,
};
