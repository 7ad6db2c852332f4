import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { threadId } from "../../src/features/mergeRequests/page/activity/model.ts";
import { updateLabel, type UpdateNode, type UpdatesNode } from "../../src/features/mergeRequests/updates/rows.ts";
import type { Updates } from "../../src/features/mergeRequests/updates/updates.ts";
import { command } from "./commandTest.ts";
import { pageJumps } from "./pageJumps.ts";
import { setReviewStage } from "./reviewStage.ts";
import { setting } from "./spies.ts";
import { until } from "./until.ts";

/** Turns the updates on or off. */
const turn = (on: boolean): Thenable<void> => setting("forgeline.mergeRequests.updates", on);

/** Resolves once what the last answer changed was looked at: records say so at the end of the turn. */
const lookedAt = async (updates: Updates): Promise<void> => {
  await new Promise(setImmediate);
  await updates.idle;
};

describe("updates to merge requests", () => {
  before(() => turn(true));
  after(() => turn(false));
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;
  let updates: Updates;

  beforeEach(async () => {
    updates = await stage.app.mergeRequests.updates();
    await poll();
  });
  afterEach(() => updates.markRead(review.row.instance));

  /** The view's poll, and what follows. */
  const poll = async (iid = review.iid): Promise<void> => {
    await own.row(iid);
    await lookedAt(updates);
  };
  const told = (): readonly string[] => updates.of(review.row.instance).map(updateLabel);
  /** Alice starts a thread, as in a browser. */
  const ask = async (body = "Is that right?"): Promise<string> => {
    const { id } = (await stage.client.discussions.create(review.row.project, review.iid, { body }))!;
    return id;
  };
  const reply = (discussion: string, body: string): Promise<unknown> =>
    review.bob.discussions.reply(review.row.project, review.iid, discussion, { body });
  const view = async () => (await stage.app.mergeRequests.view.load())!;
  const rows = async (): Promise<readonly UpdateNode[]> => {
    const { renderers } = await view();
    const group = (await view()).roots().find((node): node is UpdatesNode => node.kind === "updates");
    return group ? (renderers.updates.known!(group)!.nodes as readonly UpdateNode[]) : [];
  };

  it("shows replies, comments, mentions, approvals and pushes of others", async () => {
    const thread = await ask();
    await poll();
    assert.deepEqual(told(), []);
    await reply(thread, "It is $(zap) [now](command:x).");
    await review.bob.discussions.create(review.row.project, review.iid, { body: "Nice" });
    await review.bob.discussions.create(review.row.project, review.iid, { body: "What do you say, @alice?" });
    await review.bob.extras.approve(review.row.project, review.iid, {});
    await poll();
    assert.deepEqual(told(), [
      "Bob Beretta approved",
      "Bob Beretta mentioned you: What do you say, @alice?",
      "Bob Beretta commented: Nice",
      "Bob Beretta replied: It is $\u200b(zap) [now]\u200b(command:x).",
    ]);
    const { badge } = await view();
    assert.deepEqual(badge, { value: 4, tooltip: "4 updates to merge requests" });
    const items = (await rows()).map((node) => node.update.iid);
    assert.deepEqual(items, [review.iid, review.iid, review.iid, review.iid]);
  });

  it("requests only what changed", async () => {
    await own.project.forget();
    await poll();
    assert.deepEqual(await own.project.asked(/discussions/), []);
    await review.bob.discussions.create(review.row.project, review.iid, { body: "Nice" });
    await own.project.forget();
    await poll();
    await poll();
    assert.equal((await own.project.asked(/^GET .*discussions/)).length, 1);
  });

  command("forgeline.mergeRequests.openUpdate", "opens the thread in its diff, and the update is read", async (run) => {
    const { id } = await review.commented("Why capitals?");
    await poll();
    const [update] = await rows();
    assert.equal(update?.update.discussion, id);
    await run(update);
    assert.deepEqual(told(), []);
  });

  command("forgeline.mergeRequests.openUpdate", "opens the page at a comment that is on no line", async (run) => {
    const jumps = pageJumps();
    try {
      const { id } = (await review.bob.discussions.create(review.row.project, review.iid, { body: "All in all" }))!;
      await poll();
      await run((await rows())[0]);
      assert.deepEqual(told(), []);
      await until("the page to go to the comment", () => jumps.parts.includes(threadId(id)), jumps.event);
    } finally {
      jumps.dispose();
    }
  });

  command("forgeline.mergeRequest.open", "shows what is new, which then is read", async (run) => {
    await review.bob.discussions.create(review.row.project, review.iid, { body: "Nice" });
    await poll();
    assert.equal(told().length, 1);
    await run(review.row);
    assert.deepEqual(told(), []);
  });

  command("forgeline.mergeRequests.markUpdateRead", "takes one update away", async (run) => {
    await review.bob.discussions.create(review.row.project, review.iid, { body: "One" });
    await review.bob.discussions.create(review.row.project, review.iid, { body: "Two" });
    await poll();
    await run((await rows())[0]);
    assert.deepEqual(told(), ["Bob Beretta commented: One"]);
  });

  command("forgeline.mergeRequests.markUpdatesRead", "takes all away, with their group", async (run) => {
    await review.bob.discussions.create(review.row.project, review.iid, { body: "One" });
    await poll();
    assert.equal((await rows()).length, 1);
    await run();
    assert.deepEqual(await rows(), []);
    assert.equal((await view()).badge, undefined);
  });

  it("marks updates of a visible diff as read", async () => {
    await review.commented("Why capitals?");
    await review.bob.discussions.create(review.row.project, review.iid, { body: "All in all" });
    await poll();
    assert.equal(told().length, 2);
    await review.openDiff();
    await until("the update to be read", () => told().length === 1, updates.onDidChange);
    assert.deepEqual(told(), ["Bob Beretta commented: All in all"]);
  });

  it("shows and requests nothing when turned off", async () => {
    await review.bob.discussions.create(review.row.project, review.iid, { body: "Before" });
    await poll();
    await turn(false);
    try {
      assert.deepEqual([told(), await rows(), (await view()).badge], [[], [], undefined]);
      await review.bob.discussions.create(review.row.project, review.iid, { body: "Meanwhile" });
      await own.project.forget();
      await poll();
      assert.deepEqual(await own.project.asked(/discussions/), []);
    } finally {
      await turn(true);
    }
    assert.deepEqual(told(), ["Bob Beretta commented: Before"]);
  });
});
