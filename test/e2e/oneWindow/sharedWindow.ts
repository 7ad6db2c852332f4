/** The window that the suites of this folder share, since a demo, an editor and a sign-in for each would take longer than what they do. */
import { after } from "mocha";
import { runChild } from "../../support/children.ts";
import { Scope } from "../../support/scope.ts";
import { type DemoWindow, openDemoWindow } from "../demoWindow.ts";

const scope = new Scope();
scope.endOnSignals();
let opened: Promise<DemoWindow> | undefined;
after(() => scope[Symbol.asyncDispose]());

/** The window, with `main` checked out and everything closed that a suite before may have opened. */
export async function sharedWindow(): Promise<DemoWindow> {
  if (opened === undefined) {
    opened = openDemoWindow(scope);
    const { workbench } = await opened;
    await workbench.widenSideBar(420);
  } else {
    const { demo, workbench } = await opened;
    await runChild("git", ["-C", demo.folder, "switch", "--quiet", "main"]);
    if (await workbench.panel.isVisible()) await workbench.runCommand("View: Hide Panel");
    for (const command of ["View: Close All Editors", "Notifications: Clear All Notifications"]) await workbench.runCommand(command);
    await workbench.openContainer("Forgeline");
    await workbench.collapseViews();
  }
  return opened;
}
