import type { CiJob } from "../types.ts";
import { JobLog } from "../ci/jobLog.ts";
import { type DewPoint, testLines } from "./unitTests.ts";

const green = (text: string) => `\x1b[32m${text}\x1b[39m`;
const ok = (text: string) => `${green("✔")} ${text}`;

/** Where the runner of those days had the project. */
export const checkout = "/builds/demo/weather-station";

function output(job: string, failed: boolean, dewPoint: DewPoint): string[] {
  switch (job) {
    case "compile":
      return ["16 readings of 2 sensors for North Pier", `  ${ok("dist/index.html    \x1b[2m802 bytes\x1b[0m")}`, `  ${ok("dist/summary.json  \x1b[2m501 bytes\x1b[0m")}`];
    case "lint":
      return ["scripts/build.js", "scripts/lint.js", "src/readings.js", "src/summary.js", "src/units.js"].map(ok).concat("", "\x1b[1m17 files, 0 problems\x1b[0m");
    case "unit tests":
      return testLines(dewPoint, checkout);
    case "integration":
      return ["\x1b[1mIntegration\x1b[0m, 3 sensors, about 48 seconds", ok("north"), ok("harbour"), ok("summit"), ...(failed ? [] : ["\x1b[1;32m✔ 33 readings sent, the summary agrees\x1b[0m"])];
    case "flaky sensor":
      return ["Reading sensor \x1b[1mlighthouse\x1b[0m, attempt 1 of 3", "\x1b[33m  no answer\x1b[0m", "\x1b[1;31m✖ lighthouse does not answer: is the cable loose again?\x1b[0m"];
    default:
      return [ok("index.html, summary.json deployed to \x1b[1mreview\x1b[0m")];
  }
}

/** The log of a job that ended earlier, as the runner would have written it. */
export async function jobLog(job: CiJob, run: { at: number; sha: string; ref: string; status: string; seconds: number; dewPoint: DewPoint; lines?: readonly string[] }): Promise<string> {
  const out: Buffer[] = [];
  let now = run.at;
  const log = new JobLog((bytes) => out.push(bytes), () => now);
  const failed = run.status !== "success";
  log.notice("Running with forgeline-runner 18.7.0");
  await log.section("prepare_executor", 'Preparing the "shell" executor', () => log.notice("Using Shell (bash) executor..."));
  await log.section("get_sources", "Getting source from Git repository", () => {
    log.line(`Initialized empty Git repository in ${checkout}/.git/`);
    log.step("Created fresh repository.");
    log.step(`Checking out ${run.sha.slice(0, 8)} as detached HEAD (ref is ${run.ref})...`);
    now += 1000;
  });
  await log.section("step_script", 'Executing "step_script" stage of the job script', () => {
    for (const line of [...job.beforeScript, ...job.script]) log.step(`$ ${line}`);
    for (const line of run.lines ?? output(job.name, failed, run.dewPoint)) log.line(line);
    now += run.seconds * 1000;
  });
  if (run.status === "success") log.step("Job succeeded");
  else log.error(`Job failed: ${run.status === "canceled" ? "canceled" : `exit code ${job.name === "flaky sensor" ? 3 : 1}`}`);
  return Buffer.concat(out).toString();
}
