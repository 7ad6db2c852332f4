/** The workspace folder's repository, moved by real git and put back as it was. */
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { listRefs, readRef } from "../service/git/refFiles.ts";
import { runGit } from "./runGit.ts";

export interface WorkspaceGit {
  readonly folder: string;
  readonly branch: string;
  /** Runs git in the workspace folder (or below) and returns what it says. */
  git(...args: string[]): Promise<string>;
  in(folder: string, ...args: string[]): Promise<string>;
  /** Puts HEAD, configuration and files back; local branches made meanwhile are deleted. */
  restore(): Promise<void>;
  /** Makes the folder no repository until what it gives is called. */
  takeAway(): Promise<() => Promise<void>>;
}

export async function workspaceGit(): Promise<WorkspaceGit> {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  if (first === undefined) throw new Error("No folder is open");
  const folder = first.uri.fsPath;
  const env = { ...process.env, GIT_TERMINAL_PROMPT: "0" };
  const inside = (cwd: string, ...args: string[]): Promise<string> => runGit(args, { cwd, env });
  const git = (...args: string[]): Promise<string> => inside(folder, ...args);
  const config = join(folder, ".git/config");
  const putConfigBack = (): Promise<void> => replaceConfig(config, kept);
  const [kept, branch, head = ""] = [
    await readFile(config, "utf8"),
    await git("symbolic-ref", "--short", "HEAD"),
    readRef(join(folder, ".git"), "HEAD"),
  ];
  return {
    folder,
    branch,
    git,
    in: inside,
    takeAway: () => takeAway(folder),
    restore: async () => {
      await putConfigBack();
      await git("checkout", "--quiet", "--force", "-B", branch, head);
      const others = listRefs(join(folder, ".git"), "refs/heads/")
        .map(([ref]) => ref.slice("refs/heads/".length))
        .filter((name) => name !== branch);
      if (others.length > 0) await git("branch", "--quiet", "-D", ...others);
      await git("clean", "--quiet", "-ffd");
    },
  };
}

/** Replaces git's configuration as git does: VS Code's own git writes there too, and one would take the other's half for the whole. */
async function replaceConfig(file: string, text: string): Promise<void> {
  const lock = await takeLock(file);
  await writeFile(lock, text);
  await rename(lock, file);
}

/** Makes git's lock of a file and gives its path. @throws Error when another one stays for 10 s, as of a git that was ended */
async function takeLock(file: string): Promise<string> {
  const lock = `${file}.lock`;
  const latest = performance.now() + 10_000;
  for (;;) {
    try {
      await writeFile(lock, "", { flag: "wx" });
      return lock;
    } catch (error) {
      // Whoever has it is about to rename it.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || performance.now() > latest) throw error;
    }
  }
}

/**
 * Renames `.git`, and gives what puts it back. A git of VS Code that is at work in it, and finds it moved, would leave its lock behind, and
 * every git after it would fail: both locks that VS Code's takes by itself are ours meanwhile.
 */
async function takeAway(folder: string): Promise<() => Promise<void>> {
  const [there, away] = [join(folder, ".git"), join(folder, ".git-away")];
  const locks = ["index", "config"];
  for (const name of locks) await takeLock(join(there, name));
  await rename(there, away);
  return async () => {
    await rename(away, there);
    for (const name of locks) await rm(join(there, `${name}.lock`));
  };
}
