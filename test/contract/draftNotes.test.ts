/** Draft notes: comments that only their author sees until they are published. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "mocha";
import { directDispatcher } from "../../src/api/agent.ts";
import { type Client, createClient } from "../../src/api/client.ts";
import { type Service, startService } from "../service/service.ts";
import { always } from "./opened.ts";

describe("draft notes", () => {
  const way = directDispatcher();
  let service: Service;
  let [alice, bob]: Client[] = [];
  let clientOf: (user: { readonly token: string }) => Client;
  let project: number;
  let iid: number;
  before(async () => {
    service = await startService();
    const { users, project: made } = await service.control.info();
    project = made.id;
    clientOf = ({ token }) =>
      createClient({
        baseUrl: service.url,
        dispatcher: way.dispatcher,
        credentials: always("private-token", token),
      });
    [alice, bob] = [clientOf(users.alice), clientOf(users.bob)];
  });
  after(async () => {
    await way.close();
    await service.close();
  });
  let branches = 0;
  beforeEach(async () => {
    const branch = `drafts-${branches++}`;
    await service.control.commit({ "drafts.txt": "one\n" }, { branch });
    ({ iid } = await service.control.addMergeRequest({ sourceBranch: branch, title: "Drafts", by: "bob" }));
  });
  const drafts = async (client: Client): Promise<readonly string[]> =>
    (await client.discussions.drafts.list(project, iid).all()).items.map(({ note }) => note);
  const said = async (): Promise<readonly (readonly [string, unknown])[]> =>
    (await alice!.discussions.list(project, iid).all()).items.flatMap(({ notes }) =>
      notes.filter(({ system }) => system !== true).map(({ body, resolved }) => [body, resolved] as const),
    );

  it("are created, changed and deleted, and seen by their author alone", async () => {
    const { id } = await alice!.discussions.drafts.create(project, iid, { note: "Why?" });
    assert.equal((await alice!.discussions.drafts.edit(project, iid, id, { note: "How?" })).note, "How?");
    assert.deepEqual([await drafts(alice!), await drafts(bob!), await said()], [["How?"], [], []]);
    await alice!.discussions.drafts.delete(project, iid, id);
    assert.deepEqual(await drafts(alice!), []);
    await assert.rejects(alice!.discussions.drafts.delete(project, iid, id), { kind: "notFound" });
    assert.equal(alice!.discussions.drafts.available(), true);
  });

  it("are published one by one or together, with their position", async () => {
    const thread = await bob!.discussions.create(project, iid, { body: "Well?" });
    const { diff_refs: refs } = await alice!.extras.mergeRequest(project, iid);
    await alice!.discussions.drafts.create(project, iid, {
      note: "Fine.",
      in_reply_to_discussion_id: thread!.id,
      resolve_discussion: true,
    });
    const { position } = await alice!.discussions.drafts.create(project, iid, {
      note: "On a line",
      position: {
        base_sha: refs!.base_sha!,
        start_sha: refs!.start_sha!,
        head_sha: refs!.head_sha!,
        old_path: "drafts.txt",
        new_path: "drafts.txt",
        position_type: "text",
        new_line: 1,
      },
    });
    assert.equal(position?.new_line, 1);
    const { id } = await alice!.discussions.drafts.create(project, iid, { note: "All in all, good." });
    await alice!.discussions.drafts.publish(project, iid, id);
    assert.deepEqual(await drafts(alice!), ["Fine.", "On a line"]);
    await alice!.discussions.drafts.publishAll(project, iid);
    assert.deepEqual(await drafts(alice!), []);
    assert.deepEqual(await said(), [
      ["Well?", true],
      ["Fine.", true],
      ["All in all, good.", null],
      ["On a line", false],
    ]);
  });

  it("are refused without a text", async () => {
    await assert.rejects(alice!.discussions.drafts.create(project, iid, { note: " " }), { kind: "invalidArgument" });
    await assert.rejects(alice!.discussions.drafts.edit(project, iid, 1, { note: "" }), { kind: "invalidArgument" });
  });

  it("are unavailable on hosts without their route", async () => {
    await service.control.review({ drafts: false });
    try {
      const older = clientOf((await service.control.info()).users.alice);
      await assert.rejects(older.discussions.drafts.list(project, iid).page(), { kind: "notFound" });
      assert.equal(older.discussions.drafts.available(), false);
      assert.deepEqual((await older.discussions.list(project, iid).page()).items, []);
    } finally {
      await service.control.review({ drafts: true });
    }
  });
});
