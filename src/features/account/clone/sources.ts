import type { SessionStore } from "../../../auth/sessionStore.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { type GitExports, gitExports, type RemoteSource } from "../../../git/gitExtension.ts";

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
    if (git?.enabled !== true) return;
    const api = git.getAPI(1);
    for (const host of new Set(sessions.list().map(({ instance }) => instance)))
      offers.add(
        api.registerRemoteSourceProvider({
          name: instanceHost(host),
          icon: "repo",
          supportsQuery: true,
          getRemoteSources: (query = "") => search(host, query),
        }),
      );
  };
  const follow = (found: GitExports | undefined): void => {
    if (!found || git || owned.isDisposed) return;
    git = found;
    owned.add(git.onDidChangeEnablement(update));
    update();
  };
  // Without git, as in Restricted Mode, it is looked for again later. VS Code itself reports that git could not start.
  const refresh = (): void => (git ? update() : void gitExports().then(follow, () => undefined));
  owned.add(sessions.onDidChange(refresh));
  refresh();
  return owned;
}
