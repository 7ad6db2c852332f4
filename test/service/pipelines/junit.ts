export interface TestCase {
  readonly status: "success" | "failed" | "skipped" | "error";
  readonly name: string;
  readonly classname: string;
  readonly file: string | null;
  /** Seconds. */
  readonly execution_time: number;
  readonly system_output: string | null;
  readonly stack_trace: string | null;
}

/** The test cases of a JUnit XML report, as far as such hosts read it. Throws when a tag is not closed. */
export function readJunit(xml: string): TestCase[] {
  const cases: TestCase[] = [];
  const found = /<testcase\b([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g;
  const opened = (xml.match(/<testcase\b/g) ?? []).length;
  for (const [, attributes, , inner = ""] of xml.matchAll(found)) cases.push(readCase(attributes!, inner));
  if (cases.length !== opened) throw new Error("JUnit XML parsing failed: 1:1: FATAL: Premature end of data");
  return cases;
}

function readCase(attributes: string, inner: string): TestCase {
  const outcome = /<(failure|error|skipped)\b([^>]*?)(?:\/>|>([\s\S]*?)<\/\1>)/.exec(inner);
  const kind = outcome?.[1];
  const output =
    outcome && kind !== "skipped"
      ? [attribute(outcome[2]!, "message"), unescape(outcome[3] ?? "")]
          .filter((part) => part !== undefined && part !== "")
          .join("\n")
      : undefined;
  return {
    status: kind === "failure" ? "failed" : kind === "error" ? "error" : kind === "skipped" ? "skipped" : "success",
    name: attribute(attributes, "name") ?? "(unknown)",
    classname: attribute(attributes, "classname") ?? "(unknown)",
    file: attribute(attributes, "file") ?? null,
    execution_time: Number(attribute(attributes, "time") ?? 0) || 0,
    system_output: output ?? null,
    stack_trace: null,
  };
}

function attribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return match ? unescape(match[1] ?? match[2] ?? "") : undefined;
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescape(text: string): string {
  return text
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>)/)
    .map((part) =>
      part.startsWith("<![CDATA[")
        ? part.slice(9, -3)
        : part.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => entity(name) ?? whole),
    )
    .join("");
}

function entity(name: string): string | undefined {
  if (!name.startsWith("#")) return NAMED[name];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
