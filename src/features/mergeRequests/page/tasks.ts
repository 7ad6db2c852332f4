/** The tasks of a description, which are ticked on the page. */
import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import { readMergeRequest } from "../../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { tasksOf, withTaskToggled } from "../../../core/ui/markdownTasks.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { PageNode } from "../../../core/webview/element.ts";
import { icon } from "../../../core/webview/parts.ts";
import { update } from "../commands/state.ts";
import { button } from "./model.ts";

/** Returns a rendered description whose checkboxes can be ticked. Unchanged if they are not those that its text has. */
export function withTasks(nodes: readonly PageNode[], text: string): readonly PageNode[] {
  const states: boolean[] = [];
  const replaced = (node: PageNode): PageNode => {
    if (typeof node === "string") return node;
    if (node.tag !== "input") return node.children ? { ...node, children: node.children.map(replaced) } : node;
    const isDone = node.attributes?.checked !== undefined;
    const box = button({ do: "toggleTask", part: String(states.push(isDone) - 1) }, "", { kind: "tool" });
    const label = node.attributes?.["aria-label"] ?? "";
    return {
      ...box,
      attributes: { ...box.attributes, role: "checkbox", "aria-checked": String(isDone), "aria-label": label },
      children: [icon(isDone ? "checked" : "unchecked")],
    };
  };
  const shown = nodes.map(replaced);
  return states.join() ===
    tasksOf(text)
      .map(({ isDone }) => isDone)
      .join()
    ? shown
    : nodes;
}

/** Ticks a task of a description, or the other way round. @param shown the description that the page shows @throws ApiError, UserError */
export async function toggleTask(context: Context, ref: MergeRequestRef, shown: string, index: number): Promise<void> {
  const description = withTaskToggled(shown, index);
  if (description === undefined) return;
  const { iid } = ref.mergeRequest;
  const now = await withProgress(l10n.t("Loading merge request !{0}…", iid), (signal) =>
    readMergeRequest(context, ref, signal),
  );
  if (now.description !== shown) {
    const { instance, project } = ref;
    context.changes.fire({ instance, project, subject: "mergeRequest", iid });
    throw new UserError(
      l10n.t("The description of !{0} has changed. Nothing was sent; the page shows it as it is now. Try again.", iid),
    );
  }
  await update(context, ref, l10n.t("Updating !{0}…", iid), { description });
}
