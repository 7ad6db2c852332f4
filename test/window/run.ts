/**
 * Runs suites of test/host in this process, each in a window of its own: `node test/window/run.ts [--grep TEXT] [--seed N] [FILE…]`.
 */
import "./module.ts";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import Mocha from "mocha";
import { waitPatience } from "../../tools/patience.ts";
import { root } from "../../tools/root.ts";
import { Scope } from "../../tools/scope.ts";
import { type ServiceProject, startServiceProject } from "../../tools/serviceProject.ts";
import type { ShownRecord } from "../host/shownRecord.ts";
import { type HostWorkspaceKind, openHostWorkspace, specialWorkspaces } from "../support/hostWorkspaces.ts";
import { startGitElsewhere } from "../support/programs/gitElsewhere.ts";
import { addResult, clearResults, printResults, runMocha } from "../support/results.ts";
import { checkSecrets, type Traces } from "../support/secretCheck.ts";
import { seedOf, shuffled } from "../support/seed.ts";
import { keepTemporaryFilesInMemory } from "../support/temporaryFiles.ts";
import { act } from "./person.ts";
import { inProcess } from "./suites.ts";
import { shortenWaits } from "./time.ts";
import { ProcessWindow, type WindowOptions } from "./window.ts";

const { connectService } = await import("../host/localService.ts");
const { useOuter } = await import("../host/outer.ts");
const { recordShown } = await import("../host/shownRecord.ts");

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: "string" }, seed: { type: "string" } },
});
const wanted = positionals.map((file) => relative(root, file));
const files = shuffled(wanted.length === 0 ? inProcess : wanted, seedOf(values.seed));

keepTemporaryFilesInMemory();
clearResults();
// Until the run has ended: a test may end this process.
process.exitCode = 1;
const scope = new Scope();
scope.endOnSignals();

const kindOf = (file: string): HostWorkspaceKind =>
  specialWorkspaces.find((kind) => file.startsWith(`test/host/${kind}/`)) ?? "clone";

async function runSuite(file: string, options: WindowOptions, record: ShownRecord): Promise<void> {
  const began = performance.now();
  const window = await ProcessWindow.open(options);
  record.watchWindow();
  useOuter({ send: () => undefined, ask: (request) => act(window, request), nextSuite: () => Promise.resolve("") });
  const mocha = new Mocha({
    timeout: waitPatience + 2_000,
    forbidOnly: true,
    ...(values.grep === undefined ? {} : { grep: values.grep }),
  });
  mocha.suite.emit("pre-require", globalThis, join(root, file), mocha);
  await import(join(root, file));
  await runMocha(mocha, "window");
  mocha.dispose();
  await window[Symbol.asyncDispose]();
  if (process.env["FORGELINE_TEST_TIMES"] === "1") console.log(`${file} ${(performance.now() - began).toFixed(0)} ms`);
}

startGitElsewhere();
process.on("unhandledRejection", (error) =>
  addResult("window", "a rejection that nobody handled", error instanceof Error ? error.stack : String(error)),
);
try {
  // Settings of a workspace that nobody trusts must not be those of the other suites' clone.
  const groups: { readonly project: ServiceProject; readonly files: readonly string[] }[] = [];
  for (const kind of ["clone", ...specialWorkspaces]) {
    const own = files.filter((file) => kindOf(file) === kind);
    if (own.length > 0) groups.push({ project: await startServiceProject(scope, { concurrent: 0 }), files: own });
  }
  // From here on: the services are processes that are always there, so that this one does not wait for them.
  shortenWaits();
  const temporary = await scope.folder("w-");
  process.env["TMPDIR"] = temporary;
  const shown = join(temporary, "shown");
  const record = recordShown(shown);
  for (const { project, files: own } of groups) {
    process.env["FORGELINE_SERVICE"] = project.service.url;
    await connectService();
    for (const file of own) {
      const { open, settings } = await openHostWorkspace(scope, kindOf(file), project);
      await runSuite(file, { ...open, settings, isTrusted: kindOf(file) !== "untrusted", isInBrowser: true }, record);
    }
  }
  record.end();
  const traces = async (): Promise<Traces> => ({
    secrets: (await Promise.all(groups.map(({ project }) => project.service.control.secrets()))).flat(),
    folders: {
      "temporary folder": temporary,
      ...Object.fromEntries(groups.map(({ project }, at) => [`workspace ${at + 1}`, project.folder])),
    },
    shown,
  });
  await checkSecrets("window", "the windows in the process", traces);
} catch (error) {
  addResult("window", "the windows in the process", error instanceof Error ? error.stack : String(error));
} finally {
  await scope[Symbol.asyncDispose]();
}
process.exit(printResults());
