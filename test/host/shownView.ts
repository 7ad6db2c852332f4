/** Brings a view into sight and out of it, as a person does. */
import * as vscode from "vscode";
import type { Tree } from "../../src/core/tree/engine.ts";
import type { AnyView } from "../../src/core/tree/viewRegistry.ts";
import { type ViewId, VIEWS } from "../../src/core/views.ts";
import type { App } from "./app.ts";
import { outer } from "./outer.ts";
import type { Row } from "./rows.ts";
import { until } from "./until.ts";

export async function showPipelines(app: App): Promise<void> {
  await showAlone(app, VIEWS.pipelines);
}

/** Shows a view, and closes the sections that earlier suites left open beside it: they would be asked for too. */
export async function showAlone(app: App, id: ViewId): Promise<void> {
  const view = app.views.get(id)!;
  await vscode.commands.executeCommand(`${id}.focus`);
  await until("the view to be seen", () => view.visible, view.onDidChangeVisibility);
  // The window tells of all sections at once: with this answer the others are known too.
  await vscode.commands.executeCommand(`${id}.focus`);
  for (const other of sections()) if (other.id !== id) await closeView(app.views.get(other.id)!, other.name);
}

interface Manifest {
  readonly contributes: {
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>;
  };
}

function sections(): readonly { readonly id: string; readonly name: string }[] {
  const { contributes } = vscode.extensions.getExtension("forgeline.forgeline")!.packageJSON as Manifest;
  return Object.values(contributes.views).flat();
}

/** Closes a view's section by its heading, so that nothing of it is polled in later suites. @param name as its heading says */
export async function closeView(view: AnyView, name: string): Promise<void> {
  if (!view.visible) return;
  const heading = view.description ? `${name} - ${view.description}` : name;
  await outer().ask({ action: "find", role: "button", name: `${heading} Section`, click: true });
  await until(`${name} to be closed`, () => !view.visible, view.onDidChangeVisibility);
}

/** Opens or closes a row as a person does; resolves when the extension knows of it, too. */
export async function toggleRow(
  view: Pick<Tree<never>, "settled">,
  id: ViewId,
  { spoken }: Pick<Row<unknown>, "spoken">,
  expanded: boolean,
): Promise<void> {
  // Drawn anew while it opens, VS Code would close it again.
  await view.settled();
  // How long ago something was may be said otherwise by now.
  const name = spoken.replace(/, (?:now|[^,]+ ago)$/, "");
  const row = { action: "find", role: "treeitem", name } as const;
  await outer().ask({ ...row, states: { expanded: !expanded }, click: true });
  await outer().ask({ ...row, states: { expanded } });
  // The window tells of rows in order: with this answer that of the row has come.
  await vscode.commands.executeCommand(`${id}.focus`);
}

/** Puts another container in its place: no view of ours is seen any more. */
export async function hideViews({ pipelines }: App): Promise<void> {
  await vscode.commands.executeCommand("workbench.view.explorer");
  await until(
    "the Pipelines view to be out of sight",
    () => !pipelines.view.visible,
    pipelines.view.onDidChangeVisibility,
  );
}
