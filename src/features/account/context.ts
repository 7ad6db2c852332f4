import type { ForgelineAuthentication } from "../../auth/provider.ts";
import type { Context } from "../../core/context.ts";

/** Context of the account and window commands. */
export interface AccountContext extends Context {
  /** Loads the code to sign in and out. */
  readonly authentication: () => Promise<ForgelineAuthentication>;
}
