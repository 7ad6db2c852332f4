import fc from "fast-check";

/** Returns a text with pieces of it dropped, doubled, moved or replaced by others, as something that was damaged on the way or on purpose. */
export const mutated = (text: string, pieces: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.record({
        at: fc.nat(text.length),
        length: fc.nat(12),
        piece: fc.constantFrom("", ...pieces),
        to: fc.nat(text.length),
      }),
      { maxLength: 4 },
    )
    .map((edits) =>
      edits.reduce((now, { at, length, piece, to }) => {
        const taken = now.slice(at, at + length);
        const without = now.slice(0, at) + piece + now.slice(at + length);
        return piece === "" ? without.slice(0, to) + taken + without.slice(to) : without;
      }, text),
    );
