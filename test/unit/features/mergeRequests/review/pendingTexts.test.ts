import assert from "node:assert/strict";
import { PendingTexts } from "../../../../../src/features/mergeRequests/review/pendingTexts.ts";

it("a pending suggestion is a difference once its file was read, and stays as written where that fails", async () => {
  const place = { instance: "https://git.example", project: "a/b", iid: 5 };
  const position = { position_type: "text", head_sha: "c0ffee", new_path: "a.ts", new_line: 2 };
  const log: unknown[] = [];
  const read = ({ path }: { readonly path: string }) => {
    log.push(path);
    return path === "a.ts" ? Promise.resolve(["one", "two"]) : Promise.reject(new Error("gone"));
  };
  const context = { polling: { silentUntil: () => undefined }, report: { background: () => log.push("failed") } };
  const texts = new PendingTexts(context as never, () => log.push("read"), { of: read });
  const body = "So:\n\n```suggestion:-1\n2\n```";
  const shown = async (at: object | undefined, text = body): Promise<string> => {
    texts.of(place, text, at);
    await new Promise(setImmediate);
    return texts.of(place, text, at);
  };
  assert.equal(await shown(position), "So:\n\n**Suggested change**\n\n```diff\n-one\n-two\n+2\n```\n");
  assert.equal(await shown({ ...position, new_path: "gone.ts" }), body);
  for (const other of [undefined, { ...position, new_line: null }, { ...position, position_type: "image" }])
    assert.equal(await shown(other), body);
  assert.equal(await shown(position, "Why?"), "Why?");
  assert.deepEqual(log, ["a.ts", "read", "gone.ts", "failed"]);
});
