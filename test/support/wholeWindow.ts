/** A window in the process with the whole extension in it, its context at hand, which counts what VS Code holds for the extension. */
import type * as vscode from "vscode";
import type { Context } from "../../src/core/context.ts";
import { type ViewName, VIEWS } from "../../src/core/views.ts";
import type { Features } from "../../src/features.ts";
import type { SideBar, Tree, TreeRow } from "../window/trees.ts";
import { ProcessWindow, type WindowOptions } from "../window/window.ts";

const { openContext } = await import("../../src/core/openContext.ts");
const { registerFeatures } = await import("../../src/features.ts");
const { registerCommands } = await import("../../src/core/commands/register.ts");

type Functions = Record<string, (...given: readonly unknown[]) => unknown>;
interface Held {
  dispose(): unknown;
}

/** What is held until it is disposed of, by name. */
class Holdings {
  readonly #counts = new Map<string, number>();

  /** Counts one thing until it is disposed of. */
  hold(name: string, thing: Held): void {
    this.#add(name, 1);
    const dispose = thing.dispose.bind(thing);
    let isHeld = true;
    thing.dispose = () => {
      if (isHeld) this.#add(name, -1);
      isHeld = false;
      return dispose();
    };
  }

  /** Counts what the functions of an object make, as far as they match. */
  count(name: string, target: object, which: RegExp): void {
    for (const [member, make] of Object.entries(target as Functions))
      if (which.test(member) && typeof make === "function")
        (target as Functions)[member] = (...given) => {
          const made: unknown = Reflect.apply(make, target, given);
          if (typeof (made as Partial<Held> | undefined)?.dispose === "function")
            this.hold(`${name}.${member}`, made as Held);
          return made;
        };
  }

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].filter(([, count]) => count > 0).sort());
  }

  #add(name: string, count: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }
}

/** A view whose rows are named by the labels of those above and their own. */
export class LabeledView {
  readonly #tree: Tree;
  readonly #sideBar: SideBar;

  constructor(tree: Tree, sideBar: SideBar) {
    this.#tree = tree;
    this.#sideBar = sideBar;
  }

  get failures(): readonly unknown[] {
    return this.#tree.failures;
  }

  show(): void {
    this.#sideBar.open(this.#tree);
  }

  hide(): void {
    this.#sideBar.toggle(this.#tree, false);
  }

  /** The labels of the rows below a path. */
  labels(...path: readonly string[]): readonly string[] {
    return this.#below(path).map(({ label }) => label);
  }

  /** The elements below a path. */
  elements(...path: readonly string[]): readonly object[] {
    return this.#below(path).map(({ element }) => element);
  }

  /** Expands a row as a person does. Resolves once its rows are there. */
  expand(...path: readonly string[]): Promise<void> {
    return this.#tree.toggle(this.#find(path), true);
  }

  collapse(...path: readonly string[]): void {
    void this.#tree.toggle(this.#find(path), false);
  }

  settled(): Promise<void> {
    return this.#tree.settled();
  }

  #below(path: readonly string[]): readonly TreeRow[] {
    return this.#tree.rows(path.length === 0 ? undefined : this.#find(path));
  }

  #find(path: readonly string[]): TreeRow {
    let found: TreeRow | undefined;
    for (const label of path) {
      found = this.#tree.rows(found).find((row) => row.label === label);
      if (!found) throw new Error(`There is no row ${path.join(" > ")}`);
    }
    if (!found) throw new Error("A row has a label");
    return found;
  }
}

export class WholeWindow implements AsyncDisposable {
  readonly context: Context;
  readonly features: Features;
  readonly #window: ProcessWindow;
  readonly #holdings = new Holdings();

  static async open(options: WindowOptions): Promise<WholeWindow> {
    return new WholeWindow(await ProcessWindow.open(options));
  }

  private constructor(window: ProcessWindow) {
    this.#window = window;
    const holdings = this.#holdings;
    for (const [name, namespace] of Object.entries(window.namespaces))
      holdings.count(name, namespace, /^(?:on(?:Did|Will)|create|register)/);
    const { context, services } = openContext(window.extensionContext);
    const { changes, config, connections, current, polling, projects, sessions, capabilities } = context;
    const sources = { changes, config, connections, current, polling, projects, sessions, capabilities };
    for (const [name, source] of Object.entries(sources)) holdings.count(name, source, /^(?:onDid|event$)/);
    const add = polling.add.bind(polling);
    polling.add = (source) => {
      const handle = { ...add(source) };
      holdings.hold("polling.add", handle);
      return handle;
    };
    const { features, registry } = registerFeatures(context, services);
    context.owned.add(
      registerCommands(registry.owners, window.manifest as Parameters<typeof registerCommands>[1], context.report),
    );
    context.projects.start();
    for (const tree of window.sideBar.trees) window.sideBar.toggle(tree, false);
    this.context = context;
    this.features = features;
  }

  /** Errors in the log of the extension. */
  get errors(): readonly string[] {
    return this.#window.channels
      .text("Forgeline")
      .split("\n")
      .filter((line) => line.includes(" [error] "));
  }

  view(name: ViewName): LabeledView {
    return new LabeledView(this.#window.sideBar.tree(VIEWS[name]), this.#window.sideBar);
  }

  run(command: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.#window.commands.api.executeCommand(command, ...args);
  }

  /** A tool for language models, as VS Code calls it. */
  tool(name: string): vscode.LanguageModelTool<unknown> {
    const tool = this.#window.tools.get(name);
    if (!tool) throw new Error(`There is no tool ${name}`);
    return tool;
  }

  setFocused(focused: boolean): void {
    this.#window.setFocused(focused);
  }

  /** Closes the tabs of all pages. */
  closePages(): void {
    for (const { api } of this.#window.pages.all) api.dispose();
  }

  /** What VS Code and the window hold for the extension, by name: registrations, and listeners of each event. */
  held(): Readonly<Record<string, number>> {
    return this.#holdings.counts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#window[Symbol.asyncDispose]();
  }
}
