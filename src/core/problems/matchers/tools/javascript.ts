import type { LineShape, MessageBelow, PlaceBelow } from "../shapes.ts";

/** Rollup, and so Vite. */
export const javascriptLines: readonly LineShape[] = [
  {
    // `[!] RollupError: src/main.ts (3:5): "total" is not exported by "src/cart.ts", …`
    source: "rollup",
    hint: "): ",
    line: /^(?:\[!\] )?(?:\(plugin [\w-]{1,60}\) )?(?:RollupError: )?(?<path>[^\s:()][^:()]{0,500}\.\w{1,8}) \((?<line>\d{1,7}):(?<column>\d{1,7})\): (?<message>\S.*)$/,
    columnsFromZero: true,
  },
];

/** Vitest: ` FAIL  src/cart.test.ts > total`, the error, and its places behind `❯`. */
export const vitest: PlaceBelow = {
  source: "vitest",
  title: /^ ?FAIL {2}(?<message>(?:\|?[\w@./-]{1,60}\|? )?\S.{0,500})$/,
  place:
    /^ {1,4}❯ (?:[^\s:]{1,200} )?(?<path>(?:[a-z][a-z-]{1,20}:\/\/[^\s/]{0,60}(?=\/))?(?!\S{0,300}node_modules\/)[^\s:()]{1,500}\.\w{1,8}):(?<line>\d{1,7}):(?<column>\d{1,7})$/,
  within: 80,
  lines: 1,
};

/** esbuild, and so Angular: the message, and the place on a line of its own; its first column is 0. */
export const esbuild: PlaceBelow = {
  source: "esbuild",
  title:
    /^(?:✘|X|▲) \[(?<kind>ERROR|WARNING)\] (?:(?<code>TS\d{1,6}|NG\d{1,6}): )?(?<message>\S.{0,2000}?)(?: \[plugin [\w@/.-]{1,100}\])?$/,
  place: /^ {4}(?<path>[^\s:][^:]{0,500}\.\w{1,8}):(?<line>\d{1,7}):(?<column>\d{1,7}):$/,
  within: 4,
  lines: 0,
  columnsFromZero: true,
};

/** webpack: `ERROR in ./src/main.js 3:5-20`, and the message below; its first column is 0. */
export const webpack: MessageBelow = {
  source: "webpack",
  title:
    /^(?<kind>ERROR|WARNING) in (?<path>\.{0,2}\/?[^\s:!][^\s:!]{0,500}\.\w{1,8}) (?<line>\d{1,7}):(?<column>\d{1,7})(?:-[\d:]{1,16})?$/,
  message: /^(?!\s{0,20}at )\s{0,8}\S/,
  within: 4,
  lines: 1,
  columnsFromZero: true,
};

const TYPE_ERROR = {
  source: "tsc",
  message: /^\s{0,8}(?:(?<code>TS\d{1,6}): )?(?<message>\S.{0,2000})$/,
  within: 2,
  lines: 1,
} as const;

/** A type checker of webpack: `ERROR in src/main.ts:3:5`, and the message below. */
export const typeChecker: MessageBelow = {
  ...TYPE_ERROR,
  title: /^(?<kind>ERROR|WARNING) in (?<path>[^\s:(][^:(]{0,500}\.\w{1,8}):(?<line>\d{1,7}):(?<column>\d{1,7})$/,
};

/** Another: `[tsl] ERROR in /src/main.ts(3,5)`. */
export const tsLoader: MessageBelow = {
  ...TYPE_ERROR,
  title:
    /^\[tsl\] (?<kind>ERROR|WARNING) in (?<path>[^\s:(][^:(]{0,500}\.\w{1,8})\((?<line>\d{1,7}),(?<column>\d{1,7})\)$/,
};

/** Next.js: `./src/app/page.tsx:12:5`, and the message below. */
export const next: MessageBelow = {
  source: "next",
  title: /^(?<path>\.\/[^\s:][^:]{0,500}\.\w{1,8}):(?<line>\d{1,7}):(?<column>\d{1,7})$/,
  message: /^(?:Type e|Syntax e|Parsing e|E)rror: (?<message>\S.{0,2000})$/,
  within: 2,
  lines: 1,
};

/** Biome: `src/cart.ts:3:7 lint/suspicious/noDoubleEquals ━━━`, and the message behind a sign. */
export const biome: MessageBelow = {
  source: "biome",
  title:
    /^(?<path>[^\s:][^:]{0,500}\.\w{1,8}):(?<line>\d{1,7}):(?<column>\d{1,7}) (?<code>(?:lint|parse|assist|suppressions)(?:\/\w{1,60}){0,3}) {1,4}(?:[A-Z]{1,12} {1,4})?━/,
  message: /^ {1,4}(?<kind>[✖×!⚠ℹi]) (?<message>\S.{0,2000})$/,
  within: 4,
  lines: 1,
  severity: ({ kind = "" }) => ("✖×".includes(kind) ? "error" : "!⚠".includes(kind) ? "warning" : "info"),
};
