/**
 * Returns a test of paths by a glob: `*` and `?` within a folder, `**` across folders, `{a,b}` for alternatives. One without a slash is
 * compared with the file's name, others with the whole path. The case of letters does not matter. Several are separated by commas.
 */
export function pathPattern(globs: string): (path: string) => boolean {
  const patterns = split(globs).map((glob) => {
    const whole = glob.replace(/^\/+/, "");
    const isName = !glob.includes("/");
    return new RegExp(`^${isName ? "(?:.*/)?" : ""}${source(whole.endsWith("/") ? `${whole}**` : whole)}$`, "iu");
  });
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** Splits at commas outside of braces. */
const split = (globs: string): string[] =>
  [...globs.matchAll(/(?:[^,{]|\{[^}]*\}?)+/g)].map(([glob]) => glob.trim()).filter((glob) => glob !== "");

function source(glob: string): string {
  let depth = 0;
  return glob.replaceAll(/\*\*\/|\*\*|[*?{},]|[\\^$.|+()[\]/-]/g, (part) => {
    switch (part) {
      case "**/":
        return "(?:.*/)?";
      case "**":
        return ".*";
      case "*":
        return "[^/]*";
      case "?":
        return "[^/]";
      case "{":
        if (!glob.includes("}")) return "\\{";
        depth += 1;
        return "(?:";
      case "}":
        if (depth === 0) return "\\}";
        depth -= 1;
        return ")";
      case ",":
        return depth > 0 ? "|" : ",";
      case "-":
        return "-";
      default:
        return `\\${part}`;
    }
  });
}
