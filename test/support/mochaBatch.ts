/** One batch of tests, in its own process, which sends events to its parent: `node test/support/mochaBatch.ts unit FILE…`. */
import { hearFiles } from "./mochaFiles.ts";

const [kind = "unit", ...files] = process.argv.slice(2);
let failures = 0;
await hearFiles({ kind, files }, (event) => {
  if (event.type === "failed") failures += 1;
  process.send?.(event);
});
if (failures > 0) process.exitCode = 1;
if (process.connected) process.disconnect();
