import { javaPath } from "../../../core/problems/matchers/javaStack.ts";

/** A stack frame in a tool's output. Lines and columns are 1-based. */
export interface StackFrame {
  /** The function, or the line of output if no function is named. */
  readonly label: string;
  /** Path in the output; undefined if the frame has no file. */
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Maximum number of frames. */
const maxFrames = 50;
/** Maximum number of lines to search; longer output is a log, with the failure at its beginning or end. */
const searched = 2_000;
/** Longer lines are skipped: no tool writes such frames, and matching them is slow. */
const longestLine = 1_000;

const script = /^\s*at (?:async )?(?:(.+?) \()?((?:file:\/\/)?[^\s()][^()]*?):(\d+):(\d+)\)?$/;
const dotnet = /^\s*at (.+) in (.+):line (\d+)\s*$/;
/** In the language of the machine: `   bei Cart.Add() in C:\b\Cart.cs:Zeile 12.` */
const localDotnet =
  /^\s*[^\s\d]{1,12} (\S.*?\(.*?\)) [^\s\d]{1,8} ((?:[A-Za-z]:\\|\/).*?):[^\s\d:\\/]{1,12} (\d+)\.?\s*$/;
/** Names of tests in Kotlin and Groovy are sentences. */
const jvm = /^\s*at (?:[\w.$@-]*\/)*([\w$.<>-]+(?:[ ,'][^()]*)?)\(([\w$.-]+\.(?:java|kt|kts|scala|groovy)):(\d+)\)/;
const python = /^\s*File "(.+?)", line (\d+)(?:, in (.+))?$/;
const place =
  /(?:^|[\s([<"'`])((?:[A-Za-z]:[\\/])?[\w@.+~\-/\\]*[\w+~-]\.[A-Za-z]\w{0,9}):(\d+)(?::(\d+))?(?=$|[:\s)\]>'"`,])/;

/**
 * Returns the stack frames in a failure's text, innermost first: of JavaScript, Python, the JVM and .NET, and `path:line` of most other
 * tools. May include false matches, for which no file is found.
 */
export function stackFrames(text: string): StackFrame[] {
  const lines = searchedLines(text);
  const frames: StackFrame[] = [];
  const known = new Set<string>();
  let outermostFirst = false;
  for (const ended of lines) {
    const line = ended.replace(/\r$/, "");
    if (line.length > longestLine) continue;
    const traced = python.exec(line);
    if (traced) outermostFirst = true;
    const frame = traced ? framed(traced[3] ?? line, traced[1], traced[2]) : frameOf(line);
    if (!frame) continue;
    const key = JSON.stringify([frame.path, frame.line, frame.label]);
    if (!known.has(key)) frames.push(frame);
    known.add(key);
  }
  return (outermostFirst ? frames.reverse() : frames).slice(0, maxFrames);
}

/** Returns the lines at the start and the end of a text, without splitting all of a long one. */
function searchedLines(text: string): string[] {
  let [start, end] = [0, text.length];
  for (let count = 0; count < searched / 2 && start >= 0; count++) start = text.indexOf("\n", start) + 1 || -1;
  if (start < 0) return text.split("\n");
  for (let count = 0; count < searched / 2 && end >= start; count++) end = text.lastIndexOf("\n", end - 1);
  return end < start ? text.split("\n") : [...text.slice(0, start - 1).split("\n"), ...text.slice(end + 1).split("\n")];
}

function frameOf(line: string): StackFrame | undefined {
  const java = jvm.exec(line);
  if (java) {
    const [, method = "", file = "", number] = java;
    return framed(method, javaPath(method, file), number);
  }
  const net = line.includes(":line ") ? dotnet.exec(line) : localDotnet.exec(line);
  if (net) return framed(net[1], net[2], net[3]);
  const js = script.exec(line);
  if (js) return framed(js[1] ?? line, js[2], js[3], js[4]);
  const plain = place.exec(line);
  return plain ? framed(line, plain[1], plain[2], plain[3]) : undefined;
}

function framed(
  label: string | undefined,
  path: string | undefined,
  line: string | undefined,
  column?: string,
): StackFrame {
  const number = Number(line);
  return {
    label: (label ?? "").trim(),
    ...(path !== undefined && { path }),
    ...(number >= 1 && { line: number }),
    ...(Number(column) >= 1 && { column: Number(column) }),
  };
}
