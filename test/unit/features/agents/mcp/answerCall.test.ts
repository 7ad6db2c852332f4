import assert from "node:assert/strict";
import { setImmediate as settled } from "node:timers/promises";
import { afterEach, beforeEach, describe, it } from "mocha";
import { CancelledError } from "../../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { Answer } from "../../../../../src/core/diagnosis/answer.ts";
import type { AgentsContext } from "../../../../../src/features/agents/context.ts";
import type { AgentTool, Confirmation } from "../../../../../src/features/agents/tool.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

const { CallAnswers } = await import("../../../../../src/features/agents/mcp/answerCall.ts");
const { tools } = await import("../../../../../src/features/agents/tools.ts");

/** A question that the window shows, and how it is answered. */
interface Shown {
  readonly question: string;
  readonly modal: boolean;
  readonly detail: string;
  readonly buttons: readonly string[];
  readonly press: (button?: string) => void;
}

const writing = "forgeline_get_pipeline";
const reading = "forgeline_list_pipelines";

describe("calls of agents", () => {
  const before = { ...tools };
  const table = tools as Record<string, AgentTool>;
  const appeared = new Emitter<Shown>();
  let shown: Shown[];
  let ran: string[];
  let answers: InstanceType<typeof CallAnswers>;
  const documents: string[] = [];

  const confirmation = (of: string): Confirmation => ({
    title: `Send ${of}?`,
    message: `Sends ${of}.`,
    diff: `- old\n+ ${of}`,
    sent: of,
  });
  beforeEach(() => {
    shown = [];
    ran = [];
    documents.length = 0;
    const run: AgentTool["run"] = (_, input) => {
      const text = input.requiredString("text");
      ran.push(text);
      return Promise.resolve(new Answer().say(`did ${text}`));
    };
    const input: AgentTool["input"] = {
      type: "object",
      properties: { text: { type: "string", description: "" } },
    };
    table[writing] = {
      ...before[writing],
      input,
      run,
      confirm: (_, input) => Promise.resolve(confirmation(input.requiredString("text"))),
    };
    table[reading] = { ...before[reading], input, run };
    vscodeFakes.window["showWarningMessage"] = (question: string, ...rest: readonly unknown[]) =>
      new Promise((press: (button?: string) => void) => {
        const options = rest.find((one) => typeof one === "object") as { modal: boolean; detail: string } | undefined;
        const buttons = rest.filter((one) => typeof one === "string");
        const one = { question, modal: options?.modal === true, detail: options?.detail ?? "", buttons, press };
        shown.push(one);
        appeared.fire(one);
      });
    const texts = { show: (_: string, text: string) => Promise.resolve(documents.push(text)) };
    answers = new CallAnswers({ texts } as unknown as AgentsContext);
  });
  afterEach(() => {
    Object.assign(table, before);
    vscodeFakes.reset();
  });

  const next = (): Promise<Shown> =>
    new Promise((resolve) => {
      const listening = appeared.event((one) => {
        listening.dispose();
        resolve(one);
      });
    });
  /** Selects Review in the notification that comes next, and returns the question that it leads to. */
  const reviewed = async (): Promise<Shown> => {
    const notice = await next();
    const question = next();
    notice.press("Review…");
    return question;
  };
  const call = (name: string, text: string, signal = new AbortController().signal): Promise<string> =>
    answers.of({ name, input: { text }, client: "claude\u202e$(x)", signal, progress: () => undefined });

  it("that read are answered without a question", async () => {
    assert.equal(await call(reading, "a"), "did a");
    assert.deepEqual(shown, []);
  });

  it("that change something show first what is sent and who asks, and run when allowed", async () => {
    const first = next();
    const answered = call(writing, "first\n\tsecond\u202e");
    const notice = await first;
    assert.deepEqual(
      [notice.question, notice.modal, notice.buttons],
      ["The agent “claude $\u200b(x)” asks: Send first second ?", false, ["Review…", "Decline"]],
    );
    const question = next();
    notice.press("Review…");
    const { press, ...rest } = await question;
    assert.deepEqual(rest, {
      question: "Send first second ?",
      modal: true,
      detail:
        "Sends first\n  second\ufffd.\n\n- old\n+ first\n  second\ufffd\n\nfirst\n  second\ufffd\n\nAn agent asks for this over MCP. It calls itself “claude $\u200b(x)”.",
      buttons: ["Allow"],
    });
    assert.deepEqual(ran, []);
    press("Allow");
    assert.equal(await answered, "did first\n\tsecond\u202e");
  });

  it("send nothing when declined, and say so", async () => {
    const declined = { message: "The user declined this in VS Code. Nothing was sent." };
    for (const button of ["Decline", undefined]) {
      const notice = next();
      const answered = call(writing, "a");
      (await notice).press(button);
      await assert.rejects(answered, declined);
    }
    const question = reviewed();
    const answered = call(writing, "a");
    (await question).press();
    await assert.rejects(answered, declined);
    assert.deepEqual(ran, []);
  });

  it("ask one after the other, also after one that was declined", async () => {
    const first = next();
    const declined = call(writing, "a");
    const allowed = call(writing, "b");
    const one = await first;
    assert.equal(await call(reading, "c"), "did c");
    assert.equal(shown.length, 1);
    const second = next();
    one.press();
    await assert.rejects(declined, /declined/);
    const other = await second;
    assert.match(other.question, /asks: Send b\?$/);
    const question = next();
    other.press("Review…");
    (await question).press("Allow");
    assert.equal(await allowed, "did b");
    assert.deepEqual(ran, ["c", "b"]);
  });

  it("do not ask, nor run, once the agent has gone", async () => {
    const stop = new AbortController();
    const first = next();
    const gone = call(writing, "a", stop.signal);
    const waiting = call(writing, "b", stop.signal);
    const one = await first;
    stop.abort();
    await assert.rejects(gone, CancelledError);
    await assert.rejects(waiting, CancelledError);
    one.press("Review…");
    await settled();
    assert.equal(shown.length, 1);
    assert.deepEqual(ran, []);
  });

  it("ask the next one although nobody answers one whose agent has gone", async () => {
    const stop = new AbortController();
    const first = next();
    const gone = call(writing, "a", stop.signal);
    await first;
    const question = reviewed();
    const answered = call(writing, "b");
    stop.abort();
    await assert.rejects(gone, CancelledError);
    (await question).press("Allow");
    assert.equal(await answered, "did b");
  });

  it("do not run once the agent has gone during the question", async () => {
    const stop = new AbortController();
    const question = reviewed();
    const gone = call(writing, "a", stop.signal);
    const { press } = await question;
    stop.abort();
    press("Allow");
    await assert.rejects(gone, CancelledError);
    assert.deepEqual(ran, []);
  });

  it("show a long text in a document before it can be allowed", async () => {
    const long = "x".repeat(5000);
    const question = reviewed();
    const answered = call(writing, long);
    const other = await question;
    assert.deepEqual([other.modal, other.buttons, documents.length], [false, ["Allow", "Decline"], 1]);
    assert.ok(documents[0]?.endsWith(long));
    other.press("Decline");
    await assert.rejects(answered, /declined/);
    assert.deepEqual(ran, []);
  });

  it("run no tool that is not in the table, and take no input as it comes", async () => {
    for (const name of ["nothing", "toString", "__proto__", ""])
      await assert.rejects(call(name, "a"), /^UserError: Unknown tool/);
    const { signal } = new AbortController();
    const progress = (): void => undefined;
    for (const input of [undefined, null, "text", { text: 3 }])
      await assert.rejects(answers.of({ name: reading, input, client: "", signal, progress }), /"text" must be a text/);
    assert.deepEqual(ran, []);
  });
});
