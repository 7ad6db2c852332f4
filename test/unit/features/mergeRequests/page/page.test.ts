import assert from "node:assert/strict";
import type { MergeRequest } from "../../../../../src/api/resources/mergeRequestTypes.ts";
import { stagesOf } from "../../../../../src/core/pipelines/stages.ts";
import { wordsOf } from "../../../../../src/core/webview/element.ts";
import { renderMarkdown } from "../../../../../src/core/webview/markdown.ts";
import type { Overview } from "../../../../../src/features/mergeRequests/page/model.ts";
import { announcement, pageOf } from "../../../../../src/features/mergeRequests/page/page.ts";
import { assertHarmless, buttonsOf, elementsOf, withWords } from "../../../core/webview/tree.ts";
import { activityOf, alice } from "./activities.ts";
import { full, instance, jobOf, overviewOf, writing } from "./overviews.ts";

type Stages = NonNullable<Overview["pipeline"]>["stages"];
type Changes = Partial<MergeRequest>;
type More = Partial<Overview>;

const page = (changes: Changes = {}, more: More = {}) => pageOf(overviewOf(changes, more), writing);
const words = (changes: Changes = {}, more: More = {}): string => wordsOf(page(changes, more));
const pipelineWith = (status: string, stages: Stages = [], more: object = {}) => ({
  pipeline: {
    project: 5,
    pipeline: { id: 9, sha: full.sha ?? "", ref: "feature/heat", status, web_url: `${instance}/p/9` },
    stages,
    ...more,
  },
});
/** A fact's name with its values. */
const facts = (nodes: ReturnType<typeof page>): string[] =>
  elementsOf(nodes)
    .filter(
      ({ tag, children }) => tag === "div" && children?.some((one) => typeof one !== "string" && one.tag === "dt"),
    )
    .map((node) => wordsOf(node));
const texts = (nodes: ReturnType<typeof page>, tag: string): string[] =>
  elementsOf(nodes).flatMap((one) => (one.tag === tag ? [wordsOf(one)] : []));

describe("the page of a merge request", () => {
  it("has one title, one main part, and a heading that names each section", () => {
    const all = elementsOf(page());
    assert.deepEqual([texts(page(), "main").length, texts(page(), "h1")], [1, ["Add heat"]]);
    assert.deepEqual(texts(page(), "h2"), ["Merging", "Pipeline", "Description"]);
    const ids = new Set(all.map(({ attributes }) => attributes?.id));
    for (const { tag, attributes } of all) if (tag === "section") assert.ok(ids.has(attributes?.["aria-labelledby"]));
  });

  it("shows all that is known, in the language of the person", () => {
    assert.deepEqual(facts(page()), [
      ...["AuthorAlice A @alice", "AssigneesBob B @bob", "ReviewersAlice A @aliceBob B @bob", "Labelsbugkind small"],
      ...["Milestone1.0 · due Mar 4, 2026", "Tasks2 of 1,200 done", "Time10m spent of 1h", "Votes2 for, 1 against"],
      ...["Comments4", "Changed files3", "Latest commit1234567890", "Created2 days ago", "Updatedyesterday"],
    ]);
    const german = wordsOf(pageOf(overviewOf(), { ...writing, language: "de" }));
    assert.match(german, /due 04\.03\.2026.*2 of 1\.200 done/);
  });

  it("has a button for each field that can be changed, also for an empty one, once somebody is signed in", () => {
    const empty = { assignees: [], assignee: null, reviewers: [], labels: [], milestone: null };
    const shown = (user?: typeof alice): string[] =>
      facts(page(empty, { activity: activityOf([], { user }) })).slice(1, 5);
    assert.deepEqual(shown(alice), [
      "AssigneesNoneEdit Assignees…",
      "ReviewersNoneEdit Reviewers…",
      "LabelsNoneEdit Labels…",
      "MilestoneNoneEdit Milestone…",
    ]);
    assert.match(shown()[0] ?? "", /^Tasks/);
  });

  it("has boxes to tick for the tasks of its description, if each is found in the text", () => {
    const ticked = (shown: string, text = shown) =>
      elementsOf(
        page({ description: text }, { description: renderMarkdown(shown, { instance }), activity: activityOf([]) }),
      ).flatMap(({ attributes: one }) => (one?.role === "checkbox" ? [one] : []));
    const boxes = ticked("- [x] One\r\n\r\n> * [ ] Two\n\n~~~\n- [ ] Code\n~~~");
    const seen = boxes.map((one) => [one.value, one["aria-checked"], one["aria-label"]]);
    assert.deepEqual(seen, [
      ["toggleTask 0", "true", "One"],
      ["toggleTask 1", "false", "Two"],
    ]);
    assert.deepEqual(ticked("- [ ] One", "- [x] One"), []);
  });

  it("names branches, fork, description, problems and remedies", () => {
    const description = { nodes: [{ tag: "p", children: ["Words"] }], cut: true } as const;
    const problem = { message: "No network.", remedy: "Sign In" };
    for (const [changes, more, expected] of [
      [{}, {}, /from feature\/heat →into main.*No description/],
      [{}, { fork: "bob/app" }, /from bob\/app:feature\/heat →into main/],
      [{ source_branch: "main\u202egnp" }, {}, /from maingnp/],
      [{}, { description }, /DescriptionWords.*The description is too long to show here/],
      [{}, { problem }, /Add heat.*No network\.Showing data from the last update\.Sign InTry Again/],
      [{}, { loaded: false }, /Loading…/],
    ] as const)
      assert.match(words(changes, more), expected);
    const roles = elementsOf(page({}, { problem })).map(({ attributes }) => attributes?.role);
    assert.ok(roles.includes("alert"));
    const busy = (more: More) => page({}, { loaded: false, ...more })[0]?.attributes?.["aria-busy"];
    assert.deepEqual([busy({}), busy({ problem })], ["true", "false"]);
  });

  it("colors labels as the host does, readably", () => {
    const bug = { name: "bug", color: "#112233", text_color: "#112233", description: "Broken" };
    const nodes = page({}, { labels: new Map([["bug", bug]]) });
    assert.equal(withWords(nodes, "bug").tag, "bdi");
    const label = elementsOf(nodes).find(({ key }) => key === "bug");
    assert.deepEqual([label?.colors, label?.attributes?.title], [["#112233", "#ffffff"], "Broken"]);
  });

  it("offers what its state allows", () => {
    const open = ["Open Changes", "Check Out Branch", "Approve", "Edit…", "Close", "Open in Browser", "Refresh"];
    const closed = ["Open Changes", "Check Out Branch", "Edit…"];
    for (const [state, changes, buttons] of [
      ["Open", {}, ["Merge…", ...open]],
      ["Draft", { draft: true, detailed_merge_status: "draft_status" }, ["Merge…", ...open]],
      ["Open", { merge_when_pipeline_succeeds: true }, ["Cancel Auto-Merge", ...open]],
      ["Closed", { state: "closed" }, [...closed, "Reopen", "Open in Browser", "Refresh"]],
      ["Merged", { state: "merged" }, ["Open Changes", "Open in Browser", "Refresh"]],
      ["Locked", { state: "locked" }, [...closed, "Open in Browser", "Refresh"]],
      ["", { state: "" }, ["Open Changes", "Refresh"]],
    ] as const) {
      const all = elementsOf(page(changes));
      assert.deepEqual(buttonsOf(all.filter(({ key }) => key === "actions").slice(0, 1)), buttons, state);
      const badge = all.find(({ attributes }) => attributes?.class?.startsWith("state ") === true);
      assert.equal(badge === undefined ? "" : wordsOf(badge), state);
    }
  });

  it("offers approvals and rebases where they are possible, on hosts with those routes", () => {
    const behind = { diverged_commits_count: 2 };
    for (const [changes, more, expected] of [
      [{}, { approved: false }, "Approve"],
      [{}, { canApprove: false }, ""],
      [{}, { approved: true }, "Revoke Approval"],
      [{}, { approved: true, canUnapprove: false }, ""],
      [{ state: "merged" }, { approved: true }, ""],
      [behind, { approved: false }, "Approve Rebase"],
      [{ detailed_merge_status: "need_rebase" }, {}, "Approve Rebase"],
      [behind, { canRebase: false }, "Approve"],
      [{ ...behind, state: "merged" }, {}, ""],
    ] as const) {
      const offered = buttonsOf(page(changes, more)).filter((one) => /Appro|Rebase/.test(one));
      assert.equal([...new Set(offered)].sort().join(" "), expected, JSON.stringify([changes, more]));
    }
  });

  it("shows the states of reviewers, and offers to request a review again after one", () => {
    const bob = { id: 1, username: "bob", name: "Bob" };
    for (const [state, expected, offered] of [
      [undefined, "", false],
      ["unreviewed", " · not reviewed yet", false],
      ["approved", " · approved", true],
      ["reviewed", " · reviewed", true],
      ["requested_changes", " · requested changes", true],
    ] as const) {
      const nodes = page({ reviewers: [bob] }, state === undefined ? {} : { reviewers: [{ user: bob, state }] });
      assert.equal(buttonsOf(nodes).includes("Request Review Again…"), offered, state);
      assert.ok(facts(nodes).includes(`ReviewersBob @bob${expected}`), state);
    }
  });

  const evil = "<img src=x onerror=alert(1)>\"'</script>";
  it("shows what hosts send as text in every field", () => {
    const person = { id: 1, username: evil, name: evil, web_url: "javascript:alert(1)" };
    const fields = "title source_branch target_branch sha changes_count merge_error detailed_merge_status created_at";
    const stages = stagesOf([jobOf(1, evil, "failed", { stage: evil, failure_reason: evil }), jobOf(2, evil, evil)]);
    const nodes = page(
      {
        ...Object.fromEntries(`${fields} updated_at`.split(" ").map((field) => [field, evil])),
        ...{ web_url: "javascript:alert(1)", author: person, assignees: [person], reviewers: [person], labels: [evil] },
        milestone: { id: 1, iid: 1, title: evil, state: "active", due_date: evil, web_url: "command:x" },
        references: { short: evil, relative: evil, full: evil },
        time_stats: { time_estimate: 1, total_time_spent: 1, human_time_estimate: evil, human_total_time_spent: evil },
      },
      { ...pipelineWith(evil, stages), labels: new Map([[evil, { name: evil, color: evil, description: evil }]]) },
    );
    assertHarmless(nodes, instance);
    assert.ok(!elementsOf(nodes).some(({ attributes }) => attributes?.href?.includes("alert")));
    assert.equal(wordsOf(withWords(nodes, evil)), evil);
  });

  it("takes fields of any type", () => {
    const text = (names: string) => Object.fromEntries(names.split(" ").map((key) => [key, "x"]));
    for (const changes of [
      { ...Object.fromEntries(Object.keys(full).map((key) => [key, null])), iid: 7 },
      { title: 5, source_branch: 6, sha: 7, changes_count: 8, description: 9 },
      text("labels assignees reviewers author milestone time_stats task_completion_status user references"),
      { labels: [null, 5, {}, { name: null }], assignees: [null, "x", {}], reviewers: [undefined] },
      { created_at: "yesterday", updated_at: "", milestone: { title: "m", due_date: "2026-99-99" } },
      { upvotes: -1, user_notes_count: NaN, diverged_commits_count: "7" },
      { task_completion_status: { count: 2, completed_count: 7 } },
    ])
      for (const state of ["opened", "closed", "merged", "locked", "other"]) {
        const nodes = page({ ...changes, state } as Changes);
        assertHarmless(nodes, instance);
        assert.doesNotMatch(wordsOf(nodes), /undefined|null|NaN|\[object/, JSON.stringify(changes));
      }
  });
});

describe("a pipeline on the page of a merge request", () => {
  const stages = stagesOf([
    jobOf(1, "lint", "success", { stage: "check", duration: 61 }),
    jobOf(2, "unit", "failed"),
    jobOf(3, "flaky", "failed", { allow_failure: true }),
    jobOf(4, "e2e", "running"),
  ]);
  const drawn = (status: string, of: Stages = stages) => elementsOf(page({}, pipelineWith(status, of)));
  const isOpen = (all: ReturnType<typeof drawn>) =>
    all.flatMap(({ tag, attributes }) => (tag === "details" ? [attributes?.open] : []));

  it("shows stages and jobs in words, and the logs of what failed or runs", () => {
    const all = drawn("running");
    assert.equal(
      wordsOf(all.find(({ key }) => key === "pipeline") ?? assert.fail()),
      "PipelinePipeline #9 runningShow Pipelinecheck passed · 1 joblint passed · 1m 1stest running · 3 jobsunit failedShow Logflaky failed (allowed to fail)Show Loge2e runningShow Log",
    );
    const values = all.flatMap(({ attributes }) => attributes?.value ?? []);
    const found = values.filter((value) => value.startsWith("showLog"));
    assert.deepEqual(found, ["showLog 2", "showLog 3", "showLog 4"]);
    assert.deepEqual(isOpen(drawn("failed")), [undefined, ""], "the stage in which something happens");
  });

  it("offers the coverage that its jobs measured, while there are artifacts", () => {
    const artifacts_file = { filename: "artifacts.zip", size: 200 };
    for (const [job, offered] of [
      [{ coverage: 81.5, artifacts_file }, true],
      [{ artifacts: [{ file_type: "cobertura" }], artifacts_file }, true],
      [{ artifacts_file }, false],
      [{ coverage: 81.5 }, false],
    ] as const) {
      const all = drawn("success", stagesOf([jobOf(1, "unit", "success", job)]));
      assert.equal(
        all.some(({ attributes }) => attributes?.value === "showCoverage"),
        offered,
      );
    }
  });

  it("shows the known coverage of the changed lines, and leads to those that are not covered", () => {
    for (const [coverage, expected] of [
      [
        { covered: 2500, total: 3000, isPartial: true },
        "83% (2,500 of 3,000) · some files are not counted Show Uncovered Lines",
      ],
      [{ covered: 3, total: 3, isPartial: false }, "100% (3 of 3)"],
      [{ covered: 0, total: 0, isPartial: false }, undefined],
      [undefined, undefined],
    ] as const) {
      const fact = facts(page({}, { coverage })).find((one) => one.startsWith("Coverage"));
      assert.equal(fact, expected && `Coverage of changed lines${expected}`);
    }
  });

  it("shows the parts of a job together, those that failed first", () => {
    const parts = stagesOf([
      jobOf(1, "lint", "success"),
      ...[2, 3, 4].map((id) => jobOf(id, `rspec ${id - 1}/3`, id === 4 ? "failed" : "success")),
      ...[5, 6].map((id) => jobOf(id, `e2e: [${id}]`, "success")),
    ]);
    const all = drawn("failed", parts);
    assert.deepEqual(
      all.flatMap((one) => (one.key?.startsWith("group ") === true ? [wordsOf(one).replace(/Show Log/, "")] : [])),
      [
        "rspec 1 of 3 failedrspec 3/3 failedrspec 1/3 passedrspec 2/3 passed",
        "e2e 2 jobse2e: [5] passede2e: [6] passed",
      ],
    );
    assert.deepEqual(isOpen(all), ["", "", undefined]);
  });

  it("names a hundred jobs of a stage and counts the rest", () => {
    const many = stagesOf(Array.from({ length: 1250 }, (_, at) => jobOf(at + 1, `job ${at}`, "success")));
    const all = drawn("success", many);
    assert.equal(all.filter(({ key }) => key?.startsWith("job ")).length, 100);
    assert.match(wordsOf(all.slice(0, 1)), /1,250 jobs.*and 1,150 more/);
  });

  it("may be missing, without jobs, loading, or hidden from the account", () => {
    assert.match(words(), /No pipeline for the latest commit/);
    for (const [part, expected, others] of [
      [{}, /No jobs/, /Loading/],
      [{ capped: 0 }, /The host returned none of the items in this list\./, /No jobs/],
      [{ ciError: "job x: no script" }, /Invalid CI file: job x: no script/, /No jobs/],
      [{ stages: undefined }, /Loading jobs…/, /No jobs/],
      [{ stages: undefined, problem: "Not allowed." }, /Not allowed\./, /Loading jobs…/],
    ] as const) {
      const shown = words({}, pipelineWith("success", [], part));
      assert.match(shown, expected);
      assert.doesNotMatch(shown, others);
    }
  });

  it("announces changes of state, verdict and pipeline", () => {
    const before = overviewOf({ detailed_merge_status: "checking" }, pipelineWith("running"));
    for (const [from, to, expected] of [
      [before, overviewOf({}, pipelineWith("success")), "Ready to merge. Pipeline #9: Passed."],
      [before, overviewOf({ state: "merged" }, pipelineWith("running")), "State: Merged. It is already merged."],
      [overviewOf(), overviewOf({ title: "Other", user_notes_count: 9 }), undefined],
      [undefined, overviewOf(), undefined],
      [overviewOf({ state: "" }, { loaded: false }), overviewOf(), undefined],
    ] as const)
      assert.equal(announcement(from, to), expected);
  });
});
