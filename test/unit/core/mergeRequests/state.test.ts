import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Context } from "../../../../src/core/context.ts";
import { mergeStatusLabel } from "../../../../src/core/mergeRequests/labels.ts";
import { mergeabilityOf, whyNotMerged } from "../../../../src/core/mergeRequests/mergeability.ts";
import { readRebased } from "../../../../src/core/mergeRequests/read.ts";
import { mergeRequestContext, mergeRequestStyle } from "../../../../src/core/mergeRequests/style.ts";

/** The values that the client's type names, and older and rarer ones. */
const types = readFileSync(new URL("../../../../src/api/resources/mergeRequestTypes.ts", import.meta.url), "utf8");
const [, union = ""] = /type DetailedMergeStatus =([^;]+);/.exec(types) ?? [];
const named = [...union.matchAll(/"(\w+)"/g)].map(([, status = ""]) => status);
const statuses = [...named, "can_be_merged", "cannot_be_merged", "cannot_be_merged_recheck", "broken_status"];

describe("a merge status", () => {
  it("has a short label, a sentence, and help unless it is ready, for every value of hosts", () => {
    assert.ok(named.length >= 28);
    for (const status of statuses) {
      const { words, standing, help } = whyNotMerged(status);
      assert.match(words, /^(?!.*does not know)[A-Z].*\.$/, status);
      assert.equal(help === undefined, standing === "ready", status);
      const label = mergeStatusLabel(status);
      assert.ok(label.length <= 40 && (named.includes(status) ? label !== status.replaceAll("_", " ") : true), status);
    }
    assert.equal(mergeStatusLabel("moon_phase"), "moon phase");
  });

  it("is spelled out if unknown, and leads to the host's page", () => {
    assert.deepEqual(whyNotMerged("moon_phase"), {
      standing: "blocked",
      words: "The host returned an unknown reason: moon phase.",
      help: "openInBrowser",
    });
    assert.equal(whyNotMerged("constructor").standing, "blocked");
  });

  it("is awaited until the host has decided", () => {
    for (const status of ["checking", "unchecked", "preparing", "approvals_syncing", "", null, undefined])
      assert.equal(whyNotMerged(status).standing, "wait", String(status));
  });
});

describe("mergeabilityOf", () => {
  it("considers the state first", () => {
    assert.match(mergeabilityOf({ state: "merged", detailed_merge_status: "mergeable" }).words, /already merged/);
    assert.equal(mergeabilityOf({ state: "closed", detailed_merge_status: "mergeable" }).help, "reopen");
    assert.equal(mergeabilityOf({ state: "locked" }).standing, "wait");
    assert.equal(mergeabilityOf({ state: "opened", detailed_merge_status: "mergeable" }).standing, "ready");
  });

  it("reads the fields of older hosts", () => {
    /* eslint-disable @typescript-eslint/no-deprecated -- these are the older fields */
    assert.equal(mergeabilityOf({ state: "opened", merge_status: "can_be_merged" }).standing, "ready");
    assert.equal(mergeabilityOf({ state: "opened", merge_status: "cannot_be_merged" }).help, "checkOut");
    const wip = { state: "opened", merge_status: "can_be_merged", work_in_progress: true };
    assert.equal(mergeabilityOf(wip).help, "markReady");
    const draft = { state: "opened", detailed_merge_status: "mergeable", draft: true };
    assert.equal(mergeabilityOf(draft).standing, "ready");
  });
});

describe("the style of a merge request", () => {
  // Older hosts send no `draft`.
  const older = { work_in_progress: true };
  const rows: readonly (readonly [standing: Parameters<typeof mergeRequestStyle>[0], look: string, context: string])[] =
    [
      [{ state: "opened" }, "opened", "opened"],
      [{ state: "opened", draft: true }, "draft", "opened draft"],
      [{ state: "opened", ...older }, "draft", "opened draft"],
      [{ state: "opened", has_conflicts: true }, "conflict", "opened conflict"],
      [{ state: "opened", draft: true, detailed_merge_status: "conflict" }, "conflict", "opened draft conflict"],
      [{ state: "opened", detailed_merge_status: "not_approved" }, "blocked", "opened"],
      [{ state: "opened", detailed_merge_status: "bad_weather" }, "blocked", "opened"],
      [{ state: "opened", merge_when_pipeline_succeeds: true }, "opened", "opened autoMerge"],
      [{ state: "opened", detailed_merge_status: "checking" }, "opened", "opened"],
      [{ state: "merged", draft: true, has_conflicts: true }, "merged", "merged draft conflict"],
      [{ state: "closed" }, "closed", "closed"],
      [{ state: "locked" }, "locked", "locked"],
      [{ state: "paused" }, "opened", "paused"],
    ];
  for (const [standing, look, context] of rows)
    it(`is ${look}, "${context}" for ${JSON.stringify(standing)}`, () => {
      assert.equal(mergeRequestStyle(standing), look);
      assert.equal(mergeRequestContext(standing), `mergeRequest ${context}`);
    });
});

const mergeRequest = { iid: 3, title: "", state: "", web_url: "" };
const ref = { instance: "https://h", project: "a/b", mergeRequest } as const;

/** Reads until a rebase is over on a host that answers so, whether it goes on, and that it does from then on. */
const read = async (...answers: readonly boolean[]) => {
  const [queries, pauses]: [unknown[], number[]] = [[], []];
  const extras = {
    mergeRequest: (_project: unknown, _iid: unknown, query: unknown) =>
      Promise.resolve({ iid: 3, rebase_in_progress: answers[queries.push(query) - 1] ?? true }),
  };
  const context = { connections: { get: () => ({ client: { extras } }) } } as unknown as Context;
  const pause = (ms: number) => Promise.resolve(void pauses.push(ms));
  const { rebase_in_progress: isRunning } = await readRebased(context, ref, new AbortController().signal, pause);
  return { queries, pauses, isRunning };
};

it("a rebase on the host is polled in growing intervals until it is over, at most 40 times", async () => {
  const { queries, pauses, isRunning } = await read(true, true, true, true, true, false);
  assert.deepEqual([isRunning, pauses], [false, [300, 700, 1500, 2500, 3000]]);
  assert.deepEqual(queries[0], { include_rebase_in_progress: true });
  const endless = await read();
  assert.deepEqual([endless.isRunning, endless.queries.length], [true, 40]);
});
