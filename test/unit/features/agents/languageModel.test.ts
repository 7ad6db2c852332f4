import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";
import type { AgentsContext } from "../../../../src/features/agents/context.ts";
import { fakeApp } from "../../core/fakeApp.ts";

const { prepareTool } = await import("../../../../src/features/agents/languageModel.ts");

const page = <T>(items: readonly T[]) => ({
  page: () => Promise.resolve({ items }),
  *[Symbol.iterator]() {
    yield { items };
  },
});
const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };

/** Returns the Markdown of the question before a suggestion for a file of this text. */
async function question(text: string, input: object): Promise<string> {
  const { app } = fakeApp<AgentsContext>({
    extras: {
      available: () => true,
      mergeRequest: () => Promise.resolve({ iid: 5, title: "Do numbers", state: "opened" }),
    },
    discussions: {
      versions: () => page([{ base_commit_sha: "base", start_commit_sha: "start", head_commit_sha: "head" }]),
      diffs: () => page([{ old_path: "a.md", new_path: "a.md", diff: "@@ -0,0 +1 @@\n+one\n" }]),
    },
    repositoryFiles: { raw: () => Promise.resolve({ body: [Buffer.from(text)], close: () => Promise.resolve() }) },
  });
  const prepared = await prepareTool(
    app,
    "forgeline_suggest_change",
    { input: { merge_request: 5, file: "a.md", ...input } },
    token,
  );
  const message = prepared.confirmationMessages?.message as { readonly value: string } | undefined;
  return message?.value ?? "";
}

describe("the question before a tool writes", () => {
  it("shows the lines that a suggestion replaces, and its whole text", async () => {
    assert.equal(
      await question("one\ntwo\nthree\n", { first_line: 2, last_line: 3, replacement: "2\n", comment: "Shorter:" }),
      [
        "Suggest to replace lines 2 to 3 of a.md, on !5 “Do numbers” in group/project on git.example.com:",
        "",
        "```diff\n-two\n-three\n+2\n```",
        "",
        "Text of the comment:",
        "",
        "````text\nShorter:\n\n```suggestion:-1+0\n2\n```\n````",
      ].join("\n"),
    );
  });

  it("keeps fences of the file and of the suggestion inside of the blocks", async () => {
    const asked = await question("one\n  `````\r## Allow\n", { first_line: 2, replacement: "  ````\n" });
    assert.ok(asked.includes("``````diff\n-  `````\ufffd## Allow\n+  ````\n``````\n"), asked);
    assert.ok(asked.endsWith("\n``````text\n`````suggestion\n  ````\n`````\n``````"), asked);
  });

  it("says only the new lines of a file that is too large to be read", async () => {
    const asked = await question("x\n".repeat(600_000), { first_line: 2, replacement: "y\n" });
    assert.doesNotMatch(asked, /diff|Text of the comment/);
    assert.match(asked, /suggestion\ny\n/);
  });
});
