/** The connection between a test run inside VS Code and the process that started it: JSON, one message per line, over a socket. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { Scope } from "../../tools/scope.ts";

/** Requests of a test to the simulated user of the window. */
export interface Requests {
  /** Presses the button with this name in a notification. */
  press: { readonly button: string };
  /** Presses a button of the modal dialog; returns the text of the dialog. */
  dialog: { readonly button: string };
  /** Types into the open quick input and accepts it. */
  enter: { readonly text: string };
  /** Types into the quick input with this in its title and accepts it. */
  type: InBox & { readonly text: string };
  /** Types into the quick input with this in its title. */
  fill: InBox & { readonly text: string };
  /** Selects a row of the quick pick with this in its title, or presses the row's button, after typing a filter. */
  pick: InBox & { readonly row: string; readonly type?: string; readonly button?: string };
  /** Ticks rows of the quick pick with this in its title, and accepts it. */
  check: InBox & { readonly rows: readonly string[] };
  /** Presses a button in the title of a quick input. */
  titleButton: InBox & { readonly button: string };
  /** Presses a key in a quick input. */
  key: InBox & { readonly key: "Escape" | "Enter" };
  /** Returns a Box, as JSON, once the quick input with this in its title contains `saying`. */
  look: InBox & { readonly saying?: string };
  /** Runs a command by its title in the command palette. */
  palette: { readonly command: string };
  /**
   * Waits for an element with this role, this in its accessible name (or exactly this name) and, if given, these states; clicks it if asked, and returns
   * a Seen, as JSON. With `gone` waits until there is no such thing. With `page` looks in the page (a webview) in front.
   */
  find: {
    readonly role:
      | "button"
      | "treeitem"
      | "heading"
      | "status"
      | "link"
      | "menuitem"
      | "columnheader"
      | "img"
      | "checkbox";
    readonly name: string;
    readonly exact?: boolean;
    readonly states?: { readonly selected?: boolean; readonly expanded?: boolean };
    readonly click?: boolean;
    readonly gone?: boolean;
    readonly page?: boolean;
  };
  /** Waits until the page (a webview) in front shows as many elements of a CSS selector, at least one without a number. */
  inPage: { readonly selector: string; readonly count?: number };
  /** Presses keys. */
  keys: { readonly keys: readonly string[] };
  /** Presses keys, then waits until what has the keyboard in the page (a webview) in front has this in its name. */
  keysInPage: { readonly keys: readonly string[]; readonly focus: string };
  /** Waits until the picture with these words for it, in the page (a webview) in front, is drawn or failed; answers with its width in pixels (0 when it failed) and its address, as JSON. */
  picture: { readonly words: string };
  /** Puts a picture (base64 of a PNG) into the clipboard and pastes it into the editor that has the keyboard. */
  pastePicture: { readonly png: string };
  /** Drops a file (base64) from outside onto the line with these words, with Shift held. */
  drop: { readonly line: string; readonly name: string; readonly type: string; readonly bytes: string };
  /** Drops files by their addresses onto the line with these words, as when they are dragged from the Explorer, with Shift held. */
  dropFromExplorer: { readonly line: string; readonly uris: readonly string[] };
  /** Approves (or denies) in the service's page once it opens, signing in first; answers with where the browser was sent then, a Landed, as JSON. */
  approve: { readonly username: string; readonly password: string; readonly answer: "allow" | "deny" };
  /** Answers with the parts of the first line with this text in the output panel, as JSON: [text, CSS colour, font weight]. */
  colors: { readonly line: string; readonly color: string };
  /** Keeps a picture in out/screenshots. */
  screenshot: { readonly name: string };
}

interface InBox {
  readonly box: string;
}

/** A quick input as it is shown. */
export interface Box {
  readonly title: string;
  readonly value: string;
  readonly placeholder: string;
  /** The text below the input: the prompt or the validation message. */
  readonly message: string;
  /** Labels of the rows in sight. */
  readonly rows: readonly string[];
}

/** An element of the window as it is shown. */
export interface Seen {
  /** The accessible name. */
  readonly name: string;
  readonly text: string;
  /** Class names of its first icon. */
  readonly icon: string;
}

/** Where the approval page sent the browser. */
export interface Landed {
  /** Of any scheme, also of one that the browser does not open. */
  readonly address: string;
  /** The text of the page there; empty if the browser opens none. */
  readonly words: string;
}

export type Request = { [K in keyof Requests]: { readonly action: K } & Requests[K] }[keyof Requests];

/** How a run goes: results are written inside. A hook that fails counts as a test. */
export type TestEvent =
  | { readonly type: "test"; readonly title: string; readonly failed: boolean }
  /** Comes last. */
  | { readonly type: "end" };

/** From inside. */
export type Inward =
  | { readonly type: "event"; readonly event: TestEvent }
  | { readonly type: "request"; readonly id: number; readonly request: Request }
  /** Asks which suite to run next; the response is empty when none is left. */
  | { readonly type: "next"; readonly id: number };
/** From outside. */
export interface Answer {
  readonly id: number;
  /** Why it failed. */
  readonly error?: string;
  /** What was seen. */
  readonly seen?: string;
}

export interface TestLine {
  readonly port: number;
  /** Resolves when the run inside has closed the connection. */
  readonly closed: Promise<void>;
}

export interface OuterEnd {
  readonly onEvent: (event: TestEvent) => void;
  readonly onRequest: (request: Request) => Promise<string | undefined>;
  /** Returns the suite to run next, a file beside the one that VS Code runs. */
  readonly nextSuite: () => string | undefined;
}

/** Listens for one run. */
export async function openTestLine(scope: Scope, { onEvent, onRequest, nextSuite }: OuterEnd): Promise<TestLine> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    createInterface({ input: socket }).on("line", (line) => {
      const message = JSON.parse(line) as Inward;
      if (message.type === "event") onEvent(message.event);
      else {
        const answer = (rest: Omit<Answer, "id">): void => {
          socket.write(`${JSON.stringify({ id: message.id, ...rest } satisfies Answer)}\n`);
        };
        (message.type === "next" ? Promise.resolve(nextSuite()) : onRequest(message.request)).then(
          (seen) => answer(seen === undefined ? {} : { seen }),
          (error: unknown) => answer({ error: String(error) }),
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
