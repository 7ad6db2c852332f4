/**
 * The demo: the local hosting service with its sample project, and a real VS Code with the packed extension on a clone
 * of it. `node tools/demo.ts [--port N] [--browser] [--vsix FILE] [--json-ready FILE]`; Ctrl-C ends everything it started.
 */
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runChild } from "./children.ts";
import type { DemoReady } from "./demoReady.ts";
import { openDesktopWindow } from "./desktopWindow.ts";
import { startEditorFront } from "./editor.ts";
import { findProgram } from "./install/debian.mjs";
import { startPatience } from "./patience.ts";
import { Scope } from "./scope.ts";
import { type ServiceProject, startServiceProject } from "./serviceProject.ts";

const { values } = parseArgs({
  options: {
    /** Port of the browser editor. */
    port: { type: "string" },
    /** The browser editor even where a desktop one is installed. */
    browser: { type: "boolean", default: false },
    /** A packed extension to use instead of building one. */
    vsix: { type: "string" },
    /** Gets a JSON object (DemoReady) once everything is up. */
    "json-ready": { type: "string" },
  },
});

const scope = new Scope();
scope.endOnSignals();
try {
  await demo();
} catch (error) {
  // What we end ourselves ends with an error too.
  if (!scope.ending) console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
}
await scope[Symbol.asyncDispose]();
process.exit();

/** Resolves when the editor has ended by itself. */
async function demo(): Promise<void> {
  const vsix = values.vsix ?? (await packed());
  console.log("Starting the local hosting service …");
  const project = await startServiceProject(scope);
  await startPipeline(project);

  const code = values.browser ? undefined : findProgram("code");
  const settings = { ...project.settings, "workbench.startupEditor": "readme", "window.commandCenter": true };
  if (code !== undefined) {
    console.log(`Opening ${code} …`);
    const window = await openDesktopWindow(scope, { code, folder: project.folder, settings, extension: vsix });
    tell(project, "A VS Code window has opened.", [
      "If the browser's answer goes to another window of yours, paste its address into the box that waits in this one.",
    ]);
    await ready({ service: project.service.url, info: project.info, folder: project.folder });
    await window.ended;
    return;
  }
  console.log("Starting VS Code for the browser …");
  const editor = await startEditorFront(scope, {
    settings,
    extensions: [vsix],
    ...(values.port === undefined ? {} : { port: Number(values.port) }),
  });
  const address = `${editor.url}/?folder=${encodeURIComponent(project.folder)}`;
  tell(project, `Open VS Code in a browser on this machine:\n\n    ${address}`, []);
  await ready({ editor: address, service: project.service.url, info: project.info, folder: project.folder });
  const exit = await editor.process.exited;
  throw new Error(`VS Code's server ended (${exit}):\n${editor.process.output()}`);
}

async function packed(): Promise<string> {
  console.log("Building and packing the extension …");
  const vsix = join(await scope.folder("forgeline-vsix-"), "forgeline.vsix");
  await runChild(process.execPath, [join(import.meta.dirname, "package.ts"), vsix], { milliseconds: 120_000 });
  return vsix;
}

/** Starts a pipeline whose integration job runs long enough to be watched, and waits until it runs. */
async function startPipeline({ service, info }: ServiceProject): Promise<void> {
  const api = async (path: string, init?: RequestInit): Promise<unknown> => {
    const response = await fetch(`${service.url}/api/v4/projects/${info.project.id}/${path}`, {
      ...init,
      headers: { "PRIVATE-TOKEN": info.users.alice.token, "Content-Type": "application/json" },
      signal: AbortSignal.timeout(startPatience),
    });
    if (!response.ok) throw new Error(`The service refused ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const variables = [{ key: "INTEGRATION_SECONDS", value: "600" }];
  const pipeline = (await api("pipeline", {
    method: "POST",
    body: JSON.stringify({ ref: info.project.defaultBranch, variables }),
  })) as { id: number };
  const jobs = (await api(`pipelines/${pipeline.id}/jobs`)) as { id: number; name: string }[];
  const long = jobs.find(({ name }) => name === "integration");
  if (long === undefined) throw new Error("The sample project has no job named integration");
  await service.control.waitFor({ jobId: long.id, status: ["running"] });
}

function tell({ service, info, folder }: ServiceProject, how: string, hints: readonly string[]): void {
  const people = Object.values(info.users).map(
    ({ username, password }) => `    ${username.padEnd(8)} password ${password}`,
  );
  console.log(`
${how}

Choose Sign In in the Forgeline side bar, sign in on the page that opens, and approve.

${people.join("\n")}
    (personal access token of alice: ${info.users.alice.token})

Hosting service   ${service.url}
Sample project    ${info.project.path}, cloned to ${folder}; a commit pushed from there becomes a pipeline
${[...hints, "Ctrl-C ends everything and removes the temporary folders."].join("\n")}
`);
}

/** Appears whole: written aside, then renamed. */
async function ready(state: DemoReady): Promise<void> {
  const file = values["json-ready"];
  if (file === undefined) return;
  await writeFile(`${file}.part`, JSON.stringify(state));
  await rename(`${file}.part`, file);
}
