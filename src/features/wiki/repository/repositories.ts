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
import { isNoGit, refusesSignIn, WikiRepository, wordsOf } from "./repository.ts";

export interface WikiRepositoriesOptions extends Pick<Context, "connections" | "sessions" | "report"> {
  readonly credentials: Pick<SessionCredentials, "of">;
  /** Folder for the clones. */
  readonly folder: string;
}

/** A wiki's repository as it was last fetched. */
export interface LookedAt {
  readonly repository: WikiRepository;
  /** The newest commit; undefined when nobody wrote yet. */
  readonly head: string | undefined;
  /** Why it could not be fetched just now: it is as it was the last time. */
  readonly behind?: UserError;
}

interface Kept {
  repository?: WikiRepository;
  looking?: Promise<LookedAt> | undefined;
  last?: { readonly at: number; readonly seen: LookedAt | UserError } | undefined;
}

const minute = 60_000; // ms

/**
 * The repositories of wikis, one clone for each wiki and account in the extension's own storage. Git gets the account's token there, so it
 * is not started before the workspace is trusted.
 */
export class WikiRepositories implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: WikiRepositoriesOptions;
  private readonly kept = new Map<string, Kept>();
  private readonly stopping = new AbortController();

  constructor(options: WikiRepositoriesOptions) {
    this.options = options;
    this.owned.add(
      options.sessions.onDidChange(({ removed }) => (removed.length > 0 ? this.forgetAccounts() : undefined)),
    );
    this.forgetAccounts();
  }

  /**
   * A wiki's repository, fetched unless that was done within the last minute.
   * @param anew fetched in any case
   * @throws UserError that says why there is none; the host is not asked again for a minute. Where no git may be started, that is said
   * each time anew, so that trusting the workspace counts at once
   */
  async look(scope: ProjectScope, { anew = false }: { readonly anew?: boolean } = {}): Promise<LookedAt> {
    requireGit();
    const kept = this.of(scope);
    const { last } = kept;
    if (!kept.looking && !anew && last && Date.now() - last.at < minute) {
      if (last.seen instanceof UserError) throw last.seen;
      return last.seen;
    }
    return kept.looking ?? this.begin(scope, kept);
  }

  /** Lets the next look fetch, because something changed on the host. */
  expire(scope: ProjectScope): void {
    const kept = this.of(scope);
    // One that is under way may have come too early for it.
    kept.looking = kept.last = undefined;
  }

  dispose(): void {
    this.stopping.abort();
    this.owned.dispose();
  }

  private of(scope: ProjectScope): Kept {
    const { session } = this.options.connections.get(scope.instance);
    const key = JSON.stringify([scope.instance, session?.id, String(scope.project).toLowerCase()]);
    const known = this.kept.get(key) ?? {};
    this.kept.set(key, known);
    return known;
  }

  private begin(scope: ProjectScope, kept: Kept): Promise<LookedAt> {
    const looking = this.fetch(scope, kept);
    kept.looking = looking;
    const keep = (seen: unknown): void => {
      if (kept.looking !== looking) return;
      kept.looking = undefined;
      if (!isCancelled(seen)) kept.last = { at: Date.now(), seen: seen as LookedAt | UserError };
    };
    looking.then(keep, keep);
    return looking;
  }

  /** @throws UserError, and cancellation, nothing else */
  private async fetch(scope: ProjectScope, kept: Kept): Promise<LookedAt> {
    const { signal } = this.stopping;
    try {
      return await this.seen(scope, kept, signal);
    } catch (error) {
      if (isCancelled(error)) throw error;
      this.options.report.background(error, "Fetch the repository of a wiki");
      const why = error instanceof UserError ? error : new UserError(reasonOf(error, scope.instance), { cause: error });
      const head = isRefusal(error) ? undefined : await kept.repository?.head(signal).catch(() => undefined);
      if (kept.repository && head !== undefined) return { repository: kept.repository, head, behind: why };
      throw why;
    }
  }

  private async seen(scope: ProjectScope, kept: Kept, signal: AbortSignal): Promise<LookedAt> {
    const connection = this.options.connections.get(scope.instance);
    const told = (): Promise<string | undefined> => projectPath(connection, scope.project, signal);
    const known = typeof scope.project === "string" && !/^\d+$/.test(scope.project) ? scope.project : undefined;
    const first = known ?? (await told());
    if (first === undefined)
      throw new UserError(
        l10n.t(
          "{0} does not tell the path of project {1}, by which git reaches its wiki.",
          instanceHost(scope.instance),
          String(scope.project),
        ),
      );
    kept.repository ??= this.open(scope.instance, connection.session, first);
    try {
      await kept.repository.fetch(signal);
    } catch (error) {
      // The project may have moved; the host's API follows, but git must not be led elsewhere with a credential.
      const now = known !== undefined && isRefusal(error) ? await told().catch(() => undefined) : undefined;
      if (now === undefined || now === known) throw error;
      kept.repository = this.open(scope.instance, connection.session, now);
      await kept.repository.fetch(signal);
    }
    return { repository: kept.repository, head: await kept.repository.head(signal) };
  }

  private open(instance: string, session: Session | undefined, project: string): WikiRepository {
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

  /** Whoever signs out leaves nothing behind. */
  private forgetAccounts(): void {
    const { sessions, folder, report } = this.options;
    const clean = async (): Promise<void> => {
      await sessions.ready;
      const names = await readdir(folder).catch(() => [] as string[]);
      const held = new Set(sessions.list().map((session) => accountName(session.instance, session)));
      for (const name of names)
        if (!held.has(name) && name !== nobody)
          await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 });
    };
    clean().catch((error: unknown) => report.background(error, "Remove wikis of an account that is signed out"));
  }
}

const nobody = "public";
const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 24);
const accountName = (instance: string, session: Session | undefined): string =>
  session === undefined ? nobody : digest(`${instance} ${session.user.id}`);

/** The host does not give it to this account, as opposed to not being reached. */
const isRefusal = (error: unknown): boolean =>
  refusesSignIn(error) || /not found|returned error: (?:30\d|403|404)/i.test(wordsOf(error));

function reasonOf(error: unknown, instance: string): string {
  const host = instanceHost(instance);
  const words = plainText(wordsOf(error), 300).replace(/[.\s]+$/, "");
  if (isNoGit(error))
    return l10n.t(
      "There is no git here, which reads the wiki's repository. Install it, or set its path in the setting git.path.",
    );
  if (refusesSignIn(error))
    return l10n.t("{0} does not let git in with your sign-in, which needs the scope api or read_repository.", host);
  if (/returned error: 403/i.test(words))
    return l10n.t("{0} does not allow your account to read the wiki's repository.", host);
  if (isRefusal(error)) return l10n.t("{0} has no git repository of this wiki, or hides it from your account.", host);
  return l10n.t("git could not fetch the wiki's repository: {0}.", words);
}
