import assert from "node:assert/strict";
import type { DraftNote } from "../../../../../src/api/resources/discussionTypes.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { Change } from "../../../../../src/core/changes.ts";
import { UnansweredWrites } from "../../../../../src/core/commands/unansweredWrites.ts";
import type { MergeRequestPlace } from "../../../../../src/core/mergeRequests/review/place.ts";
import type {
  PendingContext,
  PendingReviews,
} from "../../../../../src/features/mergeRequests/review/pendingReviews.ts";
import * as module from "../../../../../src/features/mergeRequests/review/pendingReviews.ts";
import { submitAlone } from "../../../../../src/features/mergeRequests/review/submit.ts";
import { InMemoryDrafts } from "../../../../support/fakes/inMemoryDrafts.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";

type Discussions = ConstructorParameters<typeof PendingReviews>[1];

describe("a pending review", () => {
  const place: MergeRequestPlace = { instance: "https://git.example.com", project: "a/b", iid: 1 };
  const { signal } = new AbortController();
  let drafts: readonly DraftNote[];
  let failures: unknown[];
  let read: Emitter<MergeRequestPlace>;
  let changes: Emitter<Change>;
  let context: PendingContext;
  let reviews: PendingReviews;
  beforeEach(() => {
    [drafts, failures, read, changes] = [[], [], new Emitter(), new Emitter()];
    const client = { hostTime: () => Date.now(), discussions: { drafts: { available: () => false } } };
    context = {
      connections: { get: () => ({ session: { user: { id: 7 } }, client }) },
      changes,
      report: { background: (error: unknown) => failures.push(error) },
      drafts: new InMemoryDrafts(),
      storage: temporaryFolder(),
      unanswered: new UnansweredWrites(),
    } as unknown as PendingContext;
    const discussions = { known: () => ({ drafts }), onDidChange: read.event } as unknown as Discussions;
    reviews = new module.PendingReviews(context, discussions);
  });
  afterEach(() => reviews.dispose());

  it("sends nothing if a comment was added after the question", async () => {
    const add = (text: string) => reviews.add(place, { text, resolves: false }, { within: signal });
    await add("Asked about");
    const comments = reviews.comments(place);
    await add("Added later");
    const answers = { summary: "", approve: false, asked: Date.now(), comments };
    // The host has no operation that could send one.
    await assert.rejects(
      submitAlone(context, reviews, place, answers, signal, () => undefined),
      { message: "Your review of !1 has new comments. Nothing was submitted. Check them, then submit again." },
    );
    assert.equal(reviews.comments(place).length, 2);
  });

  it("counts the draft notes that there are when it is written", async () => {
    const written = (): Promise<void> =>
      new Promise((resolve) => {
        const listening = changes.event(() => {
          listening.dispose();
          resolve();
        });
      });
    const notes = (...ids: number[]) => ids.map((id) => ({ id })) as DraftNote[];
    drafts = notes(1, 2);
    const first = written();
    read.fire(place);
    await first;
    assert.equal(reviews.kept(place)?.drafts, 2);
    drafts = notes(1);
    const second = written();
    read.fire(place);
    // The review is discarded before the number is written.
    drafts = [];
    await second;
    assert.deepEqual([reviews.kept(place), failures], [undefined, []]);
  });
});
