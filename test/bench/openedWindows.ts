/** Windows of VS Code that are opened as a person does: signed in, on a clone, with the Pipelines view in sight. */
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { json } from "node:stream/consumers";
import { startEditorServer } from "../../tools/editor.ts";
import { root } from "../../tools/root.ts";
import type { Scope } from "../../tools/scope.ts";
import { type ServiceProject, startServiceProject } from "../../tools/serviceProject.ts";
import { openBrowser } from "../support/browser.ts";

/** What a window tells once the first row of a pipeline is drawn. */
export interface FirstRow {
  /** When the extension began to be loaded, ms since the epoch. */
  readonly began: number;
  /** When the row was drawn. */
  readonly shown: number;
  /** Commands of git that the extension has started. */
  readonly gits: readonly string[];
}

export interface OpenedWindows {
  readonly project: ServiceProject;
  /** Opens a window, and closes it when `use` is done. */
  open<T>(use: (first: FirstRow) => Promise<T>): Promise<T>;
}

/** ms that a window may take to tell something. */
const patience = 240_000;

/** The address of the benchmark for windows: what each of them tells, one after the other. */
class Told {
  private waiting: ((told: object) => void) | undefined;

  next<T>(): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("The window has told nothing")), patience);
      this.waiting = (told) => {
        clearTimeout(timer);
        resolve(told as T);
      };
    });
  }

  async listen(scope: Scope): Promise<string> {
    const server = createServer((request, response) => {
      void (async () => {
        const told = await json(request);
        response.end();
        this.waiting?.(told as object);
      })();
    });
    await scope.use({ [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
}

/** Signs in and shows the view. Runs in the extension host, from its text alone. */
async function prepare(): Promise<void> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the module that VS Code runs is CommonJS
  const vscode = require("vscode") as typeof import("vscode");
  interface Exported {
    readonly app: { readonly sessions: { readonly ready: Promise<void>; write(session: unknown): Promise<void> } };
  }
  const { app } = await vscode.extensions.getExtension<Exported>("forgeline.forgeline")!.activate();
  await app.sessions.ready;
  await app.sessions.write(JSON.parse(process.env["FORGELINE_BENCH_SESSION"] ?? ""));
  await vscode.commands.executeCommand("forgeline.pipelines.focus");
  // What is shown is kept for the next window after a while.
  await new Promise((resolve) => setTimeout(resolve, 15_000));
  await fetch(`${process.env["FORGELINE_BENCH"] ?? ""}/`, { method: "POST", body: "{}" });
}

export async function openWindows(scope: Scope): Promise<OpenedWindows> {
  const project = await startServiceProject(scope, { concurrent: 0 });
  const { id, username, name, token } = project.info.users.alice;
  const session = {
    id: "benchmark",
    instance: project.service.url,
    method: "token",
    user: { id, username, name },
    label: `${username} @ ${new URL(project.service.url).host}`,
    scopes: ["api"],
    accessToken: token,
    createdAt: Date.now(),
    status: "active",
  };
  const told = new Told();
  const folder = await scope.folder("forgeline-windows-");
  const build = await measuredBuild(folder);
  const editor = await startEditorServer(scope, {
    settings: project.settings,
    env: { FORGELINE_BENCH: await told.listen(scope), FORGELINE_BENCH_SESSION: JSON.stringify(session) },
  });
  const browser = await openBrowser(scope, { standInForFront: true });
  const remote = (file: string): string => `vscode-remote://${new URL(editor.url).host}${file}`;
  const open = async <T>(use: () => Promise<T>, probe?: () => Promise<void>): Promise<T> => {
    const payload: [string, string][] = [["extensionDevelopmentPath", remote(build)]];
    if (probe !== undefined) {
      const file = path.join(folder, `${probe.name}.cjs`);
      await writeFile(file, `exports.run = ${probe.toString()};`);
      payload.push(["extensionTestsPath", remote(file)]);
    }
    const page = await browser.newPage();
    const query = new URLSearchParams({ folder: project.folder, payload: JSON.stringify(payload) });
    try {
      await page.goto(`${editor.url}/?${query.toString()}`);
      return await use();
    } finally {
      await page.close();
    }
  };

  const first = told.next<FirstRow>();
  await open(async () => {
    await first;
    await told.next();
  }, prepare);

  return {
    project,
    open: (use) => {
      const row = told.next<FirstRow>();
      return open(async () => use(await row));
    },
  };
}

/** A build that measures itself. */
async function measuredBuild(folder: string): Promise<string> {
  const at = path.join(folder, "forgeline");
  await mkdir(at);
  const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as object;
  await writeFile(path.join(at, "package.json"), JSON.stringify({ ...manifest, main: "./measured.js" }));
  await cp(path.join(import.meta.dirname, "measuredEntry.mjs"), path.join(at, "measured.js"));
  await cp(path.join(root, "package.nls.json"), path.join(at, "package.nls.json"));
  await cp(path.join(root, "dist"), path.join(at, "dist"), { recursive: true });
  await symlink(path.join(root, "media"), path.join(at, "media"));
  return at;
}
