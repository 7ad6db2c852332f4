/** A line of a log that several programs write. */
export interface ProgramLine {
  /** The program's name; "" if the line has none. */
  readonly program: string;
  readonly body: string;
}

/** What compose, turbo, pnpm and BuildKit write before each line of a program; Vitest names a stream in the same way. */
const PREFIX =
  /^(?:(?!std(?:err|out) )([A-Za-z][\w.-]{0,60}) {1,40}\| |((?:@[\w.-]{1,60}\/)?[\w.-]{1,60}:[\w.-]{1,60}): |((?:[\w@.-]{1,60}\/){1,8}[\w.-]{1,60} [A-Za-z][\w.-]{0,60}): |(#\d{1,5}) \d{1,5}\.\d{2,3} )/;

/** Splits a line into the name of the program and what it wrote. */
export function programLine(text: string): ProgramLine {
  const found = PREFIX.exec(text);
  if (!found) return { program: "", body: text };
  return { program: found[1] ?? found[2] ?? found[3] ?? found[4] ?? "", body: text.slice(found[0].length) };
}

/** Last lines of a program that failed, below its prefix. */
const LAST_WORDS = /^(?: ?ELIFECYCLE|ERROR: command finished|Failed$)/;
/** What those that run the programs say: compose, and BuildKit. */
const EXITED = /^(?:([A-Za-z][\w.-]{0,60}) exited with code [1-9]|(#\d{1,5}) ERROR: process )/;

/** Returns the program that failed according to a line; undefined if it says nothing of that. */
export function failedProgram(text: string, { program, body }: ProgramLine): string | undefined {
  if (program !== "") return LAST_WORDS.test(body) ? program : undefined;
  const found = EXITED.exec(text);
  return found?.[1] ?? found?.[2];
}
