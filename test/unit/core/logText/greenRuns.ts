/** The values that differ between two green runs of a job. */
interface Run {
  readonly at: string;
  readonly unix: number;
  readonly job: number;
  readonly pipeline: number;
  readonly sha: string;
  readonly runner: string;
  readonly manager: string;
  readonly system: string;
  readonly hash: string;
  readonly uuid: string;
  readonly port: number;
  readonly pid: number;
  readonly temp: string;
  readonly ip: string;
  readonly speed: string;
  readonly size: string;
  readonly address: string;
  /** Durations. */
  readonly s: readonly string[];
  readonly objects: number;
  /** Order of what runs at the same time. */
  readonly order: readonly number[];
  readonly progress: readonly number[];
}

export const first: Run = {
  at: "2026-01-31T09:58:12.123456Z",
  unix: 1769853492,
  job: 9_123_456_789,
  pipeline: 2_300_112_233,
  sha: "1a2b3c4d",
  runner: "j_aLr3qCE",
  manager: "blue-3",
  system: "s_1dba0c6e8a7b",
  hash: "5f3a8e2ab0d14c77",
  uuid: "0d9c7f1e-5a57-4a7c-9d52-0c3d1f0a9b11",
  port: 38_123,
  pid: 2148,
  temp: "tmpk3xq9f_a",
  ip: "10.0.3.17",
  speed: "12.34 MiB/s",
  size: "5.61",
  address: "0x7f3c5a2b1c00",
  s: ["3.45", "12", "0.07", "1m 4s", "00:07", "345"],
  objects: 1201,
  order: [0, 1, 2, 3, 4],
  progress: [12, 45, 100],
};

export const second: Run = {
  at: "2026-02-03T23:04:59.987Z",
  unix: 1770159899,
  job: 9_222_000_111,
  pipeline: 2_311_998_877,
  sha: "98765432",
  runner: "xS6Vzpvo",
  manager: "green-11",
  system: "s_cc8fe2b40a91",
  hash: "c0ffee1234567890",
  uuid: "f47ac10b-58cc-4372-a567-0e02b2c3d479",
  port: 41_007,
  pid: 77,
  temp: "tmp_0abq2zz",
  ip: "172.17.0.4",
  speed: "980.00 KiB/s",
  size: "612.3",
  address: "0x7ffd00aa4410",
  s: ["12.3", "1402", "2.50", "59s", "12:31", "98"],
  objects: 48,
  order: [3, 0, 4, 1, 2],
  progress: [3, 8, 31, 77, 99, 100],
};

const E = "\u001b";
const section = (run: Run, name: string, header: string, lines: readonly string[]): readonly string[] => [
  `section_start:${run.unix}:${name}\r${E}[0K${E}[0K${E}[36;1m${header}${E}[0;m`,
  ...lines,
  `section_end:${run.unix + run.pid}:${name}\r${E}[0K`,
];
const inOrder = (run: Run, lines: readonly string[]): readonly string[] => run.order.map((at) => lines[at] ?? "");

/** How the runner prepares a job. */
const runner = (r: Run): readonly string[] => [
  `${E}[0KRunning with gitlab-runner 17.5.0 (12030cf4)${E}[0;m`,
  `${E}[0K  on ${r.manager}.saas-linux-small-amd64.runners-manager.example.com/default ${r.runner}, system ID: ${r.system}${E}[0;m`,
  `${E}[0K  feature flags: FF_TIMESTAMPS:true${E}[0;m`,
  ...section(r, "prepare_executor", 'Preparing the "docker+machine" executor', [
    "Using Docker executor with image node:22.19-slim ...",
    "Pulling docker image node:22.19-slim ...",
    `Using docker image sha256:${r.hash.repeat(4)} for node:22.19-slim with digest node@sha256:${r.hash.repeat(4)} ...`,
  ]),
  ...section(r, "prepare_script", "Preparing environment", [
    `Running on runner-${r.runner.toLowerCase().replace("_", "-")}-project-278964-concurrent-${r.pid % 4} via runner-${r.runner.toLowerCase().replace("_", "-")}-s-l-s-amd64-${r.unix}-${r.sha}...`,
    `Running on pod-${r.pid} via ${r.pid > 100 ? "ci-large.local" : "build-host"}...`,
  ]),
  ...section(r, "get_sources", "Getting source from Git repository", [
    "Fetching changes with git depth set to 20...",
    "Initialized empty Git repository in /builds/demo/app/.git/",
    "Created fresh repository.",
    ...r.progress.map((percent) => `remote: Counting objects: ${percent}% (${percent}/${r.objects})`),
    `remote: Total ${r.objects} (delta ${r.pid}), reused 12 (delta 0), pack-reused 0 (from 0)        `,
    ...r.progress.map(
      (percent) => `Receiving objects: ${percent}% (${percent}/${r.objects}), ${r.size} MiB | ${r.speed}`,
    ),
    `From https://git.example.com/demo/app`,
    ` * [new ref]         ${r.sha}${r.sha} -> refs/pipelines/${r.pipeline}`,
    ...(r.objects > 100 ? [` * [new branch]      topic-${r.pid} -> origin/topic-${r.pid}`] : []),
    `Checking out ${r.sha} as detached HEAD (ref is main)...`,
    "",
    "Skipping Git submodules setup",
  ]),
  ...section(r, "restore_cache", "Restoring cache", [
    `Checking cache for npm-${r.hash}${r.hash}-12-protected...`,
    `Downloading cache from https://storage.example.com/runner/cache/project/278964/npm?X-Amz-Date=${r.unix}&X-Amz-Signature=${r.hash}  ETag="${r.hash}"`,
    "Successfully extracted cache",
    `Downloading artifacts for build (${r.pid})...`,
    ...r.progress.map(
      () =>
        `Waiting for pod ci/runner-${r.runner.toLowerCase()}-project-12-concurrent-0 to be running, status is Pending`,
    ),
  ]),
];

/** How the runner ends a job. */
const closing = (r: Run): readonly string[] => [
  ...section(r, "upload_artifacts_on_success", "Uploading artifacts for successful job", [
    "Uploading artifacts...",
    "junit.xml: found 1 matching artifact files and directories ",
    `Uploading artifacts as "junit" to coordinator... 201 Created  correlation_id=01JK${r.hash.toUpperCase()} id=${r.job} responseStatus=201 Created token=glcbt-${r.pid}`,
    `${r.at.replace("Z", "")} Uploading artifacts for job ${r.job} of https://git.example.com/demo/app/-/jobs/${r.job}`,
  ]),
  ...section(r, "cleanup_file_variables", "Cleaning up project directory and file based variables", []),
  `${E}[32;1mJob succeeded${E}[0;m`,
];

/** What the scripts of jobs write, by tool. */
const tools: Readonly<Record<string, (r: Run) => readonly string[]>> = {
  npm: (r) => [
    "$ npm ci",
    "npm warn deprecated inflight@1.0.6: This module is not supported",
    `npm http fetch GET 200 https://registry.example.org/left-pad/-/left-pad-1.3.0.tgz ${r.s[5]}ms (cache miss)`,
    `added 412 packages, and audited 413 packages in ${r.s[3]}`,
    "found 0 vulnerabilities",
    `A complete log of this run can be found in: /root/.npm/_logs/${r.at.replaceAll(/[:.]/g, "_").replace("Z", "Z")}-debug-0.log`,
    "$ npx jest",
    ...inOrder(r, [
      `PASS src/a.test.ts (${r.s[0]} s)`,
      "PASS src/b.test.ts",
      "PASS src/c.test.ts",
      r.pid > 100 ? `PASS src/d.test.ts (5.${r.pid} s)` : "PASS src/d.test.ts",
      "PASS src/e.test.ts",
    ]),
    "Tests:       3 skipped, 120 passed, 123 total",
    `Time:        ${r.s[0]} s${r.pid > 100 ? ", estimated 4 s" : ""}`,
    `Local: http://localhost:${r.port}/`,
    `dist/assets/index-Bx${r.pid % 10}dQa${r.pid % 7}Z.js   143.21 kB │ gzip: 46.10 kB`,
    `✓ built in ${r.s[0]}s`,
  ],
  docker: (r) => [
    "$ docker pull registry.example.com/demo/app:3.2.1",
    "3.2.1: Pulling from demo/app",
    ...inOrder(
      r,
      [0, 1, 2, 3, 4].map((n) => `${n}${r.hash.slice(0, 11)}: Pulling fs layer`),
    ),
    ...r.progress.map((percent) => `1${r.hash.slice(0, 11)}: Downloading [==>      ]  ${percent}.1MB/33.5MB`),
    ...inOrder(
      r,
      [0, 1, 2, 3, 4].map((n) => `${n}${r.hash.slice(0, 11)}: Pull complete`),
    ),
    `Digest: sha256:${r.hash.repeat(4)}`,
    `#${r.pid % 90} sha256:${r.hash.repeat(4)} ${r.progress[0]}.2MB / 12.1MB ${r.s[2]}s`,
    `#${r.pid % 90} ${r.s[2]} added user`,
    `#${r.pid % 90} DONE ${r.s[2]}s`,
    r.hash.repeat(4),
    `Container app-db-1  Started on 0.0.0.0:${r.port}`,
  ],
  pytest: (r) => [
    "============================= test session starts ==============================",
    "platform linux -- Python 3.12.4, pytest-8.3.2, pluggy-1.5.0",
    `Using --randomly-seed=${r.unix}`,
    `rootdir: /tmp/${r.temp}/app`,
    "created: 4/4 workers",
    ...inOrder(
      r,
      [1, 2, 3, 4, 5].map((n) => `[gw${(n + r.pid) % 4}] [ ${(n * r.pid) % 90}%] PASSED tests/test_a.py::test_${n} `),
    ),
    `<app.Client object at ${r.address}>`,
    `  Downloading numpy-2.1.0-cp312-manylinux.whl (${r.size} kB)`,
    `     ━━━━━━━━━━━━━━━━━━━━ ${r.size}/900.1 kB ${r.speed} eta 0:00:0${r.pid % 10}`,
    "TOTAL                              1234     12    99%",
    `======================== 5 passed, 1 skipped in ${r.s[0]}s ${"=".repeat(20 + (r.pid % 7))}`,
  ],
  gradle: (r) => [
    "$ ./gradlew test",
    `Downloading https://services.gradle.org/distributions/gradle-8.10-bin.zip`,
    ...r.progress.map((percent) => `<=====--------> ${percent}% EXECUTING [${percent}s]`),
    ...inOrder(
      r,
      [":compileJava", ":core:compileJava", ":lib:classes", ":core:jar", ":test"].map((task) => `> Task ${task}`),
    ),
    `${r.at.slice(0, 10)} ${r.at.slice(11, 19)}.123  INFO ${r.pid} --- [           main] c.e.App : Started App in ${r.s[2]} seconds (process running for ${r.s[0]})`,
    `${r.at.slice(11, 19)}.003 [pool-${r.pid}-thread-${r.pid % 9}] DEBUG Request ${r.uuid} from ${r.ip}:${r.port}`,
    `com.example.Order@${r.sha.slice(0, 7)}b saved`,
    `BUILD SUCCESSFUL in ${r.s[3]}`,
    "12 actionable tasks: 12 executed",
  ],
  cargo: (r) => [
    `  Downloaded ${r.order.length} crates (${r.size} KB) in ${r.s[2]}s`,
    ...inOrder(
      r,
      ["serde v1.0.210", "libc v0.2.159", "tokio v1.40.0", "app v0.3.0 (/builds/demo/app)", "log v0.4.22"].map(
        (one) => `   Compiling ${one}`,
      ),
    ),
    ...r.progress.map((percent) => `    Building [=====>     ] ${percent}/230: serde, tokio`),
    `    Finished \`test\` profile [unoptimized + debuginfo] target(s) in ${r.s[3]}`,
    `     Running unittests src/lib.rs (target/debug/deps/app-${r.hash})`,
    "running 2 tests",
    ...inOrder(r, [
      "test a::works ... ok",
      "test b::works ... ok",
      "test c::works ... ok",
      "test d::works ... ok",
      "test e::works ... ok",
    ]).toSorted(),
    `test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in ${r.s[2]}s`,
  ],
  maven: (r) => [
    "[INFO] Scanning for projects...",
    ...inOrder(
      r,
      [1, 2, 3, 4, 5].map(
        (n) =>
          `[INFO] Downloaded from central: https://repo.example.com/org/lib${n}/1.${n}.0/lib${n}-1.${n}.0.pom (${r.size} kB at ${r.pid} kB/s)`,
      ),
    ),
    ...r.progress.map((percent) => `Progress (1): ${percent}/345 kB`),
    `[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: ${r.s[2]} s -- in com.example.AppTest`,
    `[INFO] app-core ${".".repeat(24 - (r.s[0] ?? "").length)} SUCCESS [  ${r.s[0]} s]`,
    `[INFO] Total time:  ${r.pid > 100 ? "01:23 min" : "58.301 s"}`,
    `[INFO] Finished at: ${r.at}`,
    `[INFO] Final Memory: ${r.pid % 90}M/${r.pid % 300}M`,
  ],
  others: (r) => [
    `ok  \texample.com/app/store\t${r.s[2]}s`,
    `--- PASS: TestStore (${r.s[2]}s)`,
    `Get:${r.pid % 30} http://deb.example.org/debian bookworm/main amd64 git amd64 1:2.39.5 [${r.size} kB]`,
    ...r.progress.map((percent) => `(Reading database ... ${percent}%`),
    `Fetched ${r.size} MB in ${r.s[1]}s (${r.pid} kB/s)`,
    `sshd[${r.pid}]: Server listening on :: port ${r.port}.`,
    `time="${r.at}" level=info msg="pod app-${r.hash.slice(0, 9)}-${r.pid > 100 ? "x7k2p" : "bcd9z"} ready"`,
    `{"level":"info","ts":${r.unix}.123,"requestId":"${r.uuid}","duration_ms":${r.s[5]}}`,
    `Sat Jan ${r.pid % 30} ${r.at.slice(11, 19)} UTC 2026`,
    `real\t0m${r.s[0]}s`,
    `Progress: resolved ${r.objects}, reused ${r.pid}, downloaded 0, added 12`,
    `version 1.4.2-${r.pid}-g${r.sha}`,
    "exit code 0",
  ],
};

/** Returns the tools whose output is known. */
export const toolNames = Object.keys(tools);

/** Returns the log of a job as the host sends it. */
export const logOf = (run: Run, names: readonly string[] = toolNames): string =>
  [
    ...runner(run),
    ...section(
      run,
      "step_script",
      'Executing "step_script" stage of the job script',
      names.flatMap((name) => tools[name]?.(run) ?? []),
    ),
    ...closing(run),
  ].join("\n");
