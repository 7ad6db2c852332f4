/** The line between a test run inside VS Code and the process that started it: JSON, one message per line, over a socket. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { type TestEvent } from "./mochaEvents.ts";
import { type Scope } from "./scope.ts";

/** What a test can ask of the person in front of the window, whom the outer process plays. */
export interface Requests {
  /**
   * Presses the button with this name in a notification, once it is there. Modal dialogs never show in a window that
   * runs tests (VS Code refuses them): the e2e tests meet those.
   */
  press: { readonly button: string };
  /** Types into the open quick input and accepts it. */
  enter: { readonly text: string };
  /** Approves (or denies) in the service's page once it opens, signing in first. */
  approve: { readonly username: string; readonly password: string; readonly answer: "allow" | "deny" };
  /** Keeps a picture in out/screenshots. */
  screenshot: { readonly name: string };
}

export type Request = { [K in keyof Requests]: { readonly action: K } & Requests[K] }[keyof Requests];

/** From inside. */
export type Inward = { readonly type: "event"; readonly event: TestEvent } | { readonly type: "request"; readonly id: number; readonly request: Request };
/** From outside. */
export interface Answer {
  readonly id: number;
  /** Why it could not be done. */
  readonly error?: string;
}

export interface TestLine {
  readonly port: number;
  /** Resolves when the run inside has closed its end, be it done or dead. */
  readonly closed: Promise<void>;
}

/** Listens for one run. */
export async function openTestLine(scope: Scope, onEvent: (event: TestEvent) => void, onRequest: (request: Request) => Promise<void>): Promise<TestLine> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    createInterface({ input: socket }).on("line", (line) => {
      const message = JSON.parse(line) as Inward;
      if (message.type === "event") onEvent(message.event);
      else {
        const answer = (error?: string): void => {
          socket.write(`${JSON.stringify({ id: message.id, ...(error === undefined ? {} : { error }) } satisfies Answer)}\n`);
        };
        onRequest(message.request).then(
          () => answer(),
          (error: unknown) => answer(String(error)),
        );
      }
    });
  });
  const closed = once(server, "connection").then(async ([socket]) => {
    await once(socket as Socket, "close");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await scope.use({
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  });
  return { port: (server.address() as AddressInfo).port, closed };
}
