import { setImmediate as breathe } from "node:timers/promises";
import { count, type CoverageReport, type FileReport, ReportBuilder } from "./report.ts";

/** Lines to read before yielding to other work. */
const turn = 50_000;
const maxLength = 4_000;

/** What the lines of a record say together. */
interface LcovRecord {
  readonly branches: Map<number, number[]>;
  /** Lines of functions by name, or by index since LCOV 2.2. */
  readonly starts: Map<string, number>;
  readonly hits: Map<string, number>;
  /** Indexed functions with their names. */
  readonly named: [index: string, hits: number, name: string][];
}

/**
 * Reads an LCOV tracefile (geninfo(1)): `SF`, `DA`, `FN`, `FNDA`, `FNL`, `FNA`, `BRDA` and `end_of_record`. The same file may occur
 * several times, once for each test; hits are added.
 * @returns undefined if the text is not LCOV
 * @throws the signal's reason
 */
export async function readLcov(text: string, signal?: AbortSignal): Promise<CoverageReport | undefined> {
  const builder = new ReportBuilder();
  let file: FileReport | undefined;
  let record = newRecord();
  let isLcov = false;
  let read = 0;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end < 0 ? text.length : end).trimEnd();
    at = end < 0 ? text.length : end + 1;
    if (++read % turn === 0) {
      await breathe();
      signal?.throwIfAborted();
    }
    const colon = line.indexOf(":");
    const kind = colon < 0 ? line : line.slice(0, colon);
    if (kind === "SF") {
      isLcov = true;
      file = builder.file([line.slice(colon + 1).trim()]);
      record = newRecord();
    } else if (kind === "end_of_record") {
      if (file) addRecord(builder, file, record);
      file = undefined;
    } else if (file && line.length <= maxLength) {
      readLine(builder, file, record, kind, line.slice(colon + 1));
    }
  }
  if (file) addRecord(builder, file, record);
  return isLcov ? builder.finish("lcov") : undefined;
}

const newRecord = (): LcovRecord => ({ branches: new Map(), starts: new Map(), hits: new Map(), named: [] });

function readLine(builder: ReportBuilder, file: FileReport, record: LcovRecord, kind: string, rest: string): void {
  const fields = rest.split(",");
  const [first = "", second = "", third = ""] = fields;
  switch (kind) {
    case "DA":
      builder.line(file, Number(first), count(second));
      break;
    case "BRDA":
      // The fourth field is "-" if the line was never reached.
      addBranch(record.branches, Number(first), count(fields.at(-1)));
      break;
    case "FN": {
      // Line, the last line since LCOV 1.16, and the name, which may contain commas.
      const hasEnd = fields.length > 2 && /^\d+$/.test(second);
      record.starts.set(fields.slice(hasEnd ? 2 : 1).join(","), Number(first));
      break;
    }
    case "FNDA":
      record.hits.set(fields.slice(1).join(","), count(first));
      break;
    case "FNL":
      record.starts.set(`#${first}`, Number(second));
      break;
    case "FNA":
      record.named.push([`#${first}`, count(second), third === "" ? first : fields.slice(2).join(",")]);
      break;
  }
}

function addBranch(branches: LcovRecord["branches"], line: number, taken: number): void {
  const known = branches.get(line);
  if (known) known.push(taken);
  else branches.set(line, [taken]);
}

function addRecord(builder: ReportBuilder, file: FileReport, { branches, starts, hits, named }: LcovRecord): void {
  for (const [line, taken] of branches) builder.addBranches(file, line, taken);
  for (const [name, line] of starts)
    if (!/^#\d+$/.test(name)) builder.addFunction(file, name, line, hits.get(name) ?? 0);
  for (const [index, times, name] of named) builder.addFunction(file, name, starts.get(index) ?? 0, times);
}
