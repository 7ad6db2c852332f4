/** What suites about commands share: an account, the project, what the extension shows, and rows as menus hand them over. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Client } from "../../src/api/client.ts";
import type { ProjectScope } from "../../src/core/base/refs.ts";
import type { Change } from "../../src/core/changes.ts";
import type { JobRef, PipelineRef } from "../../src/core/pipelines/refs.ts";
import type { PollScheduler } from "../../src/core/tree/poll.ts";
import type { FabricatedPipeline } from "../service/fabricated.ts";
import { isBoxRequest } from "../support/boxes/boxPerson.ts";
import type { DrawnKind } from "../support/boxes/drawnKinds.ts";
import { atEndOfTests } from "../support/endOfTests.ts";
import type { Box, Request, Seen } from "../support/testLine.ts";
import type { App } from "./app.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { outer } from "./outer.ts";
import { boxesArePlayed, boxesWereDrawn, boxPerson, playBoxes } from "./playedBoxes.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { type Message, Messages, openedBy, replace } from "./spies.ts";
import { until } from "./until.ts";

type PageRole = Extract<Request, { action: "find" }>["role"];

export class Stage {
  app!: App;
  /** What the window may ask by itself. */
  polling!: PollScheduler;
  /** Folder in which the extension keeps its files. */
  storage!: string;
  /** Alice's, as the extension uses it. */
  client!: Client;
  scope!: ProjectScope;
  messages!: Messages;
  /** Texts in the status bar that say that something went well. */
  readonly notices: string[] = [];
  readonly onDidNotify = new vscode.EventEmitter<void>();
  /** What was announced as changed, so that views read it again. */
  readonly announced: Change[] = [];
  /** Number of the last request before the suite. */
  begun = 0;
  readonly control = localService().control;
  readonly info = localService().info;

  /** Asks the person in front of the window, or the one in the process where boxes are played. */
  async person(request: Request): Promise<string> {
    if (boxesArePlayed() && isBoxRequest(request)) return boxPerson.act(request);
    // The window hears in order: a box that the extension has closed is gone once it answers, and takes no words meant for the next one.
    await vscode.commands.executeCommand("setContext", "forgeline.test", true);
    return outer().ask(request);
  }

  /** The quick input with this in its title, once it contains `saying`. */
  readonly look = async (box: string, saying?: string): Promise<Box> =>
    JSON.parse(await this.person({ action: "look", box, ...(saying !== undefined && { saying }) })) as Box;
  /** Selects a row of the quick pick with this in its title, after typing a filter. */
  readonly pick = (box: string, row: string, type?: string): Promise<string> =>
    this.person({ action: "pick", box, row, ...(type !== undefined && { type }) });
  readonly check = (box: string, rows: readonly string[]): Promise<string> =>
    this.person({ action: "check", box, rows });
  /** Types into the quick input with this in its title and accepts it. */
  readonly type = (box: string, text: string): Promise<string> => this.person({ action: "type", box, text });
  /** Types into the quick input with this in its title. */
  readonly fill = (box: string, text: string): Promise<string> => this.person({ action: "fill", box, text });
  readonly escape = (box: string): Promise<string> => this.person({ action: "key", box, key: "Escape" });
  readonly enter = (box: string): Promise<string> => this.person({ action: "key", box, key: "Enter" });
  /** Types and accepts once the quick input contains `saying`. */
  readonly typeAt = async (box: string, saying: string, text: string): Promise<string> => {
    await this.look(box, saying);
    return this.type(box, text);
  };
  readonly fillAt = async (box: string, saying: string, text: string): Promise<string> => {
    await this.look(box, saying);
    return this.fill(box, text);
  };
  readonly pickAt = async (box: string, saying: string, row: string): Promise<string> => {
    await this.look(box, saying);
    return this.pick(box, row);
  };
  readonly enterAt = async (box: string, saying: string): Promise<string> => {
    await this.look(box, saying);
    return this.enter(box);
  };
  /** Selects a field of a form and types its value. */
  readonly field = async (box: string, field: string, text: string): Promise<string> => {
    await this.pick(box, field);
    return this.type(field, text);
  };
  readonly titleButton = (box: string, button: string): Promise<string> =>
    this.person({ action: "titleButton", box, button });
  /** Presses a button of the modal dialog; returns the text of the dialog. */
  readonly dialog = (button: string): Promise<string> => this.person({ action: "dialog", button });
  /** Presses the button with this name in a notification. */
  readonly press = (button: string): Promise<string> => this.person({ action: "press", button });

  /** What a page shows with this role and name, once it is there. */
  readonly see = async (role: PageRole, name: string, click = false): Promise<Seen> =>
    JSON.parse(await this.person({ action: "find", page: true, role, name, click })) as Seen;
  /** Resolves once a page shows no such thing. */
  readonly gone = (role: PageRole, name: string): Promise<string> =>
    this.person({ action: "find", page: true, role, name, gone: true });

  /** The web addresses that are opened meanwhile. */
  opened(work: () => PromiseLike<unknown>): Promise<string[]> {
    return openedBy(work);
  }

  /** A pipeline that nobody runs, as rows of the views carry it, and its jobs in the order of the spec. */
  async pipeline(spec: FabricatedPipeline): Promise<{ row: PipelineRef; jobs: JobRef[] }> {
    const made = await this.control.addPipeline(spec);
    return { row: await this.pipelineRow(made.id), jobs: await Promise.all(made.jobs.map((id) => this.jobRow(id))) };
  }

  async pipelineRow(id: number): Promise<PipelineRef> {
    const pipeline = await this.client.pipelines.get(this.scope.project, id);
    return { kind: "pipeline", group: "all", ...this.scope, pipeline } as PipelineRef;
  }

  async jobRow(id: number): Promise<JobRef> {
    const job = await this.client.jobs.get(this.scope.project, id);
    return {
      kind: "job",
      group: "all",
      ...this.scope,
      pipelineId: job.pipeline?.id,
      stage: job.stage,
      job,
      earlier: [],
    } as JobRef;
  }

  get announcedSubjects(): string[] {
    return this.announced.map(({ subject }) => subject);
  }

  /** The next message, which has to come, and no other beside it. */
  async message(): Promise<Message> {
    await until("a message", () => this.messages.count > 0, this.messages.onDidShow);
    const [message, ...others] = this.messages.take();
    assert.ok(message);
    assert.deepEqual(others, [], "one message at most");
    return message;
  }

  /** The next message has these words, and these buttons where they are given. */
  async says(words: RegExp, buttons?: readonly string[]): Promise<void> {
    const message = await this.message();
    assert.match(message.text, words);
    if (buttons) assert.deepEqual(message.buttons, buttons);
  }

  /** Answers the modal question, which is taken with that; what is said after it is not. Gives its words. */
  async answer(button: string): Promise<string> {
    await until("a question", () => this.messages.count > 0, this.messages.onDidShow);
    this.messages.take();
    return this.person({ action: "dialog", button });
  }

  /** Lets the project's settings name its CI file. */
  setCiFile(ci_config_path: string): Promise<void> {
    const { id, path } = this.info.project;
    const body = { id, name: "sample", path_with_namespace: path, ci_config_path };
    return this.control.fault({ path: "/api/v4/projects/[^/?]+$", status: 200, body });
  }

  async closeMessages(): Promise<void> {
    boxPerson.closeMessages();
    await vscode.commands.executeCommand("notifications.clearAll");
  }

  /** How often the service was asked so since the number of an earlier request, or in this suite. */
  async asked(method: string, path: RegExp, since = this.begun): Promise<number> {
    const requests = await this.control.requests(since);
    return requests.filter((request) => request.method === method && path.test(request.path)).length;
  }
}

interface StageOptions {
  /** Nobody is signed in when false. */
  readonly account?: boolean;
  /** The whole suite meets VS Code's own boxes and messages, and stands for these kinds. */
  readonly drawn?: readonly DrawnKind[];
}

/** Sets the stage for the suite around it. Boxes and messages are played in the process; a message that no test took fails the test. */
export function setStage({ account = true, drawn }: StageOptions = {}): Stage {
  const stage = new Stage();
  const undo: { dispose(): void }[] = [];
  let played: { dispose(): void } | undefined;
  before(async () => {
    if (!drawn) played = playBoxes();
    const { app, polling, storage } = await freshWindow();
    Object.assign(stage, { app, polling, storage, begun: await stage.control.lastRequest() });
    if (!account) return signedOut();
    const { project, connection } = await signedIn();
    Object.assign(stage, {
      client: connection.client,
      scope: { instance: project.instance, project: project.project },
    });
  });
  atEndOfTests(() => assert.deepEqual(stage.messages.take(), [], "messages that the test did not expect"));
  beforeEach(() => {
    stage.notices.length = stage.announced.length = 0;
    stage.messages = new Messages();
    const notices = replace(
      vscode.window,
      "setStatusBarMessage",
      (real) =>
        ((text: string, ms: number) => {
          stage.notices.push(text);
          stage.onDidNotify.fire();
          return (real as (text: string, ms: number) => vscode.Disposable).call(vscode.window, text, ms);
        }) as typeof real,
    );
    const announced = stage.app.changes.event((change) => stage.announced.push(change));
    undo.push(stage.messages, notices, announced);
  });
  afterEach(async () => {
    for (const one of undo.splice(0)) one.dispose();
    await stage.control.clearFaults();
    // What a failed test left open must not be in the way of the next one.
    boxPerson.closeMessages();
    boxPerson.leave();
    if (!boxesWereDrawn()) return;
    await vscode.commands.executeCommand("notifications.clearAll");
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
  });
  after(async () => {
    // Whatever fails below, the next suite must meet VS Code's own boxes.
    played?.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("workbench.view.explorer");
    await signedOut();
  });
  return stage;
}
