import { l10n } from "vscode";
import type { Client } from "../../../api/client.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";

export interface AccountGuardOptions {
  readonly ref: Pick<JobRef, "instance">;
  readonly client: () => Client;
  /** Identifies the account in use. */
  readonly account: () => unknown;
}

/**
 * Sends requests as long as the account in use does not change, so that no account sees another one's data or errors.
 */
export class AccountGuard {
  private readonly options: AccountGuardOptions;
  private readonly account: unknown;

  constructor(options: AccountGuardOptions) {
    this.options = options;
    this.account = options.account();
  }

  /**
   * Sends a request.
   * @param drop closes a response that arrives too late
   * @throws UserError when another account, or none, is in use before or after; otherwise what the request throws
   */
  async request<T>(request: (client: Client) => Promise<T>, drop?: (answer: T) => Promise<void>): Promise<T> {
    this.check();
    const answer = await request(this.options.client()).catch((error: unknown) => {
      // Errors of another account's request say nothing.
      if (!isCancelled(error)) this.check();
      throw error;
    });
    if (this.options.account() !== this.account) await drop?.(answer);
    this.check();
    return answer;
  }

  /**
   * Checks the account.
   * @throws UserError when another account, or none, is in use
   */
  check(): void {
    if (this.options.account() === this.account) return;
    const { host } = new URL(this.options.ref.instance);
    throw new UserError(
      l10n.t(
        "The account on {0} changed, or you signed out. Show the log again to read it with the current account.",
        host,
      ),
    );
  }
}
