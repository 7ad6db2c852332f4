/** The Testing view: controllers with their items and profiles, runs with their results, and coverage. */
import type * as vscode from "vscode";
import type { Commands } from "./commands.ts";
import { CancellationTokenSource, EventEmitter } from "./events.ts";

class Items implements Iterable<[string, vscode.TestItem]> {
  readonly #all = new Map<string, vscode.TestItem>();
  readonly #parent: vscode.TestItem | undefined;
  constructor(parent?: vscode.TestItem) {
    this.#parent = parent;
  }
  get size(): number {
    return this.#all.size;
  }
  replace(items: readonly vscode.TestItem[]): void {
    this.#all.clear();
    for (const item of items) this.add(item);
  }
  add(item: vscode.TestItem): void {
    Object.assign(item, { parent: this.#parent });
    this.#all.set(item.id, item);
  }
  delete(id: string): void {
    this.#all.delete(id);
  }
  get(id: string): vscode.TestItem | undefined {
    return this.#all.get(id);
  }
  forEach(call: (item: vscode.TestItem, items: vscode.TestItemCollection) => unknown, self?: unknown): void {
    for (const item of this.#all.values()) call.call(self, item, this);
  }
  [Symbol.iterator](): Iterator<[string, vscode.TestItem]> {
    return this.#all[Symbol.iterator]();
  }
}

/** A run as the Testing view shows it. */
export interface ShownRun {
  readonly name: string | undefined;
  readonly profile: vscode.TestRunProfile | undefined;
  readonly results: Map<vscode.TestItem, string>;
  readonly coverage: vscode.FileCoverage[];
  output: string;
  isOver: boolean;
}

export class Testing {
  readonly controllers = new Map<string, vscode.TestController>();
  readonly runs: ShownRun[] = [];
  /** The run whose coverage is shown. */
  coverage: ShownRun | undefined;

  constructor(commands: Commands) {
    commands.define("testing.openCoverage", () => {
      this.coverage = this.runs.findLast(({ coverage }) => coverage.length > 0);
    });
    commands.define("testing.coverage.close", () => {
      this.coverage = undefined;
    });
    commands.define("vscode.revealTestInExplorer", () => undefined);
    commands.define("workbench.view.testing.focus", () => undefined);
  }

  readonly createTestController = (id: string, label: string): vscode.TestController => {
    const controller: vscode.TestController = {
      id,
      label,
      items: new Items(),
      createRunProfile: (name, kind, runHandler, isDefault = false, tag, supportsContinuousRun = false) => ({
        label: name,
        kind,
        isDefault,
        tag,
        supportsContinuousRun,
        runHandler,
        configureHandler: undefined,
        onDidChangeDefault: new EventEmitter<boolean>().event,
        dispose: () => undefined,
      }),
      createTestItem: (itemId, itemLabel, uri) => {
        const item = {
          id: itemId,
          label: itemLabel,
          uri,
          parent: undefined,
          tags: [],
          canResolveChildren: false,
          busy: false,
          range: undefined,
          error: undefined,
        } as unknown as vscode.TestItem;
        return Object.assign(item, { children: new Items(item) });
      },
      createTestRun: (request, name) => this.#run(request, name),
      invalidateTestResults: () => undefined,
      resolveHandler: undefined as unknown as NonNullable<vscode.TestController["resolveHandler"]>,
      refreshHandler: undefined,
      dispose: () => void this.controllers.delete(id),
    };
    this.controllers.set(id, controller);
    return controller;
  };

  #run({ profile }: vscode.TestRunRequest, name: string | undefined): vscode.TestRun {
    const shown: ShownRun = { name, profile, results: new Map(), coverage: [], output: "", isOver: false };
    this.runs.push(shown);
    const result = (state: string) => (item: vscode.TestItem) => void shown.results.set(item, state);
    return {
      name,
      token: new CancellationTokenSource().token,
      isPersisted: false,
      enqueued: result("enqueued"),
      started: result("started"),
      skipped: result("skipped"),
      failed: result("failed"),
      errored: result("errored"),
      passed: result("passed"),
      appendOutput: (text) => void (shown.output += text),
      addCoverage: (file) => void shown.coverage.push(file),
      end: () => void (shown.isOver = true),
      onDidDispose: new EventEmitter<void>().event,
    };
  }
}
