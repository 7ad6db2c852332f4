import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { TestReportController, TestReportsOptions } from "./controller.ts";

/** Test reports of pipelines. What shows them is loaded with the first, and so stands in the Testing view no earlier. */
export class TestReports implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: TestReportsOptions;
  private loading: Promise<TestReportController> | undefined;

  constructor(options: TestReportsOptions) {
    this.options = options;
  }

  load(): Promise<TestReportController> {
    return (this.loading ??= import("./controller.ts").then(({ TestReportController: Controller }) =>
      this.owned.add(new Controller(this.options)),
    ));
  }

  dispose(): void {
    this.owned.dispose();
  }
}
