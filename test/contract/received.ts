import { buffer } from "node:stream/consumers";

/** The answer of a call, with what streams read to its end, so that its connection is free and its bytes can be compared. */
export function received(answer: unknown): unknown {
  const streams =
    typeof answer === "object" &&
    answer !== null &&
    "body" in answer &&
    typeof answer.body === "object" &&
    answer.body !== null &&
    Symbol.asyncIterator in answer.body;
  return streams ? buffer(answer.body as NodeJS.ReadableStream & AsyncIterable<Uint8Array>) : answer;
}
