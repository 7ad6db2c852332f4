import type { Addresses } from "./addresses.ts";
import { EtagCache, type KeptAnswer } from "./cache.ts";
import { createDialect } from "./dialect.ts";
import { ApiError } from "./errors.ts";
import { createExchange } from "./exchange.ts";
import type { Call, HttpOptions } from "./http.ts";
import { checkList, checkObject, looksLikeHtml, parseBody, UnexpectedBody } from "./json.ts";
import { networkError } from "./networkError.ts";
import type { FetchedPage } from "./pages.ts";
import { queryString } from "./path.ts";
import { retryDelay } from "./retry.ts";
import { type Answer, readText } from "./transport.ts";

/** JSON beyond this is no page of a list; it would only fill the memory. */
const longestJson = 64 * 1024 * 1024;
const longestIgnored = 64 * 1024;
const pageHeaders = ["content-type", "link", "x-next-page", "x-total"];

/** What goes out and comes back for the calls of one client: spelling, credential, repetition, cache and shape. Everything throws ApiError. */
export interface Sender {
  object(call: Call, needs: readonly string[]): Promise<object>;
  list(call: Call, path: string, needs: readonly string[]): Promise<FetchedPage<object>>;
  nothing(call: Call): Promise<void>;
  stream(call: Call): Promise<Answer>;
}

export function createSender(options: HttpOptions, addresses: Addresses): Sender {
  const { now = Date.now, sleep = pause, log } = options;
  const exchange = createExchange(options, addresses);
  const spellings = createDialect(options.dialect);
  const cache = new EtagCache();

  const repeating = async <T>(call: Call, once: () => Promise<T>, attempt = 1): Promise<T> => {
    try {
      return await once();
    } catch (error) {
      // A renewal that failed may have used the refresh token up: sending it again would end the session.
      if (!(error instanceof ApiError) || call.repeat === false || exchange.isOfCredentials(error)) throw error;
      const delay = retryDelay(call.method ?? "GET", error, attempt, now(), Math.random());
      if (delay === undefined) throw error;
      log?.warn(`${error.message}; asking again in ${delay} ms`);
      await sleep(delay, call.signal).catch((reason: unknown) => {
        throw networkError(reason, error.request, call.signal);
      });
    }
    return repeating(call, once, attempt + 1);
  };

  const spelled = async <T>(path: string, use: (path: string) => Promise<T>): Promise<T> => {
    const [likely, other] = spellings(path);
    const known = async (spelling: typeof likely): Promise<T> => {
      const result = await use(spelling.path);
      spelling.confirm();
      return result;
    };
    try {
      return await known(likely);
    } catch (error) {
      if (other && error instanceof ApiError && error.kind === "notFound") return known(other);
      throw error;
    }
  };

  const send = <T>(call: Call, path: string, use: (path: string, token: string | undefined) => Promise<T>): Promise<T> =>
    repeating(call, () => spelled(path, (spelling) => exchange.authorized(call, (token) => use(spelling, token))));

  const json = <T>(call: Call, path: string, read: (body: unknown) => T) =>
    send(call, path, async (spelling, token) => {
      const key = `GET ${spelling} ${queryString(call.query ?? {})} ${call.auth ?? ""} ${token ?? ""}`;
      const kept = call.conditional ? cache.get(key) : undefined;
      const validator = kept ? { headers: { "if-none-match": kept.etag }, answers: [304] } : {};
      const answer = await exchange.send(call, { path: spelling, token, ...validator });
      const { text, complete } = await readText(answer, longestJson);
      if (!complete) throw addresses.unexpected(call, answer.status, "the answer is longer than any list");
      const unchanged = answer.status === 304 ? kept : undefined;
      const received: KeptAnswer = unchanged ?? { text, headers: pick(answer.header, pageHeaders) };
      try {
        const value = read(parseBody(received.text, received.headers["content-type"] ?? ""));
        const etag = answer.header("etag");
        // Only what made sense is kept: else a 304 would bring the nonsense back for ever.
        if (call.conditional && !unchanged && etag !== undefined) cache.set(key, { ...received, etag });
        return { value, header: (name: string) => received.headers[name] };
      } catch (error) {
        if (!(error instanceof UnexpectedBody)) throw error;
        throw addresses.unexpected(call, answer.status, `the answer ${error.message}`);
      }
    });

  const stream = (call: Call): Promise<Answer> =>
    send(call, call.path, async (spelling, token) => {
      const answer = await exchange.send(call, {
        path: spelling,
        token,
        headers: { accept: "*/*" },
        answers: call.answers ?? [],
      });
      if (!call.textDue || !looksLikeHtml("", answer.header("content-type") ?? "")) return answer;
      await answer.close();
      throw addresses.unexpected(call, answer.status, "a web page answered");
    });

  return {
    stream,

    object: async (call, needs) => (await json(call, call.path, (body) => checkObject(body, needs))).value,

    list: async (call, path, needs) => {
      const { value, header } = await json(call, path, (body) => checkList(body, needs));
      return { items: value, header };
    },

    nothing: (call) =>
      send(call, call.path, async (spelling, token) => {
        const answer = await exchange.send(call, { path: spelling, token });
        // It is done once the status says so; a body that breaks off changes nothing.
        const { text } = await readText(answer, longestIgnored).catch(() => ({ text: "" }));
        if (looksLikeHtml(text, answer.header("content-type") ?? "")) {
          throw addresses.unexpected(call, answer.status, "a web page answered");
        }
      }),
  };
}

function pick(header: (name: string) => string | undefined, names: readonly string[]): Record<string, string> {
  const picked = names.map((name) => [name, header(name)] as const);
  return Object.fromEntries(picked.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

const pause = async (delay: number, signal: AbortSignal | undefined): Promise<void> => {
  const { setTimeout } = await import("node:timers/promises");
  await setTimeout(delay, undefined, signal ? { signal } : {});
};
