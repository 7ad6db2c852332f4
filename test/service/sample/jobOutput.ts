import type { CiJob } from "../types.ts";
import { JobLog } from "../ci/jobLog.ts";

const green = (text: string) => `\x1b[32m${text}\x1b[39m`;
const red = (text: string) => `\x1b[31m${text}\x1b[39m`;
const ok = (text: string) => `${green("✔")} ${text}`;

const suites = {
  readings: ["reads a line", "skips empty lines and remarks"],
  station: ["takes a reading and sums it up", "says what is wrong with a reading", "knows nothing else"],
  summary: ["is empty without readings", "keeps lowest, highest and mean by sensor", "becomes a page, with names escaped"],
  units: ["converts pressure", "writes one decimal and the unit"],
};
const failing = "refuses 101 %";
const complaint = "Missing expected exception (RangeError).";

/** The JUnit XML of the sample's unit tests, with the dew point's failing test or without. */
export function junitReport(failed: boolean): string {
  const cases = Object.entries(suites).map(
    ([suite, names]) => `\t<testsuite name="${suite}" time="0.014" disabled="0" errors="0" tests="${names.length}" failures="0" skipped="0" hostname="runner">\n${names.map((name) => `\t\t<testcase name="${name}" time="0.002" classname="test"/>\n`).join("")}\t</testsuite>\n`,
  );
  const broken = `\t<testsuite name="dew point" time="0.009" disabled="0" errors="0" tests="2" failures="1" skipped="0" hostname="runner">
\t\t<testcase name="falls with the humidity" time="0.001" classname="test"/>
\t\t<testcase name="${failing}" time="0.003" classname="test" failure="${complaint}">
\t\t\t<failure type="testCodeFailure" message="${complaint}">AssertionError [ERR_ASSERTION]: ${complaint}
    at TestContext.&lt;anonymous&gt; (test/dewPoint.test.js:8:73)</failure>
\t\t</testcase>
\t</testsuite>\n`;
  return `<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n${cases.join("")}${failed ? broken : ""}</testsuites>\n`;
}

function output(job: string, failed: boolean): string[] {
  switch (job) {
    case "compile":
      return ["16 readings of 2 sensors for North Pier", `  ${ok("dist/index.html    \x1b[2m813 bytes\x1b[0m")}`, `  ${ok("dist/summary.json  \x1b[2m501 bytes\x1b[0m")}`];
    case "lint":
      return ["scripts/build.js", "scripts/lint.js", "src/readings.js", "src/summary.js", "src/units.js"].map(ok).concat("", "\x1b[1m17 files, 0 problems\x1b[0m");
    case "unit tests":
      return [
        ...Object.entries(suites).flatMap(([suite, names]) => [`▶ ${suite}`, ...names.map((name) => `  ${ok(`${name} \x1b[90m(1.2ms)\x1b[39m`)}`)]),
        ...(failed ? ["▶ dew point", `  ${red(`✖ ${failing}`)}`, `    ${red(`AssertionError [ERR_ASSERTION]: ${complaint}`)}`] : ["ℹ all files   |  98.10 |    97.36 |  100.00 |"]),
      ];
    case "integration":
      return ["\x1b[1mIntegration\x1b[0m, 3 sensors, about 48 seconds", ok("north"), ok("harbour"), ok("summit"), ...(failed ? [] : ["\x1b[1;32m✔ 33 readings sent, the summary agrees\x1b[0m"])];
    case "flaky sensor":
      return ["Reading sensor \x1b[1mlighthouse\x1b[0m, attempt 1 of 3", "\x1b[33m  no answer\x1b[0m", "\x1b[1;31m✖ lighthouse does not answer: is the cable loose again?\x1b[0m"];
    default:
      return [ok("index.html, summary.json deployed to \x1b[1mreview\x1b[0m")];
  }
}

/** The log of a job that ended earlier, as the runner would have written it. */
export async function jobLog(job: CiJob, run: { at: number; sha: string; ref: string; status: string; seconds: number }): Promise<string> {
  const out: Buffer[] = [];
  let now = run.at;
  const log = new JobLog((bytes) => out.push(bytes), { timestamps: false, limit: Infinity, masked: [], now: () => now });
  const failed = run.status !== "success";
  log.notice("Running with forgeline-runner 18.7.0");
  await log.section("prepare_executor", 'Preparing the "shell" executor', () => log.notice("Using Shell (bash) executor..."));
  await log.section("get_sources", "Getting source from Git repository", () => {
    log.step("Created fresh repository.");
    log.step(`Checking out ${run.sha.slice(0, 8)} as detached HEAD (ref is ${run.ref})...`);
    now += 1000;
  });
  await log.section("step_script", 'Executing "step_script" stage of the job script', () => {
    for (const line of [...job.beforeScript, ...job.script]) log.step(`$ ${line}`);
    for (const line of output(job.name, failed)) log.line(line);
    now += run.seconds * 1000;
  });
  if (run.status === "success") log.step("Job succeeded");
  else log.error(`Job failed: ${run.status === "canceled" ? "canceled" : `exit code ${job.name === "flaky sensor" ? 3 : 1}`}`);
  log.end();
  return Buffer.concat(out).toString();
}
