import { extensions } from "vscode";
import type { SessionStore } from "../../../auth/sessionStore.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";

/** A project in the list of Git: Clone. */
export interface RemoteSource {
  readonly name: string;
  readonly description?: string;
  readonly icon?: string;
  readonly url: string[];
}

/** Subset of the API of VS Code's git extension (extensions/git/src/api/git.d.ts, version 1). */
interface GitExports {
  readonly enabled: boolean;
  getAPI(version: 1): { registerRemoteSourceProvider(provider: RemoteSourceProvider): Disposable };
}
interface RemoteSourceProvider {
  readonly name: string;
  readonly icon: string;
  readonly supportsQuery: boolean;
  getRemoteSources(query?: string): Promise<readonly RemoteSource[]>;
}

/**
 * Offers each host with an account in Git: Clone. Nothing is loaded or requested before the host is picked there; without VS Code's
 * git nothing is offered.
 */
export function offerClones(
  sessions: Pick<SessionStore, "list" | "onDidChange">,
  search: (instance: string, query: string) => Promise<readonly RemoteSource[]>,
): Disposable {
  let offers = new DisposableStore();
  const update = (): void => {
    const git = extensions.getExtension<GitExports>("vscode.git");
    if (git?.isActive !== true || !git.exports.enabled) return;
    offers.dispose();
    offers = new DisposableStore();
    for (const host of new Set(sessions.list().map(({ instance }) => instance)))
      offers.add(
        git.exports.getAPI(1).registerRemoteSourceProvider({
          name: instanceHost(host),
          icon: "repo",
          supportsQuery: true,
          getRemoteSources: (query = "") => search(host, query),
        }),
      );
  };
  const listening = sessions.onDidChange(update);
  update();
  return {
    dispose: () => {
      listening.dispose();
      offers.dispose();
    },
  };
}
