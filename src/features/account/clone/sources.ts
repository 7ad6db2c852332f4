import type { SessionStore } from "../../../auth/sessionStore.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { type GitExports, gitExtension, type RemoteSource } from "../../../git/gitExtension.ts";

/**
 * Offers each host with an account in Git: Clone. Nothing is loaded or requested before the host is picked there; without VS Code's
 * git nothing is offered.
 */
export function offerClones(
  sessions: Pick<SessionStore, "list" | "onDidChange">,
  search: (instance: string, query: string) => Promise<readonly RemoteSource[]>,
): Disposable {
  const owned = new DisposableStore();
  let git: GitExports | undefined;
  let offers = new DisposableStore();
  owned.add({ dispose: () => offers.dispose() });
  const update = (): void => {
    offers.dispose();
    offers = new DisposableStore();
    if (git?.enabled !== true || owned.isDisposed) return;
    for (const host of new Set(sessions.list().map(({ instance }) => instance)))
      offers.add(
        git.getAPI(1).registerRemoteSourceProvider({
          name: instanceHost(host),
          icon: "repo",
          supportsQuery: true,
          getRemoteSources: (query = "") => search(host, query),
        }),
      );
  };
  const follow = async (): Promise<void> => {
    // VS Code reports errors of its Git extension itself. If there is none, it is looked up again when sessions change.
    const found = git ?? (await gitExtension()?.activate());
    if (found && !git) owned.add(found.onDidChangeEnablement(update));
    git = found;
    update();
  };
  const refresh = (): void => void follow().catch(() => undefined);
  owned.add(sessions.onDidChange(refresh));
  refresh();
  return owned;
}
