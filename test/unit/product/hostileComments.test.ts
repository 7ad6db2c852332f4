import assert from "node:assert/strict";
import type { Comment } from "vscode";
import type { CommitCommentListEntry } from "../../../src/api/resources/commitTypes.ts";
import type { Discussion, Note } from "../../../src/api/resources/discussionTypes.ts";
import { draftComment, sendingComment } from "../../../src/core/ui/unsentComment.ts";
import { noteComment, threadLabel } from "../../../src/features/mergeRequests/review/shownNote.ts";
import { pendingNote } from "../../../src/features/mergeRequests/review/shownPending.ts";
import { hostComment } from "../../../src/features/repository/comments/shownComment.ts";
import { problemsOfMarkdown, problemsOfText } from "../../support/hostileProblems.ts";
import { hostileTexts } from "../../support/hostileTexts.ts";

const place = { instance: "https://git.example.com", project: 1, path: "group/project", iid: 1 } as never;

/** What VS Code is given of comments whose every text and name is this one. */
function commentsOf(text: string): readonly Comment[] {
  const author = { id: 1, username: text, name: text };
  const note = { id: 1, body: text, author, created_at: text, system: false } as unknown as Note;
  const entry = { note: text, author, created_at: text } as unknown as CommitCommentListEntry;
  const pending = { text, resolves: true } as never;
  return [
    noteComment(place, "a", note, undefined, () => undefined),
    hostComment(place, entry),
    pendingNote(place, pending, text, () => undefined, text),
    sendingComment(text, text),
    // What the person typed stays as it is.
    draftComment({} as never, "typed", text, true),
  ];
}

describe("comments made from hostile answers", () => {
  for (const [name, text] of Object.entries(hostileTexts)) {
    it(`have plain names, and Markdown that does nothing: ${name}`, () => {
      for (const { author, label = "", contextValue = "", body } of commentsOf(text)) {
        for (const shown of [author.name, label, contextValue]) assert.deepEqual(problemsOfText(shown), [], shown);
        if (typeof body !== "string") assert.deepEqual(problemsOfMarkdown(body, true), [], body.value.slice(0, 300));
      }
    });

    it(`have a plain label of their thread: ${name}`, () => {
      const by = { id: 1, username: text, name: text };
      const first = { id: 1, body: text, author: by, resolvable: true, resolved: true, resolved_by: by, type: text };
      const discussion = { id: text, notes: [first] } as unknown as Discussion;
      const label = threadLabel(discussion, { outdated: true, resolves: true });
      assert.deepEqual(problemsOfText(label), [], label.slice(0, 300));
    });
  }
});
