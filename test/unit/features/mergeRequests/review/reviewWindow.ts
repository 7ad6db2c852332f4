/** A window that collects a review and submits it. */
import assert from "node:assert/strict";
import { directDispatcher } from "../../../../../src/api/agent.ts";
import { createClient } from "../../../../../src/api/client.ts";
import { DraftStore } from "../../../../../src/core/base/drafts.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { UnansweredWrites } from "../../../../../src/core/commands/unansweredWrites.ts";
import "../../../../support/vscodeStub.ts";

const { Discussions } = await import("../../../../../src/features/mergeRequests/review/discussions.ts");
const { PendingReviews } = await import("../../../../../src/features/mergeRequests/review/pendingReviews.ts");
const { submitAlone } = await import("../../../../../src/features/mergeRequests/review/submit.ts");

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
  /** What the pending comment that says the first is to say. */
  readonly edit?: readonly [before: string, after: string];
  /** Discussion that the first text replies to, and resolves. */
  readonly discussion?: string;
}

/**
 * Runs the window until it has done what it was started for.
 * @param said called with each step of the submission
 * @returns how much was sent, and what is pending then
 */
export async function runWindow(
  input: WindowInput,
  said: (step: string) => void,
): Promise<{ readonly sent: number; readonly left: readonly string[] }> {
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
    storage: input.storage,
    unanswered: new UnansweredWrites(),
  } as never;
  const place = { instance: input.url, project: input.project, iid: input.iid };
  const discussions = new Discussions(context);
  const pending = new PendingReviews(context, discussions);
  try {
    await discussions.read(place);
    const { signal } = new AbortController();
    for (const [at, text] of input.add.entries()) {
      const discussion = at === 0 ? input.discussion : undefined;
      await pending.add(place, { text, discussion, resolves: discussion !== undefined }, { within: signal });
    }
    const left = (): readonly string[] => pending.comments(place).map(({ text }) => text);
    const [before, after = ""] = input.edit ?? [];
    const edited = pending.comments(place).find(({ text }) => text === before);
    if (edited) await pending.edit(place, edited, after);
    if (edited !== undefined || input.add.length > 0) return { sent: 0, left: left() };
    const summary = pending.kept(place)?.summary ?? "All in all, good.";
    const comments = pending.comments(place);
    const answers = { summary, approve: false, asked: client.hostTime() - 2_000, comments };
    const { sent, refused } = await submitAlone(context, pending, place, answers, signal, said);
    assert.deepEqual(refused, []);
    return { sent, left: left() };
  } finally {
    pending.dispose();
    discussions.dispose();
    await way.close();
  }
}
