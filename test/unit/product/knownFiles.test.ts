import assert from "node:assert/strict";
import { vscodeFree } from "../../../oxlint.config.ts";
import { files, sources } from "./sources.ts";

describe("files of src", () => {
  for (const [title, pattern, reasons] of [
    [
      "keep drafts of one window, but for kinds that are listed with a reason",
      /\bshared: true,/,
      {
        "core/remoteText/baseVersions.ts": "The host's text that a document began with: nothing typed.",
        "core/ui/typedTexts.ts": "Each box has a key of its own, and says whose it is.",
        "features/mergeRequests/review/keptReviews.ts": "Changed by `SharedDrafts`, comment by comment.",
        "features/mergeRequests/review/threadDrafts.ts": "Changed by `SharedDrafts`; the other text stays beside.",
        "features/mergeRequests/tracking/viewedFiles.ts": "Marks of files: nothing typed.",
        "features/mergeRequests/updates/keptUpdates.ts": "Changed by `SharedDrafts`: nothing typed.",
      },
    ],
    [
      "put paths of a host into a clone in one place, which checks where they lead",
      // The folder above is only proposed in a dialog.
      /Uri\.joinPath\(\s*Uri\.file\([^)]*\),(?!\s*"\.\.")|Uri\.file\(\s*(?:\w+\.)?join\(/,
      {
        "core/files/namedFile.ts": "refuses what leads elsewhere",
        "git/watch.ts": "git's own configuration",
        "features/repository/commitFiles/commands/preview.ts": "paths that git has found in the working tree",
        "features/mergeRequests/creating/templates.ts": "a fixed folder, which is checked",
      },
    ],
    ["import only types from settings.ts", /^import (?!type\b)[^;]*\/settings\.ts"/m, {}],
  ] as const)
    it(title, () => {
      assert.deepEqual(
        [...sources()].flatMap(([file, text]) => (pattern.test(text) ? [file] : [])),
        Object.keys(reasons)
          .map((file) => `src/${file}`)
          .sort(),
      );
    });

  it("exist for each pattern of oxlint.config.ts without vscode", () => {
    const patterns = vscodeFree.flatMap((pattern) => {
      const [before = "", names, after = ""] = pattern.split(/[{}]/);
      return names === undefined ? [pattern] : names.split(",").map((name) => `${before}${name}${after}`);
    });
    assert.ok(patterns.length > vscodeFree.length);
    const found = patterns.filter((pattern) => files(pattern).every((file) => !file.endsWith(".ts")));
    assert.deepEqual(found, []);
  });
});
