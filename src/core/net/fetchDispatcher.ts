import { Readable } from "node:stream";
import type Dispatcher from "undici/types/dispatcher.js";
import type { RequestDispatcher } from "../../api/client.ts";
import { ProxyConnectionError } from "../base/proxyConnectionError.ts";

/**
 * Sends requests with the `fetch` of the extension host. VS Code replaces it by one that knows the system's proxies, PAC files, the sign-in
 * of proxies and the certificates of its own settings. With `redirect: "manual"` that is Node's `fetch` in any case, never Electron's:
 * redirects come back as they are.
 */
export const fetchDispatcher: RequestDispatcher = {
  dispatch: (options, handler) => {
    void send(options, handler);
    return true;
  },
};

/** Compressions that every `fetch` undoes. */
const decoded = new Set(["gzip", "x-gzip", "deflate", "br", "identity", ""]);
/** The ones to ask for, among those that api/transport.ts accepts. */
const acceptedEncodings = "gzip, br";

async function send(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): Promise<void> {
  const control = new FetchController();
  try {
    handler.onRequestStart?.(control, {});
    control.signal.throwIfAborted();
    const { headers, bodyTimeout, method } = options;
    const response = await globalThis.fetch(new URL(options.path, options.origin), {
      method,
      headers: withEncodings(headers as Readonly<Record<string, string>>),
      ...bodyOf(options.body),
      redirect: "manual",
      credentials: "omit",
      signal: control.signal,
    });
    const body: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
    handler.onResponseStart?.(control, response.status, headersOf(response, method), response.statusText);
    for (;;) {
      await control.resumed();
      const chunk = body && (await inTime(body.read(), bodyTimeout, control));
      control.signal.throwIfAborted();
      if (!chunk || chunk.done) break;
      handler.onResponseData?.(
        control,
        Buffer.from(chunk.value.buffer, chunk.value.byteOffset, chunk.value.byteLength),
      );
    }
    handler.onResponseEnd?.(control, {});
  } catch (error) {
    // What the body of the request failed with says more than that the request did.
    const failed = options.body instanceof Readable ? options.body.errored : null;
    const reason = control.reason ?? failed ?? proxyError(error, options.origin) ?? asError(error);
    control.abort(reason);
    handler.onResponseError?.(control, reason);
  }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** Returns an error about the proxy that VS Code chose, if it is one: another name was looked up than the host's, or another port connected to. */
function proxyError(thrown: unknown, origin: Dispatcher.DispatchOptions["origin"]): ProxyConnectionError | undefined {
  if (origin === undefined) return undefined;
  const { hostname, port, protocol } = new URL(origin);
  const own = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    const [first = error] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
    const failed = first as Partial<Record<"syscall" | "hostname" | "address" | "port", unknown>> & Error;
    if (failed.syscall === "getaddrinfo" && typeof failed.hostname === "string" && failed.hostname !== hostname)
      return new ProxyConnectionError(failed.hostname, failed);
    if (failed.syscall === "connect" && typeof failed.port === "number" && failed.port !== own)
      return new ProxyConnectionError(`${String(failed.address)}:${failed.port}`, failed);
  }
  return undefined;
}

/** For a range, `fetch` itself says that no compression is accepted. */
function withEncodings({
  "accept-encoding": wanted,
  ...others
}: Readonly<Record<string, string>>): Record<string, string> {
  return "range" in others || wanted === undefined ? others : { ...others, "accept-encoding": acceptedEncodings };
}

function bodyOf(body: Dispatcher.DispatchOptions["body"]): RequestInit {
  if (body === null || body === undefined) return {};
  if (typeof body === "string") return { body };
  // The stream is read as fast as the host takes it.
  return { body: Readable.toWeb(body as Readable), duplex: "half" };
}

/**
 * Returns the headers of what is handed on: `fetch` has undone the compression, so its name and the compressed length are left out.
 * @throws Error for a compression that not every `fetch` undoes
 */
function headersOf({ headers, status }: Response, method: string): Record<string, string> {
  const named = Object.fromEntries(headers);
  const encodings = (named["content-encoding"] ?? "").toLowerCase().split(",");
  if (method === "HEAD" || status === 204 || status === 304 || named["content-encoding"] === undefined) return named;
  if (!encodings.every((encoding) => decoded.has(encoding.trim()))) throw new EncodingError(named["content-encoding"]);
  const { "content-encoding": _encoding, "content-length": _length, ...others } = named;
  return others;
}

class EncodingError extends Error {
  /** Read by api/networkError.ts: an invalid answer. */
  readonly code = "ERR_CONTENT_ENCODING";

  constructor(encoding: string) {
    super(`The answer is in an encoding nobody asked for: ${encoding}`);
  }
}

class BodyTimeoutError extends Error {
  readonly code = "UND_ERR_BODY_TIMEOUT";

  constructor() {
    super("Body Timeout Error");
  }
}

/** Aborts when the body stops. For the headers api/transport.ts has a limit that goes on while an upload does. */
async function inTime<T>(work: Promise<T>, limit: number | null | undefined, control: FetchController): Promise<T> {
  const timer = setTimeout(() => control.abort(new BodyTimeoutError()), limit ?? 0);
  if (!limit) clearTimeout(timer);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** Pauses, resumes and aborts one request. */
class FetchController implements Dispatcher.DispatchController {
  private readonly stop = new AbortController();
  private wake: (() => void) | undefined;
  private isPaused = false;
  private why: Error | null = null;
  readonly rawHeaders = null;
  readonly rawTrailers = null;

  get signal(): AbortSignal {
    return this.stop.signal;
  }

  get aborted(): boolean {
    return this.stop.signal.aborted;
  }

  get paused(): boolean {
    return this.isPaused;
  }

  get reason(): Error | null {
    return this.why;
  }

  abort(reason: Error): void {
    if (this.aborted) return;
    this.why = reason;
    this.stop.abort(reason);
    this.resume();
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    this.wake?.();
  }

  /** Resolves while the reader takes more. */
  async resumed(): Promise<void> {
    if (!this.isPaused) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
    });
  }
}
