/** A place that a tool's output names. Lines and columns count from 1. */
export interface StackFrame {
  /** The function, or the line of the output where no function is told. */
  readonly label: string;
  /** As the tool wrote it; undefined where the frame has no file. */
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

/** More frames than anybody reads. */
const most = 50;
/** Output longer than this is a log, not a stack: what went wrong stands at its beginning or its end. */
const searched = 2_000;
/** No tool writes longer lines about places, and expressions would take long over them. */
const longestLine = 1_000;

const script = /^\s*at (?:async )?(?:(.+?) \()?((?:file:\/\/)?[^\s()][^()]*?):(\d+):(\d+)\)?$/;
const dotnet = /^\s*at (.+) in (.+):line (\d+)\s*$/;
const jvm = /^\s*at (?:[\w.$@-]*\/)*([\w$.<>]+)\(([\w$-]+\.(?:java|kt|kts|scala|groovy)):(\d+)\)/;
const python = /^\s*File "(.+?)", line (\d+)(?:, in (.+))?$/;
const place =
  /(?:^|[\s([<"'`])((?:[A-Za-z]:[\\/])?[\w@.+~\-/\\]*[\w+~-]\.[A-Za-z]\w{0,9}):(\d+)(?::(\d+))?(?=$|[:\s)\]>'"`,])/;

/**
 * The places that a failure's text names, the innermost first: stacks of JavaScript, Python, the JVM and .NET, and `path:line` as most
 * other tools write it. What merely looks like a place is not told apart here: whoever looks for the file finds none.
 */
export function stackFrames(text: string): StackFrame[] {
  const all = text.split(/\r?\n/);
  const lines = all.length > searched ? [...all.slice(0, searched / 2), ...all.slice(-searched / 2)] : all;
  const frames: StackFrame[] = [];
  const known = new Set<string>();
  let outermostFirst = false;
  for (const line of lines) {
    if (line.length > longestLine) continue;
    const traced = python.exec(line);
    if (traced) outermostFirst = true;
    const frame = traced ? framed(traced[3] ?? line, traced[1], traced[2]) : frameOf(line);
    if (!frame) continue;
    const key = JSON.stringify([frame.path, frame.line, frame.label]);
    if (!known.has(key)) frames.push(frame);
    known.add(key);
  }
  return (outermostFirst ? frames.reverse() : frames).slice(0, most);
}

function frameOf(line: string): StackFrame | undefined {
  const java = jvm.exec(line);
  if (java) {
    const [, method = "", file = "", number] = java;
    const folders = method.split(".").slice(0, -2);
    return framed(method, [...folders, file].join("/"), number);
  }
  const net = line.includes(":line ") ? dotnet.exec(line) : null;
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
