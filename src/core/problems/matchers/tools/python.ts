import type { LineShape, PlaceBelow } from "../shapes.ts";

const isError = (code = ""): boolean => /^(?:E|F)\d|^SyntaxError|^invalid-syntax/.test(code);

/** flake8, Ruff, pycodestyle, Pylint and Pyright. */
export const pythonLines: readonly LineShape[] = [
  {
    // `shop/cart.py:1:0: C0114: Missing module docstring (missing-module-docstring)`
    source: "pylint",
    hint: ".py",
    line: /^(?<path>\S[^:]{0,500}\.pyi?):(?<line>\d{1,7}):(?<column>\d{1,7}): (?<kind>[CRWEFI])\d{4}: (?<message>.{1,2000}?)(?: \((?<code>[a-z][a-z0-9-]{1,80})\))?$/,
    severity: ({ kind }) => (kind === "E" || kind === "F" ? "error" : kind === "W" ? "warning" : "info"),
    columnsFromZero: true,
  },
  {
    // `shop/cart.py:3:1: F401 'os' imported but unused`; Ruff quotes with backticks
    source: ({ fix, message = "" }) => (fix !== undefined || message.includes("`") ? "ruff" : "flake8"),
    hint: "py",
    line: /^(?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.(?:pyi?|ipynb)):(?:cell \d{1,5}:)?(?<line>\d{1,7}):(?<column>\d{1,7}): (?<code>[A-Z]{1,5}\d{2,5}|SyntaxError|invalid-syntax):? (?<fix>\[\*\] )?(?<message>\S.*)$/,
    severity: ({ code }) => (isError(code) ? "error" : "warning"),
  },
  {
    // `  /builds/acme/shop/cart.py:9:12 - error: Type "str" is not … (reportReturnType)`
    source: "pyright",
    hint: ".py",
    line: /^ {0,4}(?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.pyi?):(?<line>\d{1,7}):(?<column>\d{1,7}) - (?<kind>error|warning|information): (?<message>.{1,2000}?)(?: \((?<code>report\w{1,60})\))?$/,
  },
];

/** Ruff's full format: `F401 [*] message`, with ` --> path:line:column` below. */
export const ruff: PlaceBelow = {
  source: "ruff",
  title: /^(?<code>[A-Z]{1,5}\d{3,4}|invalid-syntax):?(?: \[\*\])? (?<message>\S.{0,2000})$/,
  place: /^ {1,8}--> (?<path>\S.{0,500}?):(?<line>\d{1,7}):(?<column>\d{1,7})$/,
  within: 1,
  lines: 0,
  severity: ({ code }) => (isError(code) ? "error" : "warning"),
};
