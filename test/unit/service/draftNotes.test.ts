import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { workshop, type Person, type Workshop } from "./mergeRequestsSetup.ts";

type Fields = Readonly<Record<string, unknown>> & { readonly id: number };
interface Discussion {
  readonly id: string;
  readonly notes: readonly (Fields & { readonly suggestions: readonly Fields[] })[];
}

const text = ["one", "two", "three", "four", "five"];

async function review(): Promise<Workshop & { put(path: string, fields: object, line?: number): Promise<Fields> }> {
  const at = await workshop();
  await at.open("topic", { files: { "c.txt": `${text.join("\n")}\n` } });
  return {
    ...at,
    put: async (path, fields, line) => {
      const { diff_refs } = (await at.mr("GET", "/1")).json as { diff_refs: object };
      const position = { ...diff_refs, position_type: "text", old_path: "c.txt", new_path: "c.txt", new_line: line };
      const answer = await at.mr("POST", `/1/${path}`, { ...fields, ...(line === undefined ? {} : { position }) });
      assert.equal(answer.status, 201, answer.text);
      return answer.json as Fields;
    },
  };
}

describe("service: draft notes", () => {
  const drafts = async (at: Workshop, who?: Person): Promise<Fields[]> =>
    (await at.mr("GET", "/1/draft_notes", undefined, who)).json as Fields[];

  it("is seen by its author alone, changed and deleted", async () => {
    await using at = await review();
    const draft = await at.put("draft_notes", { note: "Why?" }, 2);
    assert.deepEqual(
      [draft["note"], draft["author_id"], draft["resolve_discussion"], (draft["position"] as Fields)["new_line"]],
      ["Why?", at.info.users.alice.id, false, 2],
    );
    assert.deepEqual([await drafts(at), await drafts(at, "bob")], [[draft], []]);
    const path = `/1/draft_notes/${draft.id}`;
    assert.equal((await at.mr("GET", path, undefined, "bob")).status, 404);
    assert.equal(((await at.mr("PUT", path, { note: "How?" })).json as Fields)["note"], "How?");
    assert.equal((await at.mr("DELETE", path)).status, 204);
    assert.deepEqual([await drafts(at), (await at.mr("GET", "/1/discussions")).json], [[], []]);
  });

  it("becomes a thread or a reply that resolves, all at once or alone", async () => {
    await using at = await review();
    const thread = (await at.mr("POST", "/1/discussions", { body: "Well?" }, "bob")).json as Discussion;
    await at.put("draft_notes", { note: "Fine.", in_reply_to_discussion_id: thread.id, resolve_discussion: true });
    await at.put("draft_notes", { note: "Why?" }, 2);
    const alone = await at.put("draft_notes", { note: "All in all, good." });
    assert.equal((await at.mr("PUT", `/1/draft_notes/${alone.id}/publish`)).status, 204);
    assert.equal((await drafts(at)).length, 2);
    assert.equal((await at.mr("POST", "/1/draft_notes/bulk_publish")).status, 204);
    assert.deepEqual(await drafts(at), []);
    const said = ((await at.mr("GET", "/1/discussions")).json as Discussion[]).map(({ notes }) =>
      notes.map((note) => [note["type"], note["body"], note["resolved"]]),
    );
    assert.deepEqual(said, [
      [
        ["DiscussionNote", "Well?", true],
        ["DiscussionNote", "Fine.", true],
      ],
      [[null, "All in all, good.", null]],
      [["DiffNote", "Why?", false]],
    ]);
  });

  it("cannot be published into a discussion that is gone", async () => {
    await using at = await review();
    const thread = (await at.mr("POST", "/1/discussions", { body: "Well?" }, "bob")).json as Discussion;
    await at.put("draft_notes", { note: "Fine.", in_reply_to_discussion_id: thread.id });
    await at.mr("DELETE", `/1/notes/${thread.notes[0]!.id}`, undefined, "bob");
    assert.equal((await at.mr("POST", "/1/draft_notes/bulk_publish")).status, 500);
    assert.equal((await drafts(at)).length, 1);
  });
});

describe("service: suggestions", () => {
  const block = (range: string, lines: string): string => `Better:\n\`\`\`suggestion${range}\n${lines}\`\`\`\n`;
  const suggest = async (at: Awaited<ReturnType<typeof review>>, range: string, lines: string, line: number) =>
    ((await at.put("discussions", { body: block(range, lines) }, line)) as unknown as Discussion).notes[0]!
      .suggestions[0]!;
  const apply = (at: Workshop, path: string, body: object, who: Person = "bob") =>
    at.call("PUT", `/api/v4/suggestions/${path}`, { ...at.as(who), body });
  const fileNow = async (at: Workshop): Promise<string> =>
    (await at.call("GET", "/api/v4/projects/demo%2Fwork/repository/files/c.txt/raw?ref=topic")).text;

  it("is applied as a commit on the source branch, and resolves its thread", async () => {
    await using at = await review();
    const { id, ...shown } = await suggest(at, ":-1+0", "both\n", 2);
    assert.deepEqual(shown, {
      from_line: 1,
      to_line: 2,
      appliable: true,
      applied: false,
      from_content: "one\ntwo\n",
      to_content: "both\n",
    });
    assert.equal((await apply(at, `${id}/apply`, {}, "rita")).status, 403);
    const answer = await apply(at, `${id}/apply`, { commit_message: "Take both" });
    assert.deepEqual([answer.status, (answer.json as Fields)["applied"]], [200, true]);
    assert.equal(await fileNow(at), "both\nthree\nfour\nfive\n");
    const [thread] = (await at.mr("GET", "/1/discussions")).json as Discussion[];
    assert.equal(thread!.notes[0]!["resolved"], true);
    assert.equal((await apply(at, `${id}/apply`, {})).status, 400);
    assert.equal((await apply(at, "1/apply", {})).status, 404);
  });

  it("is applied with others as one commit, unless they overlap", async () => {
    await using at = await review();
    const [first, second, third] = [
      await suggest(at, "", "ONE\n", 1),
      await suggest(at, ":-0+9", "end\n", 4),
      await suggest(at, ":-3+0", "", 4),
    ];
    assert.equal((await apply(at, "batch_apply", { ids: [first.id, third.id] })).status, 400);
    assert.equal((await apply(at, "batch_apply", { ids: [first.id, second.id] })).status, 200);
    assert.equal(await fileNow(at), "ONE\ntwo\nthree\nend\n");
    const pushes = ((await at.mr("GET", "/1/versions")).json as unknown[]).length;
    assert.equal(pushes, 2);
  });

  it("is refused once its lines have changed", async () => {
    await using at = await review();
    const { id } = await suggest(at, ":-1+0", "both\n", 2);
    await at.service.control.commit(
      { "c.txt": `${text.with(0, "uno").join("\n")}\n` },
      { project: "demo/work", branch: "topic", by: "bob" },
    );
    assert.equal((await apply(at, `${id}/apply`, {})).status, 400);
  });
});
