import type { Context } from "../../core/context.ts";
import type { Feature } from "../../core/feature.ts";

/** Any API operation as a request, with its response as a document. */
export const apiConsole: Feature<Context, typeof import("./main.ts")> = {
  commands: ["api"],
  register: (context) => context,
};
