import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { VIEWS } from "../../src/core/views.ts";
import { PollClock } from "./pollClock.ts";
import type { Row } from "./rows.ts";
import { viewSuite } from "./viewSuite.ts";

const second = 1_000;
/** ms: two lists, the pipelines and the status bar share one request a minute, in whichever order, and a look that finds out needs one more. */
const everyTurn = 360 * second;
const rechecks = (asked: readonly string[]): number =>
  asked.filter((text) => text.includes("with_merge_status_recheck=true")).length;

describe("whether the rows of the Merge Requests view can be merged", () => {
  const suite = viewSuite(VIEWS.mergeRequests, "Merge Requests", ({ mergeRequests }) => mergeRequests.view);
  let time: PollClock;
  const rows = async (folder: string): Promise<Row<unknown>[]> => suite.rows.below(await suite.rows.at(folder));
  const icons = async (folder: string): Promise<string[]> =>
    (await rows(folder)).map(({ icon }) => icon.replace(/ .*/, ""));
  /** What stands open by itself is read. */
  const shown = async (): Promise<void> => {
    await rows("For the current branch: main");
    await rows("All open");
  };
  const lists = (): Promise<string[]> => suite.project.asked(/^GET \/merge_requests\?/);

  beforeEach(() => {
    time = new PollClock(suite.polling);
    time.stop();
  });
  afterEach(() => time.go());

  /** A branch that changes what main changes otherwise, and one that does not. */
  const branches = async (): Promise<void> => {
    const { control, project } = suite;
    const commit = (branch: string, files: Readonly<Record<string, string>>, startBranch?: string) =>
      control.commit(files, { project: project.path, branch, ...(startBranch !== undefined && { startBranch }) });
    await commit("main", { "mean.txt": "one\n" });
    await commit("clash", { "mean.txt": "two\n" }, "main");
    await commit("fine", { "other.txt": "other\n" }, "main");
    await commit("main", { "mean.txt": "three\n" });
    for (const sourceBranch of ["clash", "fine"])
      await control.addMergeRequest({ project: project.path, sourceBranch, title: sourceBranch });
  };

  /** Waits until the host knows: nobody but the view has made it look. */
  const known = async (clash: string): Promise<void> => {
    const { control, project } = suite;
    await control.waitForMergeRequest({ project: project.path, iid: 1, mergeStatus: [clash] });
    await control.waitForMergeRequest({ project: project.path, iid: 2, mergeStatus: ["mergeable"] });
  };

  it("shows with the next look, which comes by itself a moment after the first and tells all folders", async () => {
    const { control, project } = suite;
    await branches();
    await control.setMergeRules({ project: project.path, checksHeld: true });
    await project.open();
    assert.deepEqual(await icons("All open"), ["git-pull-request", "git-pull-request"], "the host has not looked yet");
    assert.deepEqual(await icons("Created by me"), ["git-pull-request", "git-pull-request"]);
    assert.equal(rechecks(await lists()), 3, "each first look says that somebody wants to know");
    await control.setMergeRules({ project: project.path, checksHeld: false });
    await known("conflict");
    await suite.project.forget();
    await time.pass(3 * second);
    const expected = ["git-pull-request", "warning"];
    assert.deepEqual(await icons("All open"), expected);
    const [, clash] = await rows("All open");
    assert.match(clash?.description ?? "", /^conflicts · /);
    assert.deepEqual(await icons("Created by me"), expected);
    assert.equal((await lists()).length, 1, "one request for all of them");
  });

  it("is asked for no more once it is known, until a branch moves", async () => {
    await branches();
    // Without a pipeline the status bar asks once more than later, why there is none.
    await suite.project.add({ status: "success" });
    await suite.project.open();
    await shown();
    await known("conflict");
    await time.pass(10 * second);
    assert.deepEqual(await icons("All open"), ["git-pull-request", "warning"]);
    await suite.project.forget();
    await time.pass(300 * second);
    const resting = await suite.project.asked();
    assert.ok(
      resting.length > 0 && resting.length <= 5,
      `${resting.length} requests in five minutes: ${resting.join(", ")}`,
    );
    assert.equal(rechecks(resting), 0);
    await suite.control.commit({ "mean.txt": "three\n" }, { project: suite.project.path, branch: "clash" });
    await time.pass(everyTurn);
    assert.ok(rechecks(await lists()) > 0, "nobody pressed anything");
    await known("mergeable");
    await time.pass(everyTurn);
    assert.deepEqual(await icons("All open"), ["git-pull-request", "git-pull-request"]);
  });

  it("is not waited for where the host does not find out, and not asked for of what is over", async () => {
    await suite.control.commit(
      { "a.txt": "a\n" },
      { project: suite.project.path, branch: "topic", startBranch: "main" },
    );
    await suite.control.addMergeRequest({
      project: suite.project.path,
      sourceBranch: "topic",
      title: "Never checked",
      overrides: { detailed_merge_status: "unchecked" },
    });
    await suite.project.open();
    await shown();
    await suite.project.forget();
    await time.pass(60 * second);
    const soon = (await lists()).length;
    assert.ok(soon >= 3 && soon <= 4, `${soon} looks in the first minute`);
    await suite.project.forget();
    await time.pass(600 * second);
    const asked = await suite.project.asked();
    assert.ok(asked.length >= 7 && asked.length <= 11, `${asked.length} requests in ten minutes: ${asked.join(", ")}`);
    await suite.project.forget();
    await suite.contents.filter.set({ state: "merged" });
    await rows("All (merged)");
    await suite.contents.filter.set({});
    const [merged] = await suite.project.asked(/^GET \/merge_requests\?(?!.*source_branch)/);
    assert.equal(merged, "GET /merge_requests?state=[masked]&scope=all&per_page=20");
  });
});
