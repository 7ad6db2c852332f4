import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type ToolName, toolNames } from "../../src/features/agents/toolNames.ts";
import type { FabricatedJob } from "../service/fabricated.ts";
import { everyMoment } from "./everyMoment.ts";
import { outer } from "./outer.ts";
import { setReviewStage } from "./reviewStage.ts";
import { until } from "./until.ts";

const failing = (name: string, trace: string, more: FabricatedJob = {}): FabricatedJob => ({
  name,
  stage: "test",
  status: "failed",
  failureReason: "script_failure",
  trace: `$ run\n${trace}\n`,
  ...more,
});

/** A JUnit report with failed tests, each with a stack trace. */
const report = (failed: number): string => {
  const cases = Array.from(
    { length: failed },
    (_, at) =>
      `<testcase classname="weather.Forecast" name="rain ${at}" file="spec/forecast.rb"><failure message="expected dry, got wet ${at}">${"  at wet.rb:7 – naß\n".repeat(90)}</failure></testcase>`,
  );
  return `<testsuite name="unit" tests="${failed + 1}" failures="${failed}"><testcase classname="weather.Forecast" name="sun"/>${cases.join("")}</testsuite>`;
};

describe("tools for language models", () => {
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;
  let since = 0;
  beforeEach(async () => {
    since = await stage.control.lastRequest();
  });

  const call = async (name: ToolName, input: object): Promise<string> => {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
  };
  /** Asks what answers a question, and looks at its size. */
  const ask = async (name: ToolName, input: object = {}): Promise<string> => {
    const answer = await call(name, input);
    assert.ok(Buffer.byteLength(answer) <= 16_000, `${name} answers with ${Buffer.byteLength(answer)} bytes`);
    return answer;
  };

  const { control } = stage;
  const sent = async (path = /./): Promise<string[]> =>
    (await control.requests(since))
      .filter((request) => request.method !== "GET" && path.test(request.path))
      .map(({ method, path: target }) => `${method} ${target.replace(own.project.address(""), "")}`);
  /** Calls a tool that writes and answers VS Code's question. Returns its words and the answer. */
  const write = async (name: ToolName, input: object, button = "Yes"): Promise<{ asked: string; answer: string }> => {
    const answer = ask(name, input);
    // Of the window itself, which boxes played in the process do not reach.
    const asked = await outer().ask({ action: "dialog", button });
    return { asked, answer: await answer };
  };

  const titles = (): string[] => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));

  it("are offered to every model with a schema of their input @window", async () => {
    const offer = (): readonly vscode.LanguageModelToolInformation[] =>
      vscode.lm.tools.filter(({ name }) => name.startsWith("forgeline_"));
    await until("the tools", () => offer().length > 0, everyMoment);
    const offered = offer();
    assert.deepEqual(offered.map(({ name }) => name).sort(), [...toolNames].sort());
    for (const { name, description, inputSchema } of offered) {
      assert.ok(description.length > 40, `${name}: ${description}`);
      assert.match(JSON.stringify(inputSchema), /"type":"object"/, name);
    }
  });

  describe("answer", () => {
    it("Why is my branch red? @oldest", async () => {
      await own.project.add({ ref: "main", status: "success", jobs: [{ name: "unit", status: "success" }] });
      const { id, jobs } = await own.project.add({
        ref: "main",
        status: "failed",
        jobs: [{ name: "build", status: "success" }, failing("unit", "src/a.c:2:1: error: it broke")],
      });
      const answer = await ask("forgeline_explain_failure");
      assert.match(answer, new RegExp(`Pipeline ${id} of main`));
      assert.match(answer, new RegExp(`Job ${jobs[1]} "unit"`));
      assert.match(answer, /> src\/a\.c:2:1: error: it broke/);
      assert.match(answer, /the last that passed is \d+/);
    });

    it("What does the log say around line 120? — of a long log", async () => {
      const lines = Array.from({ length: 6_000 }, (_, at) => `step ${at + 1} ${"–".repeat(30)}`);
      const { jobs } = await own.project.add({ jobs: [{ name: "unit", status: "failed", trace: lines.join("\n") }] });
      const around = await ask("forgeline_read_job_log", { job: jobs[0], mode: "around", line: 120, lines: 3 });
      assert.match(around, /log of job \d+, lines 117–123\n117: step 117 [\s\S]*\n123: step 123 –+\n«/);
      assert.doesNotMatch(around, /step 124/);
      const most = await ask("forgeline_read_job_log", { job: jobs[0], mode: "tail", lines: 200 });
      assert.match(most, /The log of job \d+ has 6000 lines/);
      const where = await ask("forgeline_read_job_log", { job: jobs[0], mode: "search", text: "STEP 599" });
      assert.match(where, /11 lines contain the text/);
      assert.match(where, /^5999: step 5999 /m);
    });

    it("Which tests fail on this merge request? — 400 of them", async () => {
      await own.project.add({
        ref: "numbers",
        sha: review.row.mergeRequest.sha ?? "",
        status: "failed",
        jobs: [{ name: "unit", stage: "test", status: "failed", junit: [report(400)] }],
      });
      const answer = await ask("forgeline_list_failed_tests", { merge_request: review.iid });
      assert.match(answer, /400 failed of 401 tests in 1 suites/);
      assert.match(answer, /weather\.Forecast › rain 0\nfile: spec\/forecast\.rb\nexpected dry, got wet 0/);
      const [, next] = /offset=(\d+)$/.exec(answer) ?? [];
      const after = await ask("forgeline_list_failed_tests", { merge_request: review.iid, offset: Number(next) });
      assert.match(after, new RegExp(`› rain ${next}\n`));
      assert.match(answer, new RegExp(`› rain ${Number(next) - 1}\n`));
      const last = await ask("forgeline_list_failed_tests", { merge_request: review.iid, offset: 399 });
      assert.match(last, /rain 399/);
      assert.doesNotMatch(last, /To see more/);
    });

    it("What is still open in the review?", async () => {
      const open = await review.commented("Why capitals?");
      const done = await review.commented("A typo.", 10);
      await review.bob.discussions.resolve(own.project.path, review.iid, done.id, { resolved: true });
      await review.bob.discussions.comment(own.project.path, review.iid, { body: "Nice." });
      const answer = await ask("forgeline_read_threads", { merge_request: review.iid, unresolved_only: true });
      assert.match(answer, /has 1 unresolved threads and 2 other threads and comments/);
      assert.match(answer, new RegExp(`thread ${open.id}, unresolved, on a\\.txt:5\n@bob, [^\n]+:\nWhy capitals\\?`));
      assert.doesNotMatch(answer, /A typo/);
      const all = await ask("forgeline_read_threads", { merge_request: review.iid });
      assert.match(all, /Why capitals\?[^]*A typo\.[^]*thread \w+, comment\n@bob, [^\n]+:\nNice\./);
      assert.doesNotMatch(all, /resolved all threads/);
      const rest = await ask("forgeline_read_threads", { merge_request: review.iid, offset: 1 });
      assert.doesNotMatch(rest, /Why capitals/);
      assert.match(rest, /A typo/);
    });

    it("What does this merge request change, and can it be merged?", async () => {
      await review.bob.extras.approve(own.project.path, review.iid);
      const answer = await ask("forgeline_get_merge_request", { merge_request: review.iid });
      assert.match(answer, new RegExp(`Merge request !${review.iid} by @alice: opened, numbers → main`));
      assert.match(answer, /Merge status: Ready to merge\./);
      assert.match(answer, /Approved by: @bob/);
      assert.match(answer, /«\w+» title\nDo numbers\n/);
      assert.match(answer, /modified a\.txt \+2 -2/);
    });

    it("Which merge requests wait for bob?", async () => {
      const asked = await own.request("asked", { reviewers: ["bob"] });
      const answer = await ask("forgeline_list_merge_requests", { reviewer: "bob" });
      assert.match(answer, /^1 merge requests\.$/m);
      assert.match(answer, new RegExp(`!${asked.mergeRequest.iid} · Do asked · opened · @alice · asked → main`));
      assert.match(await ask("forgeline_list_merge_requests", { author: "@me" }), /^2 merge requests\.$/m);
      const given = await own.request("given", { assignees: ["alice"], by: "bob" });
      const assigned = await ask("forgeline_list_merge_requests", { assignee: "@me" });
      assert.match(assigned, new RegExp(`^1 merge requests\\.$[\\s\\S]*!${given.mergeRequest.iid} · Do given`, "m"));
      await assert.rejects(call("forgeline_list_merge_requests", { assignee: "bob" }), /"assignee" must be one of @me/);
      assert.match(await ask("forgeline_list_merge_requests", { state: "merged" }), /No merge requests match/);
      await assert.rejects(call("forgeline_list_merge_requests", { state: "open" }), /"state" must be one of opened/);
    });

    it("Does my CI file have errors?", async () => {
      const good = await ask("forgeline_check_ci_file");
      assert.match(good, /found no problems[\s\S]*CI lint: valid[\s\S]*jobs in stages /);
      const text =
        "stages: [one]\na:\n  stage: two\n  script: x\nb:\n  stage: one\n  script: x\n  needs: [c]\n  rules:\n    - if: $CI_COMMIT_TAG\n      when: manual\n";
      const bad = await ask("forgeline_check_ci_file", { text });
      assert.match(bad, /found 2 problems/);
      assert.match(bad, /^3: Stage “two” does not exist/m);
      assert.match(bad, /^8: Job “c” does not exist/m);
      assert.match(bad, /CI lint was not asked: it only gets the saved CI file/);
      assert.match(bad, /one\/b · needs c · rules \[if: \$CI_COMMIT_TAG; when: manual\]/);
      await assert.rejects(call("forgeline_check_ci_file", { path: "../other.yml" }), /within the repository/);
    });

    it("What did people say, and what changes? — on a host with the documented routes only", async () => {
      const sha = review.row.mergeRequest.sha ?? "";
      await review.bob.commits.createComment(own.project.path, sha, { note: "Too loud." });
      const names = ["discussions", "mergeRequest", "mergeRequestDiffs", "reviewers", "approvals", "ciLint"];
      const known = (there: boolean): void => {
        for (const name of names)
          own.stage.app.capabilities
            .of(own.project.instance)
            .set(`extra.${name}`, there ? "yes" : `no since ${Date.now()}`);
      };
      known(false);
      try {
        const shown = await ask("forgeline_get_merge_request", { merge_request: review.iid });
        assert.match(shown, /Reviewers: none\n[\s\S]*modified a\.txt \+2 -2/);
        assert.doesNotMatch(shown, /Approved by/);
        const checked = await ask("forgeline_check_ci_file", { text: "a: { script: x }" });
        assert.match(checked, /found no problems/);
        assert.doesNotMatch(checked, /CI lint: /);
        const refused = call("forgeline_comment", { merge_request: review.iid, body: "x", file: "a.txt", line: 5 });
        await assert.rejects(refused, /does not support this/);
        const answer = await ask("forgeline_read_threads", { merge_request: review.iid });
        assert.match(answer, /has no discussions on merge requests[\s\S]*have 1 comments/);
        assert.match(answer, new RegExp(`comment on commit ${sha.slice(0, 8)}[^\n]*\n@bob, [^\n]+:\nToo loud\\.`));
      } finally {
        known(true);
      }
    });

    it("what cannot be answered, with words that the call can be mended by", async () => {
      await assert.rejects(call("forgeline_get_merge_request", {}), /There is no open merge request for main/);
      await assert.rejects(call("forgeline_read_job_log", { job: "x" }), /"job" must be a positive number/);
      const refused = call("forgeline_explain_failure", { ref: "nowhere" });
      await assert.rejects(refused, /None of the newest pipelines is for nowhere/);
      assert.deepEqual(await sent(), []);
    });
  });

  describe("write, after a question,", () => {
    it("sends a comment once when confirmed, never when declined @window @oldest", async () => {
      const input = { merge_request: review.iid, body: "Looks **good**.\n\nShip it." };
      await assert.rejects(write("forgeline_comment", input, "Cancel"));
      assert.deepEqual([await sent(), own.stage.announced], [[], []]);
      const { asked, answer } = await write("forgeline_comment", input);
      assert.match(asked, new RegExp(`^Comment on !${review.iid}\\?`));
      assert.ok(asked.includes(`Comment on !${review.iid} “Do numbers” in ${own.project.path} on 127.0.0.1`), asked);
      assert.ok(asked.includes("Looks **good**.") && asked.includes("Ship it."), asked);
      assert.match(answer, new RegExp(`Commented on !${review.iid}`));
      assert.deepEqual(await sent(), [`POST /merge_requests/${review.iid}/notes`]);
      const [discussion] = (await review.onHost()).filter(({ notes }) => notes[0]?.system !== true);
      assert.deepEqual([discussion?.notes[0]?.body, discussion?.notes[0]?.author?.username], [input.body, "alice"]);
      assert.deepEqual(own.stage.announced, [
        { instance: own.project.instance, project: own.project.path, subject: "mergeRequest", iid: review.iid },
      ]);
    });

    it("a long comment, which is shown whole in a document until it is sent", async () => {
      const body = `${"Line\n".repeat(30)}The end`;
      const opened: string[] = [];
      const listening = vscode.workspace.onDidOpenTextDocument((document) => opened.push(document.getText()));
      const { asked } = await write("forgeline_comment", { merge_request: review.iid, body });
      listening.dispose();
      assert.ok(asked.includes("The whole text is in the editor “Text of the agent”."), asked);
      assert.ok(!asked.includes("The end"), asked);
      assert.ok(
        opened.some((text) => text.endsWith(`\n\n${body}`)),
        JSON.stringify(opened),
      );
      assert.deepEqual(await sent(), [`POST /merge_requests/${review.iid}/notes`]);
      await until("the document to close", () => titles().every((title) => title !== "Text of the agent"), everyMoment);
    });

    it("a retry of a job and of a pipeline", async () => {
      const { id, jobs } = await own.project.add({
        ref: "main",
        status: "failed",
        jobs: [failing("unit", "x"), failing("lint", "y"), { name: "build", status: "running" }],
      });
      await assert.rejects(write("forgeline_retry", { job: jobs[0] }, "Cancel"));
      assert.deepEqual(await sent(), []);
      const one = await write("forgeline_retry", { job: jobs[0] });
      const seen = one.asked;
      assert.match(seen, new RegExp(`Retry job “unit” \\(#${jobs[0]}, failed\\) of pipeline #${id} for “main” in`));
      assert.match(one.answer, /runs again as job \d+/);
      const all = await write("forgeline_retry", { pipeline: id });
      assert.match(all.asked, new RegExp(`Retry the failed and canceled jobs of pipeline #${id}`));
      assert.ok(all.asked.includes(`lint (#${jobs[1]})`) && !all.asked.includes("build"), all.asked);
      assert.deepEqual(await sent(), [`POST /jobs/${jobs[0]}/retry`, `POST /pipelines/${id}/retry`]);
      await assert.rejects(call("forgeline_retry", { job: jobs[2] }), /is running and cannot be retried/);
    });

    it("nothing that is wrong, and ask nothing then", async () => {
      const merge_request = review.iid;
      const wrong: readonly (readonly [ToolName, object, RegExp])[] = [
        ["forgeline_comment", { merge_request, body: "x", thread: "abc" }, /has no thread abc/],
        ["forgeline_comment", { merge_request, body: "x", thread: "a", file: "b", line: 1 }, /not both/],
        ["forgeline_comment", { merge_request, body: "x", file: "a.txt" }, /belong together/],
        ["forgeline_comment", { merge_request, body: "x", file: "b.txt", line: 1 }, /b\.txt is not among the changed/],
        ["forgeline_comment", { merge_request, body: "x", file: "a.txt", line: 99 }, /a\.txt has 10 lines/],
        ["forgeline_comment", { merge_request: 999, body: "x" }, /Not found on/],
        [
          "forgeline_suggest_change",
          { merge_request, file: "a.txt", first_line: 5, last_line: 4, replacement: "" },
          /last_line/,
        ],
        ["forgeline_suggest_change", { merge_request, file: "a.txt", first_line: 5 }, /"replacement" must be a text/],
        ["forgeline_retry", {}, /Give either/],
        ["forgeline_retry", { job: 1, pipeline: 1 }, /Give either/],
        ["forgeline_run_pipeline", { variables: { "A B": "1" } }, /no name of a variable/],
        ["forgeline_run_pipeline", { variables: ["A=1"] }, /an object of texts/],
      ];
      for (const [name, input, message] of wrong)
        await assert.rejects(call(name, input), message, JSON.stringify(input));
      assert.deepEqual(await sent(), []);
    });
  });
});
