/** Hands on what comes, until it is more than `most` bytes: then it throws what `tooMuch` makes, and lets go of the source. */
export async function* limited(
  body: AsyncIterable<Uint8Array>,
  most: number,
  tooMuch: () => Error,
): AsyncGenerator<Uint8Array, void> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > most) throw tooMuch();
    yield chunk;
  }
}
