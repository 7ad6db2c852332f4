import assert from "node:assert/strict";
import { mock } from "node:test";
import type { Connection } from "../../../../src/core/connections.ts";
import { Answer } from "../../../../src/core/diagnosis/answer.ts";
import { OpenQuestions } from "../../../../src/features/agents/openQuestions.ts";
import type { WritePlan } from "../../../../src/features/agents/tool.ts";

const minutes = 60_000;
const alice = {} as Connection;

/** A plan that names something. */
const planOf = (what: string, connection = alice): WritePlan => ({
  project: { instance: "https://git.example.com", project: "group/project", connection },
  confirmation: { title: "Run pipeline?", message: what },
  send: () => Promise.resolve(new Answer().say(what)),
});

describe("questions that VS Code asks", () => {
  const call = { name: "forgeline_run_pipeline", input: { ref: "main", variables: { A: "1", B: "2" } } } as const;
  let questions: InstanceType<typeof OpenQuestions>;

  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    questions = new OpenQuestions();
  });
  afterEach(() => {
    questions.dispose();
    mock.timers.reset();
  });
  const nothingSent = /^UserError: Nothing was sent: the user was not asked/;

  it("lead to the plan of an equal input, in whichever order its fields are", () => {
    const plan = planOf("main");
    questions.keep(call, plan);
    const { name } = call;
    assert.throws(() => questions.take({ name, input: { ref: "main" } }), nothingSent);
    assert.throws(() => questions.take({ name: "forgeline_retry", input: call.input }), nothingSent);
    assert.equal(questions.take({ name, input: { variables: { B: "2", A: "1" }, ref: "main" } }), plan);
  });

  it("lead to nothing after five minutes", () => {
    questions.keep(call, planOf("main"));
    mock.timers.tick(5 * minutes - 1);
    questions.keep({ ...call, input: {} }, planOf("topic"));
    mock.timers.tick(1);
    assert.throws(() => questions.take(call), nothingSent);
    assert.ok(questions.take({ ...call, input: {} }));
  });

  it("about two equal calls that are open at once lead to one write", () => {
    questions.keep(call, planOf("main"));
    questions.keep(call, planOf("main"));
    assert.equal(questions.take(call).confirmation.message, "main");
    assert.throws(() => questions.take(call), nothingSent);
  });

  it("are refused while one about an equal call may be open that names something else", () => {
    questions.keep(call, planOf("main"));
    for (const other of [planOf("topic"), planOf("main", {} as Connection)])
      assert.throws(() => questions.keep(call, other), /may still be open in VS Code, for something else/);
    const again = planOf("main");
    questions.keep(call, again);
    assert.equal(questions.take(call), again);
    assert.throws(() => questions.keep(call, planOf("topic")), /may still be open/);
    mock.timers.tick(5 * minutes);
    questions.keep(call, planOf("topic"));
  });

  it("close their document when they are answered, refused or over", () => {
    const closed: string[] = [];
    const document = (name: string) => ({ dispose: () => void closed.push(name) });
    questions.keep(call, planOf("main"), document("answered"));
    questions.take(call);
    questions.keep(call, planOf("main"), document("over"));
    assert.throws(() => questions.keep(call, planOf("topic"), document("refused")));
    mock.timers.tick(5 * minutes);
    assert.deepEqual(closed, ["answered", "refused", "over"]);
  });
});
