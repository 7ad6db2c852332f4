/** Runs in VS Code's extension host, which calls `run()`: loads the suites and tells the outer process what happens. */
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import Mocha from "mocha";
import * as vscode from "vscode";
import { editorPatience } from "../../tools/patience.ts";
import { isLong } from "../support/long.ts";
import { addResult, runMocha } from "../support/results.ts";
import { connectService } from "./localService.ts";
import { connectOuter, outer } from "./outer.ts";
import { recordShown } from "./shownRecord.ts";

/** `host` or `oldest`. */
const part = process.env["FORGELINE_TEST_NAME"] ?? "host";

export async function run(): Promise<void> {
  const socket = connect(Number(process.env["FORGELINE_TEST_PORT"]), "127.0.0.1");
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  connectOuter(socket);
  process.on("unhandledRejection", tellOfOwn);
  const { FORGELINE_TEST_SHOWN: shown } = process.env;
  const record = shown === undefined ? undefined : recordShown(shown);
  record?.watchWindow();
  try {
    // In a browser the editor saves by itself after a second, on the desktop it does not: what a test typed stays unsaved however slow it is.
    await vscode.workspace.getConfiguration("files").update("autoSave", "off", vscode.ConfigurationTarget.Global);
    await connectService();
    await runSuites();
  } catch (error) {
    addResult(part, "loading the suites", error instanceof Error ? error.stack : String(error));
  } finally {
    // A window that closes calls off what is under way.
    process.off("unhandledRejection", tellOfOwn);
    record?.end();
  }
  await new Promise<void>((resolve) => socket.end(resolve));
}

/** Here VS Code only logs a rejection that nobody handles. One of the extension's or of a suite's is a failure; those of VS Code's own extensions are not ours. */
function tellOfOwn(reason: unknown): void {
  if (!(reason instanceof Error) || told.has(reason) || !own.some((folder) => reason.stack?.includes(folder) === true))
    return;
  told.add(reason);
  addResult(part, "a rejection that nobody handled", reason.stack);
}

/** The test that runs fails for what nobody caught, unless that is VS Code's own extensions': their git may write to a folder that a test removes. */
function failByOwn(runner: Mocha.Runner): void {
  const uncaught = runner.uncaught.bind(runner);
  runner.uncaught = (error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? "") : "";
    const isOfEditor = stack.includes(`${vscode.env.appRoot}/extensions/`);
    if (isOfEditor && !own.some((folder) => stack.includes(folder))) console.warn("Not caught by VS Code", error);
    else uncaught(error);
  };
}

/** Where the bundles of the extension and of the suites are. A downloaded VS Code may be in the same clone. */
const own = ["dist/", "out/"].map((folder) => fileURLToPath(new URL(`../../${folder}`, import.meta.url)));
/** Mocha hands on what it hears, so that each comes twice. */
const told = new WeakSet<Error>();

async function runSuites(): Promise<void> {
  for (let suite = await outer().nextSuite(); suite !== ""; suite = await outer().nextSuite()) await runSuite(suite);
  outer().send({ type: "end" });
}

async function runSuite(suite: string): Promise<void> {
  const grep = process.env["FORGELINE_TEST_GREP"];
  const mocha = new Mocha({
    timeout: (isLong ? 4 : 1) * editorPatience,
    forbidOnly: true,
    ...(grep === undefined ? {} : { grep }),
  });
  // Makes describe, it and hooks global, as mocha does before it loads a file.
  mocha.suite.emit("pre-require", globalThis, "", mocha);
  await import(new URL(suite, import.meta.url).href);
  await runMocha(mocha, part, (runner) => {
    failByOwn(runner);
    for (const end of ["pass", "fail"] as const)
      runner.on(end, (test: Mocha.Runnable) =>
        outer().send({ type: "test", title: test.fullTitle(), failed: end === "fail" }),
      );
  });
  // Each runner that is left hears of every rejection that nobody handles, and tells all others, each of which does the same.
  mocha.dispose();
}
