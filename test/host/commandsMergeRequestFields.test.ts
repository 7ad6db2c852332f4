import assert from "node:assert/strict";
import { describe } from "mocha";
import type { MergeRequest } from "../../src/api/resources/mergeRequests.ts";
import { command, type Run } from "./commandTest.ts";
import { type MergeRequestStage, type Row, setMergeRequestStage } from "./mergeRequestStage.ts";
import { until } from "./until.ts";

const box = "Edit !1";

/** Works the menu of one merge request, and closes it again. */
async function edit(own: MergeRequestStage, run: Run, row: Row, work: () => Promise<void>): Promise<MergeRequest> {
  const done = run(row);
  await own.look(box);
  await work();
  await own.look(box);
  await own.stage.escape(box);
  await done;
  return (await own.row(1)).mergeRequest;
}

describe("fields of merge requests", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const { escape } = stage;
  const { users } = stage.info;
  const names = (people: readonly { readonly username?: string | null }[] | null | undefined): string[] =>
    (people ?? []).map(({ username }) => username ?? "").sort();
  /** Chooses a row that sends at once, and waits until the host has it. */
  const flip = async (row: string, has: (mergeRequest: MergeRequest) => boolean): Promise<void> => {
    await own.pick(box, row);
    await until(`${row} to be sent`, async () => has((await own.row(1)).mergeRequest), stage.app.changes.event);
    await own.look(box);
  };
  /** What was sent to change it, oldest first. */
  const changes = () => own.project.asked(/^PUT \/merge_requests\/1$/);
  const addMax = () => stage.control.setMember({ project: own.project.path, user: "max", level: 40 });

  command("forgeline.mergeRequest.markDraft", "marks a draft once", async (run) => {
    const row = await own.request("topic");
    await run(row);
    const { mergeRequest } = await own.row(1);
    assert.deepEqual([mergeRequest.title, mergeRequest.draft], ["Draft: Do topic", true]);
    await stage.control.waitForMergeRequest({ project: own.project.path, iid: 1, mergeStatus: ["draft_status"] });
    await run(row);
    assert.equal((await own.row(1)).mergeRequest.title, "Draft: Do topic", "never twice");
    assert.equal((await changes()).length, 1);
    assert.deepEqual(stage.notices, ["Marked !1 as draft.", "Marked !1 as draft."]);
  });

  command("forgeline.mergeRequest.markReady", "marks a draft ready under its current title", async (run) => {
    const row = await own.request("topic", { title: "[Draft] Do topic" });
    await stage.client.mergeRequests.update(own.project.path, 1, { title: "Draft: Do it better" });
    await run(row);
    const { mergeRequest } = await own.row(1);
    assert.deepEqual([mergeRequest.title, mergeRequest.draft], ["Do it better", false]);
    await own.project.forget();
    await run(row);
    assert.deepEqual(await changes(), [], "what is ready stays as it is");
  });

  command("forgeline.mergeRequest.edit", "marks a draft and ready", async (run) => {
    const after = await edit(own, run, await own.request("topic"), async () => {
      await flip("Draft", ({ title }) => title === "Draft: Do topic");
      await flip("Draft", ({ title }) => title === "Do topic");
    });
    assert.equal(after.draft, false);
  });

  command("forgeline.mergeRequest.edit", "assigns people and nobody", async (run) => {
    const row = await own.request("topic");
    await addMax();
    const assigned = await edit(own, run, row, async () => {
      await own.pick(box, "Assignees");
      await own.toggle("Assignees", ["alice", users.alice.name], ["max", users.max.name]);
      await own.look(box, `${users.alice.name}, ${users.max.name}`);
    });
    assert.deepEqual(names(assigned.assignees), ["alice", "max"]);
    const cleared = await edit(own, run, await own.row(1), async () => {
      await own.pick(box, "Assignees");
      await own.toggle("Assignees", ["", users.alice.name], ["", users.max.name]);
      await own.look(box);
    });
    assert.deepEqual([cleared.assignees, cleared.assignee], [[], null]);
  });

  command("forgeline.mergeRequest.edit", "changes and removes reviewers", async (run) => {
    const row = await own.request("topic");
    await addMax();
    const review = async (
      from: Row,
      shown: string,
      ...rows: readonly (readonly [string, string])[]
    ): Promise<string[]> => {
      const after = await edit(own, run, from, async () => {
        await own.pick(box, "Reviewers");
        await own.toggle("Reviewers", ...rows);
        await own.look(box, shown);
      });
      return names(after.reviewers);
    };
    const [alice, max] = [users.alice.name, users.max.name];
    assert.deepEqual(await review(row, `${alice}, ${max}`, ["alice", alice], ["max", max]), ["alice", "max"]);
    assert.deepEqual(await review(await own.row(1), max, ["", alice]), ["max"]);
    assert.deepEqual(await review(await own.row(1), "none", ["", max]), []);
  });

  command("forgeline.mergeRequest.edit", "removes the last label, keeping one added meanwhile", async (run) => {
    const row = await own.request("topic", { labels: ["bug", "ui"] });
    const after = await edit(own, run, row, async () => {
      await own.pick(box, "Labels");
      await own.look("Labels", "Done");
      await stage.client.mergeRequests.update(own.project.path, 1, { add_labels: ["urgent"] });
      await own.toggle("Labels", ["", "bug"], ["", "ui"]);
      await own.look(box, "urgent");
    });
    assert.deepEqual(after.labels, ["urgent"]);
  });

  command("forgeline.mergeRequest.edit", "sets and removes the milestone", async (run) => {
    const row = await own.request("topic");
    await stage.client.milestones.project.create(own.project.path, { title: "Spring" });
    const planned = await edit(own, run, row, async () => {
      await own.pick(box, "Milestone");
      await own.pick("Milestone", "Spring");
      await own.look(box, "Spring");
    });
    assert.equal(planned.milestone?.title, "Spring");
    const without = await edit(own, run, await own.row(1), async () => {
      await own.pick(box, "Milestone");
      await own.pick("Milestone", "No Milestone");
    });
    assert.equal(without.milestone, null);
  });

  command("forgeline.mergeRequest.edit", "locks and unlocks comments", async (run) => {
    const field = "Lock Discussion";
    const after = await edit(own, run, await own.request("topic"), async () => {
      await flip(field, ({ discussion_locked: locked }) => locked === true);
      await flip(field, ({ discussion_locked: locked }) => locked === false);
    });
    assert.equal(after.discussion_locked, false);
    assert.equal((await changes()).length, 2);
  });

  command("forgeline.mergeRequest.edit", "lets members push to a fork's branch", async (run) => {
    const field = "Allow Commits from Members Who Can Merge";
    const allows = ({ allow_collaboration: allowed }: MergeRequest): boolean => allowed === true;
    await edit(own, run, await own.request("topic"), async () => {
      const { rows } = await own.look(box, "Lock Discussion");
      assert.ok(!rows.includes(field));
    });
    await own.commit("other", { "other.txt": "other\n" });
    await stage.control.addMergeRequest({
      project: own.project.path,
      sourceBranch: "other",
      title: "From a fork",
      overrides: { source_project_id: stage.info.project.id },
    });
    const done = run(await own.row(2));
    await own.look("Edit !2", field);
    for (const wanted of [true, false]) {
      await own.pick("Edit !2", field);
      await until(
        `${field} to be sent`,
        async () => allows((await own.row(2)).mergeRequest) === wanted,
        stage.app.changes.event,
      );
      await own.look("Edit !2", field);
    }
    await escape("Edit !2");
    await done;
    assert.equal((await own.project.asked(/^PUT \/merge_requests\/2$/)).length, 2);
  });

  /** Merges as the menu proposes it. */
  const mergeNow = async (): Promise<void> => {
    const { mergeRequest } = await own.row(1);
    const done = stage.client.mergeRequests.merge(own.project.path, 1, { sha: mergeRequest.sha! });
    assert.equal((await done).state, "merged");
  };

  command("forgeline.mergeRequest.edit", "toggles squashing", async (run) => {
    const row = await own.request("topic");
    await own.commitMore("topic", { "second.txt": "2\n" });
    const after = await edit(own, run, row, () => flip("Squash Commits When Merged", ({ squash }) => squash === true));
    assert.equal(after.squash, true);
    const before = await own.head("main");
    await mergeNow();
    const squashed = await own.head((await own.head("main"))?.parent_ids?.[1] ?? "");
    assert.deepEqual(squashed?.parent_ids, [before?.id], "two commits became one");
  });

  command("forgeline.mergeRequest.edit", "toggles deletion of the branch", async (run) => {
    const row = await own.request("topic");
    const after = await edit(own, run, row, () =>
      flip("Delete Source Branch When Merged", ({ force_remove_source_branch: removes }) => removes === true),
    );
    assert.equal(after.force_remove_source_branch, true);
    await mergeNow();
    assert.equal(await own.head("topic"), undefined);
  });

  command("forgeline.mergeRequest.edit", "changes the target branch", async (run) => {
    const row = await own.request("topic");
    await own.commit("release", { "r.txt": "r\n" });
    const main = await own.head("main");
    const after = await edit(own, run, row, async () => {
      await own.pick(box, "Target Branch");
      await own.look("Target Branch", "release");
      await own.pick("Target Branch", "release");
      await own.look(box, "release");
    });
    assert.equal(after.target_branch, "release");
    await mergeNow();
    assert.equal((await own.head("release"))?.parent_ids?.[1], row.mergeRequest.sha);
    assert.equal((await own.head("main"))?.id, main?.id);
  });
});
