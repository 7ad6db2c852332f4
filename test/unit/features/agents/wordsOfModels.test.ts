import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, afterEach, before, describe, it } from "mocha";
import { directDispatcher } from "../../../../src/api/agent.ts";
import { KnownSecrets } from "../../../../src/core/base/knownSecrets.ts";
import type { AgentsContext } from "../../../../src/features/agents/context.ts";
import type { InputProperty } from "../../../../src/features/agents/input.ts";
import type { AgentTool } from "../../../../src/features/agents/tool.ts";
import type { ToolName } from "../../../../src/features/agents/toolNames.ts";
import { Scope } from "../../../../tools/scope.ts";
import { type ServiceProject, startServiceProject } from "../../../../tools/serviceProject.ts";
import { WholeWindow } from "../../../support/wholeWindow.ts";
import { approvedSession } from "../../auth/approvedSession.ts";

const { commands, Range, Uri, window: vscodeWindow, workspace, WorkspaceEdit } = await import("vscode");
const { tools } = await import("../../../../src/features/agents/tools.ts");
const { callTool, planOf } = await import("../../../../src/features/agents/callTool.ts");

/** Words that nobody but a model says, as any input may hold them. */
const word = "Wq7hK2pXz9mT4vLs";
const sha = "feedface0123456789abcdeffeedface01234567";
const texts: readonly string[] = [
  word,
  sha,
  `@${word}`,
  `${word}.gitlab-ci.yml`,
  `https://${word}.example.com/?a=${word}`,
  `include:\n  - remote: https://example.com/${word}\n  - template: ${word}.gitlab-ci.yml\n  - local: ${word}.yml\n`,
];
/** Finds a word in each form in which it may be sent. */
const words = new KnownSecrets();
words.add(word, sha);

const entries = Object.entries(tools) as [ToolName, AgentTool][];

/** The requests of this process, with headers and bodies. */
class SentRequests {
  private sent: string[] = [];
  private readonly listeners: readonly [string, (message: unknown) => void][] = [
    ["undici:client:sendHeaders", (message) => this.sent.push((message as { readonly headers: string }).headers)],
    [
      "undici:request:create",
      (message) => this.sent.push(String((message as { readonly request: { readonly body?: unknown } }).request.body)),
    ],
    [
      "undici:request:bodyChunkSent",
      (message) => this.sent.push(String((message as { readonly chunk: Buffer }).chunk)),
    ],
  ];

  constructor() {
    for (const [name, listener] of this.listeners) subscribe(name, listener);
  }

  /** Returns what was sent since the last time. */
  take(): string {
    return this.sent.splice(0).join("\n");
  }

  dispose(): void {
    for (const [name, listener] of this.listeners) unsubscribe(name, listener);
  }
}

describe("words of a model", function () {
  const owned = new AsyncDisposableStack();
  const scope = owned.use(new Scope());
  const way = owned.adopt(directDispatcher(), (one) => one.close());
  const sent = owned.adopt(new SentRequests(), (one) => one.dispose());
  const { signal } = new AbortController();
  let project: ServiceProject;
  let window: WholeWindow;
  let context: AgentsContext;
  let ciFile: string;
  let ciText: string;

  before(async () => {
    project = await startServiceProject(scope, { concurrent: 0 });
    window = owned.use(await WholeWindow.open(project));
    context = window.features.agents;
    const session = await approvedSession(project.service, "alice", await way.dispatcher(project.service.url));
    const isReady = new Promise<void>((resolve) => {
      context.current.onDidChange(() => context.current.value.kind === "ready" && resolve());
    });
    await window.context.sessions.write({ ...session, createdAt: Date.now() });
    await isReady;
    ciFile = path.join(project.folder, ".gitlab-ci.yml");
    ciText = await readFile(ciFile, "utf8");
  });
  afterEach(async () => {
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await rm(ciFile, { force: true });
    await writeFile(ciFile, ciText);
  });
  after(() => owned.disposeAsync());

  /** A value that a property usually has. */
  const usual = async (key: string, property: InputProperty): Promise<unknown> => {
    const { client } = context.current.require().connection;
    const { project: id } = context.current.require().project;
    if (key === "job") return (await client.jobs.list(id, {}, { perPage: 1 }).page()).items[0]?.id;
    if (key === "merge_request") return (await client.mergeRequests.listForProject(id, {}).page()).items[0]?.iid;
    return property.type === "integer" ? 1 : property.type === "string" ? "main" : undefined;
  };

  /** The inputs of a tool in which one text is said: alone, and the first one in every mode that it has and with all numbers. */
  async function* inputsWith({ input: { properties, required = [] } }: AgentTool): AsyncGenerator<object> {
    const needed: Record<string, unknown> = {};
    for (const key of required) needed[key] = await usual(key, properties[key]!);
    const choices: object[] = Object.entries(properties).flatMap(([key, property]) =>
      property.type === "string" ? (property.enum ?? []).map((value) => ({ [key]: value })) : [],
    );
    const numbers: Record<string, unknown> = {};
    for (const [key, property] of Object.entries(properties))
      if (property.type === "integer") numbers[key] = await usual(key, property);
    choices.push(numbers);
    for (const [key, { type }] of Object.entries(properties))
      for (const text of type === "string" ? texts : [])
        for (const choice of text === word ? [{}, ...choices] : [{}]) yield { ...needed, ...choice, [key]: text };
  }

  const saysOf = async (work: Promise<unknown>): Promise<string> => {
    await work.catch(() => undefined);
    // What is asked for in the background is asked for by now.
    for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
    return sent.take();
  };

  it("are found where they are sent", async () => {
    const { client } = context.current.require().connection;
    const { project: id } = context.current.require().project;
    for (const request of [
      () => client.pipelines.list(id, { ref: word }, {}).page(),
      () => client.extras.ciLint(id, { content: `# ${word}\n` }),
      () => client.ciTemplates.get(word),
    ]) {
      const text = await saysOf(request());
      assert.notEqual(words.hide(text), text);
    }
  });

  for (const [name, tool] of entries)
    it(`are not sent before a person has answered: ${name}`, async () => {
      let inputs = 0;
      sent.take();
      for await (const input of inputsWith(tool)) {
        inputs++;
        sent.take();
        const text = await saysOf(
          tool.plan ? planOf(context, { name, input, signal }) : callTool(context, { name, input, signal }),
        );
        assert.equal(words.hide(text), text, JSON.stringify(input));
      }
      const hasTexts = Object.values(tool.input.properties).some(({ type }) => type === "string");
      assert.equal(inputs > 0, hasTexts);
    });

  const check = async (input: object = {}): Promise<{ readonly answer: string; readonly linted: boolean }> => {
    sent.take();
    const answer = await callTool(context, { name: "forgeline_check_ci_file", input, signal });
    return { answer, linted: /^POST \S+\/ci\/lint /m.test(sent.take()) };
  };

  it("let the host check the saved CI file of the working tree", async () => {
    const { answer, linted } = await check();
    assert.ok(linted);
    assert.match(answer, /The host's CI lint: valid/);
  });

  it("do not let the host check a text, nor unsaved changes", async () => {
    const refused = /The host's CI lint was not asked: it only gets the saved CI file of the working tree\./;
    const given = await check({ text: "a: {script: x}\n" });
    assert.equal(given.linted, false);
    assert.match(given.answer, refused);
    const { document } = await vscodeWindow.showTextDocument(Uri.file(ciFile));
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), "a: {script: x}\n");
    await workspace.applyEdit(edit);
    const unsaved = await check();
    assert.equal(unsaved.linted, false);
    assert.match(unsaved.answer, refused);
    assert.match(unsaved.answer, /1 jobs/);
  });

  it("do not let the host check a file, or what it includes, that names another server", async () => {
    const refused =
      /The host's CI lint was not asked: it only gets files whose includes are all files of the repository/;
    await writeFile(ciFile, `include: https://example.com/${word}.yml\n${ciText}`);
    const direct = await check();
    assert.equal(direct.linted, false);
    assert.match(direct.answer, refused);
    const part = path.join(project.folder, "part.yml");
    await writeFile(part, `include: [{remote: https://example.com/${word}.yml}]\n`);
    await writeFile(ciFile, `include: part.yml\na: {script: x}\n`);
    const indirect = await check();
    await rm(part);
    assert.equal(indirect.linted, false);
    assert.match(indirect.answer, refused);
  });

  it("lead to no file outside of the clone, nor to Git's own", async () => {
    const outside = path.join(await scope.folder("forgeline-outside-"), "secret.yml");
    await writeFile(outside, `${word}: {script: x}\n`);
    const missing = /There is no .* in the repository/;
    await rm(ciFile);
    await symlink(outside, ciFile);
    await assert.rejects(check(), missing);
    await rm(ciFile);
    const folder = path.join(project.folder, "linked");
    await symlink(path.dirname(outside), folder);
    await writeFile(path.join(project.folder, ".git", "own.yml"), `${word}: {script: x}\n`);
    for (const one of ["linked/secret.yml", ".git/own.yml", ".GIT/own.yml", ".git/config"])
      await assert.rejects(check({ path: one }), missing, one);
    for (const one of ["linked/secret.yml", ".git/own.yml"]) {
      const { answer } = await check({ text: `include: ${one}\na: {script: x}\n` });
      assert.ok(!answer.includes(word), one);
    }
    await rm(folder);
    assert.ok(!sent.take().includes(word));
  });
});
