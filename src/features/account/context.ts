import type { ForgelineAuthentication } from "../../auth/provider.ts";
import type { Context } from "../../core/context.ts";
import type { AbsentViews } from "./views/absentViews.ts";

/** Context of the account and window commands. */
export interface AccountContext extends Context {
  /** The views that the open project has nothing for. */
  readonly absent: () => Promise<AbsentViews>;
  /** Loads the code to sign in and out. */
  readonly authentication: () => Promise<ForgelineAuthentication>;
}
