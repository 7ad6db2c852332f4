import assert from "node:assert/strict";
import fc from "fast-check";
import type { Client } from "../../../../src/api/client.ts";
import type { ListOptions } from "../../../../src/api/request.ts";
import type { CommitQuery } from "../../../../src/api/resources/commitTypes.ts";
import { groupCounts, groupName, groupState, jobGroups } from "../../../../src/core/pipelines/jobGroups.ts";
import { type Paced, paceOf } from "../../../../src/core/pipelines/pace.ts";
import { PipelineTitles, type PipelineTitlesOptions } from "../../../../src/core/pipelines/pipelineTitles.ts";
import { hasLog, jobContext, mayRetry, pipelineContext } from "../../../../src/core/pipelines/rowContext.ts";
import { stagesOf } from "../../../../src/core/pipelines/stages.ts";
import { stageStatus } from "../../../../src/core/pipelines/stageStatus.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import type { PollPriority } from "../../../../src/core/tree/poll.ts";
import { knownStatuses, statusStyle } from "../../../../src/core/ui/statusStyle.ts";
import { deferred } from "../deferred.ts";
import { job, fault } from "../tree/fakeHost.ts";

/** As the host writes it. */
const rule = /([\b\s:]+((\[.*\])|(\d+[\s:/\\]+\d+))){1,3}\s*$/;

describe("the groups of a stage's jobs", () => {
  it("follow the host's rule for any name", () => {
    const part = fc.constantFrom("a", " ", ":", "[", "]", "1", "20", "/", "\\", " 1/2", ": [x, y]");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const name = parts.join("");
        assert.equal(groupName(name), name.replace(rule, "") || name);
      }),
      { numRuns: 2_000 },
    );
  });

  it("have failed jobs first, and keep their place in the stage", () => {
    const jobs = [
      job(1, "lint", "test"),
      job(2, "rspec 1/4", "test"),
      job(3, "rspec 2/4", "test", "failed", { allow_failure: true }),
      job(4, "docs", "test"),
      job(5, "rspec 3/4", "test", "running"),
      job(6, "rspec 4/4", "test", "failed"),
    ];
    const groups = jobGroups(jobs.map((one) => ({ job: one, earlier: [] })));
    const found = groups.map((group) => `${group.name} ${group.jobs.map(({ job: { id } }) => id).join()}`);
    assert.deepEqual(found, ["lint 1", "rspec 6,3,5,2", "docs 4"]);
  });

  it("separate jobs without a name, and join attempts of a job", () => {
    const [stage] = stagesOf([
      job(1, "rspec 1/2", "test", "failed"),
      job(2, "rspec 2/2", "test"),
      job(3, "rspec 1/2", "test"),
      { ...job(4, "", "test"), name: null },
      { ...job(5, "", "test"), name: null },
    ]);
    assert.deepEqual(
      stage?.groups.map(({ jobs }) => jobs.map(({ job: { id }, earlier }) => `${id}+${earlier.length}`).join()),
      ["3+1,2+0", "4+0", "5+0"],
    );
  });

  for (const [statuses, status, allowed, counts] of [
    ["success failed running", "failed", false, [3, 1, 0, 1]],
    ["success failed! running", "running", undefined, [3, 0, 1, 1]],
    ["success failed!", "failed", true, [2, 0, 1, 0]],
    ["success created", "created", undefined, [2, 0, 0, 0]],
    ["success success", "success", undefined, [2, 0, 0, 0]],
  ] as const)
    it(`have the worst status of their jobs: ${statuses}`, () => {
      const jobs = statuses
        .split(" ")
        .map((one, at) => job(at, `x ${at}/9`, "", one.replace("!", ""), { allow_failure: one.endsWith("!") }));
      const [group] = jobGroups(jobs.map((one) => ({ job: one, earlier: [] })));
      assert.ok(group);
      const state = groupState(group);
      assert.deepEqual([state.status, state.allow_failure], [status, allowed]);
      const { all, failed, allowed: tolerated, active } = groupCounts(group);
      assert.deepEqual([all, failed, tolerated, active], counts);
    });
});

describe("stages of a pipeline", () => {
  it("are sorted by their lowest job ID, in any order of jobs", () => {
    const jobs = [
      job(5, "e", "deploy"),
      job(1, "a", "build"),
      job(4, "d", "test"),
      job(3, "c", "test"),
      job(2, "b", "build"),
    ];
    const expected = ["build 1,2", "test 3,4", "deploy 5"];
    fc.assert(
      fc.property(fc.shuffledSubarray(jobs, { minLength: jobs.length }), (mixed) =>
        assert.deepEqual(
          stagesOf(mixed).map(({ name, jobs: rows }) => `${name} ${rows.map((row) => row.job.id).join()}`),
          expected,
        ),
      ),
    );
  });

  it("keep their place after a retry, with earlier attempts below the latest", () => {
    const [first, second] = stagesOf([
      job(1, "compile", "build", "failed"),
      job(2, "unit", null as unknown as string),
      job(9, "compile", "build"),
      job(8, "compile", "build", "canceled"),
    ]);
    const [row] = first?.jobs ?? [];
    assert.deepEqual([row?.job.id, row?.earlier.map(({ id }) => id)], [9, [8, 1]]);
    assert.deepEqual([second?.name, second?.jobs.map((one) => one.job.id)], ["", [2]], "a job without a stage");
  });

  for (const [statuses, expected] of [
    ["success success", "success"],
    ["success failed", "failed"],
    ["success failed?", "success"],
    ["failed?", "success"],
    ["failed running", "running"],
    ["pending pending", "pending"],
    ["pending running", "running"],
    ["created success", "created"],
    ["created created", "created"],
    ["canceling success", "running"],
    ["success canceled", "canceled"],
    ["success manual", "manual"],
    ["success manual?", "success"],
    ["manual?", "manual"],
    ["skipped skipped", "skipped"],
    ["scheduled success", "scheduled"],
    ["brand_new success", "running"],
    ["", "created"],
  ] as const)
    it(`have the status ${expected} with jobs ${statuses || "none"}`, () => {
      const words = statuses.split(" ").filter(Boolean);
      const jobs = words.map((word) => ({ status: word.replace("?", ""), allow_failure: word.endsWith("?") }));
      assert.equal(stageStatus(jobs), expected);
    });
});

const table: readonly (readonly [status: string, pipeline: string, job: string])[] = [
  ["created", "pipeline cancelable", "job cancelable"],
  ["waiting_for_resource", "pipeline cancelable", "job cancelable"],
  ["waiting_for_callback", "pipeline cancelable", "job cancelable hasLog"],
  ["preparing", "pipeline cancelable", "job cancelable hasLog"],
  ["pending", "pipeline cancelable", "job cancelable hasLog"],
  ["running", "pipeline cancelable", "job cancelable hasLog"],
  ["canceling", "pipeline", "job hasLog"],
  ["success", "pipeline", "job retryable hasLog"],
  ["failed", "pipeline failed retryable", "job retryable hasLog"],
  ["canceled", "pipeline retryable", "job retryable hasLog"],
  ["skipped", "pipeline", "job"],
  ["manual", "pipeline", "job playable"],
  ["scheduled", "pipeline cancelable", "job cancelable playable"],
  ["brand_new", "pipeline cancelable", "job cancelable hasLog"],
];

describe("what can be done with a row", () => {
  for (const [status, pipeline, job] of table)
    it(`allows "${pipeline}" and "${job}" while ${status}`, () => {
      assert.equal(pipelineContext({ status }), pipeline);
      assert.equal(jobContext({ status }), job);
      assert.equal(jobContext({ status }, true), hasLog({ status }) ? "job hasLog" : "job");
    });

  it("covers every known status", () => {
    const statuses = table.map(([status]) => status).filter((status) => status !== "brand_new");
    assert.deepEqual(statuses.sort(), [...knownStatuses].sort());
  });

  const jobs = (...statuses: readonly string[]): { status: string }[] => statuses.map((status) => ({ status }));
  for (const [offered, statuses] of [
    [true, ["running", "pending", "success", "manual", "scheduled", "failed", "canceled"]],
    [false, ["canceling", "created", "skipped"]],
  ] as const)
    it(`offers ${offered ? "a" : "no"} retry while ${statuses.join(", ")} once a job has failed or was canceled`, () => {
      for (const status of statuses) {
        for (const over of ["failed", "canceled"])
          assert.equal(/\bretryable\b/.test(pipelineContext({ status }, jobs("success", over))), offered, status);
        assert.equal(mayRetry({ status }), offered);
      }
    });

  it("offers no retry before a job has failed", () => {
    assert.doesNotMatch(pipelineContext({ status: "running" }, jobs("success", "running", "manual")), /\bretryable\b/);
  });

  it("knows JUnit reports of a pipeline's jobs, and scanner reports of a job", () => {
    const left = (...types: readonly string[]) => ({
      status: "success",
      artifacts: types.map((file_type) => ({ file_type })),
    });
    assert.match(pipelineContext({ status: "success" }, [left("archive", "junit")]), /\bhasTests\b/);
    const without = pipelineContext({ status: "success" }, [left("archive"), { status: "success" }]);
    assert.doesNotMatch(without, /\bhasTests\b/);
    assert.match(jobContext(left("sast")), /\bhasFindings\b/);
    assert.doesNotMatch(jobContext(left("junit")), /\bhasFindings\b/);
  });
});

it("a status is final for four values, and running for unknown ones", () => {
  const final = knownStatuses.filter((status) => statusStyle(status).phase === "final");
  assert.deepEqual([...final].sort(), ["canceled", "failed", "skipped", "success"]);
  for (const status of ["brand_new", "", null, undefined, "toString", "__proto__"]) {
    const { phase, color } = statusStyle(status);
    assert.deepEqual([phase, color], ["running", "icon.foreground"], String(status));
  }
});

const minute = 60_000;
const now = Date.UTC(2026, 0, 2);
const ago = (minutes: number): string => new Date(now - minutes * minute).toISOString();

describe("the poll priority of a pipeline or job", () => {
  const rows: readonly (readonly [what: string, record: Paced, changedAt: number, pace: PollPriority])[] = [
    ["one that has ended", { status: "success", updated_at: ago(0) }, 0, "none"],
    ["one that waits for a person", { status: "manual", updated_at: ago(0) }, 0, "none"],
    ["one that changed a moment ago", { status: "running", updated_at: ago(1) }, 0, "running"],
    ["one whose dates the host keeps", { status: "running" }, 0, "running"],
    ["one by its latest date", { status: "running", created_at: ago(600), started_at: ago(5) }, 0, "running"],
    ["one that has not changed for an hour", { status: "running", updated_at: ago(60) }, 0, "idle"],
    ["one of which a job changed", { status: "running", updated_at: ago(60) }, now - minute, "running"],
    ["one that hangs since yesterday", { status: "preparing", updated_at: ago(26 * 60) }, 0, "rare"],
    ["one of a host whose clock is ahead", { status: "running", updated_at: ago(-90) }, 0, "running"],
    ["one with a date that is none", { status: "running", updated_at: "soon" }, 0, "running"],
  ];
  for (const [what, record, changedAt, pace] of rows)
    it(`${what}: ${pace}`, () => assert.equal(paceOf(record, changedAt, now), pace));
});

const sha = (digit: number): string => String(digit).repeat(40);

describe("the titles of pipelines' commits", () => {
  let records: RecordStore;
  let inClone: Map<string, string> | undefined;
  let asked: unknown[];
  let fails: Error | undefined;
  let failures: unknown[];
  let hold: Promise<undefined> | undefined;
  let isSilent: boolean;

  const open = (more: Partial<PipelineTitlesOptions> = {}): PipelineTitles => {
    const list = (_project: unknown, query: CommitQuery, { perPage, repeat }: ListOptions) => ({
      page: async () => {
        asked.push({ ...query, perPage, repeat });
        await hold;
        if (fails) throw fails;
        const items = [{ id: sha(2), title: "On the host" }];
        records.add("commits.list", items, 0);
        return { items };
      },
    });
    const titles = (shas: readonly string[]) => {
      asked.push(["clone", ...shas.map((one) => one[0])]);
      return Promise.resolve(inClone ?? new Map<string, string>());
    };
    return new PipelineTitles({
      client: { commits: { list } } as unknown as Pick<Client, "commits">,
      project: 1,
      known: records.titles,
      clone: () => inClone && { titles },
      silent: () => isSilent,
      signal: new AbortController().signal,
      late: () => assert.fail("late"),
      failed: (error) => failures.push(error),
      ...more,
    });
  };

  beforeEach(() => {
    records = new RecordStore();
    inClone = new Map([[sha(1), "In the clone"]]);
    [asked, failures, isSilent] = [[], [], false];
    fails = hold = undefined;
  });

  it("delay rows for a moment only, then announce themselves", async () => {
    const [held, coming] = [deferred<undefined>(), deferred<undefined>()];
    hold = held.promise;
    const titles = open({ late: () => coming.resolve(undefined) });
    await titles.load([sha(2)]);
    assert.deepEqual([titles.of(sha(2)), titles.isDue(sha(2))], [undefined, false], "its row is drawn without it");
    held.resolve(undefined);
    await coming.promise;
    assert.equal(titles.of(sha(2)), "On the host");
  });

  it("are requested again after a network error, not after a refusal", async () => {
    inClone = undefined;
    const titles = open();
    for (const [error, requests] of [
      [fault("network"), 1],
      [fault("forbidden"), 2],
      [fault("forbidden"), 2],
    ] as const) {
      fails = error;
      await titles.load([sha(2)]);
      assert.equal(asked.length, requests);
    }
    assert.equal(failures.length, 2);
  });

  it("wait while the host limits requests", async () => {
    isSilent = true;
    const titles = open();
    await titles.load([sha(2)]);
    assert.deepEqual(asked, [["clone", "2"]]);
    isSilent = false;
    await titles.load([sha(2)]);
    assert.equal(titles.of(sha(2)), "On the host");
  });
});
