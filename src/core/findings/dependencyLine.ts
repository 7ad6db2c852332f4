/** Characters that are part of package names. */
const inName = /[\w.@/+-]/;

/**
 * Returns the line that names a package in a lock file or manifest, counted from 1; undefined if no line does. Reports
 * of dependencies name the file only.
 */
export function dependencyLine(lines: readonly string[], name: string): number | undefined {
  const at = lines.findIndex((line) => names(line, name));
  return at < 0 ? undefined : at + 1;
}

/** Whether a line has the name as a whole, perhaps in a folder or before a version. */
function names(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const [before, after] = [line[at - 1] ?? " ", line[at + name.length] ?? " "];
    if ((!inName.test(before) || before === "/") && (!inName.test(after) || after === "@")) return true;
  }
  return false;
}
