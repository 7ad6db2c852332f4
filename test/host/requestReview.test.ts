import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import { VIEWS } from "../../src/core/views.ts";
import { command } from "./commandTest.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { Rows } from "./rows.ts";
import { showAlone } from "./shownView.ts";
import { until } from "./until.ts";

const id = "forgeline.mergeRequest.requestReview";

describe("requesting a review again", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const states = async (project: string): Promise<unknown[]> =>
    (await stage.client.discussions.reviewers(project, 1).page()).items.map(({ user, state }) => [
      user?.username,
      state,
    ]);
  const texts = async (project: string): Promise<string[]> =>
    (await stage.client.discussions.list(project, 1).all()).items
      .flatMap(({ notes }) => notes)
      .filter(({ system }) => system !== true)
      .map(({ body }) => body);

  afterEach(() => stage.control.quickActions(true));

  command(id, "lets one of the other reviewers be picked, and leaves no comment", async (run) => {
    const row = await own.request("topic", { reviewers: ["alice", "bob", "max"], approvedBy: ["max"] });
    assert.deepEqual(await states(own.project.path), [
      ["alice", "unreviewed"],
      ["bob", "unreviewed"],
      ["max", "approved"],
    ]);
    const done = run(row);
    const box = await own.look("Request Review Again");
    assert.deepEqual(box.rows, [stage.info.users.bob.name, stage.info.users.max.name]);
    await own.pick("Request Review Again", stage.info.users.bob.name);
    await done;
    assert.deepEqual(stage.notices, ["Requested a review of !1 from @bob."]);
    assert.deepEqual(await texts(own.project.path), []);
  });

  command(id, "says that a host does not know it, and offers to delete the comment", async (run) => {
    await stage.control.quickActions(false);
    const row = await own.request("topic", { reviewers: ["bob"] });
    await run(row);
    const { text, buttons } = await stage.message();
    assert.match(text, /does not know the quick action \/request_review and posted it as a comment on !1\./);
    assert.deepEqual(buttons, ["Delete Comment"]);
    assert.deepEqual(await texts(own.project.path), ["/request_review @bob"]);
    assert.deepEqual(stage.notices, []);
  });

  command(id, "says that there is nobody to ask", async (run) => {
    await run(await own.request("topic", { reviewers: ["alice"] }));
    const { text, buttons } = await stage.message();
    assert.match(text, /!1 has no other reviewers\. Add one first\./);
    assert.deepEqual(buttons.slice(0, 1), ["Edit…"]);
  });

  it("is offered where the reviewers' states are shown: in the tooltip of the row, asked for once", async () => {
    const row = await own.request("topic", { reviewers: ["bob", "max"], approvedBy: ["max"] });
    await showAlone(stage.app, VIEWS.mergeRequests);
    const { view } = stage.app.mergeRequests;
    await view.refresh();
    const rows = new Rows<unknown>(view.provider);
    const shown = await until("the row", () => rows.at("All open", /^!1 /), view.provider.onDidChangeTreeData);
    await own.project.forget();
    const tooltip = async (): Promise<string> => (await rows.tooltip(shown)).value;
    const { bob, max } = stage.info.users;
    const words = new RegExp(`\\*\\*Review\\*\\* ${bob.name} .*: not reviewed yet, ${max.name} .*: approved$`);
    assert.match((await tooltip()).replaceAll("&#58;", ":"), words);
    await tooltip();
    assert.equal((await own.project.asked(/\/reviewers/)).length, 1);
    assert.equal(row.mergeRequest.iid, 1);
  });
});
