/** Runs test files in this process. One that leaves a timer, socket or process behind fails. */
import Mocha from "mocha";
import { editorPatience, testPatience } from "../../tools/patience.ts";
import { isLong } from "./long.ts";
import { sendEvents, type TestEvent } from "./mochaEvents.ts";
import { TestReport } from "./testReport.ts";

/** Of the process: what fails may leave simulated time behind. */
const { setTimeout } = globalThis;

/** A test in the demo goes through a whole story. */
const patienceOf = (kind: string): number => (kind === "e2e" ? 3 * editorPatience : testPatience) * (isLong ? 10 : 1);

export interface FilesToRun {
  readonly kind: string;
  readonly files: readonly string[];
  readonly grep?: string | undefined;
  /** Name of the report; the kind by default. */
  readonly report?: string | undefined;
}

/** Runs them with a report of their own. Resolves with the exit code. */
export async function runFiles(what: FilesToRun): Promise<0 | 1> {
  const report = new TestReport(what.report ?? what.kind);
  await report.start();
  await hearFiles(what, (event) => report.add(event));
  return report.finish();
}

/** Runs them and sends events; the process must exit afterwards. */
export async function hearFiles({ kind, files, grep }: FilesToRun, hear: (event: TestEvent) => void): Promise<void> {
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({
    timeout: patienceOf(kind),
    forbidOnly: true,
    ...(grep === undefined ? {} : { grep }),
  });
  for (const file of files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  await new Promise<void>((resolve) => {
    mocha.reporter(function quiet(runner: Mocha.Runner) {
      sendEvents(mocha, runner, hear);
    } as unknown as Mocha.ReporterConstructor);
    mocha.run(() => resolve());
  });
  setTimeout(() => {
    console.error(`  The ${kind} tests left something running: ${process.getActiveResourcesInfo().join(", ")}`);
    process.exit(1);
  }, 10_000).unref();
}
