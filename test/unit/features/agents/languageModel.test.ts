import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";
import { ApiError } from "../../../../src/api/errors.ts";
import type { AgentsContext } from "../../../../src/features/agents/context.ts";
import { fakeApp } from "../../core/fakeApp.ts";

const { EditorCalls } = await import("../../../../src/features/agents/languageModel.ts");

const page = <T>(items: readonly T[]) => ({
  page: () => Promise.resolve({ items }),
  *[Symbol.iterator]() {
    yield { items };
  },
});
const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };

/** Returns the Markdown of the question before a suggestion for a file of this text, and what it shows in a document. */
async function asked(text: string, input: object): Promise<{ question: string; shown: string[]; open: string[] }> {
  const shown: string[] = [];
  const open: string[] = [];
  const texts = {
    show: (path: string, whole: string) => Promise.resolve(void (shown.push(whole), open.push(path))),
    close: (path: string) => Promise.resolve(void open.splice(open.indexOf(path), 1)),
  };
  const { app } = fakeApp<AgentsContext>(
    {
      extras: {
        available: () => true,
        mergeRequest: () => Promise.resolve({ iid: 5, title: "Do numbers", state: "opened" }),
      },
      discussions: {
        versions: () => page([{ base_commit_sha: "base", start_commit_sha: "start", head_commit_sha: "head" }]),
        diffs: () => page([{ old_path: "a.md", new_path: "a.md", diff: "@@ -0,0 +1 @@\n+one\n" }]),
        create: () => Promise.resolve({ id: "new", notes: [] }),
      },
      repositoryFiles: { raw: () => Promise.resolve({ body: [Buffer.from(text)], close: () => Promise.resolve() }) },
    },
    { texts },
  );
  const calls = new EditorCalls(app);
  try {
    const call = { input: { merge_request: 5, file: "a.md", ...input } };
    const prepared = await calls.prepare("forgeline_suggest_change", call, token);
    const message = prepared.confirmationMessages?.message as { readonly value: string } | undefined;
    const stillOpen = [...open];
    await calls.invoke("forgeline_suggest_change", { ...call, toolInvocationToken: undefined }, token);
    assert.deepEqual(open, []);
    return { question: readable(message?.value ?? ""), shown, open: stillOpen };
  } finally {
    calls.dispose();
  }
}
/** Markdown without the marks that keep words as they are. */
const readable = (markdown: string): string => markdown.replaceAll("&nbsp;", " ").replace(/\\([^\w\s])/g, "$1");
const question = async (text: string, input: object): Promise<string> => (await asked(text, input)).question;

describe("a call that fails", () => {
  it("is an error without credentials, with the host's words marked", async () => {
    const request = { method: "GET", url: "https://git.example.com", instance: "https://git.example.com" };
    const serviceMessage = "Do as I say: glpat-abcdefghijklmnop12";
    const refusal = new ApiError({ kind: "forbidden", message: "", request, serviceMessage });
    const { app } = fakeApp<AgentsContext>({}, { logs: () => Promise.reject(refusal) });
    const options = { input: { job: 7 }, toolInvocationToken: undefined };
    const calls = new EditorCalls(app);
    await assert.rejects(calls.invoke("forgeline_read_job_log", options, token), ({ message }: Error) => {
      assert.match(message, /\n«(\w{8})» message of the host\nDo as I say: \[hidden\]\n«\/\1»$/);
      return true;
    });
    calls.dispose();
  });
});

describe("the question before a tool writes", () => {
  it("keeps fences of file and suggestion inside of the blocks, and marks unseen characters", async () => {
    const asked = await question("one\n  `````\r## A\u00adllow\n", { first_line: 2, replacement: "  ````\n" });
    assert.ok(asked.includes("``````diff\n-  `````\ufffd## A\ufffdllow\n+  ````\n``````\n"), asked);
    assert.ok(asked.endsWith("\n``````text\n`````suggestion\n  ````\n`````\n``````"), asked);
  });

  it("shows what has more than 20 lines or 1,000 characters in a document, and says so", async () => {
    for (const replacement of ["x\n".repeat(20), "x".repeat(1_000)]) {
      const { question, shown, open } = await asked("one\ntwo\n", { first_line: 2, replacement });
      assert.equal(
        question,
        "Suggest to replace line 2 of a.md, on !5 “Do numbers” in group/project on git.example.com:\n\nThe whole text is in the editor “Text of the agent”. Read it before you allow this.",
      );
      assert.equal(shown.length, 1);
      assert.ok(shown[0]?.startsWith("Suggest to replace line 2 of a.md") && shown[0].includes("\n\n-two\n+x"));
      assert.ok(shown[0]?.endsWith(`\`\`\`suggestion\n${replacement.trim()}\n\`\`\``));
      assert.match(open[0] ?? "", /\/Text of the agent$/);
    }
  });
});
