import * as vscode from "vscode";
import { Emitter } from "../../../src/core/base/events.ts";
import type { PipelinesNode } from "../../../src/core/pipelines/nodes.ts";
import type { Element } from "../../../src/core/tree/node.ts";
import { VIEWS } from "../../../src/core/views.ts";
import type { App } from "../app.ts";
import { freshWindow } from "../freshWindow.ts";
import { localService } from "../localService.ts";
import { outer } from "../outer.ts";
import { type OwnProject, ownProject, workspaceProject } from "../ownProject.ts";
import { Rows } from "../rows.ts";
import { hideViews, showPipelines, toggleRow } from "../shownView.ts";
import { signedIn, signedOut } from "../signedIn.ts";
import { replace } from "../spies.ts";
import { until } from "../until.ts";

describe("the Pipelines view as VS Code draws it @window", () => {
  const { control } = localService();
  let app: App;
  let project: OwnProject;
  let rows: Rows<Element<PipelinesNode>>;
  before(async () => {
    await freshWindow();
    ({ app } = await signedIn());
    rows = new Rows(app.pipelines.view.provider);
    await showPipelines(app);
  });
  beforeEach(async () => {
    project = await ownProject(app);
  });
  after(async () => {
    await hideViews(app);
    await workspaceProject(app);
    await signedOut();
  });
  const open = async (): Promise<void> => {
    await project.open();
    await rows.settled();
  };

  it("runs the command of a key on the focused row, not the selected one", async () => {
    const { jobs } = await project.add({
      status: "failed",
      jobs: ["alpha", "beta"].map((name) => ({ name, stage: "test", status: "failed", trace: `log of ${name}\n` })),
    });
    await open();
    const { logs } = app.jobs;
    const press = (...keys: string[]): Promise<unknown> => outer().ask({ action: "keys", keys });
    await outer().ask({ action: "find", role: "treeitem", name: "Job alpha, failed", click: true });
    await control.waitForRequest({ path: `/jobs/${jobs[0] ?? 0}/trace` });
    await vscode.commands.executeCommand(`${VIEWS.pipelines}.focus`);
    const since = await control.lastRequest();
    await press("ArrowDown", "Control+k", "Alt+l");
    await control.waitForRequest({ path: `/jobs/${jobs[1] ?? 0}/trace`, since });
    await outer().ask({ action: "find", role: "treeitem", name: "Job alpha, failed", states: { selected: true } });
    logs.stop();
  });

  it("keeps a row expanded that is expanded while VS Code reads the rows of another", async () => {
    const [first, second] = [
      await project.add({ ref: "first", status: "success", jobs: [{ stage: "one", status: "success" }] }),
      await project.add({ ref: "second", status: "success", jobs: [{ stage: "two", status: "success" }] }),
    ];
    await open();
    const { view } = app.pipelines;
    await toggleRow(view, VIEWS.pipelines, await rows.pipeline(first.id), true);
    await outer().ask({ action: "find", role: "treeitem", name: "Stage one, passed" });
    await view.settled();

    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const asked = new Emitter<number>();
    using _held = undone(
      replace(view.provider, "getChildren", (real) => async (element) => {
        const below = await real.call(view.provider, element);
        const id = element?.kind === "pipeline" ? element.pipeline.id : 0;
        asked.fire(id);
        if (id === first.id) await released;
        return below;
      }),
    );
    const isAsked = async (id: number): Promise<void> => {
      let seen = false;
      using _listening = undone(asked.event((one) => (seen ||= one === id)));
      await until(`VS Code to ask for the rows below pipeline ${id}`, () => seen, asked.event);
    };
    const reading = isAsked(first.id);
    await project.add({ ref: "third", status: "success" });
    await view.refresh();
    await reading;
    const clicked = { action: "find", role: "treeitem", name: `Pipeline ${second.id}, passed` } as const;
    await outer().ask({ ...clicked, states: { expanded: false }, click: true });
    await outer().ask({ ...clicked, states: { expanded: true } });
    const read = isAsked(second.id);
    release();
    await read;
    await outer().ask({ action: "find", role: "treeitem", name: "Stage two, passed" });
    await outer().ask({ ...clicked, states: { expanded: true } });
  });
});

const undone = (it: { dispose(): void }): Disposable => ({ [Symbol.dispose]: () => it.dispose() });
