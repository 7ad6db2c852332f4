/** The API of VS Code's git extension over the real `git`. */
import { execFileSync } from "node:child_process";
import type * as vscode from "vscode";
import { Disposable, EventEmitter } from "./events.ts";

function read(folder: string, ...args: readonly string[]): string | undefined {
  try {
    return execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

export class GitExtension {
  readonly inputBox = { value: "" };
  readonly protections = new Set<unknown>();
  readonly remoteSources = new Set<unknown>();
  readonly #folder: string | undefined;

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  readonly exports = {
    enabled: true,
    onDidChangeEnablement: new EventEmitter<boolean>().event,
    getAPI: () => ({
      getRepository: (uri: vscode.Uri) => this.#repository(uri),
      registerBranchProtectionProvider: (_root: vscode.Uri, provider: unknown) => held(this.protections, provider),
      registerRemoteSourceProvider: (provider: unknown) => held(this.remoteSources, provider),
    }),
  };

  #repository({ fsPath }: vscode.Uri): unknown {
    if (this.#folder === undefined || !`${fsPath}/`.startsWith(`${this.#folder}/`)) return null;
    const name = read(this.#folder, "symbolic-ref", "--short", "HEAD");
    const upstream = read(this.#folder, "rev-parse", "--abbrev-ref", "@{upstream}");
    return {
      inputBox: this.inputBox,
      state: {
        HEAD:
          name === undefined ? undefined : { name, ...(upstream !== undefined && { upstream: { name: upstream } }) },
      },
    };
  }
}

function held(all: Set<unknown>, one: unknown): Disposable {
  all.add(one);
  return new Disposable(() => all.delete(one));
}
