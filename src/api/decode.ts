import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** What to ask for where the whole body is wanted. deflate is read, but not asked for: hosts disagree on what it is. */
export const acceptedEncodings = "gzip, br";

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const ignore = (): void => undefined;

/**
 * Undoes a `Content-Encoding`, streaming. Errors of the source and of the decoder come out of the result; destroying it ends the source.
 * Undefined for an encoding that nobody asked for.
 */
export function decode(source: Readable, contentEncoding = ""): Readable | undefined {
  const names = contentEncoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  const stages = names.reverse().map((name) => decoders[name]?.());
  if (stages.includes(undefined)) return undefined;
  // Whoever reads the last stage sees the errors. The listeners that pipeline leaves behind keep those that nobody reads from the process.
  return (stages as Transform[]).reduce<Readable>((from, stage) => pipeline(from, stage, ignore), source);
}
