import type { ArtifactFiles } from "../../core/artifacts/artifactFiles.ts";
import { onceLoaded } from "../../core/base/onceLoaded.ts";
import type { Feature } from "../../core/feature.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { CoverageContext } from "./context.ts";

interface Needs {
  readonly artifacts: LazyFiles<ArtifactFiles>;
}

/** Coverage of CI, in VS Code's coverage view. */
export const coverage: Feature<CoverageContext, typeof import("./main.ts"), Needs> = {
  commands: ["coverage"],
  register: (context, load, { artifacts }) => ({
    ...context,
    artifacts,
    coverage: onceLoaded(async () => context.owned.add(new (await load()).CoverageController(context))),
  }),
};
