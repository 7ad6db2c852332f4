import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { workshop } from "./mergeRequestsSetup.ts";

type Fields = Readonly<Record<string, unknown>>;
const project = "/api/v4/projects/demo%2Fwork";

describe("service: around reviews", () => {
  it("says how far a reviewer is, and starts over when asked again", async () => {
    await using at = await workshop();
    await at.open("one", { fields: { reviewer_ids: [at.info.users.max.id] } });
    const state = async (): Promise<unknown[]> =>
      ((await at.mr("GET", "/1/reviewers")).json as Fields[]).map((one) => [
        (one["user"] as Fields)["username"],
        one["state"],
      ]);
    assert.deepEqual(await state(), [["max", "unreviewed"]]);
    await at.mr("POST", "/1/draft_notes", { note: "Hm." }, "max");
    assert.deepEqual(await state(), [["max", "review_started"]]);
    await at.mr("POST", "/1/draft_notes/bulk_publish", {}, "max");
    assert.deepEqual(await state(), [["max", "reviewed"]]);
    await at.mr("POST", "/1/notes", { body: "/request_review @max" }, "bob");
    assert.deepEqual(await state(), [["max", "unreviewed"]]);
    await at.mr("POST", "/1/approve", {}, "max");
    assert.deepEqual(await state(), [["max", "approved"]]);
  });

  it("keeps files of comments", async () => {
    await using at = await workshop();
    const form = new FormData();
    form.set("file", new Blob(["png"], { type: "image/png" }), "a picture.png");
    const answer = await fetch(`${at.service.url}${project}/uploads`, { method: "POST", body: form, ...at.as("rita") });
    const made = (await answer.json()) as Fields;
    assert.equal(answer.status, 201);
    assert.match(String(made["url"]), /^\/uploads\/[0-9a-f]{32}\/a_picture\.png$/);
    assert.equal(made["markdown"], `![a_picture](${String(made["url"])})`);
    const read = await at.call("GET", `${project}${String(made["url"])}`);
    assert.deepEqual([read.text, read.headers.get("content-type")], ["png", "image/png"]);
    assert.equal((await at.call("GET", `${project}/uploads/x/y.png`)).status, 404);
  });

  it("lists labels, members and templates", async () => {
    await using at = await workshop();
    await at.open("one", { fields: { labels: "bug" } });
    await at.service.control.commit(
      { ".gitlab/merge_request_templates/Fix.md": "What was wrong?\n" },
      { project: "demo/work", branch: "main" },
    );
    const read = async (path: string): Promise<Fields[]> => (await at.call("GET", project + path)).json as Fields[];
    assert.deepEqual(
      (await read("/labels")).map((label) => [label["name"], label["text_color"]]),
      [["bug", "#FFFFFF"]],
    );
    assert.deepEqual(
      (await read("/members/all?query=ali")).map((member) => [member["username"], member["access_level"]]),
      [["alice", 50]],
    );
    assert.deepEqual(await read("/templates/merge_requests"), [{ key: "Fix", name: "Fix" }]);
    assert.deepEqual(await read("/templates/merge_requests/Fix"), { name: "Fix", content: "What was wrong?\n" });
  });
});
