import { annotations } from "./annotations.ts";
import { colons } from "./colons.ts";
import { eslintLines } from "./eslint.ts";
import { maven } from "./maven.ts";
import { parenthesized } from "./parenthesized.ts";
import type { Matcher } from "./problem.ts";
import { lineMatcher } from "./shapes.ts";
import { dartLines } from "./tools/dart.ts";
import { documentLines } from "./tools/documents.ts";
import { elixirLines } from "./tools/elixir.ts";
import { infrastructureLines } from "./tools/infrastructure.ts";
import { javascriptLines } from "./tools/javascript.ts";
import { jvmLines } from "./tools/jvm.ts";
import { nativeLines } from "./tools/native.ts";
import { phpLines } from "./tools/php.ts";
import { pythonLines } from "./tools/python.ts";
import { rubyLines } from "./tools/ruby.ts";
import { tscPretty } from "./tscPretty.ts";

const PLACED =
  /[:(](?:(?<=[A-Za-z_"'`)\]+#]:)\d{1,7}(?![.\d])|(?<=[A-SU-Za-z_]\d{1,2}:)\d{1,7}[:\s]|(?<=\()\d{1,7}[,:)-]|(?<=:)(?:\[\d| \(\d| \d{1,7}: ))| line \d|: \d{1,7}\)$|^::/;

/** Returns whether a line may have a place in a file; cheap, and false for times. */
export function hasPlace(text: string): boolean {
  return PLACED.test(text);
}

const MATCHERS: readonly Matcher[] = [
  tscPretty,
  parenthesized,
  maven,
  eslintLines,
  lineMatcher([
    ...pythonLines,
    ...rubyLines,
    ...phpLines,
    ...jvmLines,
    ...nativeLines,
    ...javascriptLines,
    ...dartLines,
    ...elixirLines,
    ...infrastructureLines,
    ...documentLines,
  ]),
  colons,
  annotations,
];

/** The tools whose messages have one line. */
export const lines: Matcher = {
  line(text, at, found) {
    if (!hasPlace(text)) return false;
    for (const matcher of MATCHERS) if (matcher.line(text, at, found)) return true;
    return false;
  },
};
