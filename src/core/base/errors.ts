import type { CommandId } from "../commands/commandArgs.ts";

/** A button of a message, which runs a command. */
export interface ErrorAction {
  readonly title: string;
  readonly command: CommandId | "workbench.trust.manage" | "workbench.action.openSettings";
  readonly args?: readonly unknown[];
}

/** An error whose message is written for the user, in their language. */
export class UserError extends Error {
  readonly action?: ErrorAction;

  constructor(message: string, options: { cause?: unknown; action?: ErrorAction } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "UserError";
    if (options.action) this.action = options.action;
  }
}

/** Cancelled by the user or superseded. Never shown. */
export class CancelledError extends Error {
  constructor() {
    super("Cancelled");
    this.name = "CancelledError";
  }
}

/** Whether an error is a cancellation: our own, the platform's, the API client's or VS Code's. */
export function isCancelled(error: unknown): boolean {
  if (error instanceof CancelledError) return true;
  if (!(error instanceof Error)) return false;
  return error.name === "AbortError" || error.name === "Canceled" || ("kind" in error && error.kind === "cancelled");
}
