import type { Feature } from "../../core/feature.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import type { PackagesContext } from "./context.ts";

/** The Packages view and its commands. */
export const packages: Feature<PackagesContext, typeof import("./main.ts"), Pick<PackagesContext, "feeds">> = {
  commands: ["package", "packages"],
  register: (context, load, { feeds }) => ({
    ...context,
    feeds,
    view: addView(context, {
      view: VIEWS.packages,
      subjects: ["package"],
      hideRoot: true,
      load: async () => (await load()).openPackages,
    }),
  }),
};
