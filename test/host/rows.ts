/** Reads a view's rows as VS Code does, and says what a person sees of them. */
import assert from "node:assert/strict";
import * as vscode from "vscode";

type Provider<E> = Required<vscode.TreeDataProvider<E>>;

export interface Row<E> {
  readonly element: E;
  readonly item: vscode.TreeItem;
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** Codicon and theme colour: `pass testing.iconPassed`. */
  readonly icon: string;
  readonly context: string;
  /** What a screen reader says. */
  readonly spoken: string;
}

/** Rows in short: some of their texts, as `main | push: Maintainers`. */
export const cells = (
  rows: readonly Row<unknown>[],
  ...keys: readonly ("id" | "label" | "description" | "icon" | "context" | "spoken")[]
): string[] => rows.map((row) => keys.map((key) => row[key]).join(" | "));

export class Rows<E> {
  readonly provider: Provider<E>;

  constructor(provider: Provider<E>) {
    this.provider = provider;
  }

  /** The rows below a row, or the first ones. */
  async below(row?: Row<E>): Promise<Row<E>[]> {
    const elements = (await this.provider.getChildren(row?.element)) ?? [];
    return Promise.all(elements.map(async (element) => describe(element, await this.provider.getTreeItem(element))));
  }

  /** Asks for the rows below those that stand open, as VS Code does, and waits for all of them. */
  async settled(from?: Row<E>): Promise<void> {
    const rows = (await this.below(from)).filter(
      ({ item }) => from === undefined || item.collapsibleState === vscode.TreeItemCollapsibleState.Expanded,
    );
    await Promise.all(rows.map((row) => this.settled(row)));
  }

  /** The row that a path of labels leads to. */
  async at(...path: readonly (string | RegExp)[]): Promise<Row<E>> {
    return this.under(undefined, ...path);
  }

  /** The row of a pipeline, in whichever group it stands, or the one that a path of labels leads to from there. */
  async pipeline(id: number, ...path: readonly (string | RegExp)[]): Promise<Row<E>> {
    for (const group of await this.below()) {
      const found = (await this.below(group)).find(({ spoken }) => spoken.startsWith(`Pipeline ${id}, `));
      if (found) return this.under(found, ...path);
    }
    throw new Error(`There is no row of pipeline ${id}`);
  }

  private async under(from: Row<E> | undefined, ...path: readonly (string | RegExp)[]): Promise<Row<E>> {
    let row = from;
    for (const wanted of path) {
      const rows = await this.below(row);
      row = rows.find(({ label }) => (typeof wanted === "string" ? label === wanted : wanted.test(label)));
      assert.ok(row, `There is no row ${String(wanted)} among ${rows.map(({ label }) => label).join(", ")}`);
    }
    assert.ok(row);
    return row;
  }

  /** The tooltip as Markdown, completed as when the person points at the row. */
  async tooltip({ element, item }: Row<E>): Promise<vscode.MarkdownString> {
    using source = disposable(new vscode.CancellationTokenSource());
    const { tooltip } = (await this.provider.resolveTreeItem(item, element, source.it.token)) ?? item;
    assert.ok(tooltip instanceof vscode.MarkdownString, "The tooltip is not Markdown");
    return tooltip;
  }

  /** Does what Enter on the row does. */
  async press({ item }: Row<E>): Promise<void> {
    assert.ok(item.command, "The row does nothing");
    await vscode.commands.executeCommand(item.command.command, ...((item.command.arguments ?? []) as unknown[]));
  }
}

function disposable<T extends { dispose(): unknown }>(it: T): { readonly it: T } & Disposable {
  return { it, [Symbol.dispose]: () => void it.dispose() };
}

function describe<E>(element: E, item: vscode.TreeItem): Row<E> {
  const { iconPath, label } = item;
  return {
    element,
    item,
    id: item.id ?? "",
    label: typeof label === "string" ? label : (label?.label ?? ""),
    description: typeof item.description === "string" ? item.description : "",
    icon: iconPath instanceof vscode.ThemeIcon ? [iconPath.id, iconPath.color?.id].filter(Boolean).join(" ") : "",
    context: item.contextValue ?? "",
    spoken: item.accessibilityInformation?.label ?? "",
  };
}
