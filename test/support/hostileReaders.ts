/**
 * What reads texts of hosts, and texts that are made to be slow: every mark and repetition of each format, up to the size that is asked
 * for. Used by `test/unit/properties/hostileTexts.test.ts`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import "./vscodeStub.ts";
import { parseBody, UnexpectedBody } from "../../src/api/json.ts";
import { parseXml } from "../../src/api/xml.ts";
import { listArchive, ArchiveError } from "../../src/core/artifacts/zipDirectory.ts";
import { parseCi } from "../../src/core/ciFile/document.ts";
import { headComment } from "../../src/core/ciFile/headComment.ts";
import { placesOf } from "../../src/core/comparisons/findLines.ts";
import { diffLines } from "../../src/core/comparisons/hunks.ts";
import { editorLines, sameLines } from "../../src/core/comparisons/sameLines.ts";
import { unpackReport } from "../../src/core/coverage/packedReport.ts";
import { placeReports } from "../../src/core/coverage/placing.ts";
import { readReport as readCoverage } from "../../src/core/coverage/readReport.ts";
import type { FileReport } from "../../src/core/coverage/report.ts";
import { patchEdits, readPatch } from "../../src/core/findings/patch.ts";
import { inWorker, WorkerStopped } from "../../src/core/lazy/inWorker.ts";
import { LogParser } from "../../src/core/logText/parser.ts";
import { ProjectPaths } from "../../src/core/problems/paths.ts";
import { readProblems } from "../../src/core/problems/problemCollector.ts";
import { FollowedProblems } from "../../src/features/jobs/problems/followedProblems.ts";
import { readNugetConfig, NugetConfigError } from "../../src/features/packages/nuget/nugetConfig.ts";
import { readNuspec } from "../../src/features/packages/nuget/nuspec.ts";
import { PackageFileError } from "../../src/features/packages/nuget/packageFileError.ts";
import { messageText, terminalText } from "../../src/features/pipelines/testReports/shownText.ts";
import { stackFrames } from "../../src/features/pipelines/testReports/stackFrames.ts";
import { headingLine } from "../../src/features/wiki/headings.ts";
import { linkTargets } from "../../src/features/wiki/linkTargets.ts";

const { hostMarkdown } = await import("../../src/core/ui/hostMarkdown.ts");
const { withProjectLinks } = await import("../../src/core/ui/projectLinks.ts");
const { plainText } = await import("../../src/core/ui/plainText.ts");
const { PageTexts } = await import("../../src/core/webview/pageTexts.ts");
const { tasksOf } = await import("../../src/core/ui/markdownTasks.ts");
const { withDiffs } = await import("../../src/features/mergeRequests/review/suggestions.ts");

export interface HostileReader {
  readonly name: string;
  /** What a text is made of, again and again. */
  readonly units: readonly string[];
  /** Other texts of about a size in characters. */
  readonly texts?: (size: number) => readonly string[];
  /** Most characters that callers hand over, or that say something: logs are read in turns of 256 kB. */
  readonly most?: number;
  /** Reads a text, or refuses it as it should. @throws anything else */
  readonly read: (text: string) => unknown;
}

const place = { instance: "https://git.example.com", project: "https://git.example.com/group/app" };
const { signal } = new AbortController();
/** Reads a log as that of a job that is followed. */
async function followedProblems(text: string): Promise<unknown> {
  const [parser, problems] = [new LogParser(), new FollowedProblems()];
  for await (const part of inParts(text)) {
    problems.add(parser.pieces(part));
    await yieldToEventLoop();
  }
  return problems.end();
}
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const nothing = (): void => undefined;

/** Returns what refuses a text with one of these errors. */
const refusing =
  (read: (text: string) => unknown, ...errors: readonly (abstract new (...args: never[]) => Error)[]) =>
  async (text: string): Promise<unknown> => {
    try {
      return await read(text);
    } catch (error) {
      if (errors.some((one) => error instanceof one)) return undefined;
      throw error;
    }
  };

/** What the formats' texts are made of. */
const { markdown, xml, json, log, yaml } = JSON.parse(
  readFileSync(join(import.meta.dirname, "hostileUnits.json"), "utf8"),
) as Readonly<Record<"markdown" | "xml" | "json" | "log" | "yaml", readonly string[]>>;
const indented = (size: number): string[] => {
  let [text, flat] = ["", ""];
  for (let depth = 0; text.length < size && depth < 5_000; depth++) text += `${"  ".repeat(depth)}- a\n`;
  for (let line = 0; flat.length < size; line++) flat += `${"  ".repeat(line % 25)}- a\n`;
  return [text, flat];
};
const wideTable = (size: number): string[] => {
  const columns = Math.floor(Math.sqrt(size / 2));
  return [`${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"a\n".repeat(Math.max(0, size / 2 - 2 * columns))}`];
};
const xmlIn = (root: string, inner: readonly string[]) => (size: number) =>
  inner.map((unit) => `<${root}>${unit.repeat(Math.ceil(size / unit.length))}</${root}>`);
const jsonOf = (size: number): string[] => [
  `[${"[],".repeat(size / 3)}[]]`,
  `${"[".repeat(size / 2)}${"]".repeat(size / 2)}`,
  `[${'{"id":12345678901234567890},'.repeat(size / 28)}{}]`,
  `[${'{"id":"123456"},'.repeat(size / 16)}{}]`,
  `{${Array.from({ length: size / 14 }, (_, at) => `"k${at}":${at}`).join(",")}}`,
  `[${Array.from({ length: size / 16 }, (_, at) => `{"k${at}":${at}}`).join(",")}]`,
  JSON.stringify("\n".repeat(size / 2)),
  `[${Array.from({ length: size / 14 }, (_, at) => `{"k${at % 1_000}":1}`).join(",")}]`,
  `[${'{"id":"123456"},'.repeat(Math.min(99_000, size / 16))}{}]`,
];
const yamlOf = (size: number): string[] => {
  let [nested, keys, laughs] = ["", "", "a0: &a0 x\n"];
  for (let depth = 0; nested.length < size && depth < 2_000; depth++) nested += `${" ".repeat(depth)}a:\n`;
  for (let at = 0; keys.length < size; at++) keys += `k${at}:\n  extends: k${at + 1}\n  needs: [k${at + 2}]\n`;
  for (let at = 1; laughs.length < Math.min(size, 20_000); at++)
    laughs += `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]\n`;
  // Just within the limits.
  const allowed = ["a: ".repeat(4_990), "- a\n".repeat(4_990), "a: 1\n".repeat(4_990), `a: {${"b, ".repeat(4_990)}}`];
  return [nested, keys, keys.slice(0, 60_000), laughs, ...allowed.map((text) => text.slice(0, size))];
};
const coverage = (text: string): Promise<unknown> =>
  text.length <= 200 * 1024
    ? readCoverage(text, { loadXml: () => import("@rgrove/parse-xml") })
    : inWorker({ kind: "coverage" }, bytesOf(text), signal).then((packed) => packed && unpackReport(packed));
const reports = (size: number): string[] => [
  `<coverage><sources>${"<source>/a</source>".repeat(50)}</sources>${'<class filename="a"><lines><line number="1" hits="1"/></lines></class>'.repeat(size / 70)}</coverage>`,
  `<coverage><class filename="a"><lines>${Array.from({ length: size / 31 }, (_, at) => `<line number="${at}" hits="1"/>`).join("")}</lines></class></coverage>`,
  `<report name="a">${'<group name="b">'.repeat(size / 24)}${"</group>".repeat(size / 24)}</report>`,
  `<report name="a"><package name="b">${Array.from({ length: size / 60 }, (_, at) => `<sourcefile name="${at}"><line nr="1" ci="1"/></sourcefile>`).join("")}</package></report>`,
  `<coverage clover="1">${'<file name="a"><line num="1" type="stmt" count="1"/></file>'.repeat(size / 60)}</coverage>`,
  Array.from({ length: size / 8 }, (_, at) => (at % 1_000 === 0 ? `SF:${at}\n` : `DA:${at},1\n`)).join(""),
  `SF:a\n${Array.from({ length: size / 12 }, (_, at) => `FN:${at + 1},f${at}\n`).join("")}`,
  `SF:a\n${"BRDA:1,0,0,1\n".repeat(size / 13)}`,
];
const equalFiles = (count: number): FileReport[] =>
  Array.from({ length: count }, (_, at) => ({
    paths: [`folder${at}/index.ts`],
    lines: new Map([[1, 1]]),
    branches: new Map(),
    functions: new Map(),
  }));
async function* inParts(text: string): AsyncGenerator<Uint8Array> {
  const bytes = bytesOf(text);
  for (let at = 0; at < bytes.length; at += 65_536) yield await Promise.resolve(bytes.subarray(at, at + 65_536));
}

/** Draws the texts of a page until nothing is left to draw. */
async function drawn(all: readonly string[]): Promise<void> {
  let isChanged = true;
  const texts = new PageTexts(() => (isChanged = true));
  while (isChanged) {
    isChanged = false;
    JSON.stringify(all.map((text) => texts.render(text, place)));
    await yieldToEventLoop();
    await yieldToEventLoop();
  }
  texts.dispose();
}

export const hostileReaders: readonly HostileReader[] = [
  {
    name: "Markdown on a page",
    units: markdown,
    texts: (size) => [...indented(size), ...wideTable(size)],
    read: (text) => drawn([text.slice(0, 1_000_000)]),
  },
  {
    name: "sixty comments on a page",
    units: ["1. ", "!", "-a", "- a\n", "a  \n", "|a|\n|-|\n"],
    read: (text) => drawn(Array.from({ length: 60 }, (_, at) => `${at}${text.slice(0, 190_000)}`)),
  },
  {
    name: "Markdown in VS Code's threads",
    units: markdown,
    texts: (size) => [...indented(size), ...wideTable(size)],
    read: (text) => hostMarkdown(withProjectLinks(text, place), { longest: 20_000, shortened: "…" }),
  },
  {
    name: "suggestions in comments",
    units: ["```suggestion\na\n```\n", ...markdown],
    read: (text) =>
      withDiffs({ id: 1, body: text, suggestions: [{ id: 1, from_content: "a\n", to_content: "b\n" }] }, () => "x"),
  },
  { name: "tasks in descriptions", units: ["- [", "- ", "1. [ ] a\n", ...markdown], read: (text) => tasksOf(text) },
  {
    name: "names and labels",
    units: [...markdown, "\u202e", "\u2068", "\u2069", "$(", "א"],
    read: (text) => plainText(text),
  },
  { name: "CI files", units: yaml, texts: yamlOf, read: (text) => [parseCi(text), headComment(text)] },
  {
    name: "answers in JSON",
    // Longer ones are not read.
    most: 8 * 1024 * 1024,
    units: json,
    texts: jsonOf,
    read: refusing((text) => parseBody(text, "application/json"), UnexpectedBody),
  },
  {
    name: "answers in XML",
    units: xml,
    texts: xmlIn("feed", ["<entry/>", "<a>b</a>", "&amp;", "\r\n", "<a b='c'/>", "]]", "&#13;"]),
    read: refusing(
      async (text) => parseXml(await import("@rgrove/parse-xml"), text, "application/xml"),
      UnexpectedBody,
    ),
  },
  {
    name: "manifests of packages",
    units: xml,
    texts: xmlIn("package", ["<metadata/>", "<a>b</a>", "&amp;", "\r\n"]),
    read: refusing((text) => readNuspec(bytesOf(text)), PackageFileError),
  },
  {
    name: "NuGet.config",
    units: xml,
    texts: xmlIn("configuration", ["<packageSources/>", "<add key='a' value='b'/>", "\r\n", "&amp;"]),
    read: refusing(readNugetConfig, NugetConfigError),
  },
  {
    name: "coverage reports",
    units: [...xml, "SF:a\n", "DA:1,1\n", "end_of_record\n", ","],
    texts: reports,
    read: refusing(coverage, WorkerStopped),
  },
  {
    name: "files of a coverage report",
    units: [],
    texts: () => [""],
    read: () => {
      const paths = new ProjectPaths(Array.from({ length: 30_000 }, (_, at) => `package${at}/src/index.ts`));
      return placeReports(
        [
          {
            path: "coverage.xml",
            report: {
              format: "cobertura",
              files: equalFiles(2_000),
              folders: Array.from({ length: 50 }, (_, at) => `/builds/demo/shop/source${at}`),
              counted: true,
              cut: false,
            },
          },
        ],
        {
          hasName: (path) => paths.hasName(path),
          find: ({ path }, checkouts) => paths.find(path, { checkouts, project: "demo/shop" }),
        },
        String,
      );
    },
  },
  {
    name: "reports of findings",
    // Each starts a thread, in which answers' parser reads it: those lists that make most of it.
    units: [],
    texts: (size) => [
      ...jsonOf(size).slice(1, 4),
      JSON.stringify(
        Array(Math.floor(size / 70)).fill({ description: "a", location: { path: "a", lines: { begin: 1 } } }),
      ),
    ],
    read: refusing(async (text) => {
      const bytes = bytesOf(text);
      // The host sends bytes: their making is no part of it.
      await yieldToEventLoop();
      return inWorker({ kind: "findings", type: "codequality" }, bytes, signal);
    }, WorkerStopped),
  },
  {
    name: "patches in a file of equal lines",
    units: ["@@ -1 +1 @@\n", "--- a/x\n+++ b/x\n", "-a\n", " \n", "\\\n"],
    texts: (size) => [
      `--- a/x\n+++ b/x\n@@ -1,${Math.floor(size / 4)} +1,${Math.floor(size / 4)} @@\n${" x\n".repeat(size / 4)}-y\n`,
      `--- a/x\n+++ b/x\n@@ -9,6000 +9,6000 @@\n${" x\n".repeat(5_999)}-y\n+z\n`,
      `--- a/x\n+++ b/x\n${"@@ -9,2 +9,2 @@\n x\n-y\n+z\n".repeat(size / 27)}`,
    ],
    read: (text) => {
      const file = Array<string>(60_000).fill("x");
      for (const patch of readPatch(text) ?? []) patchEdits(file, patch);
      placesOf(file, editorLines(text.slice(0, 100_000)));
    },
  },
  {
    name: "lines of two versions",
    most: 1024 * 1024,
    units: ["a\n", "\n", "\r", "a\nb\n", "{\n}\n"],
    texts: (size) => [Array.from({ length: size / 8 }, (_, at) => `${at % 3 === 0 ? "x" : at}\n`).join("")],
    read: async (text) => {
      const lines = editorLines(text);
      const moved = sameLines(lines, lines.slice(1));
      await yieldToEventLoop();
      return [moved, sameLines(lines, lines.toReversed())];
    },
  },
  {
    name: "diffs of one file",
    // Larger ones are not shown.
    most: 512 * 1024,
    units: ["\n", " \n", "+\n", "@@ -1 +1 @@\n", "@@ -1,9 +1,9 @@\n"],
    texts: (size) => [
      `@@ -1,${size} +1,${size} @@\n${" \n".repeat(size / 2)}`,
      `@@ -1,${size} +1,${size} @@${"\n".repeat(size)}`,
    ],
    read: diffLines,
  },
  {
    name: "job logs and their problems",
    most: 1_000_000,
    units: log,
    read: (text) => Promise.all([readProblems(inParts(text), nothing, signal), followedProblems(text)]),
  },
  {
    name: "outputs of failed tests",
    most: 1_000_000,
    units: log,
    read: (text) => [stackFrames(text), terminalText(text), messageText(text)],
  },
  {
    name: "archives",
    units: ["PK\u0001\u0002", "PK\u0005\u0006", "a", "\0", "/"],
    read: refusing((text) => {
      const bytes = Buffer.from(text, "latin1");
      return listArchive({ size: bytes.length, read: (from, to) => Promise.resolve(bytes.subarray(from, to)) }, signal);
    }, ArchiveError),
  },
  {
    name: "wiki pages",
    units: [...markdown, "[[", "[[a|", "[[a]]", "# [", "#  ", "# a #", "link:"],
    read: (text) => [linkTargets(text), headingLine(text, "#none")],
  },
];

/** Returns the texts of a reader, with what each is made of. */
export function* hostileTextsOf(
  { units, texts, most = Infinity }: HostileReader,
  longest: number,
): Generator<readonly [what: string, text: string]> {
  const size = Math.min(longest, most);
  for (const unit of units) yield [unit, unit.repeat(Math.max(1, Math.floor(size / unit.length)))];
  for (const [at, text] of (texts?.(size) ?? []).entries()) yield [`text ${at + 1}`, text];
}

/** Reads a text. @returns the longest that other work waited meanwhile, in milliseconds that this thread computed */
export async function longestTurn(read: () => unknown): Promise<number> {
  const computed = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [longest, last, isOver] = [0, computed(), false];
  const tick = (): void => {
    const now = computed();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await read();
  longest = Math.max(longest, computed() - last);
  isOver = true;
  return longest;
}
