/** The code that feature.ts loads. */
export { commands } from "./commands.ts";
export { CoverageController } from "./controller.ts";
