/** The code that feature.ts loads. */
export { Diagnoses } from "../../core/diagnosis/diagnoses.ts";
export { commands } from "./commands.ts";
export { openDiagnosisPages } from "./panel.ts";
