import type { ForgelineAuthentication } from "../../auth/provider.ts";
import type { Context } from "../../core/context.ts";

/** What the commands of accounts and of the window receive. */
export interface AccountContext extends Context {
  /** Loads what signs in and out. */
  readonly authentication: () => Promise<ForgelineAuthentication>;
}
