/** The inner end of the line to the process that started VS Code: events out, and requests to the person it plays. */
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import type { Answer, Inward, Request, Seen, TestEvent } from "../support/testLine.ts";

export interface Outer {
  send(event: TestEvent): void;
  /**
   * Asks the outer process to act in the window as a person would; resolves when it is done, with what was seen.
   * Throws when it cannot be done, as in a desktop window, which nobody drives.
   */
  ask(request: Request): Promise<string>;
  /** The suite to run next, empty when none is left. */
  nextSuite(): Promise<string>;
}

const holder: { outer?: Outer } = {};

/** The line of this run. */
export function outer(): Outer {
  if (holder.outer === undefined) throw new Error("Not connected to the outer process");
  return holder.outer;
}

/** Finds a button of the window by the beginning of its name. */
export async function findButton(name: string, click = false): Promise<Seen> {
  return JSON.parse(await outer().ask({ action: "find", role: "button", name, click })) as Seen;
}

/** Resolves once no such button is in the window. */
export const buttonGone = (name: string): Promise<unknown> =>
  outer().ask({ action: "find", role: "button", name, gone: true });

/** Uses the other end of this run. */
export function useOuter(outer: Outer): void {
  holder.outer = outer;
}

/** Uses a connected socket as the line of this run. */
export function connectOuter(socket: Socket): void {
  const waiting = new Map<number, { resolve(seen: string): void; reject(error: Error): void }>();
  let last = 0;
  const write = (message: Inward): void => {
    socket.write(`${JSON.stringify(message)}\n`);
  };
  createInterface({ input: socket }).on("line", (line) => {
    const { id, error, seen = "" } = JSON.parse(line) as Answer;
    const asker = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asker?.resolve(seen);
    else asker?.reject(new Error(error));
  });
  const answerTo = (message: (id: number) => Inward): Promise<string> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      write(message(last));
    });
  holder.outer = {
    send: (event) => write({ type: "event", event }),
    ask: (request) => answerTo((id) => ({ type: "request", id, request })),
    nextSuite: () => answerTo((id) => ({ type: "next", id })),
  };
}
