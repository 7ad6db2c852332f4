import type { Context } from "../../core/context.ts";
import type { PipelineRef } from "../../core/pipelines/refs.ts";
import type { Panels } from "../../core/webview/panels.ts";
import type { DiagnosisPage } from "./panel.ts";

/** Context of the diagnosis commands. */
export interface DiagnosisContext extends Context {
  /** Pages of failed pipelines. */
  readonly pages: Panels<PipelineRef, DiagnosisPage>;
}
