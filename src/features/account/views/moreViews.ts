import { ThemeIcon, TreeItem } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Context } from "../../../core/context.ts";
import type { NodeRenderers } from "../../../core/tree/node.ts";
import type { Open, ViewContext, ViewModel } from "../../../core/tree/viewModel.ts";
import { asCommand } from "../../../core/ui/runCommand.ts";
import { viewIcons } from "../../../core/viewLooks.ts";
import type { AbsentViews } from "./absentViews.ts";
import { otherViews, type ShownView } from "./otherViews.ts";

/** A view that is hidden at first; a click shows it. */
interface OtherViewNode extends ShownView {
  readonly kind: "otherView";
}

/** The More Views view: the views that are hidden at first, with what they hold. Sends no requests. */
class MoreViewsModel implements ViewModel<OtherViewNode>, Disposable {
  readonly renderers: NodeRenderers<OtherViewNode> = { otherView: { id: ({ name }) => name, item: otherViewItem } };
  readonly running = false;
  readonly still = true;
  readonly filterText = undefined;
  private readonly owned = new DisposableStore();
  private readonly context: Context;
  private readonly absent: AbsentViews;

  constructor(context: Context, absent: AbsentViews, { tree }: ViewContext<OtherViewNode>) {
    this.context = context;
    this.absent = absent;
    this.owned.add(absent.onDidChange(() => tree.update()));
    this.owned.add(context.capabilities.onDidChange(() => tree.update()));
  }

  roots(): readonly OtherViewNode[] {
    return otherViews(this.context, this.absent).map((view) => ({ kind: "otherView", ...view }));
  }

  poll(): Promise<void> {
    return Promise.resolve();
  }

  refresh(): Promise<void> {
    return Promise.resolve();
  }

  dispose(): void {
    this.owned.dispose();
  }
}

export const openMoreViews =
  (context: Context, absent: AbsentViews): Open<OtherViewNode, MoreViewsModel> =>
  (_project, _connection, view) =>
    new MoreViewsModel(context, absent, view);

function otherViewItem({ name, title, holds }: OtherViewNode): TreeItem {
  const item = new TreeItem(title);
  item.iconPath = new ThemeIcon(viewIcons[name]);
  item.contextValue = `otherView ${name}`;
  item.description = holds;
  item.tooltip = `${title}: ${holds}`;
  item.accessibilityInformation = { label: `${title}: ${holds}` };
  item.command = asCommand("forgeline.showView", title, name);
  return item;
}
