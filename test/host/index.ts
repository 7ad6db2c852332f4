/** Runs in VS Code's extension host, which calls `run()`: loads the suites and tells the outer process what happens. */
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import Mocha from "mocha";
import * as vscode from "vscode";
import { sendEvents } from "../support/mochaEvents.ts";
import { connectOuter, outer } from "./outer.ts";

export async function run(): Promise<void> {
  const socket = connect(Number(process.env["FORGELINE_TEST_PORT"]), "127.0.0.1");
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  connectOuter(socket);
  try {
    // In a browser the editor saves by itself after a second, on the desktop it does not: what a test typed stays unsaved however slow it is.
    await vscode.workspace.getConfiguration("files").update("autoSave", "off", vscode.ConfigurationTarget.Global);
    await runSuites();
  } catch (error) {
    outer().send({ type: "failed", title: ["host", "loading the suites"], error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  await new Promise<void>((resolve) => socket.end(resolve));
}

async function runSuites(): Promise<void> {
  const grep = process.env["FORGELINE_TEST_GREP"];
  const options: Mocha.MochaOptions = { timeout: 60_000, forbidOnly: true, ...(grep === undefined ? {} : { grep }) };
  const shares = JSON.parse(await readFile(new URL("./suites.json", import.meta.url), "utf8")) as string[][];
  const suites = shares[Number(process.env["FORGELINE_TEST_SHARE"])] ?? [];
  const mocha = new Mocha(options);
  // Gives the describe, it and hooks that suites import from "mocha" their meaning, as mocha does before it loads a file.
  mocha.suite.emit("pre-require", {}, "", mocha);
  for (const suite of suites) await import(new URL(suite, import.meta.url).href);
  await new Promise<void>((resolve) => {
    mocha.reporter(function quiet(runner: Mocha.Runner) {
      sendEvents(mocha, runner, (event) => outer().send(event));
    } as unknown as Mocha.ReporterConstructor);
    mocha.run(() => resolve());
  });
}
