import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { describe, it } from "mocha";

/** Files that say which drafts all windows of a workspace have in common, and why none replaces another's text there. */
const shared: Readonly<Record<string, string>> = {
  "core/remoteText/baseVersions.ts": "The host's text that a document began with: nothing typed.",
  "core/ui/typedTexts.ts": "Each box has a key of its own, and says whose it is.",
  "features/mergeRequests/review/keptReviews.ts": "Changed by `SharedDrafts`, comment by comment.",
  "features/mergeRequests/review/threadDrafts.ts": "Changed by `SharedDrafts`; the other window's text stays beside.",
  "features/mergeRequests/tracking/viewedFiles.ts": "Marks of files: nothing typed.",
  "features/mergeRequests/updates/keptUpdates.ts": "Changed by `SharedDrafts`: nothing typed.",
};

describe("drafts", () => {
  it("are of one window, but for kinds that are listed with a reason", async () => {
    const root = new URL("../../../src/", import.meta.url);
    const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".ts"));
    const found = await Promise.all(
      names.map(async (name) => (/\bshared: true,/.test(await readFile(new URL(name, root), "utf8")) ? [name] : [])),
    );
    assert.deepEqual(found.flat().sort(), Object.keys(shared).sort());
  });
});
