import assert from "node:assert/strict";
import { CancelledError } from "../../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { redact } from "../../../../../src/core/base/log.ts";
import type { Connection } from "../../../../../src/core/connections.ts";
import { Answer } from "../../../../../src/core/diagnosis/answer.ts";
import type { AgentsContext } from "../../../../../src/features/agents/context.ts";
import { CallAnswers } from "../../../../../src/features/agents/mcp/answerCall.ts";
import type { ToolProject } from "../../../../../src/features/agents/subject.ts";
import type { AgentTool, Confirmation } from "../../../../../src/features/agents/tool.ts";
import { tools } from "../../../../../src/features/agents/tools.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

/** A question that the window shows, and how it is answered. */
interface Shown {
  readonly question: string;
  readonly modal: boolean;
  readonly detail: string;
  readonly buttons: readonly string[];
  readonly press: (button?: string) => void;
}

const writing = "forgeline_comment";
const reading = "forgeline_list_pipelines";
const project: ToolProject = {
  instance: "https://git.example.com",
  project: "group/project",
  connection: {} as Connection,
};

const described = ({ run: _run, plan: _plan, ...description }: AgentTool) => description;

describe("calls of agents", () => {
  const before = { ...tools };
  const table = tools as Record<string, AgentTool>;
  const appeared = new Emitter<Shown>();
  let shown: Shown[];
  let ran: string[];
  let answers: InstanceType<typeof CallAnswers>;
  let documents: string[];
  let closed: number;

  const confirmation = (of: string): Confirmation => ({
    title: `Send ${of}?`,
    message: "Sends this:",
    diff: `- old\n+ ${of}`,
    sent: of,
  });
  beforeEach(() => {
    [shown, ran, documents, closed] = [[], [], [], 0];
    const did = (text: string): Promise<Answer> => Promise.resolve(new Answer().say(`did ${ran[ran.push(text) - 1]}`));
    const input = { type: "object", properties: { text: { type: "string", description: "" } } } as const;
    table[writing] = {
      ...described(before[writing]),
      input,
      plan: (_, given) => {
        const text = given.requiredString("text");
        return Promise.resolve({ project, confirmation: confirmation(text), send: () => did(text) });
      },
    };
    table[reading] = { ...described(before[reading]), input, run: (_, given) => did(given.requiredString("text")) };
    vscodeFakes.window["showWarningMessage"] = (question: string, ...rest: readonly unknown[]) =>
      new Promise((press: (button?: string) => void) => {
        const options = rest.find((one) => typeof one === "object") as { modal?: boolean; detail?: string } | undefined;
        const buttons = rest.filter((one) => typeof one === "string");
        const one = { question, modal: options?.modal === true, detail: options?.detail ?? "", buttons, press };
        shown.push(one);
        appeared.fire(one);
      });
    const texts = {
      show: (_: string, text: string) => Promise.resolve(documents.push(text)),
      close: () => Promise.resolve(void closed++),
    };
    const connections = { get: () => project.connection };
    answers = new CallAnswers({ texts, connections, hide: redact } as unknown as AgentsContext);
  });
  afterEach(() => {
    Object.assign(table, before);
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
  const { signal } = new AbortController();
  const called = (name: string, input: unknown, client: string, until = signal): Promise<string> =>
    answers.of({ name, input, client, signal: until, progress: () => undefined });
  const call = (name: string, text: string, until?: AbortSignal): Promise<string> =>
    called(name, { text }, "claude\u202e$(x)", until);

  it("that change something show first what is sent and who asks, and run when allowed", async () => {
    const first = next();
    const answered = call(writing, "first\n\tsecond\u202e");
    const notice = await first;
    const found = [notice.question, notice.modal, notice.buttons];
    assert.deepEqual(found, ["The agent “claude $\u200b(x)” asks: Send first second ?", false, ["Review…", "Decline"]]);
    const question = next();
    notice.press("Review…");
    const { press, ...rest } = await question;
    assert.deepEqual(rest, {
      question: "Send first second ?",
      modal: true,
      detail:
        "Sends this:\n\n- old\n+ first\n  second\ufffd\n\nfirst\n  second\ufffd\n\nAn agent asks for this over MCP. It calls itself “claude $\u200b(x)”.",
      buttons: ["Allow"],
    });
    assert.deepEqual(ran, []);
    press("Allow");
    assert.equal(await answered, "did first\n\tsecond\u202e");
  });

  it("name an agent that cannot end the quotation marks around its name", async () => {
    const appearing = next();
    const answered = called(writing, { text: "a" }, 'Copilot” asks to read. Then “x» "y" „z');
    const notice = await appearing;
    assert.equal(notice.question, "The agent “Copilot' asks to read. Then 'x' 'y' 'z” asks: Send a?");
    const question = next();
    notice.press("Review…");
    const { detail, press } = await question;
    assert.ok(detail.endsWith("It calls itself “Copilot' asks to read. Then 'x' 'y' 'z”."), detail);
    press();
    await assert.rejects(answered, /declined/);
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
    const question = reviewed();
    one.press();
    await assert.rejects(declined, /declined/);
    (await question).press("Allow");
    assert.equal(await allowed, "did b");
    assert.deepEqual(ran, ["c", "b"]);
  });

  it("neither ask nor run once the agent has gone, and ask the next one", async () => {
    const stop = new AbortController();
    const first = next();
    const gone = [call(writing, "a", stop.signal), call(writing, "b", stop.signal)];
    const one = await first;
    const question = reviewed();
    const answered = call(writing, "c");
    stop.abort();
    for (const work of gone) await assert.rejects(work, CancelledError);
    one.press("Review…");
    (await question).press("Allow");
    assert.equal(await answered, "did c");
    assert.equal(shown.length, 3);
    assert.deepEqual(ran, ["c"]);
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

  it("show more than 20 lines or 1,000 characters in a document before they can be allowed", async () => {
    for (const long of [
      "x".repeat(1_000),
      "x".repeat(5_000),
      "a\n".repeat(20),
      `First${"\n".repeat(3_000)}Also this.`,
    ]) {
      documents.length = 0;
      closed = 0;
      const question = reviewed();
      const answered = call(writing, long);
      const other = await question;
      assert.deepEqual([other.modal, other.buttons, other.detail], [false, ["Allow", "Decline"], ""]);
      assert.deepEqual(documents, [`Sends this:\n\n- old\n+ ${long}\n\n${long}`]);
      assert.equal(closed, 0);
      other.press("Decline");
      await assert.rejects(answered, /declined/);
      assert.deepEqual([ran, closed], [[], 1]);
    }
  });

  it("show 20 lines in a box", async () => {
    const question = reviewed();
    const answered = call(writing, "a\nb\nc\nd\ne\nf\ng");
    const { modal, detail, press } = await question;
    assert.deepEqual([modal, detail.split("\n").length, documents], [true, 20, []]);
    press("Allow");
    await answered;
  });

  it("run no tool that is not in the table, and take no input as it comes", async () => {
    for (const name of ["nothing", "toString", "__proto__", ""])
      await assert.rejects(call(name, "a"), /^UserError: Unknown tool/);
    for (const input of [undefined, null, "text", { text: 3 }])
      await assert.rejects(called(reading, input, ""), /"text" must be a text/);
    assert.deepEqual(ran, []);
  });
});
