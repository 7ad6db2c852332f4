/** Runs test files in this process, in their order: `node test/support/mocha.ts KIND [--grep TEXT] FILE…`. A file that leaves something running fails. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import Mocha from "mocha";
import { editorPatience, testPatience } from "../../tools/patience.ts";
import { givenBy, serverFlags, variableOf } from "../contract/serverFlags.ts";
import { isLong } from "./long.ts";
import { startGitElsewhere } from "./programs/gitElsewhere.ts";
import { clearResults, printResults, runMocha } from "./results.ts";
import { keepTemporaryFilesInMemory } from "./temporaryFiles.ts";

/** Of the process: what fails may leave simulated time behind. */
const { setTimeout } = globalThis;
/** ms to end what the tests have started. */
const patience = 10_000;

keepTemporaryFilesInMemory();
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: "string" },
    ...Object.fromEntries(serverFlags.map((flag) => [flag, { type: "string" as const }])),
  },
});
const { grep } = values;
const [kind = "unit", ...files] = positionals;
for (const flag of serverFlags) {
  const value = (values as Readonly<Record<string, string | undefined>>)[flag];
  if (value !== undefined) process.env[variableOf(flag)] = value;
}
/** The calls upon another server; the other contract tests are about the client and the local service. */
if (kind === "contract" && givenBy("base-url") !== undefined) {
  const wrong = await (await import("../contract/checkServer.ts")).wrongWithServer();
  if (wrong !== undefined) {
    console.error(`\n  ${wrong}\n`);
    process.exit(1);
  }
  files.splice(0, files.length, "test/contract/operations.test.ts");
}
process.setSourceMapsEnabled(true);
// Until the run has ended: a test may end this process.
process.exitCode = 1;
clearResults();
/** A test in the demo goes through a whole story. */
const timeout = (kind === "e2e" ? 3 * editorPatience : testPatience) * (isLong ? 10 : 1);
const mocha = new Mocha({ timeout, forbidOnly: true, ...(grep === undefined ? {} : { grep }) });
if (kind === "unit") {
  startGitElsewhere();
  // Before test files, whose imports may use it.
  const { vscodeFakes } = await import("./vscodeStub.ts");
  mocha.rootHooks({ afterEach: () => vscodeFakes.reset() });
}
for (const file of files) mocha.addFile(resolve(file));
await mocha.loadFilesAsync();
await runMocha(mocha, kind);
process.exitCode = printResults();
setTimeout(() => {
  console.error(`  The ${kind} tests left something running: ${process.getActiveResourcesInfo().join(", ")}`);
  process.exit(1);
}, patience).unref();
