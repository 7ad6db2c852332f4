/** A window that collects a review and submits it, in a process of its own that can be killed: see killedReview.test.ts. */
import assert from "node:assert/strict";
import { directDispatcher } from "../../../../../src/api/agent.ts";
import { createClient } from "../../../../../src/api/client.ts";
import { DraftStore } from "../../../../../src/core/base/drafts.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { UnansweredWrites } from "../../../../../src/core/commands/unansweredWrites.ts";
import "../../../../support/vscodeStub.ts";

const { Discussions } = await import("../../../../../src/features/mergeRequests/review/discussions.ts");
const { PendingReviews } = await import("../../../../../src/features/mergeRequests/review/pendingReviews.ts");
const { submitComments } = await import("../../../../../src/features/mergeRequests/review/submit.ts");

/** What a window is started with. */
export interface WindowInput {
  readonly url: string;
  readonly token: string;
  readonly user: { readonly id: number; readonly username: string; readonly name: string };
  readonly project: number;
  readonly iid: number;
  readonly storage: string;
  /** Texts to be added to the review, on the merge request as a whole; without any, the review is submitted. */
  readonly add: readonly string[];
  /** Discussion that the first text replies to, and resolves. */
  readonly discussion?: string;
}

const input = JSON.parse(process.argv[2] ?? "") as WindowInput;
const way = directDispatcher();
const client = createClient({
  baseUrl: input.url,
  dispatcher: way.dispatcher,
  credentials: { scheme: "private-token", token: () => Promise.resolve(input.token) },
});
const drafts = new DraftStore({
  storage: input.storage,
  workspace: [],
  failed: (error) => assert.fail(String(error)),
});
const context = {
  connections: {
    get: () => ({ client, session: { user: input.user } }),
    onDidChangeRecords: () => ({ dispose: () => undefined }),
  },
  changes: new Emitter(),
  report: { background: () => undefined },
  drafts,
  unanswered: new UnansweredWrites(),
} as never;
const place = { instance: input.url, project: input.project, iid: input.iid };
const discussions = new Discussions(context);
const pending = new PendingReviews(context, discussions);
await discussions.read(place);
const { signal } = new AbortController();
for (const [at, text] of input.add.entries()) {
  const discussion = at === 0 ? input.discussion : undefined;
  await pending.add(place, { text, discussion, resolves: discussion !== undefined }, { within: signal });
}
if (input.add.length === 0) {
  await pending.change(place, ({ summary, submitting }) =>
    submitting === true ? {} : { submitting: true, summary: summary ?? "All in all, good." },
  );
  const refused = await submitComments(context, pending, place, signal, () => undefined);
  assert.deepEqual(refused, []);
  await pending.change(place, () => ({ submitting: undefined }));
}
await way.close();
process.disconnect();
