/** A hostile host: its approval page sends the browser on to an honest host, to get that one's code (RFC 9700, 4.4). */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** The host that is to give the code. */
export interface HonestHost {
  readonly url: string;
  readonly clientId: string;
}

export interface MixingHost {
  readonly url: string;
  /** Every form that its token endpoint was sent: code and verifier are among the fields. */
  readonly received: URLSearchParams[];
  /** Changes what the honest host is asked for; without it that is what was asked for here, with the honest host's application. */
  alter: ((fields: URLSearchParams) => void) | undefined;
  close(): Promise<void>;
}

/** Starts the hostile host on 127.0.0.1. What it gets it trades at the honest one, for which it passes itself off. */
export async function startMixingHost(honest: HonestHost): Promise<MixingHost> {
  const host: Pick<MixingHost, "received" | "alter"> = { received: [], alter: undefined };
  let redirectUri = "";
  const passOn = async (path: string, init: RequestInit, response: ServerResponse): Promise<void> => {
    const answer = await fetch(`${honest.url}${path}`, init);
    response
      .writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") ?? "application/json" })
      .end(await answer.text());
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://here");
    if (pathname === "/oauth/authorize") {
      searchParams.set("client_id", honest.clientId);
      host.alter?.(searchParams);
      redirectUri = searchParams.get("redirect_uri") ?? "";
      response.writeHead(302, { Location: `${honest.url}/oauth/authorize?${searchParams.toString()}` }).end();
    } else if (pathname === "/oauth/token") {
      const form = new URLSearchParams(await text(request));
      host.received.push(new URLSearchParams(form));
      form.set("client_id", honest.clientId);
      form.set("redirect_uri", redirectUri);
      await passOn("/oauth/token", { method: "POST", body: form }, response);
    } else {
      await passOn(request.url ?? "/", { headers: { authorization: request.headers.authorization ?? "" } }, response);
    }
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(host, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
