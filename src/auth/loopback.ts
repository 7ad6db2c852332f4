import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Disposable } from "../core/base/disposable.ts";
import { type ExpectedCallback, type FinalCallback, isFinal, readCallback } from "./callback.ts";

/** Localized texts of the final page in the browser. */
export interface PageWords {
  readonly language: string;
  readonly done: string;
  readonly refused: string;
  /** The callback was not accepted. */
  readonly stopped: string;
  readonly foreign: string;
}

export interface LoopbackOptions {
  readonly expected: Omit<ExpectedCallback, "redirectUri">;
  /** Path of the redirect URI after `/callback`. */
  readonly suffix: string;
  readonly words: PageWords;
  /** Called once, with the result that ends the sign-in; callbacks with another state are rejected. */
  readonly answered: (answer: FinalCallback) => void;
}

/** A local server that waits for the redirect. */
export interface Loopback extends Disposable {
  readonly redirectUri: string;
}

/**
 * Listens on a free port of 127.0.0.1 for the callback, until it arrives or the server is disposed. The browser must run on the extension
 * host's machine, or reach it through VS Code's port forwarding.
 */
export async function openLoopback({ expected, suffix, words, answered }: LoopbackOptions): Promise<Loopback> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirectUri = `${origin}/callback${suffix}`;
  server.on("request", ({ method, url = "" }: IncomingMessage, response: ServerResponse) => {
    const address = `${origin}${url}`;
    const answer = method === "GET" ? readCallback(address, { ...expected, redirectUri }) : undefined;
    if (answer && isFinal(answer)) {
      response.once("close", () => close(server));
      const taken = answer.kind === "code" || answer.kind === "refused";
      send(
        response,
        taken ? 200 : 400,
        words,
        answer.kind === "code" ? words.done : taken ? words.refused : words.stopped,
      );
      answered(answer);
    } else {
      const here = method === "GET" && address.split("?", 1)[0] === redirectUri;
      send(response, here ? 400 : 404, words, words.foreign);
    }
  });
  return { redirectUri, dispose: () => close(server) };
}

/** Stops accepting requests; a pending response is still sent. */
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
