import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { buffer } from "node:stream/consumers";
import type { Answered } from "./answerProblems.ts";

/** Hands a request on to the server at `target`, unchanged. @returns the whole answer */
export async function forward(
  target: URL,
  { method = "GET", url = "", headers }: IncomingMessage,
  body: Buffer,
): Promise<Answered> {
  const send = target.protocol === "https:" ? httpsRequest : httpRequest;
  // Uncompressed, so that the answer can be compared; the client decodes what it gets either way.
  const options = {
    method,
    agent: false as const,
    headers: { ...headers, host: target.host, connection: "close", "accept-encoding": "identity" },
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    send(new URL(url, target.origin), options, resolve).on("error", reject).end(body);
  });
  const { "transfer-encoding": _chunked, connection: _connection, ...kept } = answer.headers;
  return { status: answer.statusCode ?? 0, headers: kept, body: await buffer(answer) };
}
