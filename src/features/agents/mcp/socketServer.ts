import { timingSafeEqual } from "node:crypto";
import { chmod } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import type { Disposable } from "../../../core/base/disposable.ts";
import {
  callLimit,
  connectionLimit,
  helloLimit,
  helloTime,
  lineLimit,
  LineReader,
  parseLine,
  toLine,
  type WindowReply,
} from "./protocol.ts";

/** A call as it came, not checked yet. */
export interface ReceivedCall {
  readonly name: string;
  readonly input: unknown;
  /** Name of the agent, as it calls itself. */
  readonly client: string;
  /** Aborted when the agent cancels the call or goes. */
  readonly signal: AbortSignal;
  /** Tells the agent what the call waits for. */
  readonly progress: (text: string) => void;
}

export interface SocketServerOptions {
  /** Path of the socket, in a folder of the user alone, or name of the pipe. */
  readonly socket: string;
  readonly secret: string;
  readonly answer: (call: ReceivedCall) => Promise<string>;
  /** Returns what the agent reads of an error of `answer`. */
  readonly describe: (error: unknown) => string;
}

/** Answers agents through a socket until it is disposed of. @throws Error if the socket cannot be opened */
export async function openSocketServer(options: SocketServerOptions): Promise<Disposable> {
  const [waiting, open] = [new Set<Socket>(), new Set<Socket>()];
  const server = createServer((socket) => {
    // Whoever has not proved to be an agent cannot keep one out.
    const [oldest] = waiting;
    if (waiting.size >= connectionLimit) oldest?.destroy();
    waiting.add(socket);
    socket.on("close", () => {
      waiting.delete(socket);
      open.delete(socket);
    });
    const admit = (): boolean => {
      waiting.delete(socket);
      if (open.size >= connectionLimit) return false;
      open.add(socket);
      return true;
    };
    serve(socket, options, admit);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.socket, () => {
      server.off("error", reject);
      resolve();
    });
  });
  // The window goes on without it; the next call finds no window.
  server.on("error", () => server.close());
  if (process.platform !== "win32") await chmod(options.socket, 0o600);
  return {
    dispose: () => {
      server.close();
      for (const socket of [...waiting, ...open]) socket.destroy();
    },
  };
}

/** Reads a connection. Anything but the protocol closes it. @param admit returns whether one with the right secret is taken */
function serve(socket: Socket, { secret, answer, describe }: SocketServerOptions, admit: () => boolean): void {
  const lines = new LineReader(helloLimit);
  const calls = new Map<number, AbortController>();
  let client: string | undefined;
  const send = (reply: WindowReply): void => {
    if (!socket.writable || socket.write(toLine(reply)) || socket.isPaused()) return;
    // An agent that reads no answers makes no further calls.
    socket.pause();
    socket.once("drain", () => socket.resume());
  };

  const run = async (id: number, name: string, input: unknown, from: string): Promise<void> => {
    const stop = new AbortController();
    calls.set(id, stop);
    try {
      const { signal } = stop;
      const text = await answer({
        name,
        input,
        client: from,
        signal,
        progress: (text) => send({ id, progress: text }),
      });
      if (!signal.aborted) send({ id, text });
    } catch (error) {
      if (!stop.signal.aborted) send({ id, error: describe(error) });
    } finally {
      calls.delete(id);
    }
  };

  /** Returns whether a line keeps to the protocol. */
  const take = (line: string): boolean => {
    const message = parseLine(line);
    if (!message) return false;
    if (client === undefined) {
      const { secret: given, client: name } = message;
      if (typeof given !== "string" || typeof name !== "string" || !isSame(given, secret)) return false;
      clearTimeout(late);
      if (!admit()) {
        socket.end(toLine({ full: true }), () => socket.destroy());
        return true;
      }
      client = name;
      lines.limit = lineLimit;
      send({ ready: true });
      return true;
    }
    const { id, call, input, cancel } = message;
    if (typeof cancel === "number") {
      calls.get(cancel)?.abort();
      return true;
    }
    if (typeof id !== "number" || !Number.isSafeInteger(id) || calls.has(id) || typeof call !== "string") return false;
    if (calls.size < callLimit) void run(id, call, input, client);
    else send({ id, error: `At most ${callLimit} calls at a time. Wait for one to end.` });
    return true;
  };

  // Not the socket's timeout, which begins again with each byte.
  const late = setTimeout(() => socket.destroy(), helloTime);
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    clearTimeout(late);
    for (const stop of calls.values()) stop.abort();
  });
  socket.on("data", (bytes: Buffer) => {
    try {
      for (const line of lines.read(bytes)) if (socket.destroyed || !take(line)) return void socket.destroy();
    } catch {
      // A line over the limit.
      socket.destroy();
    }
  });
}

function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
