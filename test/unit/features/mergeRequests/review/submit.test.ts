import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { UnansweredWrites } from "../../../../../src/core/commands/unansweredWrites.ts";
import type {
  PendingContext,
  PendingReviews,
} from "../../../../../src/features/mergeRequests/review/pendingReviews.ts";
import { Scope } from "../../../../../tools/scope.ts";
import { InMemoryDrafts } from "../../../../support/fakes/inMemoryDrafts.ts";
import "../../../../support/vscodeStub.ts";

type Discussions = ConstructorParameters<typeof PendingReviews>[1];
const module = await import("../../../../../src/features/mergeRequests/review/pendingReviews.ts");
const { submitAlone } = await import("../../../../../src/features/mergeRequests/review/submit.ts");

describe("the submission of a review", () => {
  const place = { instance: "https://git.example.com", project: "a/b", iid: 1 };
  let scope: Scope;
  let sent: string[];
  let context: PendingContext;
  let reviews: PendingReviews;
  beforeEach(async () => {
    scope = new Scope();
    sent = [];
    const post = (_project: unknown, _iid: unknown, { body }: { readonly body: string }) => {
      sent.push(body);
      return Promise.resolve({ id: sent.length, body, author: { id: 7 } });
    };
    const client = {
      hostTime: () => Date.now(),
      discussions: { drafts: { available: () => false }, addNote: post, create: post },
    };
    context = {
      connections: { get: () => ({ session: { user: { id: 7 } }, client }) },
      changes: new Emitter(),
      report: { background: () => undefined },
      drafts: new InMemoryDrafts(),
      storage: await scope.folder("forgeline-submit-"),
      unanswered: new UnansweredWrites(),
    } as unknown as PendingContext;
    const discussions = { known: () => ({ drafts: [] }), onDidChange: () => ({ dispose: () => undefined }) };
    reviews = new module.PendingReviews(context, discussions as unknown as Discussions);
  });
  afterEach(async () => {
    reviews.dispose();
    await scope[Symbol.asyncDispose]();
  });

  it("sends nothing if a comment was added after the question", async () => {
    const { signal } = new AbortController();
    await reviews.add(place, { text: "Asked about", resolves: false }, { within: signal });
    const comments = reviews.comments(place);
    await reviews.add(place, { text: "Added later", resolves: false }, { within: signal });
    const answers = { summary: "", approve: false, asked: Date.now(), comments };
    await assert.rejects(
      submitAlone(context, reviews, place, answers, signal, () => undefined),
      { message: "Your review of !1 has new comments. Nothing was submitted. Check them, then submit again." },
    );
    assert.deepEqual(sent, []);
    assert.equal(comments.length, 1);
  });
});
