import assert from "node:assert/strict";
import type { Comment, CommentThread } from "vscode";
import { DraftStore } from "../../../../../src/core/base/drafts.ts";
import { draftComment, isDraft, setComments, typedText } from "../../../../../src/core/ui/unsentComment.ts";
import {
  stayingText,
  ThreadDrafts,
  unsentText,
} from "../../../../../src/features/mergeRequests/review/threadDrafts.ts";
import { ThreadSender } from "../../../../../src/features/mergeRequests/review/threadSender.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

const place = { instance: "https://git.example.com", project: "group/app", iid: 7 };
const at = { path: "a.ts", side: "new", start: 3, end: 3 } as const;

describe("unsent comments in threads of two windows", () => {
  let storage: string;
  beforeEach(() => {
    storage = temporaryFolder();
    vscodeFakes.window["visibleTextEditors"] = [];
  });
  const window = () => {
    const failed = (error: unknown): void => assert.fail(String(error));
    return new ThreadDrafts({ drafts: new DraftStore({ storage, workspace: [], failed }), storage });
  };

  it("hide the box for a reply, unless something else is typed there", () => {
    for (const [typed, canReply] of [
      ["", false],
      ["They", false],
      ["Another thought", true],
    ] as const) {
      const document = { uri: { scheme: "comment", authority: "forgelinereview" }, getText: () => typed };
      vscodeFakes.window["visibleTextEditors"] = [{ document }];
      const thread = { comments: [], canReply: true } as unknown as CommentThread;
      setComments(thread, [draftComment(thread, "They shout.", "me", false)]);
      assert.equal(thread.canReply, canReply, typed);
      setComments(thread, []);
      assert.ok(thread.canReply);
    }
  });

  it("keep the text of the other window when one sends in the same place", async () => {
    const [one, other] = [window(), window()];
    await one.change(place, at, () => ({ text: "Of one" }));
    const begin = (kept: Parameters<typeof stayingText>[0]) => {
      const staying = stayingText(kept, "Of the other", undefined, undefined);
      return { text: "Of the other", other: staying };
    };
    await other.change(place, at, begin);
    await other.change(place, at, begin);
    assert.equal(unsentText(window().get(place, at) ?? assert.fail("nothing is kept")), "Of one\n\nOf the other");
  });

  it("replace what the thread shows, and leave nothing where nothing was kept", () => {
    assert.equal(stayingText({ text: "Shown" }, "Changed", undefined, "Shown"), undefined);
    assert.equal(stayingText({ text: "Sent", other: "Rest" }, "Sent", "Rest", undefined), "Rest");
    assert.equal(stayingText(undefined, "Sent", undefined, undefined), undefined);
  });

  /** A window that shows a thread, with what is kept for it. */
  const shown = () => {
    const drafts = window();
    const thread = { comments: [] as readonly Comment[], uri: {} } as unknown as CommentThread;
    const show = (): void => {
      const kept = drafts.get(place, at);
      if (kept && !thread.comments.some(isDraft))
        thread.comments = [...thread.comments, draftComment(thread, unsentText(kept), "Alice", false)];
    };
    const threads = {
      drafts,
      threadsIn: () => ({
        document: { place },
        keepUnsent: () => undefined,
        draftPlaceOf: () => at,
        removeDraft: (draft: unknown) => (thread.comments = thread.comments.filter((comment) => comment !== draft)),
      }),
      authorIn: () => "Alice",
      show,
    };
    const boxes = { textsOf: (text: string) => [text] };
    const sender = new ThreadSender({ threads, boxes } as unknown as ConstructorParameters<typeof ThreadSender>[0]);
    const texts = (): string[] => thread.comments.filter(isDraft).map((draft) => typedText(draft));
    const kept = (): string => unsentText(drafts.get(place, at) ?? assert.fail("nothing is kept"));
    return { drafts, thread, show, sender, texts, kept };
  };

  it("keep the texts of both when one adds to its own", async () => {
    const one = shown();
    await window().change(place, at, () => ({ text: "Of the other", review: "add" }));
    await one.sender.keep(one.thread, "Of one");
    assert.deepEqual(one.texts(), [one.kept()]);
    for (const text of ["Of one", "Of the other"]) assert.ok(one.kept().includes(text), one.kept());
  });

  it("keep a text that is not shown when the shown one is discarded", async () => {
    const one = shown();
    await one.drafts.change(place, at, () => ({ text: "Kept" }));
    one.show();
    await window().change(place, at, () => ({ text: "Of the other" }));
    await one.sender.discard(one.thread.comments.find(isDraft) ?? assert.fail("it is not shown"));
    assert.deepEqual([one.kept(), one.texts()], ["Of the other", ["Of the other"]]);
  });
});
