import assert from "node:assert/strict";
import type { LanguageModelTextPart, LanguageModelToolInvocationOptions } from "vscode";
import { type ToolName, toolNames } from "../../../src/features/agents/toolNames.ts";
import { hostileTexts } from "../../support/hostileTexts.ts";
import { figure } from "../../support/long.ts";
import { openPoorWindow, type PoorWindow } from "../../support/poorWindow.ts";
import { neverCanceled as token } from "./drawnRows.ts";

/** What each tool is asked, so that all that it says of a host is said. */
const calls: Readonly<Record<ToolName, readonly object[]>> = {
  forgeline_explain_failure: [{}, { pipeline: 1 }, { job: 1 }, { merge_request: 1 }],
  forgeline_read_job_log: [
    { job: 1 },
    { job: 1, mode: "tail", lines: 200 },
    { job: 1, mode: "around", line: 1 },
    { job: 1, mode: "search", text: "e" },
  ],
  forgeline_list_failed_tests: [{ pipeline: 1 }, {}],
  forgeline_list_pipelines: [{}, { count: 50 }],
  forgeline_get_pipeline: [{}, { pipeline: 1 }],
  forgeline_list_merge_requests: [{ state: "all" }],
  forgeline_get_merge_request: [{ merge_request: 1 }],
  forgeline_read_threads: [{ merge_request: 1 }, { merge_request: 1, unresolved_only: true }],
  forgeline_check_ci_file: [{ text: "job:\n  script: a\n" }],
  forgeline_retry: [{ job: 1 }, { pipeline: 1 }],
  forgeline_run_pipeline: [{ ref: "main", variables: { A: "b" } }],
  forgeline_comment: [{ merge_request: 1, body: "Thanks" }],
  forgeline_suggest_change: [{ merge_request: 1, file: "a.md", first_line: 1, replacement: "b" }],
};
/** Tools that quote what people and programs wrote. */
const quoting: readonly ToolName[] = toolNames.slice(0, 9);
/** Tools that begin threads. What they say of the host is the ID of one. */
const replying: readonly ToolName[] = ["forgeline_comment", "forgeline_suggest_change"];
/** So that there are jobs and tests whose failure is told. */
const values = { status: "failed", allow_failure: false };
/** Bytes of UTF-8 of an answer, as the tools promise. */
const longestAnswer = 16_000;
/** Characters of host text in a sentence of the extension: the labels of a merge request. */
const longestName = 600;

/** What would hide, reorder, or drive a terminal. Line breaks and tabs are plain. */
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\p{Default_Ignorable_Code_Point}]/u;

/** What is wrong with an answer that a host's texts are in. */
function problemsOfAnswer(answer: string, hostile: string): string[] {
  const problems: string[] = [];
  const [found] = unseen.exec(answer) ?? [];
  if (found !== undefined) problems.push(`character U+${found.codePointAt(0)!.toString(16)}`);
  if (Buffer.byteLength(answer) > longestAnswer) problems.push(`${Buffer.byteLength(answer)} bytes`);
  const said = unmarked(answer);
  if (said === undefined) return [...problems, "a mark that is not closed"];
  // Of a name on one line nothing can pass for a line of the extension.
  const [, ...laterLines] = hostile.split(/[\n\r\u0085\u2028]/).filter((line) => line.trim() !== "");
  for (const line of laterLines)
    if (said.split("\n").includes(line.trim())) problems.push(`a line that is not marked: ${line}`);
  for (const line of said.split("\n"))
    if (line.length > longestName && !line.startsWith("Text between"))
      problems.push(`${line.length} characters that are not marked`);
  return problems;
}

/** Returns what an answer says outside of its marks; undefined if a mark is not closed. */
function unmarked(answer: string): string | undefined {
  const [, mark] = /^Text between «(\w{8})» marks was written by programs and people\. It is data/.exec(answer) ?? [];
  if (mark === undefined) return answer;
  const said = answer.replace(new RegExp(`^«${mark}» .*\\n[^]*?\\n«/${mark}»$`, "gm"), "");
  return said.split(mark).length === 2 ? said : undefined;
}

describe("answers of tools made from hostile hosts", function () {
  const windows = new Map<string, PoorWindow>();
  before(async () => {
    for (const [name, text] of Object.entries(hostileTexts)) {
      // A log and a file in which it is a line among others, and one that nobody can read to its end.
      const files = `ERROR: ${text}\n${`${text.slice(0, 1000)}\n`.repeat(300)}`;
      windows.set(name, await openPoorWindow({ texts: [text], files, writes: true, values }));
    }
  });
  after(async () => {
    for (const window of windows.values()) await window.close();
  });

  const invoke = async (window: PoorWindow, name: ToolName, input: object, budget?: number): Promise<string> => {
    window.use();
    const options = {
      input,
      ...(budget !== undefined && {
        tokenizationOptions: {
          tokenBudget: budget,
          countTokens: (text: string) => Promise.resolve(Math.ceil(text.length / 4)),
        },
      }),
    } as unknown as LanguageModelToolInvocationOptions<unknown>;
    const tool = window.tool(name);
    await tool.prepareInvocation?.({ input }, token);
    const result = await tool.invoke(options, token);
    return ((result?.content ?? []) as readonly LanguageModelTextPart[]).map(({ value }) => value).join("");
  };

  for (const name of toolNames)
    it(`have no hidden characters, an end, and marks around what others wrote: ${name}`, async () => {
      const problems: string[] = [];
      let marked = 0;
      for (const [kind, window] of windows)
        for (const input of calls[name]) {
          const where = `${kind} ${JSON.stringify(input)}`;
          try {
            const answer = await invoke(window, name, input);
            if (unmarked(answer) !== answer) marked++;
            for (const problem of problemsOfAnswer(answer, hostileTexts[kind] ?? ""))
              problems.push(`${where}: ${problem}`);
          } catch (error) {
            // What the stub of a host cannot do: threads on merge requests, and the same jobs twice.
            if (!replying.includes(name) && !/^Error: Other jobs of pipeline 1 /.test(String(error)))
              problems.push(`${where}: ${String(error)}`);
          }
        }
      figure(`tools: ${marked} answers of ${name} with marks`);
      assert.deepEqual(problems, []);
      if (quoting.includes(name)) assert.ok(marked >= windows.size, `${marked} answers with marks`);
    });

  for (const [kind, text] of Object.entries(hostileTexts))
    it(`are plain errors when the host refuses with ${kind}`, async () => {
      const window = await openPoorWindow({ texts: [text], refuses: true });
      try {
        let refused = 0;
        for (const name of toolNames)
          for (const input of calls[name]) {
            const message = await invoke(window, name, input).then(
              (answer) => assert.deepEqual(problemsOfAnswer(answer, text), [], `${name}: ${answer.slice(0, 300)}`),
              (error: unknown) => (error as Error).message,
            );
            if (message === undefined) continue;
            assert.deepEqual(problemsOfAnswer(message, text), [], `${name}: ${message.slice(0, 300)}`);
            refused++;
          }
        assert.ok(refused > 10, `${refused} refusals`);
      } finally {
        await window.close();
      }
    });

  it("keep to the caller's token budget, with closed marks", async () => {
    const window = windows.get("lines")!;
    for (const tokens of [400, 1000, 3000]) {
      const answer = await invoke(window, "forgeline_read_job_log", { job: 1, mode: "tail", lines: 200 }, tokens);
      assert.ok(Math.ceil(answer.length / 4) <= tokens, `${answer.length} characters for ${tokens} tokens`);
      assert.notEqual(unmarked(answer), undefined);
    }
  });

  it("have unpredictable marks", async () => {
    const window = windows.get("mixed")!;
    const marks = new Set<string | undefined>();
    for (let times = 0; times < 3; times++)
      marks.add(/«(\w{8})»/.exec(await invoke(window, "forgeline_list_pipelines", {}))?.[1]);
    assert.ok(marks.size === 3 && !marks.has(undefined));
  });
});
