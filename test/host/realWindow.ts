/** Tests of what only a real window of VS Code shows. */
import { it } from "mocha";
import { inProcessVariable } from "../window/variable.ts";

/** Whether VS Code is played in this process. */
export const isInProcess = process.env[inProcessVariable] === "1";

/** A test that is skipped in the process. @param reason what the window there does not have */
export function realWindow(reason: string, title: string, test: () => Promise<void>): void {
  it(title, function () {
    if (isInProcess) this.skip();
    return test();
  });
}
