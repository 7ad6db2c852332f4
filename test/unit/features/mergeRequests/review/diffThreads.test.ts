import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { CommentController, CommentThread, Uri } from "vscode";
import type { Discussion } from "../../../../../src/api/resources/discussionTypes.ts";
import { draftComment, isDraft } from "../../../../../src/core/ui/unsentComment.ts";
import {
  DiffThreads,
  type ThreadDocument,
  type Viewer,
} from "../../../../../src/features/mergeRequests/review/diffThreads.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

const shas = { base_sha: "a", start_sha: "a", head_sha: "b" };
const position = { ...shas, position_type: "text", old_path: "a.ts", new_path: "a.ts", new_line: 1 };
const discussions = ["one", "two", "three"].map((id) => ({
  id,
  notes: [{ id: 1, body: id, author: { id: 2, username: "a", name: "A" }, position }],
})) as unknown as readonly Discussion[];
const diff = { iid: 1, side: "new", base: "a", head: "b", otherPath: "a.ts" };
const document = {
  uri: { toString: () => "a" } as Uri,
  place: { instance: "https://git.example.com", project: 1, iid: 1 },
  file: { path: "a.ts", diff },
} as unknown as ThreadDocument;
const viewer: Viewer = {
  user: undefined,
  author: "",
  pending: [],
  pendingText: ({ text }) => text,
  outdated: false,
  picture: () => undefined,
  pictures: 0,
};

const unexpected = (): void => assert.fail("drawn later");

describe("threads of one document", () => {
  const now = performance.now.bind(performance);
  let [time, slow] = [0, 0];
  const drawn: string[] = [];
  const made: CommentThread[] = [];
  const controller = {
    createCommentThread: (
      _uri: Uri,
      _range: unknown,
      comments: readonly { readonly note?: { readonly body: string }; readonly body: string }[],
    ) => {
      time += slow;
      const [body] = comments.map((comment) => comment.note?.body ?? comment.body);
      drawn.push(body ?? "");
      const thread = { comments, dispose: () => drawn.push(`no ${body}`) } as unknown as CommentThread;
      made.push(thread);
      return thread;
    },
  } as unknown as CommentController;
  beforeEach(() => {
    [drawn.length, made.length, time, slow] = [0, 0, 0, 0];
    performance.now = () => time;
  });
  afterEach(() => (performance.now = now));

  it("are drawn in a turn of the loop each where each takes long", async () => {
    new DiffThreads(controller, document).show(discussions, viewer, unexpected);
    assert.deepEqual(drawn.splice(0), ["one", "two", "three"], "at once where that takes no time");
    slow = 20;
    const threads = new DiffThreads(controller, document);
    let isWhole = false;
    const found = threads.show(discussions, viewer, () => (isWhole = true));
    assert.equal(found, false);
    assert.deepEqual(drawn, ["one"]);
    await nextTurn();
    assert.deepEqual([drawn, isWhole], [["one", "two"], false]);
    await nextTurn();
    await nextTurn();
    assert.deepEqual([drawn, isWhole], [["one", "two", "three"], true]);
  });

  it("have their unsent comment from the start, in place of a box for a reply", () => {
    const threads = new DiffThreads(controller, document);
    const at = { path: "a.ts", side: "new", start: 2, end: 2 } as const;
    vscodeFakes.window["visibleTextEditors"] = [];
    threads.showDraft(at, 1, (thread) => draftComment(thread, "Kept", "me", false));
    const found = [drawn, made[0]?.canReply, made[0]?.comments.map((one) => isDraft(one) && one.draft)];
    assert.deepEqual(found, [["Kept"], false, [made[0]]]);
  });

  it("lose an unsent comment that is discarded in a thread that was drawn again since", () => {
    const threads = new DiffThreads(controller, document);
    const at = { path: "a.ts", side: "new", discussion: "one" } as const;
    vscodeFakes.window["visibleTextEditors"] = [];
    const show = (): void => {
      threads.show(discussions.slice(0, 1), viewer, unexpected);
      threads.showDraft(at, 1, (thread) => draftComment(thread, "Kept", "me", false));
    };
    show();
    const [draft] = made[0]!.comments.filter(isDraft);
    assert.ok(draft);
    threads.withdraw();
    show();
    assert.equal(made[1]?.comments.some(isDraft), true);
    assert.equal(threads.draftPlaceOf(draft.draft).discussion, "one");
    threads.removeDraft(draft);
    assert.deepEqual(
      made.map(({ comments }) => comments.some(isDraft)),
      [false, false],
    );
  });

  it("are drawn no further once the document is closed, or shows others", async () => {
    slow = 20;
    const threads = new DiffThreads(controller, document);
    threads.show(discussions, viewer, unexpected);
    threads.show(discussions.slice(0, 1), viewer, unexpected);
    await nextTurn();
    assert.deepEqual(drawn, ["one"]);
    threads.show(discussions, viewer, unexpected);
    threads.dispose();
    await nextTurn();
    assert.deepEqual(drawn, ["one", "two", "no one", "no two"]);
  });
});
