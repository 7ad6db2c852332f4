import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CiJob, FabricatedJob, FabricatedPipeline } from "../types.ts";
import { parseCi } from "../ci/parse.ts";
import { featureBranch, releaseTag, type SampleCommits, scannedBranch } from "./commits.ts";
import { checkout, jobLog } from "./jobOutput.ts";
import { scannerJobs } from "./scanners.ts";
import { type DewPoint, junitReport } from "./unitTests.ts";

const minute = 60_000;
const hour = 60 * minute;
const seconds: Readonly<Record<string, number>> = { compile: 3, lint: 4, "unit tests": 6, integration: 49, "flaky sensor": 3, "deploy review": 5 };

type Outcomes = Readonly<Partial<Record<string, string>>>;

/** What ran on the sample before anybody looked: pipelines of every outcome, oldest first. */
export async function samplePipelines(commits: SampleCommits): Promise<FabricatedPipeline[]> {
  const { jobs: ci } = parseCi(await readFile(join(import.meta.dirname, "project", ".gitlab-ci.yml"), "utf8"));
  const now = Date.now();
  const jobs = (at: number, sha: string, ref: string, outcomes: Outcomes) => Promise.all(ci.map((job) => pastJob(job, { at, sha, ref, status: outcomes[job.name] ?? "success" })));
  const pipeline = async (ago: number, spec: Omit<FabricatedPipeline, "jobs" | "createdAt"> & { readonly sha: string; readonly ref: string }, outcomes: Outcomes = {}): Promise<FabricatedPipeline> => ({
    ...spec,
    createdAt: now - ago,
    jobs: await jobs(now - ago, spec.sha, spec.ref, { "flaky sensor": "failed", "deploy review": "manual", ...outcomes }),
  });
  const { release, main, broken, feature, scanned, files } = commits;
  const scan = async (ago: number, sha: string, ref: string, of: "main" | "scanned"): Promise<FabricatedPipeline> => ({ sha, ref, user: "max", createdAt: now - ago, duration: 9, jobs: await scannerJobs(files[of], { at: now - ago, sha, ref }) });
  return [
    await pipeline(3 * 24 * hour - minute, { sha: release, ref: "main", user: "admin", coverage: "97.80", duration: 62 }),
    await pipeline(3 * 24 * hour - 5 * minute, { sha: release, ref: releaseTag, tag: true, user: "alice", name: "Release 1.0.0", coverage: "97.80", duration: 67 }, { "deploy review": "success" }),
    await pipeline(26 * hour, { sha: release, ref: "main", user: "admin", source: "schedule", name: "Nightly" }, { "unit tests": "success", integration: "canceled", "flaky sensor": "canceled" }),
    { ...(await scan(25 * hour, release, "main", "main")), source: "schedule", name: "Scanners" },
    await pipeline(2 * hour - minute, { sha: main, ref: "main", user: "bob", coverage: "98.10", duration: 61 }),
    await pipeline(99 * minute, { sha: broken, ref: featureBranch, user: "bob", duration: 58 }, { "unit tests": "failed", "deploy review": "skipped" }),
    { sha: broken, ref: featureBranch, user: "bob", source: "push", status: "failed", createdAt: now - 85 * minute, duration: null, yamlErrors: "humidity report job: chosen stage reports does not exist; available stages are .pre, build, test, deploy, .post", jobs: [] },
    await scan(76 * minute, scanned, scannedBranch, "scanned"),
    await pipeline(69 * minute, { sha: feature, ref: featureBranch, user: "alice", coverage: "98.60", duration: 60 }),
  ];
}

async function pastJob(ci: CiJob, { at, sha, ref, status }: { at: number; sha: string; ref: string; status: string }): Promise<FabricatedJob> {
  const ran = status === "success" || status === "failed" || status === "canceled";
  const dewPoint: DewPoint = ref !== featureBranch ? "absent" : status === "failed" ? "broken" : "whole";
  // Without its definition a job could not be run again.
  const job: FabricatedJob & { readonly ci: CiJob } = { name: ci.name, stage: ci.stage, status, allowFailure: ci.allowFailure, ci };
  if (!ran) return job;
  const past = { ...job, duration: seconds[ci.name] ?? 5, trace: await jobLog(ci, { at, sha, ref, status, seconds: seconds[ci.name] ?? 5, dewPoint }) };
  switch (ci.name) {
    case "unit tests": {
      const junit = junitReport(dewPoint, checkout);
      return { ...past, coverage: status === "failed" ? null : 98.1, junit: [junit], artifacts: { "reports/junit.xml": junit, "reports/lcov.info": await lcovReport(dewPoint) } };
    }
    case "compile":
      return { ...past, artifacts: await builtPage() };
    default:
      return past;
  }
}

/** What `node --test` writes about the coverage of the sample's unit tests, as LCOV. Without the check, the dew point has one line less. */
async function lcovReport(dewPoint: DewPoint): Promise<string> {
  const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, "coverage", name), "utf8");
  const main = await read("main.info");
  if (dewPoint === "absent") return main;
  const formula = await read("dewPoint.info");
  return main + (dewPoint === "whole" ? formula : formula.replace(/^(?:BRDA:3|DA:6),.*\n/gm, "").replace("LH:6\nLF:6", "LH:5\nLF:5"));
}

/** What `compile` makes of the sample: the same page, by the sample's own code. */
async function builtPage(): Promise<Record<string, string>> {
  const from = (file: string): string => pathToFileURL(join(import.meta.dirname, "project/src", file)).href;
  const { page } = (await import(from("page.js"))) as { readonly page: (name: string, summary: unknown) => string };
  const { parseReadings } = (await import(from("readings.js"))) as { readonly parseReadings: (text: string) => unknown };
  const { summarise } = (await import(from("summary.js"))) as { readonly summarise: (readings: unknown) => unknown };
  const summary = summarise(parseReadings(await readFile(join(import.meta.dirname, "project/data/day.txt"), "utf8")));
  return { "dist/index.html": page("North Pier", summary), "dist/summary.json": `${JSON.stringify(summary, null, 2)}\n` };
}
