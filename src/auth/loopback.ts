import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Disposable } from "../disposable.ts";
import { type CallbackAnswer, readCallback } from "./callback.ts";

/** What the person reads in the browser at the end, already in their language. */
export interface PageWords {
  readonly language: string;
  readonly done: string;
  readonly refused: string;
  readonly foreign: string;
}

export interface LoopbackOptions {
  readonly state: string;
  readonly words: PageWords;
  /** Called once, with the code or the refusal; what carries another state is turned away and not told. */
  readonly answered: (answer: CallbackAnswer) => void;
}

/** A server that waits for the browser's last step. */
export interface Loopback extends Disposable {
  readonly redirectUri: string;
}

/**
 * Listens on a free port of 127.0.0.1 for `/callback`, until answered or disposed. Reachable when the browser runs on
 * the extension host's machine, or through the editor's own port forwarding.
 */
export async function openLoopback({ state, words, answered }: LoopbackOptions): Promise<Loopback> {
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => {
    const answer = answerTo(request, state);
    if (answer === undefined) {
      send(response, 404, words, words.foreign);
    } else if (answer.kind === "code" || answer.kind === "refused") {
      response.once("close", () => close(server));
      send(response, 200, words, answer.kind === "code" ? words.done : words.refused);
      answered(answer);
    } else {
      send(response, 400, words, words.foreign);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { redirectUri: `http://127.0.0.1:${port}/callback`, dispose: () => close(server) };
}

function answerTo({ method, url = "" }: IncomingMessage, state: string): CallbackAnswer | undefined {
  const [path] = url.split("?", 1);
  return method === "GET" && path === "/callback" ? readCallback(url, state) : undefined;
}

/** No new request is taken; one that is being answered still ends. */
function close(server: Server): void {
  server.close();
  server.closeIdleConnections();
}

function send(response: ServerResponse, status: number, { language }: PageWords, text: string): void {
  const shown = text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  response.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    Connection: "close",
  });
  response.end(`<!doctype html>
<html lang="${language.replace(/[^\w-]/g, "")}">
<head><meta charset="utf-8"><title>Forgeline</title><meta name="viewport" content="width=device-width">
<style>:root { color-scheme: light dark } body { font: 1.1rem system-ui, sans-serif; margin: 20vh auto; max-width: 32rem; padding: 0 1rem }</style></head>
<body><main><h1>Forgeline</h1><p>${shown}</p></main></body>
</html>
`);
}
