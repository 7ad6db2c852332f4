import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { commands, Range, Uri, window as vscodeWindow, workspace, WorkspaceEdit, type CancellationToken } from "vscode";
import type { Session } from "../../../../src/auth/session.ts";
import { KnownSecrets } from "../../../../src/core/base/knownSecrets.ts";
import { callTool, planOf } from "../../../../src/features/agents/callTool.ts";
import type { AgentsContext } from "../../../../src/features/agents/context.ts";
import type { InputProperty } from "../../../../src/features/agents/input.ts";
import { CallAnswers } from "../../../../src/features/agents/mcp/answerCall.ts";
import type { AgentTool } from "../../../../src/features/agents/tool.ts";
import { type ToolName, toolNames } from "../../../../src/features/agents/toolNames.ts";
import { tools } from "../../../../src/features/agents/tools.ts";
import { cleanEnvironment, runChild } from "../../../../tools/children.ts";
import { Scope } from "../../../../tools/scope.ts";
import { type ServiceProject, startServiceProject } from "../../../../tools/serviceProject.ts";
import { inLong } from "../../../support/long.ts";
import { seedVariable, shuffled } from "../../../support/seed.ts";
import { WholeWindow } from "../../../support/wholeWindow.ts";

const owned = new AsyncDisposableStack();
const scope = owned.use(new Scope());
let host: ServiceProject;
let window: WholeWindow;
const git = (...args: readonly string[]): Promise<string> =>
  runChild("git", args, { cwd: host.folder, env: cleanEnvironment() });
const currentBranch = (): string => {
  const { value } = window.context.current;
  return value.kind === "ready" ? (value.project.branch ?? "") : value.kind;
};
/** Waits until the window has seen a change. */
const seen = (is: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (is()) {
      resolve();
      return;
    }
    const listening = window.context.current.onDidChange(() => {
      if (!is()) return;
      listening.dispose();
      resolve();
    });
  });
const sessionOf = (name: "alice" | "bob"): Session => {
  const { id, username, name: full, token: accessToken } = host.info.users[name];
  return {
    ...{ id: name, instance: host.service.url, method: "token", user: { id, username, name: full } },
    ...{ label: username, scopes: ["api"], accessToken, status: "active" },
  };
};

const other = "demo/other";
/** Words that nobody but a model says, as any input may hold them. */
const word = "Wq7hK2pXz9mT4vLs";
const sha = "feedface0123456789abcdeffeedface01234567";
const texts: readonly string[] = [
  word,
  sha,
  `@${word}`,
  `include:\n  - remote: https://example.com/${word}\n  - template: ${word}.gitlab-ci.yml\n  - local: ${word}.yml\n`,
];
/** Finds a word in each form in which it may be sent. */
const words = new KnownSecrets();
words.add(word, sha);

const entries = Object.entries(tools) as [ToolName, AgentTool][];

/** The requests of this process, with headers and bodies, since they were taken the last time. */
class SentRequests {
  private readonly sent: unknown[] = [];
  private readonly listeners: Readonly<Record<string, (message: never) => void>> = {
    "undici:client:sendHeaders": ({ headers }: { headers: string }) => this.sent.push(headers),
    "undici:request:create": ({ request: { body } }: { request: { body?: unknown } }) => this.sent.push(body),
    "undici:request:bodyChunkSent": ({ chunk }: { chunk: Buffer }) => this.sent.push(chunk),
  };

  constructor() {
    for (const [name, listener] of Object.entries(this.listeners)) subscribe(name, listener as () => void);
  }

  take(): string {
    return this.sent.splice(0).map(String).join("\n");
  }

  dispose(): void {
    for (const [name, listener] of Object.entries(this.listeners)) unsubscribe(name, listener as () => void);
  }
}

/** What changes while the question is open. */
const changes = [
  "another branch is checked out",
  "another project is selected",
  "the branch gets another merge request",
  "a newer pipeline starts",
  "another account is selected",
  "the account signs out",
  "the merge request gets commits",
  "another job fails",
] as const;
type Change = (typeof changes)[number];

/** What stands when a question is asked. */
interface Scene {
  readonly branch: string;
  readonly mergeRequest: number;
  readonly thread: string;
  readonly pipeline: number;
  readonly failed: number;
  readonly running: number;
}

interface Row {
  readonly tool: ToolName;
  readonly input: (scene: Scene) => object;
  /** What the question names, as the request that is sent, without the project. */
  readonly sends: (scene: Scene) => string;
  /** Changes after which nothing is sent, each with its reason, besides that of the account. */
  readonly refuses?: Partial<Readonly<Record<Change, RegExp>>>;
}

const moved = { "the merge request gets commits": /!\d+ has new commits since/ } as const;

/** Each tool that writes, each way that it names something, and what it takes from the window. */
const rows: Readonly<Record<string, Row>> = {
  "a pipeline for the current branch": {
    tool: "forgeline_run_pipeline",
    input: () => ({ variables: { A: "1" } }),
    sends: ({ branch }) => `POST /pipeline of ${branch}`,
  },
  "a retry of a job": {
    tool: "forgeline_retry",
    input: ({ failed }) => ({ job: failed }),
    sends: ({ failed }) => `POST /jobs/${failed}/retry`,
  },
  "a retry of a pipeline": {
    tool: "forgeline_retry",
    input: ({ pipeline }) => ({ pipeline }),
    sends: ({ pipeline }) => `POST /pipelines/${pipeline}/retry`,
    refuses: { "another job fails": /Other jobs of pipeline \d+ have failed/ },
  },
  "a comment": {
    tool: "forgeline_comment",
    input: () => ({ body: "Well done" }),
    sends: ({ mergeRequest }) => `POST /merge_requests/${mergeRequest}/notes`,
  },
  "a reply": {
    tool: "forgeline_comment",
    input: ({ thread }) => ({ thread, body: "Because." }),
    sends: ({ mergeRequest, thread }) => `POST /merge_requests/${mergeRequest}/discussions/${thread}/notes`,
  },
  "a thread on a line": {
    tool: "forgeline_comment",
    input: () => ({ file: "numbers.txt", line: 1, body: "Why?" }),
    sends: ({ mergeRequest }) => `POST /merge_requests/${mergeRequest}/discussions`,
    refuses: moved,
  },
  "a suggestion": {
    tool: "forgeline_suggest_change",
    input: () => ({ file: "numbers.txt", first_line: 1, replacement: "zero\n" }),
    sends: ({ mergeRequest }) => `POST /merge_requests/${mergeRequest}/discussions`,
    refuses: moved,
  },
};

const isAboutPipelines = ({ tool }: Row): boolean => tool === "forgeline_run_pipeline" || tool === "forgeline_retry";
/** Changes that do not touch what the other tools are about. */
const ofMergeRequests: readonly Change[] = ["the branch gets another merge request", "the merge request gets commits"];
const ofPipelines: readonly Change[] = ["a newer pipeline starts", "another job fails"];

const token = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
} as CancellationToken;
/** Name of this test in its own requests. */
const own = "test";

/** Calls a tool; `meanwhile` happens while the question is open, which is then answered with yes. */
type Call = (row: Row, scene: Scene, meanwhile: () => Promise<unknown>) => Promise<unknown>;

describe("calls of models:", () => {
  before(async () => {
    host = await startServiceProject(scope, { concurrent: 0 });
    const { control } = host.service;
    await control.createProject({ path: other, files: { "README.md": "Other\n" } });
    for (const project of [host.info.project.path, other])
      for (const branch of ["one", "two"]) await control.commit({ "numbers.txt": `${branch}\n` }, { project, branch });
    await control.addMergeRequest({ project: other, sourceBranch: "one", title: "Other" });
    await git("fetch", "--quiet", "origin");
    await git("checkout", "--quiet", "one");
    window = owned.use(await WholeWindow.open({ folder: host.folder, settings: host.settings }));
    for (const name of ["bob", "alice"] as const) await window.context.sessions.write(sessionOf(name));
    await window.context.connections.prefer("alice");
    await seen(() => currentBranch() === "one");
  });
  after(() => owned.disposeAsync());

  describe("words of a model", function () {
    const sent = new SentRequests();
    const { signal } = new AbortController();
    let context: AgentsContext;
    let ciFile: string;
    let ciText: string;

    before(async () => {
      context = window.features.agents;
      ciFile = path.join(host.folder, ".gitlab-ci.yml");
      ciText = await readFile(ciFile, "utf8");
    });
    afterEach(async () => {
      await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await rm(ciFile, { force: true });
      await writeFile(ciFile, ciText);
    });
    after(() => sent.dispose());

    /** A value that a property usually has. */
    const usual = async (key: string, property: InputProperty): Promise<unknown> => {
      const { client } = context.current.require().connection;
      const { project: id } = context.current.require().project;
      if (key === "job") return (await client.jobs.list(id, {}, { perPage: 1 }).page()).items[0]?.id;
      if (key === "merge_request") return (await client.mergeRequests.listForProject(id, {}).page()).items[0]?.iid;
      return property.type === "integer" ? 1 : property.type === "string" ? "main" : undefined;
    };

    let seed = Number(process.env[seedVariable] ?? 0);
    /** Some of the choices: others for each property. */
    const dealt = (choices: readonly object[]): readonly object[] =>
      shuffled(choices, seed++).slice(0, inLong(2, choices.length));
    /** The inputs of a tool in which one text is said: alone, and the first one in modes that it has, dealt by the run's seed, or with all numbers. */
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
          for (const choice of text === word ? [{}, ...dealt(choices)] : [{}])
            yield { ...needed, ...choice, [key]: text };
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
      const part = path.join(host.folder, "part.yml");
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
      const folder = path.join(host.folder, "linked");
      await symlink(path.dirname(outside), folder);
      await writeFile(path.join(host.folder, ".git", "own.yml"), `${word}: {script: x}\n`);
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

  describe("a write of an agent that was allowed", () => {
    let made = 0;

    const api = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const { project, users, url } = host.info;
      const response = await fetch(`${url}/api/v4/projects/${encodeURIComponent(project.path)}${path}`, {
        method,
        headers: { "private-token": users.alice.token, "content-type": "application/json", "user-agent": own },
        ...(body && { body: JSON.stringify(body) }),
      });
      assert.ok(response.ok, `${method} ${path}: ${response.status}`);
      return (await response.json()) as T;
    };
    /** Makes what the question is about. */
    async function arrange(row: Row): Promise<Scene> {
      const { control } = host.service;
      const branch = currentBranch();
      const scene = { branch, mergeRequest: 0, thread: "", pipeline: 0, failed: 0, running: 0 };
      if (isAboutPipelines(row)) {
        const job = { name: "lint", status: "failed" } as const;
        const jobs = [job, { name: "test", status: "running" } as const];
        const made = await control.addPipeline({ ref: branch, status: "running", jobs });
        const [failed = 0, running = 0] = made.jobs;
        return { ...scene, pipeline: made.id, failed, running };
      }
      for (const sourceBranch of ["one", "two"].filter((one) => one !== branch))
        await control.addMergeRequest({ sourceBranch, title: "Of the other branch" });
      const { iid: mergeRequest } = await control.addMergeRequest({ sourceBranch: branch, title: `Numbers ${++made}` });
      const { id: thread } = await api<{ id: string }>("POST", `/merge_requests/${mergeRequest}/discussions`, {
        body: "Why?",
      });
      return { ...scene, mergeRequest, thread };
    }

    const change: Readonly<Record<Change, (scene: Scene) => Promise<unknown>>> = {
      "another branch is checked out": async ({ branch }) => {
        const next = branch === "one" ? "two" : "one";
        await git("checkout", "--quiet", next);
        await seen(() => currentBranch() === next);
      },
      "another project is selected": () =>
        window.context.projects.select({ instance: host.service.url, project: other, label: other }),
      "the branch gets another merge request": async ({ branch, mergeRequest }) => {
        await api("PUT", `/merge_requests/${mergeRequest}`, { state_event: "close" });
        await host.service.control.addMergeRequest({ sourceBranch: branch, title: "Newer" });
      },
      "a newer pipeline starts": ({ branch }) =>
        host.service.control.addPipeline({ ref: branch, status: "failed", jobs: [{ name: "lint", status: "failed" }] }),
      "another account is selected": () => window.context.connections.prefer("bob"),
      "the account signs out": () => window.context.sessions.remove("alice"),
      "the merge request gets commits": ({ branch }) =>
        host.service.control.commit({ "numbers.txt": `${branch} ${++made}\n` }, { branch }),
      "another job fails": ({ running }) => host.service.control.finishJob(running, "failed"),
    };
    /** Takes back what would be in the way of the next question. */
    async function restore(row: Row): Promise<void> {
      await window.context.projects.select(undefined);
      await window.context.sessions.write(sessionOf("alice"));
      await window.context.connections.prefer("alice");
      await seen(() => ["one", "two"].includes(currentBranch()));
      if (isAboutPipelines(row)) return;
      const open = await api<{ iid: number }[]>("GET", "/merge_requests?state=opened&per_page=100");
      for (const { iid } of open) await api("PUT", `/merge_requests/${iid}`, { state_event: "close" });
    }

    /** Returns the writes since a request, without the path of the project, and what a pipeline was started for. */
    async function sent(since: number): Promise<string[]> {
      const { info, service } = host;
      const before = `/api/v4/projects/${encodeURIComponent(info.project.path)}`;
      const writes = (await service.control.requests(since)).filter(
        ({ method, headers }) => method !== "GET" && headers["user-agent"] !== own,
      );
      return Promise.all(
        writes.map(async ({ method, path }) => {
          const what = `${method} ${path.replace(before, "")}`;
          if (what !== "POST /pipeline") return what;
          const [newest] = await api<{ ref: string }[]>("GET", "/pipelines?per_page=1");
          return `${what} of ${newest?.ref}`;
        }),
      );
    }

    const overMcp: Call = (row, scene, meanwhile) => {
      const showWarningMessage = async (_: string, ...rest: readonly unknown[]) => {
        if (rest.includes("Review…")) return "Review…";
        await meanwhile();
        return "Allow";
      };
      Object.assign(vscodeWindow, { showWarningMessage });
      const { signal } = new AbortController();
      const call = { name: row.tool, input: row.input(scene), client: "agent", signal, progress: () => undefined };
      return new CallAnswers(window.features.agents).of(call);
    };
    const inVsCode: Call = async (row, scene, meanwhile) => {
      const tool = window.tool(row.tool);
      const options = { input: row.input(scene), toolInvocationToken: undefined };
      const prepared = await tool.prepareInvocation?.(options, token);
      assert.ok(prepared?.confirmationMessages, "asks");
      await meanwhile();
      return tool.invoke(options, token);
    };

    it("is in this table, with each tool that writes", () => {
      const writing = toolNames.filter((name) => tools[name].plan !== undefined);
      assert.deepEqual([...new Set(Object.values(rows).map(({ tool }) => tool))].sort(), [...writing].sort());
    });

    /** Returns what came of a call: what was sent, and why it was not. */
    async function outcomeOf(call: Call, row: Row, what: Change) {
      const scene = await arrange(row);
      const since = await host.service.control.lastRequest();
      try {
        const refusal = await call(row, scene, () => change[what](scene)).then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        );
        return { named: row.sends(scene), sent: await sent(since), refusal };
      } finally {
        await restore(row);
      }
    }

    for (const [at, what] of changes.entries())
      it(`sends what the question named, or nothing with a reason, when ${what}`, async () => {
        const problems: unknown[] = [];
        // Each row is called in one of the ways with this change, and in the other one with the next.
        for (const [number, [name, row]] of Object.entries(rows).entries()) {
          if ((isAboutPipelines(row) ? ofMergeRequests : ofPipelines).includes(what)) continue;
          // Whatever happens to the account, it is noticed at one place: each row meets one of these changes.
          if (what.includes("account") && (at + Math.floor(number / 2)) % 2 === 0) continue;
          const outcome = await outcomeOf((at + number) % 2 === 0 ? overMcp : inVsCode, row, what);
          const { named, sent, refusal } = outcome;
          const reason = what.includes("account") ? /account .* changed/ : row.refuses?.[what];
          const isRight = reason
            ? sent.length === 0 && refusal !== undefined && reason.test(refusal)
            : sent.length === 1 && sent[0] === named && refusal === undefined;
          if (!isRight) problems.push({ name, ...outcome });
        }
        assert.deepEqual(problems, []);
      });
  });
});
