import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { DraftNote } from "../../../../../src/api/resources/discussionTypes.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { Change } from "../../../../../src/core/changes.ts";
import type { MergeRequestPlace } from "../../../../../src/core/mergeRequests/review/place.ts";
import type {
  PendingContext,
  PendingReviews,
} from "../../../../../src/features/mergeRequests/review/pendingReviews.ts";
import { InMemoryDrafts } from "../../../../support/fakes/inMemoryDrafts.ts";
import "../../../../support/vscodeStub.ts";

type Discussions = ConstructorParameters<typeof PendingReviews>[1];
const module = await import("../../../../../src/features/mergeRequests/review/pendingReviews.ts");

describe("the number of draft notes that is kept", () => {
  const place: MergeRequestPlace = { instance: "https://git.example.com", project: "a/b", iid: 1 };
  let storage: string;
  let drafts: DraftNote[];
  let failures: unknown[];
  let read: Emitter<MergeRequestPlace>;
  let changes: Emitter<Change>;
  let reviews: PendingReviews;

  beforeEach(async () => {
    storage = await mkdtemp(join(tmpdir(), "pendingReviews"));
    drafts = [];
    failures = [];
    read = new Emitter();
    changes = new Emitter();
    const context = {
      connections: { get: () => ({ session: { user: { id: 7 } } }) },
      changes,
      report: { background: (error: unknown) => void failures.push(error) },
      drafts: new InMemoryDrafts(),
      storage,
    } as unknown as PendingContext;
    const discussions = { known: () => ({ drafts }), onDidChange: read.event } as unknown as Discussions;
    reviews = new module.PendingReviews(context, discussions);
  });
  afterEach(async () => {
    reviews.dispose();
    await rm(storage, { recursive: true, force: true });
  });

  const told = (): Promise<void> =>
    new Promise((resolve) => {
      const listening = changes.event(() => {
        listening.dispose();
        resolve();
      });
    });

  it("is that of when it is written, not of when the conversation was read", async () => {
    drafts = [{ id: 1 }, { id: 2 }] as DraftNote[];
    const first = told();
    read.fire(place);
    await first;
    assert.equal(reviews.kept(place)?.drafts, 2);
    drafts = [{ id: 1 }] as DraftNote[];
    const second = told();
    read.fire(place);
    // The review is discarded before the number is written.
    drafts = [];
    await second;
    assert.deepEqual([reviews.kept(place), failures], [undefined, []]);
  });
});
