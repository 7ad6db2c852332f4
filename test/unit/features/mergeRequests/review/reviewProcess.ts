/** A window in a process of its own, which can be killed: see twoWindows.test.ts. Its steps are sent to the test. */
import { runWindow, type WindowInput } from "./reviewWindow.ts";

await runWindow(JSON.parse(process.argv[2] ?? "") as WindowInput, (step) => process.send?.(step));
process.disconnect();
