import { type Event, extensions, type Uri } from "vscode";
import type { Disposable } from "../core/base/disposable.ts";

/** Subset of the API of VS Code's git extension (extensions/git/src/api/git.d.ts, version 1). */
export interface GitApi {
  getRepository(uri: Uri): {
    readonly inputBox: { readonly value: string };
    readonly state: {
      readonly HEAD?: { readonly name?: string; readonly upstream?: { readonly name: string } } | undefined;
    };
  } | null;
  registerBranchProtectionProvider?(root: Uri, provider: BranchProtectionProvider): Disposable;
  registerRemoteSourceProvider(provider: RemoteSourceProvider): Disposable;
}

/** What the git extension exports; `getAPI` throws while git is disabled in the settings. */
export interface GitExports {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: Event<boolean>;
  getAPI(version: 1): GitApi;
}

export interface BranchProtection {
  readonly remote: string;
  /** Globs of branch names. */
  readonly rules: readonly { readonly include?: readonly string[] }[];
}
export interface BranchProtectionProvider {
  onDidChangeBranchProtection: Event<Uri>;
  provideBranchProtection(): BranchProtection[];
}

/** A project in the list of Git: Clone. */
export interface RemoteSource {
  readonly name: string;
  readonly description?: string;
  readonly icon?: string;
  readonly url: string[];
}
export interface RemoteSourceProvider {
  readonly name: string;
  readonly icon: string;
  readonly supportsQuery: boolean;
  getRemoteSources(query?: string): Promise<readonly RemoteSource[]>;
}

const extension = () => extensions.getExtension<GitExports>("vscode.git");

/** Returns what VS Code's git extension exports, once it is active; undefined without it. */
export async function gitExports(): Promise<GitExports | undefined> {
  const git = extension();
  return git?.isActive === true ? git.exports : git?.activate();
}

/** Returns the API of VS Code's git extension if it is active now and git is enabled. */
export function activeGit(): GitApi | undefined {
  const git = extension();
  return git?.isActive === true && git.exports.enabled ? git.exports.getAPI(1) : undefined;
}
