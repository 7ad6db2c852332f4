/**
 * Runs test/host inside a real VS Code against the local service: `node test/support/host.ts [--grep TEXT] [--desktop]`.
 * The window is VS Code's own server in headless Chromium; with --desktop or FORGELINE_VSCODE (a path, or `download`)
 * it is the desktop editor.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { openBrowser } from "./browser.ts";
import { runDesktop } from "./desktop.ts";
import { startEditorServer } from "./editor.ts";
import { bundleHostTests } from "./hostBundle.ts";
import { act, screenshot } from "./person.ts";
import { Scope } from "./scope.ts";
import { withSourceLines } from "./sourceLines.ts";
import { startServiceProject } from "./serviceProject.ts";
import { openTestLine, type Request } from "./testLine.ts";
import { root, TestReport } from "./testReport.ts";

const { values } = parseArgs({ options: { grep: { type: "string" }, desktop: { type: "boolean", default: false } } });
const desktop = values.desktop ? (process.env["FORGELINE_VSCODE"] ?? "download") : process.env["FORGELINE_VSCODE"];
const limit = 25 * 60_000;

const report = new TestReport("host");
await report.start();
const scope = new Scope();
scope.endOnSignals();
try {
  await rm(join(root, "out/logs/host"), { recursive: true, force: true });
  await runInEditor();
} catch (error) {
  report.addFailure("running VS Code", error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await scope[Symbol.asyncDispose]();
}
process.exit(await report.finish());

async function runInEditor(): Promise<void> {
  const { index } = await bundleHostTests();
  const project = await startServiceProject(scope);
  let failures = 0;
  const pictures: unknown[] = [];
  const seat: { person?: { act(request: Request): Promise<string | undefined>; screenshot(name: string): Promise<unknown> } } = {};
  const line = await openTestLine(
    scope,
    (event) => {
      report.add(event.type === "failed" ? { ...event, error: withSourceLines(event.error) } : event);
      if (event.type !== "failed") return;
      failures += 1;
      pictures.push(seat.person?.screenshot(`host-${event.title.join(" ")}`).catch(() => undefined));
    },
    async (request) => {
      if (seat.person === undefined) throw new Error("Nobody sits in front of a desktop window");
      return seat.person.act(request);
    },
  );
  const env = {
    FORGELINE_SERVICE: project.service.url,
    FORGELINE_SERVICE_INFO: JSON.stringify(project.info),
    FORGELINE_TEST_PORT: String(line.port),
    ...(values.grep === undefined ? {} : { FORGELINE_TEST_GREP: values.grep }),
  };
  const stopped = (what: Promise<unknown>, why: string): Promise<never> => what.then(() => Promise.reject(new Error(why)));
  const tooLong = stopped(setTimeout(limit, undefined, { ref: false }), `The run took longer than ${limit / 60_000} minutes`);

  if (desktop !== undefined) {
    await Promise.race([runDesktop(scope, { editor: desktop, tests: index, folder: project.folder, settings: project.settings, env }), tooLong]);
    return;
  }
  const editor = await startEditorServer(scope, { settings: project.settings, env });
  const context = await openBrowser(scope, { standInForFront: true, dialogsInTests: true });
  const page = await context.newPage();
  seat.person = { act: (request) => act(context, page, request), screenshot: (name) => screenshot(page, name) };
  const remote = (path: string): string => `vscode-remote://${new URL(editor.url).host}${path}`;
  const payload = [
    ["extensionDevelopmentPath", remote(root)],
    ["extensionTestsPath", remote(index)],
  ];
  try {
    await page.goto(`${editor.url}/?folder=${encodeURIComponent(project.folder)}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
    await Promise.race([
      line.closed,
      stopped(editor.process.exited, "VS Code's server ended"),
      stopped(page.waitForEvent("crash", { timeout: 0 }), "The window crashed"),
      tooLong,
    ]);
  } catch (error) {
    await screenshot(page, "host-window").catch(() => undefined);
    failures += 1;
    throw error;
  } finally {
    await Promise.all(pictures);
    if (failures > 0 || !report.ended) await showLogs(editor);
  }
}

async function showLogs(editor: { copyLogs(to: string): Promise<void> }): Promise<void> {
  await editor.copyLogs(join(root, "out/logs/host"));
  console.log("\n  The editor's logs are in out/logs/host, pictures in out/screenshots.");
}
