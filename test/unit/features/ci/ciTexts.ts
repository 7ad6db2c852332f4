/** CI files as people write them, in every style; made without the library that reads them. */
import fc from "fast-check";

export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

export interface Style {
  readonly eol: "\n" | "\r\n";
  /** Spaces per level. */
  readonly step: number;
  readonly ends: boolean;
  readonly bom: boolean;
  /** What stands around the configuration. */
  readonly frame: "none" | "start" | "header" | "end" | "second";
  /** A list starts at its name's own column. */
  readonly flush: boolean;
  readonly comments: boolean;
}

export const style: fc.Arbitrary<Style> = fc.record({
  eol: fc.constantFrom<Style["eol"]>("\n", "\n", "\r\n"),
  step: fc.constantFrom(2, 2, 4),
  ends: fc.boolean(),
  bom: fc.boolean(),
  frame: fc.constantFrom<Style["frame"]>("none", "none", "none", "start", "header", "end", "second"),
  flush: fc.boolean(),
  comments: fc.boolean(),
});

/** An entry of the top level, with how it is written. */
export interface CiEntry {
  readonly name: string;
  readonly value: Value;
  readonly flow: boolean;
  /** Names its value for aliases. */
  readonly anchor?: string;
  /** A merge key that takes in what has this anchor. */
  readonly merges?: string;
}

const texts = fc.constantFrom(
  ..."a|npm test|echo 'x: y'|# no comment|a: b|[x]||  lead|trail |two\nlines|two\nlines\n|kept\n\n|gap\n\n  deep\n|tab\tinside".split(
    "|",
  ),
  ..."yes|1.10|*star|&and|- dash|{x}|é ✓|$CI_JOB_ID|a,b".split("|"),
);
const leaf: fc.Arbitrary<Value> = fc.oneof({ weight: 4, arbitrary: texts }, fc.constantFrom<Value>(1, true, null));
const key = fc.constantFrom("script", "image", "rules", "tags", "only", "a key", "x:y");
export const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** Writes entries as a CI file. */
export function written(entries: readonly CiEntry[], s: Style): string {
  const lines: string[] = [];
  entries.forEach(({ name, value: of, flow, anchor, merges }, index) => {
    if (s.comments) lines.push(...(index % 2 === 0 ? ["", `# about ${name}`] : []));
    const named = anchor === undefined ? "" : ` &${anchor}`;
    if (merges !== undefined && typeof of === "object" && of !== null && !Array.isArray(of)) {
      lines.push(
        `${scalarKey(name)}:${named}`,
        `${" ".repeat(s.step)}<<: *${merges}`,
        ...mapLines(of as { readonly [key: string]: Value }, s.step, s),
      );
    } else if (flow) lines.push(`${scalarKey(name)}:${named} ${inline(of)}${s.comments ? " # behind" : ""}`);
    else lines.push(...pairLines(name, of, 0, s, named));
    if (s.comments && index % 3 === 2) lines.push(`${" ".repeat(index % 2 === 0 ? 6 : 2)}# below ${name}`);
  });
  const body = lines.join("\n");
  const framed = {
    none: body,
    start: `---\n${body}`,
    header: `spec:\n  inputs: {}\n---\n${body}`,
    end: `${body}\n...\n# behind the end`,
    second: `${body}\n---\nother: 1`,
  }[s.frame];
  return (s.bom ? "\ufeff" : "") + (framed + (s.ends || /\n$/.test(framed) ? "\n" : "")).replaceAll("\n", s.eol);
}

const scalarKey = (name: string): string => (/^[\w.][\w. -]*$/.test(name) ? name : JSON.stringify(name));

export function inline(of: Value): string {
  if (Array.isArray(of)) return `[${of.map(inline).join(", ")}]`;
  if (typeof of === "object" && of !== null)
    return `{${Object.entries(of)
      .map(([name, one]) => `${scalarKey(name)}: ${inline(one)}`)
      .join(", ")}}`;
  return JSON.stringify(of);
}

function pairLines(name: string, of: Value, depth: number, s: Style, named = ""): string[] {
  const start = `${" ".repeat(depth)}${scalarKey(name)}:${named}`;
  if (Array.isArray(of) && of.length > 0) return [start, ...listLines(of, s.flush ? depth : depth + s.step, s)];
  if (typeof of === "object" && of !== null && !Array.isArray(of) && Object.keys(of).length > 0)
    return [start, ...mapLines(of as { readonly [key: string]: Value }, depth + s.step, s)];
  return scalarLines(`${start} `, of, depth, s);
}

const mapLines = (of: { readonly [key: string]: Value }, depth: number, s: Style): string[] =>
  Object.entries(of).flatMap(([name, one]) => pairLines(name, one, depth, s));

const listLines = (of: readonly Value[], depth: number, s: Style): string[] =>
  of.flatMap((one) => scalarLines(`${" ".repeat(depth)}- `, one, depth, s));

/** A text of several lines as a block where it can be one. */
function scalarLines(start: string, of: Value, depth: number, s: Style): string[] {
  if (
    typeof of !== "string" ||
    !of.includes("\n") ||
    /^[\s]|[\t ]\n|\n$/.test(of.replace(/\n+$/, "")) ||
    of.trim() === ""
  )
    return [start + (typeof of === "string" && /^[A-Za-z][\w ]*\w$/.test(of) ? of : inline(of))];
  const text = of.replace(/\n+$/, "");
  const tail = of.length - text.length;
  const head = `${start}|${tail === 0 ? "-" : tail === 1 ? "" : "+"}`;
  return [
    head,
    ...text.split("\n").map((line) => (line === "" ? "" : " ".repeat(depth + s.step) + line)),
    ...Array.from({ length: Math.max(0, tail - 1) }, () => ""),
  ];
}
