/**
 * The regular expression of an artifact path: `*`, `?`, `[a-z]`, `{a,b}` within a name, `**` over folders. A path means
 * the file itself and everything below it; `/` at the end and `./` at the start say nothing more.
 */
export function globExpression(glob: string): RegExp {
  const pattern = glob.replace(/^(\.?\/)+/, "").replace(/\/+$/, "");
  if (pattern === "" || pattern === ".") return /^/;
  let depth = 0;
  const source = pattern.replace(/\*\*\/|\/\*\*$|\*\*|\*|\?|\[[!^]?\]?[^\]/]*\]|[{},]|\\.|[^]/g, (part) => {
    switch (part) {
      case "**/":
        return "(?:[^/]+/)*";
      case "/**":
        return "/.+";
      case "**":
        return ".*";
      case "*":
        return "[^/]*";
      case "?":
        return "[^/]";
      case "{":
        depth++;
        return "(?:";
      case "}":
        return depth > 0 && depth-- > 0 ? ")" : "\\}";
      case ",":
        return depth > 0 ? "|" : ",";
      default:
        if (part.length > 1 && part.startsWith("[")) return part.replace(/^\[[!^]/, "[^/").replace(/\\/g, "\\\\");
        return escape(part.length === 2 && part.startsWith("\\") ? part.slice(1) : part);
    }
  });
  // An unclosed brace is a plain character.
  return new RegExp(`^${depth > 0 ? pattern.split("").map(escape).join("") : source}(?:/|$)`);
}

function escape(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
