import { onceLoaded } from "../../core/base/onceLoaded.ts";
import type { Context } from "../../core/context.ts";
import type { Feature, Load } from "../../core/feature.ts";
import { CiLanguage } from "./ciLanguage.ts";
import type { CiFileChecker } from "./language/ciFileChecker.ts";

export type { CheckedCiFile, CiFileChecker } from "./language/ciFileChecker.ts";

/** What commands of CI files receive, and what other features use. */
export interface CiContext extends Context {
  readonly checker: Load<CiFileChecker>;
}

/** CI files in the editor: completion, checks, hovers, results, and templates. */
export const ci: Feature<CiContext, typeof import("./main.ts")> = {
  commands: ["template", "ciFile"],
  register(context, load) {
    context.owned.add(new CiLanguage(context, load));
    const checker = onceLoaded(async () => context.owned.add(new (await load()).CiFileChecker(context)));
    return { ...context, checker };
  },
};
