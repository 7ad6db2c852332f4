import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, before, after } from "mocha";
import { parseCi } from "../../service/ci/parse.ts";
import { Runner } from "../../service/ci/runner.ts";
import { Repositories } from "../../service/git/repositories.ts";
import { readFolder } from "../../service/sample/files.ts";
import { seedSample } from "../../service/sample/seed.ts";
import type {
  ArtifactFile,
  CiJob,
  FabricatedJob,
  FabricatedPipeline,
  JobEnd,
  NewProject,
  UploadedArtifacts,
} from "../../service/types.ts";
import { eachPerson } from "../../service/users/people.ts";
import { newUserRecord } from "../../service/users/records.ts";

const path = "demo/weather-station";
const sample = join(import.meta.dirname, "../../service/sample");
const users = eachPerson((username) => newUserRecord(1, { username, name: username.toUpperCase(), password: "x" }, 0));

describe("service: sample project", function () {
  let root: string;
  let repositories: Repositories;
  const projects: NewProject[] = [];
  const pipelines: FabricatedPipeline[] = [];
  let jobs: ReadonlyMap<string, CiJob>;
  let errors: readonly unknown[];

  before(async () => {
    root = await mkdtemp(join(tmpdir(), "forgeline-test-"));
    repositories = new Repositories(join(root, "repositories"));
    await seedSample({
      repositories,
      users,
      createProject: (project) => {
        projects.push(project);
        return {
          id: 1,
          path,
          name: "",
          description: "",
          defaultBranch: "main",
          visibility: "private",
          createdAt: 0,
          members: new Map(),
        };
      },
      addPipeline: (pipeline) => {
        pipelines.push(pipeline);
        return Promise.resolve({ id: pipelines.length, jobs: [] });
      },
    });
    const file = await repositories.file(path, "main", ".gitlab-ci.yml");
    const config = parseCi(file?.content.toString() ?? "");
    ({ errors } = config);
    jobs = new Map(config.jobs.map((job) => [job.name, job]));
  });
  after(async () => {
    await repositories.close();
    await rm(root, { recursive: true, force: true });
  });

  const run = async (name: string, ref: string, inputs: readonly ArtifactFile[] = [], timestamps = false) => {
    const ci = jobs.get(name);
    assert.ok(ci);
    const runner = new Runner({ repositories, buildsDir: join(root, "builds"), timestamps });
    const log: Buffer[] = [];
    let status = "";
    let end: JobEnd | undefined;
    let upload: UploadedArtifacts | undefined;
    await runner.start(
      {
        id: 1,
        projectPath: path,
        ref,
        tag: false,
        sha: (await repositories.resolve(path, ref)) ?? "",
        ci,
        variables: { INTEGRATION_SECONDS: "0.5", FORCE_COLOR: "1" },
        files: {},
        masked: [],
        inputs: [{ jobId: 0, jobName: "compile", files: inputs }],
      },
      {
        log: (chunk) => log.push(chunk),
        status: (now, ended) => {
          status = now;
          end = ended;
        },
        artifacts: (files) => {
          upload = files;
          return Promise.resolve();
        },
      },
    ).done;
    return { log: Buffer.concat(log).toString(), status, end, upload };
  };

  it("has a CI file without errors", () => assert.deepEqual(errors, []));

  it("has several authors on main, a feature branch, and a tag; main ends with the files of the folder", async () => {
    assert.deepEqual(
      projects.map((project) => project.path),
      [path],
    );
    const log = await repositories.log(path, "main");
    assert.deepEqual(new Set(log.map((commit) => commit.author_name)), new Set(["ALICE", "BOB", "ADMIN"]));
    assert.deepEqual(
      [...log].sort((a, b) => b.committed_date.localeCompare(a.committed_date)).map((c) => c.id),
      log.map((c) => c.id),
    );
    assert.deepEqual(
      (await repositories.branches(path)).map((branch) => branch.name),
      ["feature/humidity", "main", "security"],
    );
    assert.deepEqual(
      (await repositories.tags(path)).map((tag) => tag.name),
      ["v1.0.0"],
    );
    for (const [folder, ref] of [
      ["project", "main"],
      ["humidity", "feature/humidity"],
    ] as const) {
      for (const [file, text] of await readFolder(join(sample, folder)))
        assert.equal((await repositories.file(path, ref, file))?.content.toString(), text, file);
    }
  });

  it("has pipelines of every outcome, on commits that exist, with logs and reports", async () => {
    assert.ok(pipelines.length >= 5);
    for (const pipeline of pipelines) assert.equal(await repositories.resolve(path, pipeline.sha ?? ""), pipeline.sha);
    const all = pipelines.flatMap((pipeline) => pipeline.jobs ?? []);
    assert.deepEqual(
      new Set(all.map((job) => job.status)),
      new Set(["success", "failed", "canceled", "manual", "skipped"]),
    );
    assert.ok(pipelines.some((pipeline) => pipeline.yamlErrors !== undefined && pipeline.yamlErrors !== null));
    for (const job of all)
      assert.equal(job.trace !== undefined, ["success", "failed", "canceled"].includes(job.status ?? ""), job.name);
    assert.deepEqual(
      [...pipelines].sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0)),
      pipelines,
    );
  });

  it("compiles, passes its checks and tests, and deploys", async () => {
    const compile = await run("compile", "main");
    assert.equal(compile.status, "success", compile.log);
    const files = compile.upload?.files ?? [];
    assert.deepEqual(
      files.map((file) => file.path),
      ["dist/index.html", "dist/summary.json"],
    );
    const lint = await run("lint", "main");
    assert.equal(lint.status, "success", lint.log);
    const tests = await run("unit tests", "main");
    assert.equal(tests.status, "success", tests.log);
    assert.ok((tests.end?.coverage ?? 0) > 90);
    assert.match(tests.upload?.junit[0]?.toString() ?? "", /<testsuites>[^]*<testcase name="converts pressure"/);
    const deploy = await run("deploy review", "main", files);
    assert.equal(deploy.status, "success", deploy.log);
    assert.ok((deploy.upload?.files.length ?? 0) === 2);
  });

  it("fails where it is meant to", async () => {
    const flaky = await run("flaky sensor", "main");
    assert.deepEqual([flaky.status, flaky.end?.exitCode, jobs.get("flaky sensor")?.allowFailure], ["failed", 3, true]);
    const broken = await run("unit tests", "feature/humidity");
    assert.equal(broken.status, "success", "the feature branch is mended");
    const isBroken = ({ name, status }: FabricatedJob): boolean => name === "unit tests" && status === "failed";
    const first = pipelines.find(({ ref, jobs: its }) => ref === "feature/humidity" && its?.some(isBroken))?.sha ?? "";
    const tests = await run("unit tests", first);
    assert.equal(tests.status, "failed");
    assert.match(tests.upload?.junit[0]?.toString() ?? "", /<failure/);
  });

  for (const timestamps of [false, true]) {
    it(`integration shows colours, nested sections and a progress bar, ${timestamps ? "with" : "without"} time stamps`, async () => {
      const { log, status } = await run("integration", "main", [], timestamps);
      assert.equal(status, "success", log);
      const markers = [...log.matchAll(/section_(start|end):\d+:(readings\w*)/g)].map(
        ([, kind = "", name = ""]) => `${kind} ${name}`,
      );
      assert.deepEqual(markers, [
        "start readings",
        ...["north", "harbour", "summit"].flatMap((sensor) => [`start readings_${sensor}`, `end readings_${sensor}`]),
        "end readings",
      ]);
      assert.ok(log.includes("\r") && log.includes("100 %"));
      assert.ok(log.includes("the summary agrees"));
      if (timestamps)
        for (const line of log.trimEnd().split("\n"))
          assert.match(line, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z 0[01][OE][ +]/);
    });
  }

  it("runs scanners on a branch of its own, whose reports say what is new there", async () => {
    const text = (await repositories.file(path, "security", ".gitlab-ci.yml"))?.content.toString() ?? "";
    const config = parseCi(text);
    assert.deepEqual(config.errors, []);
    const past = pipelines.filter((pipeline) => pipeline.jobs?.some(({ reports }) => reports !== undefined));
    assert.deepEqual(
      past.map(({ ref }) => ref),
      ["main", "security"],
    );
    jobs = new Map([...jobs, ...config.jobs.map((job) => [job.name, job] as const)]);
    for (const { name, artifacts } of config.jobs) {
      const { status, upload, log } = await run(name, "security");
      assert.equal(status, "success", log);
      const [report] = upload?.reports ?? [];
      const made = past[1]?.jobs?.find((job) => job.name === name)?.reports?.[report?.type ?? ""];
      assert.deepEqual([report?.filename, report?.content.toString()], [made?.filename, made?.text], name);
      assert.equal(upload?.files.length, artifacts?.paths.length, name);
    }
    const sast = past.map((pipeline) => pipeline.jobs?.find(({ name }) => name === "semgrep-sast")?.reports?.["sast"]);
    const found = sast.map(
      (report) => (JSON.parse(report?.text ?? "") as { vulnerabilities: unknown[] }).vulnerabilities,
    );
    assert.deepEqual(
      found.map(({ length }) => length),
      [1, 2],
    );
  });
});
