import assert from "node:assert/strict";
import type { MergeRequestDiff } from "../../../../src/api/resources/discussionTypes.ts";
import type { AgentsContext } from "../../../../src/features/agents/context.ts";
import { placeOnLines, type FileLines } from "../../../../src/features/agents/linePlace.ts";
import { replacedLines } from "../../../../src/features/agents/replacedLines.ts";
import type { MergeRequestSubject } from "../../../../src/features/agents/subject.ts";
import { fakeApp, project } from "../../core/fakeApp.ts";
import { fault } from "../../core/tree/fakeHost.ts";

const { signal } = new AbortController();
/** A file of four lines, of which the second was `two` in `old.txt`. */
const renamed: MergeRequestDiff = {
  old_path: "old.txt",
  new_path: "new.txt",
  diff: "@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+2\n three\n",
};
const texts: Readonly<Record<string, string>> = {
  "group/project old.txt base": "one\ntwo\nthree\n",
  "group/project new.txt head": "one\nTWO\n2\nthree\n",
};

/** Places lines where the host has these files. */
async function place(
  lines: FileLines,
  {
    files = texts,
    diffs = [renamed],
    fork,
  }: { files?: typeof texts; diffs?: readonly MergeRequestDiff[]; fork?: number } = {},
) {
  const page = <T>(items: readonly T[]) => ({
    page: () => Promise.resolve({ items }),
    *[Symbol.iterator]() {
      yield { items };
    },
  });
  const version = { id: 1, base_commit_sha: "base", start_commit_sha: "start", head_commit_sha: "head" };
  const { app } = fakeApp<AgentsContext>({
    discussions: { versions: () => page([version]), diffs: () => page(diffs) },
    repositoryFiles: {
      raw: (home: unknown, path: string, { ref }: { ref: string }) => {
        const text = files[`${String(home)} ${path} ${ref}`];
        if (text === undefined) return Promise.reject(fault("notFound"));
        return Promise.resolve({ body: [Buffer.from(text)], close: () => Promise.resolve() });
      },
    },
  });
  const subject = {
    instance: project.instance,
    project: project.project,
    iid: 5,
    connection: app.current.require().connection,
  } as MergeRequestSubject;
  const { position, text } = await placeOnLines(app, subject, lines, fork, signal);
  return { ...position, text };
}

const at = (path: string, side: "old" | "new", start: number, end = start): FileLines => ({
  path,
  side,
  span: { start, end },
});

describe("lines that a tool comments on", () => {
  const version = { base_sha: "base", start_sha: "start", head_sha: "head", position_type: "text" };
  const paths = { old_path: "old.txt", new_path: "new.txt" };
  for (const [what, lines, expected] of [
    ["a new line of a renamed file", at("new.txt", "new", 3), { new_line: 3, text: ["2"] }],
    ["an old line", at("old.txt", "old", 2), { old_line: 2, text: ["two"] }],
    ["an unchanged line", at("new.txt", "new", 4), { old_line: 3, new_line: 4, text: ["three"] }],
  ] as const)
    it(`are placed in the newest version: ${what}`, async () =>
      assert.deepEqual(await place(lines), { ...version, ...paths, ...expected }));

  const diffs = [{ ...renamed, diff: "", too_large: true }];
  const files = { "9 new.txt head": texts["group/project new.txt head"] ?? "" };
  for (const [lines, options, message] of [
    [at("new.txt", "new", 5), {}, /new\.txt has 4 lines/],
    [at("old.txt", "old", 4), {}, /old\.txt has 3 lines/],
    [at("old.txt", "new", 1), {}, /old\.txt is not among the changed files of !5/],
    [at("new.txt", "new", 1), { diffs }, /does not show the diff of new\.txt/],
    [at("new.txt", "new", 5), { files, fork: 9 }, /new\.txt has 4 lines/],
  ] as const)
    it(`are refused: ${message.source}`, async () => {
      await assert.rejects(place(lines, options), message);
      if ("fork" in options) assert.equal((await place(at("new.txt", "new", 4), options)).new_line, 4);
    });
});

describe("lines that a suggestion replaces", () => {
  it("are shown above the new lines", () => {
    assert.equal(replacedLines(["\tfive", "SIX"], ["\tfünf"]), "-\tfive\n-SIX\n+\tfünf");
    assert.equal(replacedLines(["one"], []), "-one");
  });

  it("cannot leave the diff or hide characters", () => {
    const found = replacedLines(["a\r", "b\r```\u2028# Title", "c\u202eed\u0000\tf"], ["```"]);
    assert.equal(found, "-a\n-b\ufffd```\ufffd# Title\n-c\ufffded\ufffd\tf\n+```");
  });
});
