import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, before, after, afterEach } from "mocha";
import { Runner, type RunnerTuning } from "../../service/ci/runner.ts";
import { Repositories } from "../../service/git/repositories.ts";
import type { CiJob, JobEnd, RunnableJob, RunningJob, UploadedArtifacts } from "../../service/types.ts";
import { atEndOfTests } from "../../support/endOfTests.ts";

const projectPath = "demo/weather-station";
const instant = Date.UTC(2026, 8, 25, 7, 33, 0);

interface Result {
  readonly log: string;
  readonly statuses: string[];
  readonly end: JobEnd | undefined;
  readonly uploads: UploadedArtifacts[];
}

describe("service: runner", function () {
  let root: string;
  let repositories: Repositories;
  let sha: string;
  const runners: Runner[] = [];

  before(async () => {
    root = await mkdtemp(join(tmpdir(), "forgeline-test-"));
    repositories = new Repositories(join(root, "repositories"));
    await repositories.create(projectPath, {
      "hello.txt": "hello\n",
      "run.sh": { content: "#!/bin/bash\necho ran\n", mode: "100755" },
    });
    sha = (await repositories.resolve(projectPath, "main")) ?? "";
  });
  const close = () => Promise.all(runners.splice(0).map((runner) => runner.close()));
  afterEach(close);
  atEndOfTests(async () => {
    await close();
    assert.deepEqual(await readdir(join(root, "builds")), [], "every job's folder is removed");
  });
  after(async () => {
    await repositories.close();
    await rm(root, { recursive: true, force: true });
  });

  const start = (
    ci: Partial<CiJob>,
    job: Partial<RunnableJob> = {},
    tuning: RunnerTuning & { timestamps?: boolean; onLog?: (text: string, running: () => RunningJob) => void } = {},
  ) => {
    const runner = new Runner({
      repositories,
      buildsDir: join(root, "builds"),
      timestamps: false,
      now: () => instant,
      ...tuning,
    });
    runners.push(runner);
    const log: Buffer[] = [];
    const statuses: string[] = [];
    const uploads: UploadedArtifacts[] = [];
    let end: JobEnd | undefined;
    const full: CiJob = {
      name: "unit tests",
      stage: "test",
      script: [],
      beforeScript: [],
      afterScript: [],
      variables: {},
      allowFailure: false,
      when: "on_success",
      ...ci,
    };
    const running = runner.start(
      {
        id: 7,
        projectPath,
        ref: "main",
        tag: false,
        sha,
        ci: full,
        variables: {},
        files: {},
        masked: [],
        inputs: [],
        ...job,
      },
      {
        log: (chunk) => {
          log.push(chunk);
          tuning.onLog?.(Buffer.concat(log).toString(), () => running);
        },
        status: (status, ended) => {
          statuses.push(status);
          end = ended;
        },
        artifacts: (upload) => {
          assert.deepEqual(statuses, ["running"], "artifacts come before the final status");
          uploads.push(upload);
          return Promise.resolve();
        },
      },
    );
    const result = running.done.then((): Result => ({ log: Buffer.concat(log).toString(), statuses, end, uploads }));
    return { runner, running, result };
  };
  const run = (...args: Parameters<typeof start>) => start(...args).result;

  /** The lines between the markers of a section, in a log without time stamps. */
  const section = (log: string, name: string) =>
    new RegExp(`section_start:\\d+:${name}\\r\\x1b\\[0K[^\\n]*\\n([^]*?)section_end:\\d+:${name}\\r`).exec(log)?.[1];

  it("writes the log of a successful job byte for byte", async () => {
    const { log, statuses, end } = await run({
      beforeScript: ["cd ."],
      script: ["cat hello.txt", "./run.sh", "echo 'it''s'; printf 'no end'"],
    });
    const head = `section_start:${instant / 1000}:`;
    const tail = `section_end:${instant / 1000}:`;
    const builds = /repository in (.*)\/builds\//.exec(log)?.[1] ?? "";
    assert.match(builds, /\/builds\/job-7-\w+$/);
    assert.deepEqual(log.replaceAll(builds, "ROOT").replaceAll(hostname(), "HOST").split("\n"), [
      "\x1b[0KRunning with forgeline-runner 18.7.0\x1b[0;m",
      "\x1b[0K  on local-runner, system ID: s_HOST\x1b[0;m",
      `${head}prepare_executor\r\x1b[0K\x1b[0K\x1b[36;1mPreparing the "shell" executor\x1b[0;m\x1b[0;m`,
      "\x1b[0KUsing Shell (bash) executor...\x1b[0;m",
      `${tail}prepare_executor\r\x1b[0K${head}prepare_script\r\x1b[0K\x1b[0K\x1b[36;1mPreparing environment\x1b[0;m\x1b[0;m`,
      "Running on HOST...",
      `${tail}prepare_script\r\x1b[0K${head}get_sources\r\x1b[0K\x1b[0K\x1b[36;1mGetting source from Git repository\x1b[0;m\x1b[0;m`,
      "\x1b[32;1mFetching changes...\x1b[0;m",
      `Initialized empty Git repository in ROOT/builds/${projectPath}/.git/`,
      "\x1b[32;1mCreated fresh repository.\x1b[0;m",
      `\x1b[32;1mChecking out ${sha.slice(0, 8)} as detached HEAD (ref is main)...\x1b[0;m`,
      "",
      "\x1b[32;1mSkipping Git submodules setup\x1b[0;m",
      `${tail}get_sources\r\x1b[0K${head}step_script\r\x1b[0K\x1b[0K\x1b[36;1mExecuting "step_script" stage of the job script\x1b[0;m\x1b[0;m`,
      "\x1b[32;1m$ cd .\x1b[0;m",
      "\x1b[32;1m$ cat hello.txt\x1b[0;m",
      "hello",
      "\x1b[32;1m$ ./run.sh\x1b[0;m",
      "ran",
      "\x1b[32;1m$ echo 'it''s'; printf 'no end'\x1b[0;m",
      "its",
      `no end${tail}step_script\r\x1b[0K${head}cleanup_file_variables\r\x1b[0K\x1b[0K\x1b[36;1mCleaning up project directory and file based variables\x1b[0;m\x1b[0;m`,
      `${tail}cleanup_file_variables\r\x1b[0K\x1b[32;1mJob succeeded\x1b[0;m`,
      "",
    ]);
    assert.deepEqual(statuses, ["running", "success"]);
    assert.deepEqual(end, { exitCode: 0 });
  });

  it("stamps every line by its writer, progress and section headers joined with +", async () => {
    const seen = join(root, "seen");
    const script = [
      "echo out; echo err >&2",
      "printf '10%%\\r'; until [ -e $SEEN ]; do sleep 0.01; done; printf '20%%\\n'",
    ];
    const onLog = (text: string) => text.includes("10%\r") && writeFileSync(seen, "");
    const { log } = await run({ script }, { variables: { SEEN: seen } }, { timestamps: true, onLog });
    const lines = log.split("\n");
    assert.equal(lines.pop(), "");
    for (const line of lines) assert.match(line, /^2026-09-25T07:33:00\.000000Z 0[01][OE][ +]/);
    const bare = lines.map((line) => line.slice(28));
    assert.ok(bare.includes("01O out"));
    assert.ok(bare.includes("01E err"));
    const output = bare.filter((line) => line.startsWith("01O"));
    assert.equal(output[output.indexOf("01O 10%\r") + 1], "01O+20%");
    const marker = bare.indexOf(`00O section_start:${instant / 1000}:prepare_executor\r`);
    assert.equal(bare[marker + 1], '00O+\x1b[0K\x1b[0K\x1b[36;1mPreparing the "shell" executor\x1b[0;m\x1b[0;m');
    assert.equal(bare.at(-1), "00O+\x1b[0K\x1b[32;1mJob succeeded\x1b[0;m");
  });

  for (const [name, script, code] of [
    ["a failing command", ["exit 3", "echo unreachable"], 3],
    ["a failing pipe", ["false | cat", "echo unreachable"], 1],
    ["a command that is missing", ["no-such-command-here"], 127],
    ["a signal", ["kill -9 $$"], 137],
    ["a syntax error", ["echo 'open"], 2],
  ] as const) {
    it(`fails with the exit code of ${name}`, async () => {
      const { log, statuses, end } = await run({
        script,
        allowFailure: true,
        afterScript: ["echo after $CI_JOB_STATUS"],
      });
      assert.deepEqual(statuses, ["running", "failed"]);
      assert.deepEqual(end, { exitCode: code, failureReason: "script_failure" });
      assert.ok(log.endsWith(`\x1b[31;1mERROR: Job failed: exit code ${code}\x1b[0;m\n`));
      assert.ok(!log.includes("\nunreachable"));
      assert.equal(
        section(log, "after_script"),
        "\x1b[32;1mRunning after script...\x1b[0;m\n\x1b[32;1m$ echo after $CI_JOB_STATUS\x1b[0;m\nafter failed\n",
      );
    });
  }

  it("succeeds though after_script fails", async () => {
    const { log, statuses } = await run({ script: ["true"], afterScript: ["exit 4"] });
    assert.deepEqual(statuses, ["running", "success"]);
    assert.match(log, /WARNING: after_script failed, but job will continue unaffected: exit code 4/);
  });

  it("gives the job its variables, in order of weight, and nothing of the service's environment", async () => {
    process.env["FORGELINE_TEST_LEAK"] = "leak";
    try {
      const script = [
        'echo "$CI $CI_JOB_ID $CI_JOB_NAME $CI_JOB_STAGE $CI_COMMIT_REF_NAME $CI_COMMIT_BRANCH $CI_PROJECT_PATH"',
        '[ "$PWD" = "$CI_PROJECT_DIR" ] && [ "$CI_COMMIT_SHA" = "$(git rev-parse HEAD)" ] && echo same',
        'echo "$CI_PIPELINE_ID $JOINED [$FORGELINE_TEST_LEAK]"',
        'cat "$KUBECONFIG"',
        "git status --porcelain",
      ];
      const { log } = await run(
        { script },
        {
          variables: { CI_PIPELINE_ID: "12", CI_JOB_STAGE: "mine", JOINED: "$CI_PIPELINE_ID/${CI_JOB_ID}" },
          files: { KUBECONFIG: "line 1\nline 2\n" },
        },
      );
      const output = section(log, "step_script")
        ?.split("\n")
        .filter((line) => !line.startsWith("\x1b"));
      assert.deepEqual(output, [
        "true 7 unit tests mine main main demo/weather-station",
        "same",
        "12 12/7 []",
        "line 1",
        "line 2",
        "",
      ]);
    } finally {
      delete process.env["FORGELINE_TEST_LEAK"];
    }
  });

  it("hides masked values, shows several lines by their first, and writes to /dev/stderr", async () => {
    const { log } = await run(
      { script: ["echo hunter2", "echo a\necho b", "echo c > /dev/stderr"] },
      { masked: ["hunter2"] },
    );
    assert.ok(!log.includes("hunter2"));
    assert.equal(
      section(log, "step_script"),
      "\x1b[32;1m$ echo [MASKED]\x1b[0;m\n[MASKED]\n\x1b[32;1m$ echo a # collapsed multi-line command\x1b[0;m\na\nb\n\x1b[32;1m$ echo c > /dev/stderr\x1b[0;m\nc\n",
    );
  });

  it("passes bytes on as they are", async () => {
    const { log } = await run({ script: ["printf '\\xff\\x00\\xc3\\xa4\\n'"] });
    assert.ok(section(log, "step_script")?.endsWith("\ufffd\0ä\n"));
  });

  it("uploads artifacts and JUnit reports and unpacks those of earlier jobs", async () => {
    const artifacts = {
      name: "out-$CI_JOB_ID",
      paths: ["dist/", "missing"],
      exclude: ["**/*.map"],
      junit: ["report.xml"],
      when: "always" as const,
    };
    const inputs = [
      {
        jobId: 5,
        jobName: "compile",
        files: [{ path: "dist/from-compile.txt", content: Buffer.from("early"), executable: false }],
      },
    ];
    const { log, uploads } = await run(
      {
        script: ["cat dist/from-compile.txt", "echo x > dist/x.map", "echo '<xml/>' > report.xml", "exit 1"],
        artifacts,
      },
      { inputs },
    );
    assert.deepEqual(uploads, [
      {
        name: "out-7",
        files: [{ path: "dist/from-compile.txt", content: Buffer.from("early"), executable: false }],
        junit: [Buffer.from("<xml/>\n")],
      },
    ]);
    assert.match(section(log, "download_artifacts") ?? "", /Downloading artifacts for compile \(5\)/);
    const upload = section(log, "upload_artifacts_on_failure") ?? "";
    assert.match(upload, /dist\/: found 1 matching artifact files and directories/);
    assert.match(upload, /WARNING: missing: no matching files/);
    assert.match(upload, /Uploading artifacts as "archive" to coordinator\.\.\. 201 Created/);
    assert.match(upload, /Uploading artifacts as "junit" to coordinator\.\.\. 201 Created/);
  });

  for (const [when, script, uploaded] of [
    ["on_success", "true", 1],
    ["on_success", "false", 0],
    ["on_failure", "true", 0],
    ["on_failure", "false", 1],
    ["always", "true", 1],
  ] as const) {
    it(`uploads ${uploaded} time(s) for when: ${when} after ${script}`, async () => {
      const { uploads } = await run({
        script: [script],
        artifacts: { paths: ["hello.txt"], exclude: [], junit: [], when },
      });
      assert.equal(uploads.length, uploaded);
    });
  }

  it("reports the coverage of the last matching line", async () => {
    const { end } = await run({
      script: ["echo 'lines 10.5%'; echo 'lines 93.25%'"],
      coverage: "lines (\\d+\\.\\d+)%",
    });
    assert.deepEqual(end, { exitCode: 0, coverage: 93.25 });
  });

  it("cancel ends every process, also one that ignores SIGTERM, and the job is canceled", async () => {
    const sockets: Socket[] = [];
    const closed: Promise<unknown>[] = [];
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      sockets.push(socket);
      closed.push(once(socket, "close"));
      if (sockets.length === 2) server.emit("both");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const both = once(server, "both");
    const hold = `exec 3<>/dev/tcp/127.0.0.1/${port}; sleep 1000`;
    const { running, result } = start(
      { script: [`( trap '' TERM; ${hold} ) & ( ${hold} ) & wait`], afterScript: ["echo after"] },
      {},
      { grace: 200 },
    );
    await both;
    running.cancel();
    running.cancel();
    const { log, statuses, end } = await result;
    await Promise.all(closed);
    server.close();
    assert.deepEqual(statuses, ["running", "canceled"]);
    assert.deepEqual(end, {});
    assert.ok(log.endsWith("\x1b[31;1mERROR: Job failed: canceled\x1b[0;m\n"));
    assert.equal(section(log, "after_script"), undefined);
    running.cancel();
  });

  it("forces a job that ignores SIGTERM itself", async () => {
    const script = ["trap '' TERM", "echo ready; sleep 1000"];
    const { statuses } = await run(
      { script },
      {},
      { grace: 100, onLog: (text, running) => text.includes("\nready") && running().cancel() },
    );
    assert.deepEqual(statuses, ["running", "canceled"]);
  });

  it("lets a job say its last words when it is canceled", async () => {
    const script = ["trap 'echo cleaning up; exit 1' TERM", "echo ready; sleep 1000 & wait"];
    const { log, statuses } = await run(
      { script },
      {},
      { onLog: (text, running) => text.includes("\nready") && running().cancel() },
    );
    assert.deepEqual(statuses, ["running", "canceled"]);
    assert.match(section(log, "step_script") ?? "", /ready\ncleaning up\n$/);
  });

  it("cancel before the script and close end a job too", async () => {
    const early = start({ script: ["echo never"] });
    early.running.cancel();
    assert.deepEqual((await early.result).statuses, ["running", "canceled"]);
    const during = start(
      { script: ["echo never"] },
      {},
      { onLog: (text, running) => text.includes("Created fresh") && running().cancel() },
    );
    const { log, statuses } = await during.result;
    assert.deepEqual(statuses, ["running", "canceled"]);
    assert.ok(!log.includes("step_script"));
    const closing = start({ script: ["sleep 1000"] });
    await closing.runner.close();
    assert.deepEqual((await closing.result).statuses, ["running", "canceled"]);
  });

  it("does not wait for what a job leaves in the background", async () => {
    const { statuses } = await run({ script: ["sleep 1000 & echo started"] }, {}, { grace: 50 });
    assert.deepEqual(statuses, ["running", "success"]);
  });

  it("ends a job that takes too long", async () => {
    const { log, statuses, end } = await run({ script: ["sleep 1000"] }, {}, { timeoutSeconds: 0.5, grace: 100 });
    assert.deepEqual(statuses, ["running", "failed"]);
    assert.deepEqual(end, { failureReason: "job_execution_timeout" });
    assert.ok(log.endsWith("\x1b[31;1mERROR: Job failed: execution took longer than 0.5s seconds\x1b[0;m\n"));
  });

  it("fails when the commit is gone", async () => {
    const { log, end } = await run({ script: ["true"] }, { sha: "f".repeat(40) });
    assert.equal(end?.failureReason, "runner_system_failure");
    assert.match(log, /fatal: .*ffff/);
  });

  it("cuts the log at the limit, and the job goes on", async () => {
    const { log, statuses } = await run(
      { script: ["for i in {1..2000}; do echo line $i; done"] },
      {},
      { logLimit: 5000 },
    );
    assert.deepEqual(statuses, ["running", "success"]);
    assert.ok(log.endsWith("\nJob execution will continue but no more output will be collected.\x1b[0;m\n"));
  });

  it("removes a folder the job made unreadable", async () => {
    const { statuses } = await run({ script: ["mkdir locked; touch locked/file; chmod 000 locked"] });
    assert.deepEqual(statuses, ["running", "success"]);
  });
});
