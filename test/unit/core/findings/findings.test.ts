import assert from "node:assert/strict";
import { ApiError } from "../../../../src/api/errors.ts";
import type { Download } from "../../../../src/api/request.ts";
import type { Job } from "../../../../src/api/resources/jobs.ts";
import { ArchiveListing } from "../../../../src/core/artifacts/listing.ts";
import { findBaseline } from "../../../../src/core/findings/baseline.ts";
import { compareFindings } from "../../../../src/core/findings/compare.ts";
import { type Finding, maxFindings } from "../../../../src/core/findings/finding.ts";
import { pipelineFindings } from "../../../../src/core/findings/pipelineFindings.ts";
import { readReport, maxReportSize } from "../../../../src/core/findings/readReport.ts";
import { type JobReport, ReportReader } from "../../../../src/core/findings/reportReader.ts";
import { type ReportType, hasFindingsReport, reportsOf } from "../../../../src/core/findings/reportTypes.ts";
import { inWorker, WorkerStopped } from "../../../../src/core/lazy/inWorker.ts";
import { eslint, gemnasium, semgrep, trivy, gitleaks, kics } from "./reports.ts";

const read = (report: unknown, type: ReportType): readonly Finding[] =>
  readReport(JSON.stringify(report), type)?.findings ?? [];
const titles = (findings: Iterable<Finding>): string[] =>
  [...findings].map(({ title, startLine }) => `${title} ${startLine ?? ""}`);
const differ = (now: readonly Finding[], before: readonly Finding[]): [string[], string[]] => {
  const { added, fixed } = compareFindings(now, before);
  return [titles(added), titles(fixed)];
};
/** A finding of the same rule in one file. */
const weak = (line: number, extract?: string): object => ({
  name: "Weak",
  location: { file: "a.js", start_line: line },
  identifiers: [{ type: "rule", name: "weak", value: "weak" }],
  ...(extract !== undefined && { raw_source_code_extract: extract }),
});
const sast = (...vulnerabilities: object[]): readonly Finding[] => read({ vulnerabilities }, "sast");

describe("findings of two pipelines", () => {
  it("are the same when their lines moved", () => {
    const moved = structuredClone(semgrep);
    for (const { location } of moved.vulnerabilities) Object.assign(location, { start_line: location.start_line + 40 });
    assert.deepEqual(differ(read(moved, "sast"), read(semgrep, "sast")), [[], []]);
  });

  it("are new or fixed where only one has them", () => {
    const [first, second] = semgrep.vulnerabilities;
    const [before, now] = [first, second].map((one) => read({ ...semgrep, vulnerabilities: [one] }, "sast"));
    assert.ok(before && now);
    const { added, fixed } = compareFindings(now, before);
    assert.deepEqual([[...added], fixed], [now, before]);
  });

  it("are counted where one rule finds several in a file", () => {
    assert.deepEqual(differ(sast(weak(3), weak(9), weak(20)), sast(weak(3), weak(20))), [["Weak 9"], []]);
    assert.deepEqual(differ(sast(weak(3)), sast(weak(3), weak(20), weak(30))), [[], ["Weak 20", "Weak 30"]]);
    // All moved: the number alone tells.
    assert.deepEqual(differ(sast(weak(13), weak(30), weak(40)), sast(weak(3), weak(20))), [["Weak 40"], []]);
    assert.deepEqual(differ(sast(weak(5)), sast(weak(20), weak(30))), [[], ["Weak 30"]]);
    // The code tells more than the lines do.
    assert.deepEqual(differ(sast(weak(3, "new"), weak(5, "old")), sast(weak(3, "old"))), [["Weak 3"], []]);
  });

  it("are the same with another version of the package, another tag of the image, and another count in the message", () => {
    const newer = structuredClone(gemnasium);
    newer.vulnerabilities[0]!.location.dependency.version = "1.0.6";
    assert.deepEqual(differ(read(newer, "dependency_scanning"), read(gemnasium, "dependency_scanning")), [[], []]);
    const tagged = structuredClone(trivy);
    tagged.vulnerabilities[0]!.location.image = "registry.example.com/demo/station/topic:1a2b3c";
    assert.deepEqual(differ(read(tagged, "container_scanning"), read(trivy, "container_scanning")), [[], []]);
    const longer = eslint.map((one) => ({
      ...one,
      fingerprint: "z",
      description: one.description?.replace("31", "33"),
    }));
    assert.deepEqual(differ(read(longer, "codequality"), read(eslint, "codequality")), [[], []]);
  });

  it("differ by file, by package and by rule", () => {
    const other = structuredClone(gemnasium);
    other.vulnerabilities[0]!.location.dependency.package.name = "ms";
    assert.equal(differ(read(other, "dependency_scanning"), read(gemnasium, "dependency_scanning")).flat().length, 2);
    const moved = sast({ ...weak(3), location: { file: "b.js", start_line: 3 } });
    assert.deepEqual(differ(moved, sast(weak(3))), [["Weak 3"], ["Weak 3"]]);
  });
});

const scope = { instance: "https://git.example.com", project: "acme/app" };
const signal = new AbortController().signal;
const refused = (kind: "notFound" | "forbidden"): ApiError =>
  new ApiError({ kind, operation: "jobs.artifactFile", status: kind === "notFound" ? 404 : 403 } as never);

const job = (id: number, types: string, rest: Partial<Job> = {}): Job => ({
  id,
  name: `job ${id}`,
  artifacts: types.split(" ").map((one) => {
    const [type = "", file] = one.split("=");
    return { file_type: type, ...(file !== undefined && { filename: file }) };
  }),
  artifacts_file: { filename: "artifacts.zip", size: 100 },
  ...rest,
});
const now = Date.parse("2026-02-01");
const sastFile = (id: number): string => `${id} gl-sast-report.json`;

class Host {
  readonly asked: string[] = [];
  readonly closed: string[] = [];
  readonly files = new Map<string, string | ApiError>();
  length: number | undefined;
  readonly reader: ReportReader;

  constructor(inThread?: typeof inWorker) {
    const artifactFile = (_project: unknown, id: number, path: string): Promise<Download> => {
      const key = `${id} ${path}`;
      this.asked.push(key);
      const found = this.files.get(key) ?? refused("notFound");
      if (typeof found !== "string") return Promise.reject(found);
      const body = async function* (): AsyncGenerator<Uint8Array> {
        yield await Promise.resolve(Buffer.from(found));
      };
      const close = () => Promise.resolve(void this.closed.push(key));
      return Promise.resolve({ body: body(), ...(this.length !== undefined && { length: this.length }), close });
    };
    const list = ({ job: id }: { readonly job: number }): Promise<ArchiveListing> => {
      this.asked.push(`list ${id}`);
      const listing = new ArchiveListing();
      for (const key of this.files.keys())
        if (key.startsWith(`${id} `)) listing.add({ kind: "file", path: key.slice(`${id} `.length), size: 1 });
      return Promise.resolve(listing);
    };
    this.reader = new ReportReader({ jobs: { artifactFile }, listings: { list } }, () => now, inThread);
  }

  read(...jobs: readonly Job[]): Promise<JobReport[]> {
    return this.reader.readAll(scope, reportsOf(jobs), signal);
  }
}
const outcomes = (reports: readonly JobReport[]): string[] =>
  reports.map(({ job: { id }, file, content }) => `${id} ${file} ${content.kind}`);

describe("reports of a pipeline", () => {
  it("are those that jobs declare, under their own name or the usual one", () => {
    const jobs = [
      job(1, "archive=artifacts.zip sast secret_detection=secrets.json"),
      job(2, "codequality=gl-code-quality-report.json.gz junit=junit.xml.gz"),
      job(3, "dependency_scanning=../../etc/passwd.json"),
      job(4, "trace"),
      { id: 5, artifacts: null },
      job(6, "dast=..\\dast.json"),
    ];
    const listed = reportsOf(jobs).map(({ job: { id }, type, file }) => `${id} ${type} ${file}`);
    assert.deepEqual(listed, [
      "1 sast gl-sast-report.json",
      "1 secret_detection secrets.json",
      "2 codequality gl-code-quality-report.json",
      "3 dependency_scanning gl-dependency-scanning-report.json",
      "6 dast gl-dast-report.json",
    ]);
    assert.deepEqual(jobs.map(hasFindingsReport), [true, true, true, false, false, true]);
  });

  it("are requested one file each, once, from their place in the archive", async () => {
    const host = new Host();
    host.files.set(sastFile(1), JSON.stringify(semgrep));
    host.files.set("2 build/reports/gl-code-quality-report.json", JSON.stringify(eslint));
    const jobs = [job(1, "sast"), job(2, "codequality")];
    const read = (await host.read(...jobs)).map(({ content }) => content.kind === "read" && content.path);
    assert.deepEqual(read, ["gl-sast-report.json", "build/reports/gl-code-quality-report.json"]);
    const below = ["2 build/reports/gl-code-quality-report.json", "2 gl-code-quality-report.json", "list 2"];
    assert.deepEqual(host.asked.sort(), [sastFile(1), ...below]);
    assert.equal(host.closed.length, 2);
    await host.read(...jobs);
    assert.equal(host.asked.length, 4);
  });

  it("in SARIF are found in the archives of jobs that declare none", async () => {
    const host = new Host();
    const log = { version: "2.1.0", runs: [{ results: [{ message: { text: "a" } }] }] };
    for (const key of ["1 out/trivy.sarif", "1 notes.txt", sastFile(2), "2 semgrep.sarif"])
      host.files.set(key, JSON.stringify(log));
    const jobs = [job(1, "archive"), job(2, "sast"), job(3, "archive", { artifacts_file: null })];
    const found = await host.reader.findSarif(scope, jobs, signal);
    assert.deepEqual(host.asked, ["list 1"]);
    const reports = await host.reader.readAll(scope, found, signal);
    assert.deepEqual(outcomes(reports), ["1 trivy.sarif read"]);
    assert.deepEqual(host.asked, ["list 1", "1 out/trivy.sarif"]);
  });

  it("explain why they cannot be read", async () => {
    const host = new Host();
    host.files.set(sastFile(3), refused("forbidden"));
    host.files.set(sastFile(4), "<html>");
    const gone = { artifacts_file: null };
    const expired = job(5, "sast", { ...gone, artifacts_expire_at: "2026-01-31T00:00:00Z" });
    const reports = await host.read(job(1, "sast", gone), job(2, "sast"), job(3, "sast"), job(4, "sast"), expired);
    assert.deepEqual(
      outcomes(reports),
      ["notInArchive", "notInArchive", "forbidden", "invalid", "expired"].map(
        (why, at) => `${sastFile(at + 1)} ${why}`,
      ),
    );
    assert.ok(!host.asked.some((key) => key.startsWith("1 ") || key.startsWith("5 ")));
  });

  it("are read up to a size, announced or not", async () => {
    const host = new Host();
    host.files.set(sastFile(1), " ".repeat(maxReportSize + 1));
    assert.deepEqual(outcomes(await host.read(job(1, "sast"))), [`${sastFile(1)} tooLarge`]);
    host.length = maxReportSize + 1;
    host.files.set(sastFile(2), "{}");
    assert.deepEqual(outcomes(await host.read(job(2, "sast"))), [`${sastFile(2)} tooLarge`]);
    assert.equal(host.closed.length, 2);
  });

  it("are read in a worker when they are large, and not downloaded again if that takes too long", async () => {
    const slow = new Host(() => Promise.reject(new WorkerStopped()));
    slow.files.set(sastFile(1), " ".repeat(300_000));
    for (let count = 0; count < 2; count++)
      assert.deepEqual(outcomes(await slow.read(job(1, "sast"))), [`${sastFile(1)} tooSlow`]);
    assert.deepEqual(slow.asked, [sastFile(1)]);
    const host = new Host((input, bytes, within) => inWorker(input, bytes, within, 60_000));
    const entry = { description: "a", location: { path: "a.ts", lines: { begin: 1 } } };
    host.files.set("1 gl-code-quality-report.json", JSON.stringify(Array(60_000).fill(entry)));
    const [report] = await host.read(job(1, "codequality"));
    assert.ok(report?.content.kind === "read");
    assert.equal(report.content.report.findings.length, maxFindings);
  });

  it("are compared with those of the target branch by kind, as far as both have them whole", async () => {
    const host = new Host();
    const old = { ...semgrep, vulnerabilities: [semgrep.vulnerabilities[1], { name: "Old" }] };
    for (const [key, report] of [
      [sastFile(1), semgrep],
      [sastFile(3), old],
      [sastFile(4), kics],
    ] as const)
      host.files.set(key, JSON.stringify(report));
    host.files.set("2 gl-secret-detection-report.json", JSON.stringify(gitleaks));
    const now = await host.read(job(1, "sast"), job(2, "secret_detection"));
    const before = await host.read(job(3, "sast"), job(4, "sast"));
    const { findings, fixed } = pipelineFindings(now, before);
    const shown = findings.map(({ finding: { kind, severity }, isNew }) => `${kind} ${severity} ${isNew}`);
    assert.deepEqual(shown, ["secrets critical undefined", "sast critical true", "sast medium false"]);
    // The pipeline has no infrastructure report, which says nothing of what was fixed.
    const found = fixed.map(({ title }) => title);
    assert.deepEqual(found, ["Old"]);
    const gap = await host.read(job(9, "sast"));
    assert.deepEqual(pipelineFindings([...now, ...gap], before).fixed, []);
    assert.ok(pipelineFindings(now, [...before, ...gap]).findings.every(({ isNew }) => isNew === undefined));
    assert.deepEqual(outcomes(pipelineFindings([...now, ...gap]).gaps), [`${sastFile(9)} notInArchive`]);
  });
});

describe("the pipeline to compare with", () => {
  const find = async (
    statuses: Readonly<Record<number, string>>,
    jobs: Readonly<Record<number, readonly Job[]>>,
    ...types: readonly ReportType[]
  ) => {
    const asked: string[] = [];
    const items = Object.entries(statuses).map(([id, status]) => ({ id: Number(id), status }));
    const list = (_project: unknown, { ref }: { readonly ref: string }) => {
      asked.push(ref);
      return { page: () => Promise.resolve({ items: items.toReversed(), capped: false }) };
    };
    const source = {
      client: { pipelines: { list } } as never,
      jobs: (_project: unknown, { id }: { readonly id: number }) => (
        asked.push(String(id)),
        Promise.resolve(jobs[id] ?? [])
      ),
      sarif: (_project: unknown, some: readonly Job[]) =>
        Promise.resolve(some.map((one) => ({ job: one, type: "sarif" as const, file: "a.sarif" }))),
    };
    const wanted = { project: "acme/app", ref: "main", types: new Set<ReportType>(types), before: 9 };
    const found = await findBaseline(source, wanted, signal);
    return [found?.pipeline.id, ...asked].join(" ");
  };

  it("is the newest finished one with such a report", async () => {
    const statuses = { 5: "manual", 6: "success", 7: "canceled", 8: "running", 9: "success" };
    assert.equal(await find(statuses, { 6: [job(1, "junit")], 5: [job(2, "sast")] }, "sast"), "5 main 6 5");
    assert.equal(await find(statuses, { 6: [job(1, "archive")] }, "sarif"), "6 main 6");
  });

  it("is searched for in seven pipelines: the newest first, then four at once", async () => {
    const many = Object.fromEntries([21, 22, 23, 24, 25, 26, 27].map((id) => [id, "failed"]));
    assert.equal(await find(many, {}, "sast"), " main 27 26 25 24 23 22 21");
    const scans = { 24: [job(1, "sast")], 23: [job(2, "sast")] };
    assert.equal(await find(many, scans, "sast"), "24 main 27 26 25 24 23");
  });
});
