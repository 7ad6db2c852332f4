import { connect, type Socket } from "node:net";
import { connectionLimit, type Hello, lineLimit, LineReader, parseLine, toLine } from "../protocol.ts";
import type { WindowEntry } from "../windowEntries.ts";
import { NoWindowError } from "./findWindows.ts";

/** The window refused the connection or closed it before it was ready: nothing was called. */
export class UnreachableError extends Error {}

/** A call of a tool. */
export interface WindowCall {
  readonly name: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
}

interface Waiting {
  readonly resolve: (answer: WindowAnswer) => void;
  readonly progress: (text: string) => void;
}

/** The end of a call. */
export interface WindowAnswer {
  readonly text: string;
  readonly failed: boolean;
}

const lost: WindowAnswer = {
  text: "The VS Code window was closed or reloaded before it answered. If this call changes something, check whether it was done before you call it again.",
  failed: true,
};

/** A connection to a window. */
export class WindowConnection {
  private readonly socket: Socket;
  private readonly waiting = new Map<number, Waiting>();
  private readonly lines = new LineReader(lineLimit);
  private next = 1;
  private ready: (() => void) | undefined;
  private full: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (bytes: Buffer) => {
      try {
        for (const line of this.lines.read(bytes)) this.take(line);
      } catch {
        socket.destroy();
      }
    });
    socket.on("close", () => {
      for (const { resolve } of this.waiting.values()) resolve(lost);
      this.waiting.clear();
    });
  }

  get closed(): boolean {
    return this.socket.destroyed;
  }

  /** @throws UnreachableError; NoWindowError if the window takes no more agents */
  static open({ socket: address, secret }: WindowEntry, client: string): Promise<WindowConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(address);
      const connection = new WindowConnection(socket);
      const refused = (): void => reject(new UnreachableError("The window cannot be reached"));
      socket.on("error", () => socket.destroy());
      socket.once("close", refused);
      connection.ready = () => {
        socket.off("close", refused);
        resolve(connection);
      };
      connection.full = () =>
        reject(
          new NoWindowError(
            `The VS Code window has ${connectionLimit} agents connected, the most it takes. Ask the user to end some.`,
          ),
        );
      socket.once("connect", () => socket.write(toLine({ secret, client: client.slice(0, 100) } satisfies Hello)));
    });
  }

  close(): void {
    this.socket.destroy();
  }

  /** Calls a tool; never rejects. */
  call({ name, input, signal, progress }: WindowCall): Promise<WindowAnswer> {
    const id = this.next++;
    const line = toLine({ id, call: name, input });
    if (Buffer.byteLength(line) > lineLimit)
      return Promise.resolve({ text: `The input is too long: at most ${lineLimit} bytes.`, failed: true });
    return new Promise((resolve) => {
      const cancel = (): void => {
        if (!this.waiting.delete(id)) return;
        if (!this.closed) this.socket.write(toLine({ cancel: id }));
        resolve({ text: "Canceled.", failed: true });
      };
      const settle = (answer: WindowAnswer): void => {
        signal.removeEventListener("abort", cancel);
        resolve(answer);
      };
      if (this.closed) {
        resolve(lost);
        return;
      }
      this.waiting.set(id, { resolve: settle, progress });
      signal.addEventListener("abort", cancel);
      this.socket.write(line);
      if (signal.aborted) cancel();
    });
  }

  private take(line: string): void {
    const { ready, full, id, text, error, progress } = parseLine(line) ?? {};
    if (ready === true) this.ready?.();
    if (full === true) this.full?.();
    const waiting = typeof id === "number" ? this.waiting.get(id) : undefined;
    if (!waiting || typeof id !== "number") return;
    if (typeof progress === "string") {
      waiting.progress(progress);
      return;
    }
    this.waiting.delete(id);
    if (typeof text === "string") waiting.resolve({ text, failed: false });
    else waiting.resolve({ text: typeof error === "string" ? error : "The window gave no answer.", failed: true });
  }
}
