import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { CommentThread } from "vscode";
import type { CommitComment } from "../../../../../src/api/resources/commitTypes.ts";
import { DraftStore } from "../../../../../src/core/base/drafts.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { Change } from "../../../../../src/core/changes.ts";
import { UnansweredWrites } from "../../../../../src/core/commands/unansweredWrites.ts";
import type { CommitCommentsOptions } from "../../../../../src/features/repository/comments/commitComments.ts";
import { InMemoryDrafts } from "../../../../support/fakes/inMemoryDrafts.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

const { CommitComments } = await import("../../../../../src/features/repository/comments/commitComments.ts");
const { commentDraft } = await import("../../../../../src/features/repository/comments/drafts.ts");
const { draftComment } = await import("../../../../../src/core/ui/unsentComment.ts");
const { fileUri } = await import("../../../../../src/core/files/uris.ts");

const file = { instance: "https://git.example.com", project: "group/app", path: "a.ts", ref: "a".repeat(40) };
const line = 3;

/** A store that can write nothing, as on a full disk. */
class FullDisk extends DraftStore {
  override keep(): Promise<void> {
    return Promise.reject(new Error("ENOSPC: no space left on device"));
  }
}

describe("a comment on a commit", () => {
  let comments: InstanceType<typeof CommitComments>;
  /** Answers the request that makes a comment. */
  let answer: () => Promise<CommitComment>;
  let sent: string[];
  let subjects: string[];
  let unwritten: unknown[];
  let open: (drafts: CommitCommentsOptions["drafts"]) => InstanceType<typeof CommitComments>;

  beforeEach(() => {
    const listen = (): { dispose(): void } => ({ dispose: () => undefined });
    vscodeFakes.window = {
      visibleTextEditors: [],
      activeTextEditor: undefined,
      tabGroups: { all: [] },
      onDidChangeVisibleTextEditors: listen,
      onDidChangeActiveTextEditor: listen,
    };
    vscodeFakes.workspace = { onDidCloseTextDocument: listen, onDidChangeTextDocument: listen };
    vscodeFakes.commands = { executeCommand: () => Promise.resolve() };
    vscodeFakes.comments = { createCommentController: () => ({ dispose: () => undefined }) };
    [sent, subjects, unwritten] = [[], [], []];
    const connection = {
      session: { user: { name: "Alice", username: "alice" } },
      client: {
        hostTime: () => Date.now(),
        commits: {
          createComment: (_project: string, _ref: string, { note }: { readonly note: string }) => {
            sent.push(note);
            return answer();
          },
        },
      },
    };
    const announced = new Emitter<Change>();
    announced.event(({ subject }) => subjects.push(subject));
    open = (drafts) =>
      new CommitComments({
        connections: { get: () => connection } as unknown as CommitCommentsOptions["connections"],
        changes: announced,
        report: { background: () => undefined } as unknown as CommitCommentsOptions["report"],
        unanswered: new UnansweredWrites(),
        capabilities: { onDidChange: new Emitter<string>().event },
        drafts,
      });
    comments = open(new FullDisk({ storage: "/nowhere", workspace: [], failed: (error) => unwritten.push(error) }));
  });
  afterEach(() => {
    comments.dispose();
    vscodeFakes.reset();
  });

  /** A thread as VS Code makes one when the person begins on a line. */
  const begin = (): CommentThread =>
    ({
      uri: fileUri(file),
      range: { end: { line: line - 1 } },
      comments: [],
      dispose: () => undefined,
    }) as unknown as CommentThread;
  const made = { note: "Second", path: file.path, line, line_type: "new" } as CommitComment;
  const shown = ({ comments: all }: CommentThread): unknown[] =>
    all.map(({ contextValue, label, body }) => [contextValue, label, typeof body === "string" ? body : body.value]);

  describe("beside an unsent one on its line", () => {
    let drafts: InMemoryDrafts;
    let thread: CommentThread;
    const kept = (): string | undefined => commentDraft(drafts, { ...file, line })?.text;
    beforeEach(() => {
      drafts = new InMemoryDrafts();
      comments.dispose();
      comments = open(drafts);
      thread = begin();
      thread.comments = [draftComment(thread, "First", "Alice", false)];
    });

    it("leaves the unsent one when it is sent", async () => {
      let meanwhile: string | undefined;
      answer = () => {
        meanwhile = kept();
        return Promise.resolve(made);
      };
      await comments.send({ thread, text: "Second" });
      assert.deepEqual([sent, meanwhile, kept()], [["Second"], "First\n\nSecond", "First"]);
      assert.deepEqual(shown(thread), [
        ["draft", "not sent", "First"],
        ["comment", undefined, "Second"],
      ]);
    });
  });
});
