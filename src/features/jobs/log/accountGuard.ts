import { l10n } from "vscode";
import type { Client } from "../../../api/client.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";

export interface OneAccountOptions {
  readonly ref: Pick<JobRef, "instance">;
  readonly client: () => Client;
  /** Stands for the account in use now. */
  readonly account: () => unknown;
}

/** Asks a host as the account that was in use at first: what one may see is not asked for, nor called gone, in the name of another. */
export class AccountGuard {
  private readonly options: OneAccountOptions;
  private readonly account: unknown;

  constructor(options: OneAccountOptions) {
    this.options = options;
    this.account = options.account();
  }

  /**
   * @param drop ends an answer that came too late to be used.
   * @throws UserError when another account, or none, is in use before or after; else what the request throws.
   */
  async ask<T>(request: (client: Client) => Promise<T>, drop?: (answer: T) => Promise<void>): Promise<T> {
    this.check();
    const answer = await request(this.options.client()).catch((error: unknown) => {
      // What it refuses is no news when it was refused to somebody else.
      if (!isCancelled(error)) this.check();
      throw error;
    });
    if (this.options.account() !== this.account) await drop?.(answer);
    this.check();
    return answer;
  }

  /** @throws UserError when another account, or none, is in use now. */
  check(): void {
    if (this.options.account() === this.account) return;
    const { host } = new URL(this.options.ref.instance);
    throw new UserError(
      l10n.t(
        "The account in use on {0} changed, or you signed out there. Show the log again to read it with the account in use then.",
        host,
      ),
    );
  }
}
