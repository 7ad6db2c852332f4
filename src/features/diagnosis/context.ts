import type { Context } from "../../core/context.ts";
import type { Diagnoses } from "../../core/diagnosis/diagnoses.ts";
import type { Load } from "../../core/feature.ts";
import type { PipelineRef } from "../../core/pipelines/refs.ts";
import type { Panels } from "../../core/webview/panels.ts";
import type { DiagnosisPage } from "./panel.ts";

/** Context of the diagnosis commands. */
export interface DiagnosisContext extends Context {
  readonly diagnoses: Load<Diagnoses>;
  /** Pages of failed pipelines. */
  readonly pages: Panels<PipelineRef, DiagnosisPage>;
}
