import fc from "fast-check";

/** Code points that are no characters by themselves. */
const surrogates = { first: 0xd800, count: 0x800 };

const codePoint = fc
  .nat({ max: 0x10ffff - surrogates.count })
  .map((at) => String.fromCodePoint(at < surrogates.first ? at : at + surrogates.count));

/** Returns a text with U+FFFD for what is no character, as UTF-8 has it. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\ufffd");

/** Returns texts of any code points. fast-check's own unit `binary` first makes 180 MB of tables, which takes seconds on a busy machine. */
export const anyText = (
  limits: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> =>
  fc.string({
    ...limits,
    unit: fc.oneof(
      codePoint,
      fc.nat({ max: 0x7f }).map((at) => String.fromCodePoint(at)),
    ),
  });
