import { column, type ReportProblem, type Matcher, numberOf, type Severity } from "./problem.ts";

const POSITION = /:(\d{1,7}):(?:(\d{1,7}):)? ?(fatal error|[Ee]rror|[Ww]arning|note|remark)(?:\[([A-Z]\d{1,5})\])?: /;
const LINKER = /:(\d{1,7}): (undefined reference to |multiple definition of )/;
const OPTION = / \[(-W[\w+=-]{1,100}|[a-z][\w-]{1,60})\]$/;
/** javac prefixes warnings with their kind, GHC a message on the same line with its code. */
const LINT = /^\[(GHC-\d{1,6}|\w{1,40})\] /;

const SEVERITIES: Readonly<Record<string, Severity>> = { "fatal error": "error", error: "error", warning: "warning" };
/** Tools by the extension of their files. */
const TOOLS: Readonly<Record<string, string>> = {
  java: "javac",
  rs: "rustc",
  py: "mypy",
  pyi: "mypy",
  swift: "swiftc",
  kt: "kotlinc",
  scala: "scalac",
  go: "go",
  hs: "ghc",
  lhs: "ghc",
  dart: "dart",
  zig: "zig",
  nim: "nim",
  ml: "ocaml",
  ex: "elixir",
  exs: "elixir",
  sh: "shellcheck",
  bash: "shellcheck",
  proto: "protoc",
  tf: "tflint",
  erl: "erlc",
  hrl: "erlc",
  coffee: "coffeescript",
  litcoffee: "coffeescript",
};
/** Files of gcc and clang: C and its relatives, assembly, Fortran, Ada, D, objects; a file without an extension is a header. */
const GCC =
  /(?:^|[\\/])[^.\\/]+$|\.(?:[ch](?:c|h|\+\+|pp|xx|u|ppm)?|[it]cc|i[ip]?|inl|ipp|tpp|mm?|s|sx|asm|f|for|f\d\d|ad[abs]|d|l|y|yy|ll|o|a|so|x?def|mod|gcn[oa])$/i;

/** `file:line:column: error: message`: gcc and clang with notes, and tools with the same format. */
export const colons: Matcher = {
  line(text, at, found) {
    const match = POSITION.exec(text);
    if (!match || match.index === 0) return linker(text, at, found);
    const [whole, line, start, kind = "", code] = match;
    const path = text.slice(0, match.index).trimStart();
    // A Go program's own log names its line, but no column.
    if (path === "" || (start === undefined && path.endsWith(".go"))) return false;
    const source = TOOLS[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? (GCC.test(path) ? "gcc" : "compiler");
    let message = text.slice(match.index + whole.length);
    let named = code;
    const option = message.endsWith("]") ? OPTION.exec(message) : null;
    const lint = source === "javac" || source === "ghc" ? LINT.exec(message) : null;
    if (option) {
      named = option[1];
      message = message.slice(0, option.index);
    } else if (lint) {
      named = lint[1];
      message = message.slice(lint[0].length);
    }
    found({
      logLine: at,
      path,
      line: Number(line),
      ...column(numberOf(start)),
      severity: SEVERITIES[kind.toLowerCase()] ?? "info",
      message: message.trimStart(),
      ...(named !== undefined && { code: named }),
      source,
    });
    return true;
  },
};

/** Matches linker errors; they have a line only if the objects contain debug information. */
function linker(text: string, at: number, found: ReportProblem): boolean {
  const match = LINKER.exec(text);
  if (!match || match.index === 0) return false;
  const lead = text.lastIndexOf("ld: ", match.index);
  found({
    logLine: at,
    path: text.slice(lead < 0 ? 0 : lead + 4, match.index),
    line: Number(match[1]),
    severity: "error",
    message: text.slice(match.index + match[0].length - (match[2] ?? "").length),
    source: "ld",
  });
  return true;
}
