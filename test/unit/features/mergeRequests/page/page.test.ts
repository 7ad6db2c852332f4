import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { MergeRequest } from "../../../../../src/api/resources/mergeRequestTypes.ts";
import { wordsOf } from "../../../../../src/core/webview/element.ts";
import type { Overview } from "../../../../../src/features/mergeRequests/page/model.ts";
import "../../../../support/vscodeStub.ts";
import { assertHarmless, buttonsOf, elementsOf, withWords } from "../../../core/webview/tree.ts";
import { full, instance, jobOf, overviewOf, writing } from "./overviews.ts";

const { announcement, pageOf } = await import("../../../../../src/features/mergeRequests/page/page.ts");
const { stagesOf } = await import("../../../../../src/core/pipelines/stages.ts");
const page = (changes: Partial<MergeRequest> = {}, more: Partial<Overview> = {}) =>
  pageOf(overviewOf(changes, more), writing);
const pipelineWith = (
  status: string,
  stages: NonNullable<Overview["pipeline"]>["stages"] = [],
): Pick<Overview, "pipeline"> => ({
  pipeline: {
    project: 5,
    pipeline: { id: 9, sha: full.sha ?? "", ref: "feature/heat", status, web_url: `${instance}/p/9` },
    stages,
  },
});
/** A fact's name with its values. */
const facts = (nodes: ReturnType<typeof page>): string[] =>
  elementsOf(nodes)
    .filter(
      ({ tag, children }) =>
        tag === "div" && children?.some((child) => typeof child !== "string" && child.tag === "dt"),
    )
    .map((node) => wordsOf(node));

describe("the page of a merge request", () => {
  it("has one title, one main part, and a heading for each section", () => {
    const all = elementsOf(page());
    assert.equal(all.filter(({ tag }) => tag === "main").length, 1);
    assert.deepEqual(
      all.filter(({ tag }) => tag === "h1").map((node) => wordsOf(node)),
      ["Add heat"],
    );
    assert.deepEqual(
      all.filter(({ tag }) => tag === "h2").map((node) => wordsOf(node)),
      ["Merging", "Pipeline", "Description"],
    );
    for (const { attributes } of all.filter(({ tag }) => tag === "section")) {
      assert.ok(
        all.some((other) => other.attributes?.id === attributes?.["aria-labelledby"]),
        "a section is named by its heading",
      );
    }
  });

  it("shows all that is known, in the language of the person", () => {
    assert.deepEqual(facts(page()), [
      "AuthorAlice A @alice",
      "AssigneesBob B @bob",
      "ReviewersAlice A @aliceBob B @bob",
      "Labelsbugkind small",
      "Milestone1.0 · due Mar 4, 2026",
      "Tasks2 of 1,200 done",
      "Time10m spent of 1h",
      "Votes2 for, 1 against",
      "Comments4",
      "Changed files3",
      "Latest commit1234567890",
      "Created2 days ago",
      "Updatedyesterday",
    ]);
    const words = wordsOf(pageOf(overviewOf(), { ...writing, language: "de" }));
    assert.match(words, /2 of 1\.200 done/);
    assert.match(words, /due 04\.03\.2026/);
  });

  it("names branches and fork, also for screen readers", () => {
    assert.match(wordsOf(page()), /from feature\/heat →into main/);
    assert.match(wordsOf(page({}, { fork: "bob/app" })), /from bob\/app:feature\/heat →into main/);
    assert.match(wordsOf(page({ source_branch: "main\u202egnp" })), /from maingnp/);
  });

  it("colors labels as the host does, readably", () => {
    const nodes = page(
      {},
      { labels: new Map([["bug", { name: "bug", color: "#112233", text_color: "#112233", description: "Broken" }]]) },
    );
    assert.deepEqual(withWords(nodes, "bug").tag, "bdi");
    const label = elementsOf(nodes).find(({ key }) => key === "bug");
    assert.deepEqual([label?.colors, label?.attributes?.title], [["#112233", "#ffffff"], "Broken"]);
  });

  const open = ["Open Changes", "Check Out Branch", "Approve", "Edit…", "Close", "Open in Browser", "Refresh"];
  const closed = ["Open Changes", "Check Out Branch", "Edit…"];
  const states: readonly (readonly [state: string, changes: Partial<MergeRequest>, buttons: readonly string[]])[] = [
    ["Open", {}, ["Merge…", ...open]],
    ["Draft", { draft: true, detailed_merge_status: "draft_status" }, ["Merge…", ...open]],
    ["Open", { merge_when_pipeline_succeeds: true }, ["Cancel Auto-Merge", ...open]],
    ["Closed", { state: "closed" }, [...closed, "Reopen", "Open in Browser", "Refresh"]],
    ["Merged", { state: "merged" }, ["Open Changes", "Open in Browser", "Refresh"]],
    ["Locked", { state: "locked" }, [...closed, "Open in Browser", "Refresh"]],
    ["", { state: "" }, ["Open Changes", "Refresh"]],
  ];
  it("offers what its state allows", () => {
    for (const [state, changes, buttons] of states) {
      const nodes = page(changes);
      const actions = elementsOf(nodes).find(({ key }) => key === "actions");
      assert.deepEqual(buttonsOf(actions ? [actions] : []), buttons, state);
      const badge = elementsOf(nodes).find(({ attributes }) => attributes?.class?.startsWith("state ") === true);
      assert.equal(badge === undefined ? "" : wordsOf(badge), state);
    }
  });

  it("offers to approve or revoke, on a host with that route", () => {
    const offered = (...given: Parameters<typeof page>): string[] =>
      buttonsOf(page(...given)).filter((words) => /Appro/.test(words));
    assert.deepEqual(offered({}, { approved: false }), ["Approve"]);
    assert.deepEqual(offered({}, { canApprove: false }), []);
    assert.deepEqual(offered({}, { approved: true }), ["Revoke Approval"]);
    assert.deepEqual(offered({}, { approved: true, canUnapprove: false }), []);
    assert.deepEqual(offered({ state: "merged" }, { approved: true }), []);
  });

  it("shows the states of reviewers, and offers to request a review again after one", () => {
    const reviewers = [{ id: 1, username: "bob", name: "Bob" }];
    for (const [state, words, offered] of [
      [undefined, "", false],
      ["unreviewed", " · not reviewed yet", false],
      ["approved", " · approved", true],
      ["reviewed", " · reviewed", true],
      ["requested_changes", " · requested changes", true],
    ] as const) {
      const nodes = page({ reviewers }, state === undefined ? {} : { reviewers: [{ user: reviewers[0]!, state }] });
      assert.equal(buttonsOf(nodes).includes("Request Review Again…"), offered, state);
      assert.equal(
        facts(nodes)
          .find((fact) => fact.startsWith("Reviewers"))
          ?.slice("ReviewersBob @bob".length),
        words,
      );
    }
  });

  it("offers to rebase a branch that is behind, on a host with that route", () => {
    for (const [changes, more, offered] of [
      [{}, {}, false],
      [{ diverged_commits_count: 2 }, {}, true],
      [{ detailed_merge_status: "need_rebase" }, {}, true],
      [{ diverged_commits_count: 2 }, { canRebase: false }, false],
      [{ diverged_commits_count: 2, state: "merged" }, {}, false],
    ] as const)
      assert.equal(buttonsOf(page(changes, more)).includes("Rebase"), offered);
  });

  it("shows the description, or that there is none", () => {
    const description = { nodes: [{ tag: "p", children: ["Words"] }], cut: true } as const;
    assert.match(wordsOf(page({}, { description })), /DescriptionWords.*The description is too long to show here/);
    assert.match(wordsOf(page()), /No description/);
  });

  it("keeps what was read when reading fails, with what helps", () => {
    const nodes = page({}, { problem: { message: "No network.", remedy: "Sign In" } });
    const problem = elementsOf(nodes).find(({ attributes }) => attributes?.role === "alert");
    assert.ok(problem);
    assert.equal(wordsOf(problem), "No network.Showing data from the last update.Sign InTry Again");
    assert.match(wordsOf(nodes), /Add heat/);
  });

  it("is busy until the host has answered or failed", () => {
    const busy = (more: Partial<Overview>) => page({}, { loaded: false, ...more })[0]?.attributes?.["aria-busy"];
    assert.equal(busy({}), "true");
    assert.equal(busy({ problem: { message: "x" } }), "false");
    assert.match(wordsOf(page({}, { loaded: false })), /Loading…/);
  });
});

describe("what hosts send", () => {
  const evil = "<img src=x onerror=alert(1)>\"'</script>";
  it("stays text in every field", () => {
    const person = { id: 1, username: evil, name: evil, web_url: "javascript:alert(1)" };
    const nodes = page(
      {
        title: evil,
        web_url: "javascript:alert(1)",
        source_branch: evil,
        target_branch: evil,
        sha: evil,
        author: person,
        assignees: [person],
        reviewers: [person],
        labels: [evil],
        milestone: { id: 1, iid: 1, title: evil, state: "active", due_date: evil, web_url: "command:x" },
        references: { short: evil, relative: evil, full: evil },
        changes_count: evil,
        merge_error: evil,
        detailed_merge_status: evil,
        time_stats: { time_estimate: 1, total_time_spent: 1, human_time_estimate: evil, human_total_time_spent: evil },
        created_at: evil,
        updated_at: evil,
      },
      {
        ...pipelineWith(
          evil,
          stagesOf([jobOf(1, evil, "failed", { stage: evil, failure_reason: evil }), jobOf(2, evil, evil)]),
        ),
        labels: new Map([[evil, { name: evil, color: evil, description: evil }]]),
      },
    );
    assertHarmless(nodes, instance);
    assert.deepEqual(
      elementsOf(nodes).filter(({ attributes }) => attributes?.href?.includes("alert") ?? false),
      [],
    );
    assert.equal(wordsOf(withWords(nodes, evil)), evil);
  });

  const odd: Readonly<Record<string, Partial<Record<keyof MergeRequest, unknown>>>> = {
    nulls: { ...Object.fromEntries(Object.keys(full).map((key) => [key, null])), iid: 7 },
    numbers: { title: 5, source_branch: 6, sha: 7, changes_count: 8, description: 9 },
    texts: {
      ...Object.fromEntries("labels assignees reviewers author milestone".split(" ").map((key) => [key, "x"])),
      ...Object.fromEntries("time_stats task_completion_status user references".split(" ").map((key) => [key, "x"])),
    },
    lists: { labels: [null, 5, {}, { name: null }], assignees: [null, "x", {}], reviewers: [undefined] },
    dates: { created_at: "yesterday", updated_at: "", milestone: { title: "m", due_date: "2026-99-99" } },
    counts: {
      upvotes: -1,
      user_notes_count: NaN,
      diverged_commits_count: "7",
      task_completion_status: { count: 2, completed_count: 7 },
    },
  };
  it("may be of any type", () => {
    for (const [what, changes] of Object.entries(odd))
      for (const state of ["opened", "closed", "merged", "locked", "other"]) {
        const nodes = page({ ...changes, state } as Partial<MergeRequest>);
        assertHarmless(nodes, instance);
        assert.doesNotMatch(wordsOf(nodes), /undefined|null|NaN|\[object/, what);
      }
  });
});

describe("a pipeline on the page", () => {
  const stages = stagesOf([
    jobOf(1, "lint", "success", { stage: "check", duration: 61 }),
    jobOf(2, "unit", "failed"),
    jobOf(3, "flaky", "failed", { allow_failure: true }),
    jobOf(4, "e2e", "running"),
  ]);

  it("shows stages and jobs in words, and the logs of what failed or runs", () => {
    const nodes = page({}, pipelineWith("running", stages));
    const section = elementsOf(nodes).find(({ key }) => key === "pipeline" && true);
    assert.ok(section);
    assert.equal(
      wordsOf(section),
      "PipelinePipeline #9 runningShow Pipelinecheck passed · 1 joblint passed · 1m 1stest running · 3 jobsunit failedShow Logflaky failed (allowed to fail)Show Loge2e runningShow Log",
    );
    assert.deepEqual(
      elementsOf(nodes)
        .flatMap(({ attributes }) => attributes?.value ?? [])
        .filter((value) => value.startsWith("showLog")),
      ["showLog 2", "showLog 3", "showLog 4"],
    );
  });

  it("offers the coverage that its jobs measured, while there are artifacts", () => {
    const artifacts_file = { filename: "artifacts.zip", size: 200 };
    for (const [job, offered] of [
      [{ coverage: 81.5, artifacts_file }, true],
      [{ artifacts: [{ file_type: "cobertura" }], artifacts_file }, true],
      [{ artifacts_file }, false],
      [{ coverage: 81.5 }, false],
    ] as const) {
      const nodes = page({}, pipelineWith("success", stagesOf([jobOf(1, "unit", "success", job)])));
      assert.equal(
        elementsOf(nodes).some(({ attributes }) => attributes?.value === "showCoverage"),
        offered,
      );
    }
  });

  it("shows the known coverage of the changed lines, and leads to those that are not covered", () => {
    for (const [coverage, expected] of [
      [
        { covered: 2500, total: 3000, isPartial: true },
        "Coverage of changed lines83% (2,500 of 3,000) · some files are not counted Show Uncovered Lines",
      ],
      [{ covered: 3, total: 3, isPartial: false }, "Coverage of changed lines100% (3 of 3)"],
      [{ covered: 0, total: 0, isPartial: false }, undefined],
      [undefined, undefined],
    ] as const)
      assert.equal(
        facts(page({}, { coverage })).find((fact) => fact.startsWith("Coverage")),
        expected,
      );
  });

  it("opens the stages in which something happens", () => {
    const opened = elementsOf(page({}, pipelineWith("failed", stages)))
      .filter(({ tag }) => tag === "details")
      .map(({ attributes }) => attributes?.open);
    assert.deepEqual(opened, [undefined, ""]);
  });

  it("shows the parts of a job together, those that failed first", () => {
    const parts = stagesOf([
      jobOf(1, "lint", "success"),
      ...[2, 3, 4].map((id) => jobOf(id, `rspec ${id - 1}/3`, id === 4 ? "failed" : "success")),
      ...[5, 6].map((id) => jobOf(id, `e2e: [${id}]`, "success")),
    ]);
    const all = elementsOf(page({}, pipelineWith("failed", parts)));
    const groups = all.filter(({ key }) => key?.startsWith("group "));
    assert.deepEqual(
      groups.map((one) => wordsOf(one).replace(/Show Log/, "")),
      [
        "rspec 1 of 3 failedrspec 3/3 failedrspec 1/3 passedrspec 2/3 passed",
        "e2e 2 jobse2e: [5] passede2e: [6] passed",
      ],
    );
    assert.deepEqual(
      all.filter(({ tag }) => tag === "details").map(({ attributes }) => attributes?.open),
      ["", "", undefined],
    );
  });

  it("names a hundred jobs of a stage and counts the rest", () => {
    const many = stagesOf(Array.from({ length: 1250 }, (_, at) => jobOf(at + 1, `job ${at}`, "success")));
    const nodes = page({}, pipelineWith("success", many));
    assert.equal(elementsOf(nodes).filter(({ key }) => key?.startsWith("job ")).length, 100);
    assert.match(wordsOf(nodes), /1,250 jobs.*and 1,150 more/);
  });

  it("may be missing, without jobs, loading, or hidden from the account", () => {
    assert.match(wordsOf(page()), /No pipeline for the latest commit/);
    const { pipeline } = pipelineWith("success");
    assert.ok(pipeline);
    for (const [part, expected, others] of [
      [{}, /No jobs/, /Loading/],
      [{ capped: 0 }, /The host returned none of the items in this list\./, /No jobs/],
      [{ ciError: "job x: no script" }, /Invalid CI file: job x: no script/, /No jobs/],
      [{ stages: undefined }, /Loading jobs…/, /No jobs/],
      [{ stages: undefined, problem: "Not allowed." }, /Not allowed\./, /Loading jobs…/],
    ] as const) {
      const words = wordsOf(page({}, { pipeline: { ...pipeline, ...part } }));
      assert.match(words, expected);
      assert.doesNotMatch(words, others);
    }
  });
});

describe("announcement", () => {
  it("reads out changes of state, verdict and pipeline", () => {
    const before = overviewOf({ detailed_merge_status: "checking" }, pipelineWith("running"));
    for (const [from, to, words] of [
      [before, overviewOf({}, pipelineWith("success")), "Ready to merge. Pipeline #9: Passed."],
      [before, overviewOf({ state: "merged" }, pipelineWith("running")), "State: Merged. It is already merged."],
      [overviewOf(), overviewOf({ title: "Other", user_notes_count: 9 }), undefined],
      [undefined, overviewOf(), undefined],
      [overviewOf({ state: "" }, { loaded: false }), overviewOf(), undefined],
    ] as const)
      assert.equal(announcement(from, to), words);
  });
});
