import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { ClientOptions } from "../../../src/api/client.ts";
import { type AnswerQuality, Concurrency } from "../../../src/api/concurrency.ts";
import { apiFailure } from "../../support/apiFailure.ts";
import { json, type Seen, TestServer, ways } from "./server.ts";

describe("how many pages are requested at once", () => {
  /** Requests that ask for their turn in order. */
  const requests = (concurrency: Concurrency) => {
    const under = new Map<number, { end: () => void; answered: (quality: AnswerQuality) => void }>();
    let count = 0;
    return {
      /** The requests under way, by the order of their calls. */
      under: (): number[] => [...under.keys()],
      ask: (signal?: AbortSignal): Promise<void> => {
        const name = ++count;
        return concurrency.turn(signal).then((end) => void under.set(name, { end, answered: concurrency.sent() }));
      },
      answer: async (quality: AnswerQuality, ...names: number[]): Promise<void> => {
        for (const name of names) {
          const { end, answered } = under.get(name)!;
          under.delete(name);
          answered(quality);
          end();
        }
        await setImmediate();
      },
    };
  };
  const many = (count: number, ask: () => Promise<void>): void => {
    for (let at = 0; at < count; at++) void ask();
  };
  /** Answers requests that are under way, until so many were answered. */
  const answerAll = async (
    { under, answer }: ReturnType<typeof requests>,
    quality: AnswerQuality,
    count: number,
  ): Promise<void> => {
    for (let at = 0; at < count; at++) await answer(quality, under()[0]!);
  };

  it("begins with four and grows by each good answer, to ten", async () => {
    const on = requests(new Concurrency());
    many(40, () => on.ask());
    await setImmediate();
    assert.deepEqual(on.under(), [1, 2, 3, 4]);
    await on.answer("good", 2);
    assert.deepEqual(on.under(), [1, 3, 4, 5, 6]);
    for (const expected of [6, 7, 8, 9, 10, 10, 10]) {
      await on.answer("good", on.under()[0]!);
      assert.equal(on.under().length, expected);
    }
  });

  it("grows by the answers to other requests too", async () => {
    const concurrency = new Concurrency();
    for (let at = 0; at < 20; at++) concurrency.sent()("good");
    const on = requests(concurrency);
    many(40, () => on.ask());
    await setImmediate();
    assert.equal(on.under().length, 10);
  });

  it("is one after a refusal, and then grows by every tenth answer", async () => {
    const on = requests(new Concurrency());
    many(60, () => on.ask());
    await setImmediate();
    await answerAll(on, "good", 6);
    assert.equal(on.under().length, 10);
    await on.answer("refused", on.under()[3]!);
    assert.equal(on.under().length, 9);
    // They were sent before: that they are answered does not show that the host takes more again.
    for (const left of [8, 7, 6, 5, 4, 3, 2, 1, 1]) {
      await on.answer("good", on.under()[0]!);
      assert.equal(on.under().length, left);
    }
    await answerAll(on, "good", 9);
    assert.equal(on.under().length, 1);
    await on.answer("good", on.under()[0]!);
    assert.equal(on.under().length, 2);
    await answerAll(on, "good", 9);
    assert.equal(on.under().length, 2);
    await on.answer("good", on.under()[0]!);
    assert.equal(on.under().length, 3);
  });

  it("falls by each slow page to four, and then grows by every tenth answer", async () => {
    const on = requests(new Concurrency());
    many(80, () => on.ask());
    await setImmediate();
    await answerAll(on, "good", 6);
    for (const left of [9, 8, 7, 6, 5, 4, 4, 4]) {
      await on.answer("slow", on.under()[0]!);
      assert.equal(on.under().length, left);
    }
    await answerAll(on, "good", 9);
    assert.equal(on.under().length, 4);
    await on.answer("good", on.under()[0]!);
    assert.equal(on.under().length, 5);
  });

  it("is not raised by slow pages after a refusal", async () => {
    const on = requests(new Concurrency());
    many(20, () => on.ask());
    await setImmediate();
    await on.answer("refused", ...on.under());
    await answerAll(on, "slow", 12);
    assert.equal(on.under().length, 1);
  });

  it("forgets a cancelled request", async () => {
    const on = requests(new Concurrency());
    many(4, () => on.ask());
    const stop = new AbortController();
    const called = on.ask(stop.signal);
    void on.ask();
    await setImmediate();
    stop.abort(new Error("called off"));
    await assert.rejects(called, { message: "called off" });
    await assert.rejects(on.ask(stop.signal), { message: "called off" });
    await on.answer("slow", 1);
    assert.deepEqual(on.under(), [2, 3, 4, 6]);
  });
});

describe("the pages of a list of 2,000", () => {
  let server: TestServer;
  before(async () => (server = await TestServer.start()));
  const ended: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(ended.splice(0).map((end) => end()));
    await server.reset();
  });
  after(() => server.close());

  const pageOf = ({ path }: Seen): number => Number(new URL(path, "http://host").searchParams.get("page") ?? 1);
  const answer = (request: Seen, response: ServerResponse): void => {
    const page = pageOf(request);
    const items = Array.from({ length: 100 }, (_, at) => ({ id: (page - 1) * 100 + at + 1 }));
    json(response, items, 200, {
      "x-total": "2000",
      "x-per-page": "100",
      "x-next-page": page < 20 ? `${page + 1}` : "",
    });
  };
  const all = Array.from({ length: 2000 }, (_, at) => at + 1);

  /** Returns a client, and how many of its requests were under way at most. */
  const counted = (options: Partial<ClientOptions> = {}) => {
    const way = ways.undici();
    ended.push(() => way.close());
    const seen = { most: 0 };
    let under = 0;
    const dispatcher: ClientOptions["dispatcher"] = async (origin) => {
      const target = await way.dispatcher(origin);
      return {
        dispatch: (request, handler) => {
          seen.most = Math.max(seen.most, ++under);
          for (const name of ["onResponseEnd", "onResponseError"] as const) {
            const ended = handler[name]?.bind(handler) as ((...given: unknown[]) => void) | undefined;
            handler[name] = (...given: unknown[]) => {
              under--;
              ended?.(...given);
            };
          }
          return target.dispatch(request, handler);
        },
      };
    };
    // No page is slow because this machine is.
    return { client: server.client({ dispatcher, now: () => 0, ...options }), seen };
  };

  interface Held {
    readonly request: Seen;
    readonly response: ServerResponse;
  }
  /**
   * Answers each wave of requests when all of it is there, the last first.
   * @param respond takes a request, and the number of its wave
   */
  const inWaves = (
    sizes: readonly number[],
    respond: (held: Held, wave: number) => void = ({ request, response }) => answer(request, response),
  ): void => {
    let held: Held[] = [];
    let wave = 0;
    server.handler = (request, response) => {
      held.push({ request, response });
      if (held.length < (sizes[wave] ?? Infinity)) return;
      const whole = held.reverse();
      held = [];
      for (const one of whole) respond(one, wave);
      wave++;
    };
  };
  const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

  it("are requested one, five and ten at once, and returned in order", async () => {
    inWaves([1, 5, 10, 4]);
    const { client, seen } = counted();
    const { items, capped } = await client.jobs.listForPipeline(1, 2).all();
    const ids = items.map(({ id }) => id);
    assert.deepEqual(ids, all);
    assert.deepEqual([capped, seen.most, server.seen.length], [false, 10, 20]);
  });

  it("are requested one at a time after a 429, when its time is over", async () => {
    let time = Date.UTC(2026, 10, 20, 12);
    const retryAt = time + 3_000;
    const waits: (() => void)[] = [];
    let refused = 0;
    const { client, seen } = counted({
      now: () => time,
      sleep: () => new Promise((resolve) => waits.push(resolve)),
      onRateLimit: (until) => {
        assert.equal(until, retryAt);
        if (++refused < 5) return;
        void setImmediate().then(() => {
          assert.equal(waits.length, 1, "one request alone is next");
          seen.most = 0;
          time = retryAt;
          waits[0]!();
        });
      },
    });
    // Ten good answers later there are two at once.
    inWaves([1, 5, ...ones(10), 2, 2, 2, 2, 1], (held, wave) => {
      if (wave > 1 && wave < 12) assert.equal(seen.most, 1, `${seen.most} at once`);
      if (wave !== 1) answer(held.request, held.response);
      else
        held.response.writeHead(429, { "retry-after": "3", date: new Date(time).toUTCString() }).end("Retry later\n");
    });
    const { items, capped } = await client.jobs.listForPipeline(1, 2).all();
    const ids = items.map(({ id }) => id);
    assert.deepEqual(ids, all);
    assert.deepEqual([capped, seen.most, refused, waits.length, server.seen.length], [false, 2, 5, 1, 25]);
  });

  it("are requested four at once where pages take longer beside others", async () => {
    let time = 0;
    const { client, seen } = counted({ now: () => time });
    inWaves([1, 5, 4, 4, 4, 2], ({ request, response }, wave) => {
      time += wave === 0 ? 100 : 400;
      answer(request, response);
    });
    assert.equal((await client.jobs.listForPipeline(1, 2).all()).items.length, 2000);
    assert.equal(seen.most, 5);
  });

  it("leave nothing behind when they are cancelled", async () => {
    const { client, seen } = counted();
    const stop = new AbortController();
    inWaves([1, 5], ({ request, response }, wave) => (wave === 0 ? answer(request, response) : stop.abort()));
    const stopped = await apiFailure(client.jobs.listForPipeline(1, 2).all({ signal: stop.signal }));
    assert.equal(stopped.kind, "cancelled");
    inWaves([1, 6, 10, 3]);
    assert.equal((await client.jobs.listForPipeline(1, 2).all()).items.length, 2000);
    assert.equal(seen.most, 10);
  });
});
