import { type Event, type Extension, extensions, type Uri } from "vscode";
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

/** Returns VS Code's git extension; undefined without it, as in Restricted Mode. */
export const gitExtension = (): Extension<GitExports> | undefined => extensions.getExtension<GitExports>("vscode.git");
