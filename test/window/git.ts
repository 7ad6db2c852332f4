/** The API of VS Code's git extension over what the real `git` has written. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type * as vscode from "vscode";
import { Disposable, EventEmitter } from "./events.ts";

function read(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, ".git", name), "utf8");
  } catch {
    return "";
  }
}

/** What a branch is compared with, as its configuration says. */
function upstreamOf(folder: string, branch: string): string | undefined {
  const lines = read(folder, "config")
    .split(/^\[/m)
    .find((section) => section.startsWith(`branch "${branch}"]`));
  const valueOf = (key: string): string | undefined => new RegExp(`^\\s*${key} = (.*)$`, "m").exec(lines ?? "")?.[1];
  const [remote, merge] = [valueOf("remote"), valueOf("merge")];
  return remote === undefined || merge === undefined ? undefined : `${remote}/${merge.replace(/^refs\/heads\//, "")}`;
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
    const name = /^ref: refs\/heads\/(.*)$/m.exec(read(this.#folder, "HEAD"))?.[1];
    const upstream = name === undefined ? undefined : upstreamOf(this.#folder, name);
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
