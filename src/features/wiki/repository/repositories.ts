import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { l10n } from "vscode";
import type { SessionCredentials } from "../../../auth/credentials.ts";
import type { Session } from "../../../auth/session.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import { readProxy } from "../../../core/net/net.ts";
import { proxyFor } from "../../../core/net/proxy.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { userSetting } from "../../../core/userSettings.ts";
import { gitProgram, requireGit } from "../../../git/program.ts";
import { projectPath, repositoryAddress } from "./path.ts";
import { isNoGit, refusesSignIn, WikiRepository, gitMessage } from "./repository.ts";

export interface WikiRepositoriesOptions extends Pick<Context, "connections" | "sessions" | "report"> {
  readonly credentials: Pick<SessionCredentials, "of">;
  /** Folder for the clones. */
  readonly folder: string;
}

/** A wiki's repository and the state of its last fetch. */
export interface FetchedWiki {
  readonly repository: WikiRepository;
  /** The latest commit; undefined for an empty wiki. */
  readonly head: string | undefined;
  /** Why the last fetch failed; the repository is as of the fetch before. */
  readonly behind?: UserError;
}

interface CacheEntry {
  repository?: WikiRepository;
  pending?: Promise<FetchedWiki> | undefined;
  last?: { readonly at: number; readonly result: FetchedWiki | UserError } | undefined;
}

const maxAge = 60_000; // ms

/**
 * The repositories of wikis, one clone per wiki and account in the extension's storage. Git gets the account's token,
 * so it is not started before the workspace is trusted.
 */
export class WikiRepositories implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: WikiRepositoriesOptions;
  private readonly kept = new Map<string, CacheEntry>();
  private readonly stopping = new AbortController();

  constructor(options: WikiRepositoriesOptions) {
    this.options = options;
    this.owned.add(
      options.sessions.onDidChange(({ removed }) => (removed.length > 0 ? this.forgetAccounts() : undefined)),
    );
    this.forgetAccounts();
  }

  /**
   * Returns a wiki's repository, fetched unless the last fetch is less than a minute old.
   * @param force fetches in any case
   * @throws UserError with the reason; a failed fetch is not repeated for a minute. Whether git may be started is
   * checked each time, so that trusting the workspace takes effect at once
   */
  async open(scope: ProjectScope, { force = false }: { readonly force?: boolean } = {}): Promise<FetchedWiki> {
    requireGit();
    const kept = this.of(scope);
    const { last } = kept;
    if (!kept.pending && !force && last && Date.now() - last.at < maxAge) {
      if (last.result instanceof UserError) throw last.result;
      return last.result;
    }
    return kept.pending ?? this.begin(scope, kept);
  }

  /** Makes the next `open` fetch, after a change on the host. */
  expire(scope: ProjectScope): void {
    const kept = this.of(scope);
    // A fetch in progress may have missed the change.
    kept.pending = kept.last = undefined;
  }

  dispose(): void {
    this.stopping.abort();
    this.owned.dispose();
  }

  private of(scope: ProjectScope): CacheEntry {
    const { session } = this.options.connections.get(scope.instance);
    const key = JSON.stringify([scope.instance, session?.id, String(scope.project).toLowerCase()]);
    const known = this.kept.get(key) ?? {};
    this.kept.set(key, known);
    return known;
  }

  private begin(scope: ProjectScope, kept: CacheEntry): Promise<FetchedWiki> {
    const pending = this.fetchOrKept(scope, kept);
    kept.pending = pending;
    const keep = (result: unknown): void => {
      if (kept.pending !== pending) return;
      kept.pending = undefined;
      if (!isCancelled(result)) kept.last = { at: Date.now(), result: result as FetchedWiki | UserError };
    };
    pending.then(keep, keep);
    return pending;
  }

  /** @throws UserError, CancelledError */
  private async fetchOrKept(scope: ProjectScope, kept: CacheEntry): Promise<FetchedWiki> {
    const { signal } = this.stopping;
    try {
      return await this.fetchNow(scope, kept, signal);
    } catch (error) {
      if (isCancelled(error)) throw error;
      this.options.report.background(error, "Fetch the repository of a wiki");
      const why = error instanceof UserError ? error : new UserError(explain(error, scope.instance), { cause: error });
      const head = isRefusal(error) ? undefined : await kept.repository?.head(signal).catch(() => undefined);
      if (kept.repository && head !== undefined) return { repository: kept.repository, head, behind: why };
      throw why;
    }
  }

  private async fetchNow(scope: ProjectScope, kept: CacheEntry, signal: AbortSignal): Promise<FetchedWiki> {
    const connection = this.options.connections.get(scope.instance);
    const readPath = (): Promise<string | undefined> => projectPath(connection, scope.project, signal);
    const known = typeof scope.project === "string" && !/^\d+$/.test(scope.project) ? scope.project : undefined;
    const first = known ?? (await readPath());
    if (first === undefined)
      throw new UserError(
        l10n.t(
          "The path of project {1} on {0} is unknown, so Git cannot access its wiki.",
          instanceHost(scope.instance),
          String(scope.project),
        ),
      );
    kept.repository ??= this.cloneOf(scope.instance, connection.session, first);
    try {
      await kept.repository.fetch(signal);
    } catch (error) {
      // The project may have been moved: the API redirects, but git must not follow redirects with a credential.
      const now = known !== undefined && isRefusal(error) ? await readPath().catch(() => undefined) : undefined;
      if (now === undefined || now === known) throw error;
      kept.repository = this.cloneOf(scope.instance, connection.session, now);
      await kept.repository.fetch(signal);
    }
    return { repository: kept.repository, head: await kept.repository.head(signal) };
  }

  private cloneOf(instance: string, session: Session | undefined, project: string): WikiRepository {
    const { credentials, folder } = this.options;
    return new WikiRepository({
      folder: path.join(folder, accountName(instance, session), digest(project.toLowerCase())),
      url: repositoryAddress(instance, project),
      program: gitProgram,
      access: async (stale, signal) => ({
        instance,
        token:
          session &&
          (await credentials
            .of(session.id)
            .token({ ...(stale !== undefined && { stale }), ...(signal && { signal }) })),
        proxy: proxyFor(new URL(instance).origin, readProxy()),
        verify: userSetting("http.proxyStrictSSL") !== false,
      }),
    });
  }

  /** Removes the clones of accounts that are signed out. */
  private forgetAccounts(): void {
    const { sessions, folder, report } = this.options;
    const clean = async (): Promise<void> => {
      await sessions.ready;
      const names = await readdir(folder).catch(() => [] as string[]);
      const held = new Set(sessions.list().map((session) => accountName(session.instance, session)));
      for (const name of names)
        if (!held.has(name) && name !== anonymous)
          await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 });
    };
    clean().catch((error: unknown) => report.background(error, "Remove wikis of an account that is signed out"));
  }
}

const anonymous = "public";
const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 24);
const accountName = (instance: string, session: Session | undefined): string =>
  session === undefined ? anonymous : digest(`${instance} ${session.user.id}`);

/** Whether the host refused access, as opposed to being unreachable. */
const isRefusal = (error: unknown): boolean =>
  refusesSignIn(error) || /not found|returned error: (?:30\d|403|404)/i.test(gitMessage(error));

function explain(error: unknown, instance: string): string {
  const host = instanceHost(instance);
  const words = plainText(gitMessage(error), 300).replace(/[.\s]+$/, "");
  if (isNoGit(error))
    return l10n.t(
      "Git is required to read the wiki's repository. Install it, or set its path in the setting git.path.",
    );
  if (refusesSignIn(error))
    return l10n.t("{0} rejected Git access with your sign-in, which needs the scope api or read_repository.", host);
  if (/returned error: 403/i.test(words)) return l10n.t("Your account on {0} cannot read the wiki's repository.", host);
  if (isRefusal(error))
    return l10n.t("The Git repository of this wiki was not found on {0}, or your account cannot see it.", host);
  return l10n.t("Git could not fetch the wiki's repository: {0}.", words);
}
