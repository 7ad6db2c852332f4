/** A project that one suite has for itself: whatever is in it and asked of it is the suite's own. */
import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import type { CommitOptions } from "../service/control.ts";
import { listRefs } from "../service/git/refFiles.ts";
import type { MergeRequestMade, MergeRequestSpec } from "../service/mergeRequests/specs.ts";
import type { FabricatedPipeline, PipelineMade } from "../service/types.ts";
import type { App } from "./app.ts";
import { localService } from "./localService.ts";
import { runGit } from "./runGit.ts";
import { until } from "./until.ts";

export interface OwnProject {
  /** Full path on the local service. */
  readonly path: string;
  readonly id: number;
  readonly instance: string;
  /** Source of a regular expression for addresses of this project, for faults; `rest` follows the project's part. */
  address(rest: string): string;
  add(spec: FabricatedPipeline): Promise<PipelineMade>;
  /** Commits to a branch, by default `main`; one that is not there begins at `main`. */
  commit(
    files: Readonly<Record<string, string | null>>,
    options?: CommitOptions,
  ): Promise<{ sha: string; pipelineId?: number }>;
  addMergeRequest(spec: MergeRequestSpec): Promise<MergeRequestMade>;
  /** Makes it the window's project, as if somebody had typed its path, with the workspace's repository, and waits for that. */
  open(): Promise<void>;
  /** As `open`, with a remote: what fetches from the project, and what looks for remotes, needs it. Starts Git several times. */
  openClone(): Promise<void>;
  /** What was asked of it since it was made or `forget` was last called, oldest first: `GET /pipelines?per_page=20`. */
  asked(about?: RegExp): Promise<string[]>;
  forget(): Promise<void>;
}

/** Makes a project with one commit that alice may read and write, and nobody else sees. @param path where it is to be, with the groups above it */
export async function ownProject(app: App, path = `suites/p${randomUUID().slice(0, 8)}`): Promise<OwnProject> {
  const { control, url } = localService();
  const { id } = await control.createProject({
    path,
    visibility: "private",
    members: ["alice"],
    files: { "README.md": "# Suite\n" },
  });
  const prefix = `/api/v4/projects/${encodeURIComponent(path)}`;
  let since = await control.lastRequest();
  const opened = (): Promise<true> =>
    until(
      `${path} to be open`,
      () => app.current.value.kind === "ready" && app.current.value.project.project === path,
      app.current.onDidChange,
    );
  return {
    path,
    id,
    instance: url,
    address: (rest) => `${prefix}${rest}`,
    add: (spec) => control.addPipeline({ ...spec, project: path }),
    commit: (files, options) => control.commit(files, { ...options, project: path }),
    addMergeRequest: (spec) => control.addMergeRequest({ ...spec, project: path }),
    open: async () => {
      if (await pointTo(nowhere)) await reread(app);
      await app.projects.select({ instance: url, project: path, label: path });
      await opened();
    },
    openClone: async () => {
      await app.projects.select(undefined);
      await pointTo(`${url}/${path}.git`);
      void reread(app);
      await opened();
    },
    asked: async (about = /^/) => {
      const requests = await control.requests(since);
      const own = requests.filter((request) => request.path.startsWith(prefix));
      return own
        .map(({ method, path: target }) => `${method} ${target.slice(prefix.length)}`)
        .filter((text) => about.test(text));
    },
    forget: async () => {
      since = await control.lastRequest();
    },
  };
}

/** Makes the workspace's own project the window's again, with the remote branches that it has on the host and no others. */
export async function workspaceProject(app: App): Promise<void> {
  const { path, httpUrl } = localService().info.project;
  await app.projects.select(undefined);
  await Promise.all([fetchBranches(httpUrl), pointTo(httpUrl)]);
  await reread(app);
  await until(
    "the workspace's project to be open",
    () => app.projects.state.kind === "ready" && app.projects.state.project.project === path,
    app.projects.onDidChange,
  );
}

/**
 * Makes the remote branches those of the host: what was fetched from other projects would be in the way, as with `origin/topic` there can
 * be no `origin/topic/live`. Git is not started where they are so already, which is the rule: all suites begin and end with this, and
 * starting a program from the extension host's large process takes long.
 */
async function fetchBranches(address: string): Promise<void> {
  const remote = "refs/remotes/origin/";
  const there = await localService().control.branches();
  const here = Object.fromEntries(
    listRefs(gitFolder(), remote).flatMap(([ref, commit]) =>
      ref === `${remote}HEAD` ? [] : [[ref.slice(remote.length), commit]],
    ),
  );
  if (isDeepStrictEqual(here, there)) return;
  await git("fetch", "--quiet", "--prune", "--force", "--no-tags", address, `+refs/heads/*:${remote}*`);
}

/** A remote of no host that the window knows: the repository belongs to whichever project is typed. */
const nowhere = "https://nowhere.invalid/nobody/nothing.git";

/** Lets the workspace's repository say that it was cloned from there, without git. Returns whether it said otherwise before. */
async function pointTo(address: string): Promise<boolean> {
  const file = join(gitFolder(), "config");
  const config = await readFile(file, "utf8");
  // Another remote may have the same address.
  const [section = "", lines = ""] = /\[remote "origin"\]\n((?:\t.*\n)*)/.exec(config) ?? [];
  const others = lines.split("\n").filter((line) => !line.startsWith("\turl = "));
  const pointed = [`[remote "origin"]`, `\turl = ${address}`, ...others].join("\n");
  if (section === pointed) return false;
  // As git does it, so that who reads it meanwhile reads the whole.
  await writeFile(`${file}.lock`, section === "" ? `${config}${pointed}` : config.replace(section, () => pointed));
  await rename(`${file}.lock`, file);
  return true;
}

/** The extension sees by itself what happens in a repository, as its own suite shows. Every other one would wait for that before and after each test. */
const reread = (app: App): Promise<void> => app.projects.read();

const gitFolder = (): string => join(openFolder(), ".git");

function openFolder(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error("No folder is open");
  return folder.uri.fsPath;
}

const git = (...args: string[]): Promise<string> => runGit(args, { cwd: openFolder() });
