import type { CommandId } from "../commands/commandArgs.ts";

/** What a message offers besides its text: a button that runs a command. */
export interface ErrorAction {
  readonly title: string;
  readonly command: CommandId | "workbench.trust.manage";
  readonly args?: readonly unknown[];
}

/** An error whose message is already written for the person, in their language. */
export class UserError extends Error {
  readonly action?: ErrorAction;

  constructor(message: string, options: { cause?: unknown; action?: ErrorAction } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "UserError";
    if (options.action) this.action = options.action;
  }
}

/** The person, or something newer, called it off. Nothing is ever shown for it. */
export class CancelledError extends Error {
  constructor() {
    super("Cancelled");
    this.name = "CancelledError";
  }
}

/** Whether an error only says that somebody called the work off: ours, the platform's, the client's or VS Code's. */
export function isCancelled(error: unknown): boolean {
  if (error instanceof CancelledError) return true;
  if (!(error instanceof Error)) return false;
  return error.name === "AbortError" || error.name === "Canceled" || ("kind" in error && error.kind === "cancelled");
}
