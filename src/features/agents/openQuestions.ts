import { isDeepStrictEqual } from "node:util";
import { type Disposable, DisposableStore } from "../../core/base/disposable.ts";
import { writeKey } from "../../core/commands/runWrite.ts";
import type { ToolCall } from "./callTool.ts";
import { toolError } from "./input.ts";
import type { WritePlan } from "./tool.ts";

/** Milliseconds for which a plan is kept. */
const patience = 5 * 60_000;

type Call = Pick<ToolCall, "name" | "input">;

/** Questions about equal calls. */
interface Open extends Disposable {
  readonly plan: WritePlan;
  /** Whether there is one alone. */
  readonly isOnly: boolean;
  isSent: boolean;
}

/**
 * The plans of the questions that VS Code asks, by tool and input: that is all that it hands over again when somebody says yes, and it does
 * not tell when somebody says no. So a question counts as open until it was allowed or five minutes have passed. Meanwhile an equal call is
 * planned again only if it comes to the same, and is sent once: whichever question is allowed, it is what that one named.
 */
export class OpenQuestions implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly open = new Map<string, Open>();

  /**
   * Keeps the plan of a call until it is taken, for five minutes at most.
   * @param shown what shows it, disposed of with the plan
   * @throws UserError if a question about an equal call may still be open that names something else
   */
  keep(call: Call, plan: WritePlan, shown?: Disposable): void {
    const key = keyOf(call);
    const before = this.open.get(key);
    if (before && !isSame(before.plan, plan)) {
      shown?.dispose();
      throw toolError(
        "A question about the same call may still be open in VS Code, for something else. Name the branch, merge request or job in the input, or wait five minutes.",
      );
    }
    const timer = setTimeout(() => this.owned.delete(open), patience);
    const open: Open = {
      plan,
      isOnly: !before,
      isSent: false,
      dispose: () => {
        clearTimeout(timer);
        shown?.dispose();
        if (this.open.get(key) === open) this.open.delete(key);
      },
    };
    this.open.set(key, open);
    this.owned.add(open);
    if (before) this.owned.delete(before);
  }

  /** Returns the plan of a call that somebody allowed, once. @throws UserError if there is none */
  take(call: Call): WritePlan {
    const open = this.open.get(keyOf(call));
    if (!open || open.isSent)
      throw toolError(
        "Nothing was sent: the user was not asked about this call in the last five minutes, or the same call was sent already.",
      );
    open.isSent = true;
    if (open.isOnly) this.owned.delete(open);
    return open.plan;
  }

  dispose(): void {
    this.owned.dispose();
  }
}

const keyOf = ({ name, input }: Call): string => writeKey([name, input]);

/** Returns whether two plans send the same: what is asked names all of it. */
const isSame = (one: WritePlan, other: WritePlan): boolean =>
  one.project.connection === other.project.connection && isDeepStrictEqual(one.confirmation, other.confirmation);
