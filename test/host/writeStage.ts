/** What suites that do every writing command share: a window of an administrator in a project of its own, and a person who answers. */
import * as vscode from "vscode";
import { removeHooks } from "./administrators.ts";
import { AnsweringPerson } from "./answering.ts";
import type { App } from "./app.ts";
import { checkOutOwn } from "./committing.ts";
import { forgetDrafts } from "./drafts.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { people, RoleWorld } from "./roleWorld.ts";
import { sessionOf, signedIn, signedOut } from "./signedIn.ts";
import { until } from "./until.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

export interface WriteStage {
  app: App;
  person: AnsweringPerson;
  world: RoleWorld;
  clock: PollClock;
  /** What is checked out, within `aboutCheckout`. */
  at: WorkspaceGit | undefined;
  branch: string;
}

/** Sets the stage for the suite around it. The window asks nothing by itself. */
export function setWriteStage(): WriteStage {
  const stage = {} as WriteStage;
  before(async () => {
    const { app, polling } = await freshWindow();
    const clock = new PollClock(polling);
    await signedIn();
    const world = await RoleWorld.make(app);
    await world.own.open();
    Object.assign(stage, { app, clock, world, person: new AnsweringPerson(), branch: "" });
    const { user, label, accessToken } = sessionOf(people.administrator);
    const { connection } = await signedIn({ user, label, accessToken });
    const isOpen = () => app.current.value.kind === "ready" && app.current.value.project.project === world.own.path;
    await until("the project", isOpen, app.current.onDidChange);
    await connection.client.users.current();
    clock.stop();
  });
  afterEach(async () => {
    await localService().control.clearFaults();
    await forgetDrafts(stage.app);
  });
  after(async () => {
    stage.clock.go();
    stage.person.dispose();
    await removeHooks();
    await stage.world.clear();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("workbench.view.explorer");
    await forgetDrafts(stage.app);
    await signedIn();
    await workspaceProject(stage.app);
    await signedOut();
  });
  return stage;
}

/** Has a branch of the workspace's project checked out for the suite around it. */
export function aboutCheckout(stage: WriteStage): void {
  before(async () => {
    await workspaceProject(stage.app);
    stage.at = await workspaceGit();
    stage.branch = await checkOutOwn(stage.app, localService().control, stage.at);
  });
  after(async () => {
    await stage.at?.restore();
    stage.at = undefined;
  });
}
