import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { ApiError } from "../../../../../src/api/errors.ts";
import type { Discussion } from "../../../../../src/api/resources/discussionTypes.ts";
import { InMemoryDrafts } from "../../../../support/fakes/inMemoryDrafts.ts";
import "../../../../support/vscodeStub.ts";
import { alice, commentOf } from "./activities.ts";
import { full, instance } from "./overviews.ts";

const { ActivityReader } = await import("../../../../../src/features/mergeRequests/page/activity/reader.ts");
const { PendingReviews } = await import("../../../../../src/features/mergeRequests/review/pendingReviews.ts");
const { Discussions } = await import("../../../../../src/features/mergeRequests/review/discussions.ts");
const never = new AbortController().signal;
const failure = (kind: ApiError["kind"]): ApiError =>
  new ApiError({ kind, message: kind, request: { method: "GET", url: "x", instance } });

describe("reading the activity of a merge request", () => {
  let asked: string[];
  let answer: readonly Discussion[] | Error;
  let available: boolean | undefined;
  let shown: number;
  let reader: InstanceType<typeof ActivityReader>;

  beforeEach(() => {
    asked = [];
    answer = [commentOf(1, "Nice")];
    available = undefined;
    shown = 0;
    const listed = <T>(name: string, items: readonly T[]) => {
      const read = () => {
        asked.push(name);
        return Promise.resolve({ items, capped: false });
      };
      return { page: read, all: read };
    };
    const client = {
      discussions: {
        // An older host.
        drafts: { available: () => false },
        available: () => available,
        list: () => ({
          all: () => {
            asked.push("discussions");
            if (answer instanceof Error) return Promise.reject(answer);
            return Promise.resolve({ items: answer, capped: false });
          },
        }),
      },
      commits: {
        list: (_: unknown, { ref_name: range }: { readonly ref_name: string }) =>
          listed(
            `commits ${range}`,
            ["newest", "older"].map((id) => ({ id, title: `Commit ${id}` })),
          ),
        listComments: (_: unknown, sha: string) =>
          listed(`comments ${sha}`, sha === "older" ? [{ note: "Why?", created_at: null }] : []),
      },
    };
    const context = {
      connections: {
        get: () => ({ client, session: { user: { id: 1, username: "alice" } } }),
        onDidChangeRecords: () => ({ dispose: () => undefined }),
      },
      changes: { event: () => ({ dispose: () => undefined }) },
      report: { background: () => undefined },
      drafts: new InMemoryDrafts(),
      storage: "",
    } as never;
    const ref = { instance, project: "group/app", mergeRequest: full };
    const discussions = new Discussions(context);
    const pending = new PendingReviews(context, discussions);
    const offers = {
      find: (_: unknown, { word }: { readonly word: string }, involved: Iterable<{ readonly username?: unknown }>) =>
        Promise.resolve([
          { text: word, label: [...involved].map(({ username }) => username).join(), detail: "", names: "" },
        ]),
    };
    reader = new ActivityReader(context, ref, { discussions, pending, offers }, () => shown++);
  });

  it("takes one request, and shows what came", async () => {
    await reader.read(never);
    assert.deepEqual(asked, ["discussions"]);
    assert.equal(reader.value(full).conversation?.discussions.length, 1);
    assert.ok(shown > 0);
  });

  it("shows emoji in place of their names, once the conversation was read", async () => {
    await reader.read(never);
    assert.deepEqual(reader.value(full).render(":tada: `:tada:`").nodes, [
      { tag: "p", children: ["🎉 ", { tag: "code", children: [":tada:"] }] },
    ]);
  });

  it("offers the people of the merge request for a name", async () => {
    await reader.read(never);
    const people = { ...full, author: alice, assignees: null, reviewers: [{ id: 3, username: "carol" }] };
    const [offer] = await reader.complete(people, { sign: "@", word: "b" }, never);
    assert.deepEqual([offer?.text, offer?.label], ["b", "bob,alice,carol"]);
  });

  it("keeps what was read when reading fails, and says why until it succeeds", async () => {
    await reader.read(never);
    answer = failure("forbidden");
    await reader.read(never);
    const { conversation, problem } = reader.value(full);
    assert.equal(conversation?.discussions.length, 1);
    assert.equal(problem, "Your account cannot read the comments on this merge request.");
    answer = [];
    await reader.read(never);
    assert.equal(reader.value(full).problem, undefined);
  });

  it("reads again only for a change", () => {
    assert.equal(reader.isNews(full), false, "it is being read already");
    assert.equal(reader.isNews(full), false);
    assert.equal(reader.isNews({ ...full, user_notes_count: 5 }), true);
    assert.equal(reader.isNews({ ...full, user_notes_count: 5, updated_at: "2026-01-03T10:00:00Z" }), true);
  });

  it("reads the comments on the commits of the merge request where the host has no discussions", async () => {
    available = false;
    await reader.read(never);
    await reader.readCommits(
      { ...full, diff_refs: { base_sha: "base", start_sha: "base", head_sha: "newest" } },
      never,
    );
    assert.deepEqual(asked, ["commits base..newest", "comments newest", "comments older"]);
    const { missing, commits } = reader.value(full);
    assert.equal(missing, true);
    assert.deepEqual(
      commits?.map(({ title, comments }) => [title, comments.map(({ body }) => body)]),
      [
        ["Commit older", ["Why?"]],
        ["Commit newest", []],
      ],
    );
  });

  it("reads no commits on other hosts", async () => {
    available = true;
    await reader.readCommits(full, never);
    assert.deepEqual(asked, []);
  });

  it("does not show another account what was read", async () => {
    await reader.read(never);
    reader.forget();
    assert.equal(reader.value(full).conversation, undefined);
  });
});
