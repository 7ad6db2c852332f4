/**
 * The bash program of a list of script lines: each is shown in green before it runs, several lines at once by their
 * first; the first failure ends it, also in the middle of a pipe.
 */
export function bashProgram(lines: readonly string[]): string {
  const steps = lines.map((line) => {
    const [first = "", ...more] = line.trim().split("\n");
    const shown = more.length > 0 ? `${first} # collapsed multi-line command` : first;
    return `builtin printf '\\033[32;1m$ %s\\033[0;m\\n' ${quote(shown)}\n${line}\n`;
  });
  return `set -eo pipefail\n${steps.join("")}`;
}

/**
 * Arguments that make bash run a program file with true pipes for output (Node gives sockets, on which
 * `> /dev/stderr` fails), both streams in one to keep their order. The pipe's reader outlives SIGTERM, so that a job
 * can still say what it does on the way out.
 */
export function bashArguments(file: string): string[] {
  const pipe = "> >(trap '' TERM; exec cat) 2>&1";
  return ["--noprofile", "--norc", "-c", `exec bash --noprofile --norc ${quote(file)} ${pipe}`];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
