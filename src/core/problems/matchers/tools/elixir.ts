import type { LineShape, PlaceBelow } from "../shapes.ts";

export const elixirLines: readonly LineShape[] = [
  {
    // `** (CompileError) lib/shop/cart.ex:9: undefined function totl/0`
    source: "elixir",
    hint: "** (",
    line: /^\*\* \((?<code>\w{1,60}(?:\.\w{1,60}){0,6})\) (?<path>[^\s:][^:]{0,500}\.exs?):(?<line>\d{1,7}):(?:(?<column>\d{1,7}):)? (?<message>\S.*)$/,
  },
];

/** Elixir's compiler: `error: message`, with the place below it. */
export const elixir: PlaceBelow = {
  source: "elixir",
  title: /^ {0,6}(?<kind>error|warning): (?<message>\S.{0,1000})$/,
  place: /^ {2,8}(?:└─ )?(?<path>[^\s:]{1,500}\.exs?):(?<line>\d{1,7})(?::(?<column>\d{1,7}))?(?::|$)/,
  within: 15,
  lines: 0,
};

/** ExUnit: `  1) test total (CartTest)`, the assertion, and the place below `stacktrace:`. */
export const exunit: PlaceBelow = {
  source: "exunit",
  title: /^ {2}\d{1,5}\) (?<message>(?:test|doctest|property) .{1,500} \(.{1,300}\))$/,
  place: /^ {7}(?<path>[^\s:()]{1,500}\.exs?):(?<line>\d{1,7}): /,
  within: 40,
  lines: 4,
  not: /^ {5}(?:\S{1,500}\.exs:\d{1,7}|stacktrace:)$|^ {7}\(/,
};
