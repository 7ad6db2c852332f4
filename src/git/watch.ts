import { readFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../core/base/disposable.ts";
import { readRef, watchRef } from "./refWatch.ts";
import type { Repository } from "./repository.ts";

const settle = 200; // ms: one git command touches several of these files

/** VS Code's git extension notes this about a branch a while after it was created, and nothing of it is read here. */
const noteOfEditor = /^[ \t]*vscode-merge-base[ \t]*=.*\n?/gim;

export interface RepositoryWatch extends Disposable {
  /**
   * Also polls this ref, for example `refs/remotes/origin/main`; undefined stops.
   * @param commit as it was last read
   */
  follow(ref: string | undefined, commit: string | undefined): void;
}

/** Calls `changed` after git changed HEAD, a branch, a remote-tracking branch or the configuration. */
export function watchRepository(repository: Repository, changed: () => void): RepositoryWatch {
  const owned = new DisposableStore();
  let followed: { readonly ref: string; commit: string | undefined; readonly watch: Disposable } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const touch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, settle);
  };
  owned.add({ dispose: () => clearTimeout(timer) });
  /** The other watchers may have told of it already, and been heard. */
  const touchIfMoved = async (ref: string): Promise<void> => {
    const commit = await readRef(repository.commonDir, ref);
    if (ref === followed?.ref && commit !== followed.commit) touch();
  };
  const files = "{HEAD,config,packed-refs,logs/**,refs/heads/**,refs/remotes/**,reftable/**}";
  /** What is configured, by file, as of its last change. */
  const configured = new Map<string, string>();
  const touchIfConfigured = async (file: string): Promise<void> => {
    const text = (await readFile(file, "utf8").catch(() => "")).replace(noteOfEditor, "");
    if (owned.isDisposed || configured.get(file) === text) return;
    configured.set(file, text);
    touch();
  };
  for (const folder of new Set([repository.gitDir, repository.commonDir])) {
    const config = vscode.Uri.file(path.join(folder, "config"));
    const hear = (uri: vscode.Uri): void => {
      if (uri.path === config.path) void touchIfConfigured(uri.fsPath);
      else touch();
    };
    const watcher = owned.add(
      vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(folder), files)),
    );
    owned.add(watcher.onDidChange(hear));
    owned.add(watcher.onDidCreate(hear));
    owned.add(watcher.onDidDelete(hear));
  }
  return {
    follow: (ref, commit) => {
      if (ref === followed?.ref) {
        if (followed) followed.commit = commit;
        return;
      }
      followed?.watch.dispose();
      followed = undefined;
      if (ref === undefined) return;
      followed = { ref, commit, watch: watchRef(repository.commonDir, ref, () => void touchIfMoved(ref)) };
      // It may have moved before it was watched.
      void touchIfMoved(ref);
    },
    dispose: () => {
      followed?.watch.dispose();
      followed = undefined;
      owned.dispose();
    },
  };
}

/**
 * Calls `found` after a repository was created in one of the folders or directly below, by `git init` or a clone.
 * @param known git folders that are watched already: git replaces HEAD at each checkout
 */
export function watchForRepositories(
  folders: readonly vscode.Uri[],
  known: ReadonlySet<string>,
  found: () => void,
): Disposable {
  const owned = new DisposableStore();
  let timer: NodeJS.Timeout | undefined;
  owned.add({ dispose: () => clearTimeout(timer) });
  for (const folder of folders) {
    const pattern = new vscode.RelativePattern(folder, "{.git,*/.git}/HEAD");
    const watcher = owned.add(vscode.workspace.createFileSystemWatcher(pattern, false, true, true));
    owned.add(
      watcher.onDidCreate(({ fsPath }) => {
        if (known.has(path.dirname(fsPath))) return;
        clearTimeout(timer);
        timer = setTimeout(found, settle);
      }),
    );
  }
  return owned;
}
