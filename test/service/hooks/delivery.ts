import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Events } from "../events.ts";
import type { Dialect } from "../hosting.ts";
import { payloadOf, type PayloadContext } from "./payloads.ts";
import type { HookRecord, SystemHooks } from "./store.ts";

/** One try to reach a hook's address. */
export interface HookDelivery {
  readonly hookId: number;
  readonly url: string;
  readonly event: string;
  /** 0 when there was no answer; `error` then says why. */
  readonly status: number;
  readonly error?: string;
}

export interface DeliveryOptions extends PayloadContext {
  readonly dialect: Dialect;
  readonly hooks: SystemHooks;
  readonly events: Events;
  /** A delivery ended. */
  readonly changed: () => void;
}

const TIMEOUT = 10_000;

/** Posts events to the hooks that want them: to loopback addresses only, since this service serves tests. */
export class HookDeliveries {
  readonly done: HookDelivery[] = [];
  readonly #options: DeliveryOptions;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: DeliveryOptions) {
    this.#options = options;
    options.events.on((event) => {
      const hooks = options.hooks.for(event.kind);
      if (hooks.length > 0) this.#track(this.#announce(hooks, () => payloadOf(options, event)));
    });
  }

  /** Posts a payload to one hook, whatever its switches. Never rejects. */
  async deliver(hook: HookRecord, payload: object): Promise<void> {
    const body = Buffer.from(JSON.stringify(payload));
    const named = payload as { event_name?: string; event_type?: string };
    const made = { hookId: hook.id, url: hook.url, event: named.event_name ?? named.event_type ?? "" };
    try {
      this.done.push({ ...made, status: await post(hook, body, this.#headers(hook, body), this.#closing.signal) });
    } catch (error) {
      this.done.push({ ...made, status: 0, error: error instanceof Error ? error.message : String(error) });
    }
    this.#options.changed();
  }

  /** Gives up what is under way, and waits for that. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch(() => undefined).finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  async #announce(hooks: readonly HookRecord[], make: () => Promise<object | undefined>): Promise<void> {
    const payload = await make();
    if (payload) await Promise.all(hooks.map((hook) => this.deliver(hook, payload)));
  }

  #headers(hook: HookRecord, body: Buffer): Record<string, string | number> {
    const prefix = this.#options.dialect === "neutral" ? "X-Service" : "X-Gitlab";
    return {
      "Content-Type": "application/json",
      "Content-Length": body.length,
      [`${prefix}-Event`]: "System Hook",
      [`${prefix}-Event-UUID`]: randomUUID(),
      [`${prefix}-Instance`]: this.#options.url,
      ...(hook.token === undefined || hook.token === "" ? {} : { [`${prefix}-Token`]: hook.token }),
    };
  }
}

function post(
  hook: HookRecord,
  body: Buffer,
  headers: Record<string, string | number>,
  signal: AbortSignal,
): Promise<number> {
  const url = new URL(hook.url);
  if (!/^(127(\.\d+){3}|localhost|\[::1\])$/.test(url.hostname))
    return Promise.reject(new Error("Only loopback addresses are called."));
  const options = {
    method: "POST",
    headers,
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    rejectUnauthorized: hook.enableSslVerification,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, options, (response) => {
      response.on("error", reject);
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    request.on("error", reject);
    request.end(body);
  });
}
