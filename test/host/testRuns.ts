/** What the extension tells VS Code's Testing view: its controller, and every result it gives. */
import type * as vscode from "vscode";
import { Emitter } from "../../src/core/base/events.ts";
import { replace } from "./spies.ts";

export interface Result {
  readonly item: vscode.TestItem;
  readonly state: "enqueued" | "started" | "passed" | "failed" | "errored" | "skipped";
  readonly ms?: number | undefined;
  readonly message?: vscode.TestMessage;
}

/** The name of a test or suite: what its label begins with. */
export const nameOf = ({ label }: vscode.TestItem): string => label.split(" · ")[0] ?? label;

/** Records every result and output while it watches; VS Code gets them all the same. */
export class TestRuns {
  readonly results: Result[] = [];
  output = "";
  /** Runs that are not over. */
  open = 0;
  private readonly changed = new Emitter<undefined>();
  readonly onDidChange = this.changed.event;
  private readonly undo: { dispose(): void };

  constructor(controller: vscode.TestController) {
    this.undo = replace(
      controller,
      "createTestRun",
      (real) =>
        (...given) =>
          this.watched(real(...given)),
    );
  }

  /** The latest result of each item by its name, without the states on the way there. */
  get outcomes(): Record<string, string> {
    return Object.fromEntries(
      this.results
        .filter(({ state }) => state !== "enqueued" && state !== "started")
        .map(({ item, state }) => [nameOf(item), state]),
    );
  }

  forget(): void {
    this.results.length = 0;
    this.output = "";
  }

  dispose(): void {
    this.undo.dispose();
    this.changed.dispose();
  }

  private watched(run: vscode.TestRun): vscode.TestRun {
    this.open += 1;
    const add = (result: Result): void => {
      this.results.push(result);
      this.changed.fire(undefined);
    };
    const told: Partial<vscode.TestRun> = {
      enqueued: (item) => add({ item, state: "enqueued" }),
      started: (item) => add({ item, state: "started" }),
      passed: (item, ms) => add({ item, state: "passed", ms }),
      skipped: (item) => add({ item, state: "skipped" }),
      failed: (item, message, ms) => add({ item, state: "failed", ms, message: message as vscode.TestMessage }),
      errored: (item, message, ms) => add({ item, state: "errored", ms, message: message as vscode.TestMessage }),
      appendOutput: (text) => (this.output += text),
      end: () => {
        this.open -= 1;
        this.changed.fire(undefined);
      },
    };
    return new Proxy(run, {
      get: (target, member) => {
        const real: unknown = Reflect.get(target, member);
        if (typeof real !== "function") return real;
        return (...given: unknown[]): unknown => {
          const answer: unknown = Reflect.apply(real, target, given);
          const also = told[member as keyof vscode.TestRun] as ((...args: unknown[]) => void) | undefined;
          also?.(...given);
          return answer;
        };
      },
    });
  }
}

/** The items below one, by name. */
export const below = (item: vscode.TestItem): Map<string, vscode.TestItem> =>
  new Map([...item.children].map(([, child]) => [nameOf(child), child]));
