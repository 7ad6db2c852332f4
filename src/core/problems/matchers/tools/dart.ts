import type { LineShape, PlaceBelow } from "../shapes.ts";

/** `dart analyze` and `flutter analyze`. */
export const dartLines: readonly LineShape[] = [
  {
    // `  error - lib/cart.dart:9:12 - Undefined name 'totl'. … - undefined_identifier`
    source: "dart",
    hint: ".dart",
    line: /^ {0,4}(?<kind>error|warning|info) - (?<path>[^\s:][^:]{0,500}\.dart):(?<line>\d{1,7}):(?<column>\d{1,7}) - (?<message>\S.{0,2000}?) - (?<code>[a-z_]{1,80})$/,
  },
  {
    // `  error • Undefined name 'totl' • lib/cart.dart:9:12 • undefined_identifier`
    source: "dart",
    hint: ".dart",
    line: /^ {0,4}(?<kind>error|warning|info) • (?<message>\S.{0,2000}?) • (?<path>[^\s:•][^:•]{0,500}\.dart):(?<line>\d{1,7}):(?<column>\d{1,7}) • (?<code>[a-z_]{1,80})$/,
  },
];

/** Tests of Dart and Flutter: `00:02 +0 -1: total [E]`, the message, and the place. */
export const dartTest: PlaceBelow = {
  source: "dart",
  title: /^\d\d:\d\d \+\d{1,6}(?: ~\d{1,6})?(?: -\d{1,6})?: (?<message>\S.{0,500}?) \[E\]$/,
  place: /^ {2,4}(?<path>(?!package:|dart:)[^\s:]{1,500}\.dart) (?<line>\d{1,7}):(?<column>\d{1,7})(?:\s|$)/,
  within: 30,
  lines: 4,
  not: /^ {2,4}(?:package|dart):/,
};
