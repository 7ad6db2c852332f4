import assert from "node:assert/strict";
import type { CommentThread } from "vscode";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { UnansweredWrites } from "../../../../../src/core/commands/unansweredWrites.ts";
import { fileUri } from "../../../../../src/core/files/uris.ts";
import { draftComment } from "../../../../../src/core/ui/unsentComment.ts";
import {
  CommitComments,
  type CommitCommentsOptions,
} from "../../../../../src/features/repository/comments/commitComments.ts";
import { commentDraft } from "../../../../../src/features/repository/comments/drafts.ts";
import { InMemoryDrafts } from "../../../../support/fakes/inMemoryDrafts.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

const file = { instance: "https://git.example.com", project: "group/app", path: "a.ts", ref: "a".repeat(40) };
const line = 3;
const listen = () => ({ dispose: () => undefined });

describe("a comment on a commit, beside an unsent one on its line,", () => {
  beforeEach(() => {
    vscodeFakes.window = {
      visibleTextEditors: [],
      activeTextEditor: undefined,
      tabGroups: { all: [] },
      onDidChangeVisibleTextEditors: listen,
      onDidChangeActiveTextEditor: listen,
    };
    vscodeFakes.workspace = { onDidCloseTextDocument: listen, onDidChangeTextDocument: listen };
    vscodeFakes.commands = { executeCommand: () => Promise.resolve() };
    vscodeFakes.comments = { createCommentController: listen };
  });

  it("leaves the unsent one when it is sent", async () => {
    const drafts = new InMemoryDrafts();
    const kept = (): string | undefined => commentDraft(drafts, { ...file, line })?.text;
    const sent: (string | undefined)[] = [];
    const createComment = (_project: string, _ref: string, { note }: { readonly note: string }) => {
      sent.push(note, kept());
      return Promise.resolve({ note, path: file.path, line, line_type: "new" });
    };
    const client = { hostTime: () => Date.now(), commits: { createComment } };
    const connection = { session: { user: { name: "Alice", username: "alice" } }, client };
    const comments = new CommitComments({
      connections: { get: () => connection } as unknown as CommitCommentsOptions["connections"],
      changes: new Emitter(),
      report: { background: () => undefined } as unknown as CommitCommentsOptions["report"],
      unanswered: new UnansweredWrites(),
      capabilities: { onDidChange: new Emitter<string>().event },
      drafts,
    });
    // As VS Code makes one when the person begins on a line.
    const thread = {
      uri: fileUri(file),
      range: { end: { line: line - 1 } },
      comments: [],
      dispose: () => undefined,
    } as unknown as CommentThread;
    thread.comments = [draftComment(thread, "First", "Alice", false)];
    await comments.send({ thread, text: "Second" });
    assert.deepEqual([...sent, kept()], ["Second", "First\n\nSecond", "First"]);
    assert.deepEqual(
      thread.comments.map(({ contextValue, body }) => [contextValue, typeof body === "string" ? body : body.value]),
      [
        ["draft", "First"],
        ["comment", "Second"],
      ],
    );
    comments.dispose();
  });
});
