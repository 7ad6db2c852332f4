import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { NoteRecord, Position } from "../../service/discussions/records.ts";
import { running } from "./calling.ts";

type Note = Pick<NoteRecord, "body" | "type" | "system"> & {
  readonly author: { readonly username: string };
  readonly position: Position | null;
  readonly resolved: boolean | null;
};
interface Discussion {
  readonly notes: readonly Note[];
}
interface MergeRequest {
  readonly iid: number;
  readonly source_branch: string;
  readonly user_notes_count: number;
  readonly updated_at: string;
  readonly diff_refs: { readonly head_sha: string };
}

const project = "/api/v4/projects/1/merge_requests";

describe("service: the sample's reviews", () => {
  it("has a place of every kind, one of them outdated, and as many comments as it says", async () => {
    await using at = await running({ seed: "sample" });
    const all = (await at.call("GET", `${project}?per_page=100`)).json as MergeRequest[];
    for (const { iid, user_notes_count } of all) {
      const notes = (await at.call("GET", `${project}/${iid}/notes?per_page=100`)).json as Note[];
      assert.equal(notes.filter((note) => !note.system).length, user_notes_count, `!${iid}`);
    }
    const { iid } = all.find((one) => one.source_branch === "feature/wind-rose")!;
    const { diff_refs } = (await at.call("GET", `${project}/${iid}`)).json as MergeRequest;
    const discussions = (await at.call("GET", `${project}/${iid}/discussions`)).json as Discussion[];
    const shown = discussions.map(({ notes: [first, ...replies] }) => {
      const place = first!.position;
      return [
        first!.author.username,
        place === null
          ? null
          : [
              place.new_path,
              place.old_line,
              place.new_line,
              place.line_range?.start.new_line,
              place.head_sha === diff_refs.head_sha,
            ],
        first!.resolved,
        replies.map(({ author }) => author.username),
      ];
    });
    const [rose, units] = ["src/windRose.js", "src/units.js"];
    assert.deepEqual(shown, [
      ["bob", null, null, []],
      ["bob", [rose, null, 12, undefined, true], false, ["max"]],
      ["bob", [units, 11, null, undefined, true], false, []],
      ["bob", [rose, null, 5, undefined, true], true, ["alice", "bob"]],
      ["bob", [units, null, 15, 14, true], false, []],
      ["bob", [rose, null, null, undefined, true], false, []],
      ["bob", [rose, null, 10, undefined, false], false, ["alice"]],
      ["alice", null, null, []],
    ]);
    assert.match(discussions.at(-1)!.notes[0]!.body, /^added 1 commit\n/);
    const versions = (await at.call("GET", `${project}/${iid}/versions`)).json as unknown[];
    assert.equal(versions.length, 2);
  });
});
