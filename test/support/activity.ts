/** What this process waits for, other than for timers and connections that are only open: requests, files, other processes. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";

const waiting = /^(?:FSReq|CloseReq|ProcessWrap|PipeWrap|GetAddrInfoReq|ConnectWrap|TCPConnectWrap|ZLIB)/i;

const underWay = (): number => process.getActiveResourcesInfo().filter((name) => waiting.test(name)).length;

/** Say whether something is under way that this process waits for in other ways. */
export const underWayElsewhere = new Set<() => boolean>();

export class Activity implements Disposable {
  readonly #requests = new Set<unknown>();
  readonly #undo: (() => void)[] = [];
  /** How much was under way before, such as a service, and still is. */
  #underWay = underWay();

  constructor() {
    const began = (message: unknown): void => void this.#requests.add((message as { request: unknown }).request);
    const ended = (message: unknown): void => void this.#requests.delete((message as { request: unknown }).request);
    const channels = [
      ["undici:request:create", began],
      ["undici:request:trailers", ended],
      ["undici:request:error", ended],
    ] as const;
    for (const [name, heard] of channels) {
      subscribe(name, heard);
      this.#undo.push(() => unsubscribe(name, heard));
    }
  }

  isBusy(): boolean {
    if (this.#requests.size > 0 || [...underWayElsewhere].some((isUnderWay) => isUnderWay())) return true;
    const now = underWay();
    // A process that was about to end at the start would hide one request later.
    this.#underWay = Math.min(this.#underWay, now);
    return now > this.#underWay;
  }

  toString(): string {
    const requests = [...this.#requests].map((request) => String((request as { readonly path?: unknown }).path));
    return [...requests, ...process.getActiveResourcesInfo()].join(", ");
  }

  [Symbol.dispose](): void {
    for (const undo of this.#undo) undo();
  }
}
