/** A project that one suite has for itself: whatever is in it and asked of it is the suite's own. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import * as vscode from "vscode";
import type { App } from "../../src/app.ts";
import type { FabricatedPipeline, PipelineMade } from "../service/types.ts";
import { localService } from "./localService.ts";
import { until } from "./until.ts";

export interface OwnProject {
  /** Full path on the local service. */
  readonly path: string;
  readonly id: number;
  readonly instance: string;
  /** Source of a regular expression for addresses of this project, for faults; `rest` follows the project's part. */
  address(rest: string): string;
  add(spec: FabricatedPipeline): Promise<PipelineMade>;
  /** Makes it the window's project, as if the workspace were its clone, and waits for that. */
  open(): Promise<void>;
  /** What was asked of it since it was made or `forget` was last called, oldest first: `GET /pipelines?per_page=20`. */
  asked(about?: RegExp): Promise<string[]>;
  forget(): Promise<void>;
}

/** Makes a project with one commit that alice may read and write, and nobody else sees. @param path where it is to be, with the groups above it */
export async function ownProject(app: App, path = `suites/p${randomUUID().slice(0, 8)}`): Promise<OwnProject> {
  const { control, url } = localService();
  const { id } = await control.createProject({ path, visibility: "private", members: ["alice"], files: { "README.md": "# Suite\n" } });
  const prefix = `/api/v4/projects/${encodeURIComponent(path)}`;
  let since = await control.lastRequest();
  return {
    path,
    id,
    instance: url,
    address: (rest) => `${prefix}${rest}`,
    add: (spec) => control.addPipeline({ ...spec, project: path }),
    open: async () => {
      await pointTo(`${url}/${path}.git`);
      void reread(app);
      await until(`${path} to be open`, () => app.current.value.kind === "ready" && app.current.value.project.project === path, app.current.onDidChange);
    },
    asked: async (about = /^/) => {
      const requests = await control.requests(since);
      const own = requests.filter((request) => request.path.startsWith(prefix));
      return own.map(({ method, path: target }) => `${method} ${target.slice(prefix.length)}`).filter((text) => about.test(text));
    },
    forget: async () => {
      since = await control.lastRequest();
    },
  };
}

/** Makes the workspace's own project the window's again, with the remote branches that it has on the host and no others. */
export async function workspaceProject(app: App): Promise<void> {
  const { path, httpUrl } = localService().info.project;
  // What was fetched from other projects would be in the way: with `origin/topic` there can be no `origin/topic/live`.
  const fetched = git("fetch", "--quiet", "--prune", "--force", "--no-tags", httpUrl, "+refs/heads/*:refs/remotes/origin/*");
  await Promise.all([fetched, pointTo(httpUrl)]);
  await reread(app);
  // A suite before may have gone back to another commit, which the extension has yet to hear of.
  const said = (...args: string[]): Promise<string | undefined> => git(...args).catch(() => undefined);
  const [head, pushed] = [await said("rev-parse", "HEAD"), await said("rev-parse", "--quiet", "--verify", "@{upstream}")];
  await until("the workspace's project to be open", () => {
    const { state } = app.projects;
    if (state.kind !== "ready" || state.project.project !== path) return false;
    return state.project.head === head && (pushed === undefined || state.project.pushed === pushed);
  }, app.projects.onDidChange);
}

/** Lets the workspace's repository say that it was cloned from there. */
async function pointTo(address: string): Promise<void> {
  await git("config", "remote.origin.url", address);
}

/** The extension sees by itself what happens in a repository, as its own suite shows. Every other one would wait for that before and after each test. */
const reread = (app: App): Promise<void> => app.projects.read();

async function git(...args: string[]): Promise<string> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error("No folder is open");
  return (await promisify(execFile)("git", args, { cwd: folder.uri.fsPath })).stdout.trim();
}
