import type { ArtifactFiles } from "../../core/artifacts/artifactFiles.ts";
import type { Context } from "../../core/context.ts";
import type { Load } from "../../core/feature.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { CoverageController } from "./controller.ts";

/** Context of the coverage commands. */
export interface CoverageContext extends Context {
  /** The files in artifact archives, with their listings. */
  readonly artifacts: LazyFiles<ArtifactFiles>;
  /** Created with the first coverage, so that VS Code has no empty controller before. */
  readonly coverage: Load<CoverageController>;
}
