import type { Context } from "../../core/context.ts";
import type { Feature } from "../../core/feature.ts";

/** Any operation of the API as a request, with its answer as a document. */
export const apiConsole: Feature<Context, typeof import("./main.ts")> = {
  commands: ["api"],
  register: (context) => context,
};
