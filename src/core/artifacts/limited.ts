/** Yields the chunks of a body up to `most` bytes, then throws the error of `tooMuch` and closes the source. */
export async function* limitSize(
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
