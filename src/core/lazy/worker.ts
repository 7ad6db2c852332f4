/** The program of worker threads: reads one text of a host (`inWorker.ts`). Bundled as a file of its own. */
import { parentPort, workerData } from "node:worker_threads";
import { packReport, type PackedReport } from "../coverage/packedReport.ts";
import { readReport as readCoverage } from "../coverage/readReport.ts";
import type { FindingsReport } from "../findings/finding.ts";
import { readReport as readFindings } from "../findings/readReport.ts";
import type { ReportType } from "../findings/reportTypes.ts";

/** What is read, with the type of its report. */
export type WorkerInput = { readonly kind: "coverage" } | { readonly kind: "findings"; readonly type: ReportType };

/** What is returned for each kind; undefined if the text is not what it should be. */
export interface WorkerResults {
  readonly coverage: PackedReport | undefined;
  readonly findings: FindingsReport | undefined;
}

const { input, bytes } = workerData as { readonly input: WorkerInput; readonly bytes: Uint8Array };
const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
if (input.kind === "findings") parentPort?.postMessage(readFindings(text, input.type));
else {
  const report = await readCoverage(text, { loadXml: () => import("@rgrove/parse-xml") });
  const packed = report && packReport(report);
  parentPort?.postMessage(packed, packed ? [packed.numbers.buffer] : []);
}
