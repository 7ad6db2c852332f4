/** What suites about one view share: alice is signed in, the view is seen, and each test has a project of its own. */
import * as vscode from "vscode";
import type { Session } from "../../src/auth/sessionStore.ts";
import type { PollScheduler } from "../../src/core/tree/poll.ts";
import type { ProjectView } from "../../src/core/tree/projectView.ts";
import type { ViewModel } from "../../src/core/tree/viewModel.ts";
import type { ViewId } from "../../src/core/views.ts";
import type { App } from "./app.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { type Row, Rows } from "./rows.ts";
import { closeView, showAlone } from "./shownView.ts";
import { signedIn, signedOut } from "./signedIn.ts";

export class ViewSuite<N extends { kind: string }, C extends ViewModel<N>> {
  app!: App;
  /** What the window may ask by itself. */
  polling!: PollScheduler;
  view!: ProjectView<N, C>;
  project!: OwnProject;
  rows!: Rows<unknown>;
  readonly control = localService().control;

  /** What is shown of the open project. */
  get contents(): C {
    const { contents } = this.view;
    if (contents === undefined) throw new Error("The view shows no project");
    return contents;
  }

  /** The text above the rows. */
  get message(): string | undefined {
    return this.view.message;
  }

  /** Rows of the view are drawn again. */
  readonly onRedraw = (listener: () => unknown): vscode.Disposable =>
    (this.view.provider as vscode.TreeDataProvider<unknown>).onDidChangeTreeData!(listener);

  /** Opens the test's project and answers with the first rows. */
  async open(): Promise<Row<unknown>[]> {
    await this.project.open();
    return this.rows.below();
  }

  /** Reads everything anew, as Refresh does. */
  async refreshed(): Promise<Row<unknown>[]> {
    await this.view.refresh();
    return this.rows.below();
  }
}

export const labels = (rows: readonly Row<unknown>[]): string[] => rows.map(({ label }) => label);

/** Sets up the suite around it. @param name what the view's heading says @param account how alice is signed in */
export function viewSuite<N extends { kind: string }, C extends ViewModel<N>>(
  id: ViewId,
  name: string,
  of: (app: App) => ProjectView<N, C>,
  account: Partial<Session> = {},
): ViewSuite<N, C> {
  const suite = new ViewSuite<N, C>();
  before(async () => {
    await freshWindow();
    ({ app: suite.app, polling: suite.polling } = await signedIn(account));
    suite.view = of(suite.app);
    suite.rows = new Rows<unknown>(suite.view.provider);
    await showAlone(suite.app, id);
  });
  beforeEach(async () => {
    suite.project = await ownProject(suite.app);
  });
  afterEach(async () => {
    await suite.control.clearFaults();
    // The silence that a test asked for must not hold up what comes after it.
    new PollClock(suite.polling).go();
  });
  after(async () => {
    await closeView(suite.view, name);
    await vscode.commands.executeCommand("workbench.view.explorer");
    await workspaceProject(suite.app);
    await signedOut();
  });
  return suite;
}
