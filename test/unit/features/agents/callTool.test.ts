import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";
import { KnownSecrets } from "../../../../src/core/base/knownSecrets.ts";
import { redact } from "../../../../src/core/base/log.ts";
import type { AgentsContext } from "../../../../src/features/agents/context.ts";
import { fakeApp } from "../../core/fakeApp.ts";

const { callTool, planOf } = await import("../../../../src/features/agents/callTool.ts");

/** A context whose job log has these lines. */
const withLog = (lines: readonly string[]): AgentsContext =>
  fakeApp<AgentsContext>(
    {},
    {
      logs: () =>
        Promise.resolve({ of: () => Promise.resolve({ lines, firstLine: 0, firstError: { line: 5, isSure: true } }) }),
    },
  ).app;
const { signal } = new AbortController();
const call = { name: "forgeline_read_job_log", input: { job: 7, mode: "tail", lines: 200 }, signal } as const;
const log = Array.from({ length: 500 }, (_, at) => `line ${at} ${"世".repeat(60)}`);

describe("a call of a tool", () => {
  it("fits into the tokens of the caller's model, with whole quotes and how to ask for more", async () => {
    for (const [tokens, bytesPerToken] of [
      [1_000, 4],
      [1_500, 1],
      [600, 2],
    ] as const) {
      let counted = 0;
      const count = (text: string): Promise<number> => {
        counted++;
        return Promise.resolve(Math.ceil(Buffer.byteLength(text) / bytesPerToken));
      };
      const text = await callTool(withLog(log), call, { tokens, count });
      assert.ok((await count(text)) <= tokens, `${await count(text)} of ${tokens} tokens`);
      assert.match(text, /… \(cut\)\n«\/\w+»\n/);
      assert.match(text, /To see more:\n- forgeline_read_job_log/);
      assert.ok(counted < 10);
    }
  });

  it("hides credentials, those in use and those of others, also at the end of what is shown", async () => {
    const own = "the token of this window";
    const known = new KnownSecrets();
    known.add(own);
    const shown = `${own} glpat-abcdefghijklmnop12 https://me:pass@example.com AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI`;
    for (const lines of [[shown], Array.from({ length: 200 }, () => shown.repeat(9))]) {
      const context = { ...withLog(lines), hide: (text: string) => redact(known.hide(text)) };
      const text = await callTool(context, call);
      assert.match(text, /\[hidden\] \[hidden\] https:\/\/\[hidden\]@example\.com AWS_SECRET_ACCESS_KEY=\[hidden\]/);
      assert.doesNotMatch(text, /token of|glpat|me:pass|wJalr/);
      assert.ok(Buffer.byteLength(text) <= 16_000);
    }
  });

  it("checks what it is given before anything is asked of the host", async () => {
    const context = withLog(log);
    const wrong = { ...call, input: { job: "seven" } };
    await assert.rejects(callTool(context, wrong), /"job" must be a positive number/);
    await assert.rejects(callTool(context, { ...call, input: undefined }), /"job" must be a positive number/);
    const loud = { name: "forgeline_comment", input: { merge_request: 1, body: "/close" }, signal } as const;
    await assert.rejects(planOf(context, loud), /quick action/);
  });

  it("refuses what it has no property for, since another subject may be the default", async () => {
    const context = withLog(log);
    const misnamed = { name: "forgeline_comment", input: { iid: 5, body: "Well done" }, signal } as const;
    const refusal = /The input cannot have "iid", only merge_request, body, thread, file, line, side\./;
    await assert.rejects(planOf(context, misnamed), refusal);
    await assert.rejects(callTool(context, { ...call, input: { iid: 5 } }), /The input cannot have "iid"/);
    assert.match(await callTool(withLog([]), { ...call, input: { ...call.input, iid: null } }), /has no log/);
  });

  it("writes nothing without a plan", async () => {
    const write = { name: "forgeline_run_pipeline", input: { ref: "topic" }, signal } as const;
    await assert.rejects(callTool(withLog(log), write), /Nothing was sent: the user was not asked/);
  });

  it("names a branch whole in the question", async () => {
    const ref = `feature/${"x".repeat(900)}`;
    const plan = await planOf(withLog(log), { name: "forgeline_run_pipeline", input: { ref }, signal });
    assert.ok(plan?.confirmation.message.includes(`“${ref}”`));
  });

  it("refuses names and variables that a question cannot show", async () => {
    const context = withLog(log);
    for (const [input, message] of [
      [{ ref: "x".repeat(1_001) }, /"ref" must be one line of at most 1000 characters/],
      [{ ref: "a\nb" }, /"ref" must be one line/],
      [{ ref: "a\u200bb" }, /cannot be seen, such as U\+200B/],
      [{ ref: "a", variables: { A: "1\u00ad" } }, /cannot be seen, such as U\+00AD/],
      [{ ref: "a", variables: { A: "1".repeat(10_001) } }, /a line of more than 10000 characters/],
    ] as const)
      await assert.rejects(planOf(context, { name: "forgeline_run_pipeline", input, signal }), message);
  });

  it("ends when it is cancelled", async () => {
    const stop = new AbortController();
    stop.abort();
    await assert.rejects(callTool(withLog(log), { ...call, signal: stop.signal }), { name: "AbortError" });
  });
});
