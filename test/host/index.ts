/** Runs in VS Code's extension host, which calls `run()`: loads the suites and tells the outer process what happens. */
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
  for (let suite = await outer().nextSuite(); suite !== ""; suite = await outer().nextSuite()) await runSuite(suite);
  outer().send({ type: "end" });
}

async function runSuite(suite: string): Promise<void> {
  const grep = process.env["FORGELINE_TEST_GREP"];
  const mocha = new Mocha({ timeout: 60_000, forbidOnly: true, ...(grep === undefined ? {} : { grep }) });
  // Gives the describe, it and hooks that suites import from "mocha" their meaning, as mocha does before it loads a file.
  mocha.suite.emit("pre-require", {}, "", mocha);
  await import(new URL(suite, import.meta.url).href);
  await new Promise<void>((resolve) => {
    mocha.reporter(function quiet(runner: Mocha.Runner) {
      sendEvents(mocha, runner, (event) => {
        if (event.type !== "end") outer().send(event);
      });
    } as unknown as Mocha.ReporterConstructor);
    mocha.run(() => resolve());
  });
}
