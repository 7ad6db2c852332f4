import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { onceLoaded } from "../../../core/base/onceLoaded.ts";
import type { Load } from "../../../core/feature.ts";
import type { TestReportController, TestReportsOptions } from "./controller.ts";

interface TestReportsCode {
  readonly TestReportController: typeof TestReportController;
}

/** Test reports of pipelines. The test controller is created with the first, so the Testing view does not show it earlier. */
export class TestReports implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: TestReportsOptions;
  private readonly code: Load<TestReportsCode>;
  private readonly opened = onceLoaded(async () =>
    this.owned.add(new (await this.code()).TestReportController(this.options)),
  );

  constructor(options: TestReportsOptions, code: Load<TestReportsCode>) {
    this.options = options;
    this.code = code;
  }

  load(): Promise<TestReportController> {
    return this.opened();
  }

  dispose(): void {
    this.owned.dispose();
  }
}
