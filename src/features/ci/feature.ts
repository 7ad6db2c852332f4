import type { Context } from "../../core/context.ts";
import type { Feature } from "../../core/feature.ts";
import { CiLanguage } from "./ciLanguage.ts";

/** CI files in the editor: completion, checks, hovers, results, and templates. */
export const ci: Feature<Context, typeof import("./main.ts")> = {
  commands: ["template", "ciFile"],
  register(context, load) {
    context.owned.add(new CiLanguage(context, load));
    return context;
  },
};
