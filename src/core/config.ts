import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "./base/disposable.ts";
import { Emitter, type Event } from "./base/events.ts";
import { normalizeInstanceUrl } from "./base/instanceUrl.ts";
import { userSetting } from "./userSettings.ts";

/** A host that the person works with. `url` is origin and optional sub-path, without a trailing slash. */
export interface Instance {
  readonly url: string;
  readonly name?: string;
  /** ID of the application registered on the host for OAuth. */
  readonly clientId?: string;
  readonly scopes?: readonly string[];
  /** The redirect URI registered with the application: this host's own, or the one that all hosts share; see auth/redirectAddress.ts. */
  readonly redirect?: "own" | "shared";
  /** How the host names what the API's documents give neutral names. */
  readonly dialect?: "auto" | "gitlab" | "neutral";
}

/** The `forgeline.*` settings, read anew at each access so that a change counts at once. */
export interface Config extends Disposable {
  readonly instances: readonly Instance[];
  /** SSH alias (as in `~/.ssh/config`) to the real host. */
  readonly sshHostAliases: Readonly<Record<string, string>>;
  readonly log: {
    /** Bytes of text a job's output channel takes. */
    readonly channelLimit: number;
    readonly colors: boolean;
    /** The times of lines are shown in log documents, where the log has them. */
    readonly timestamps: boolean;
    readonly maxFinishedChannels: number;
  };
  readonly notifications: {
    /** Which ends of one's own pipelines are told without being asked for. */
    readonly ownPipelines: "off" | "failures" | "all";
  };
  readonly status: {
    /** The own status stands in the status bar. */
    readonly shown: boolean;
  };
  readonly problems: {
    /** What the log of a failed job complains of is shown when the log was read to its end. */
    readonly fromLogs: boolean;
  };
  readonly packages: {
    /** By which protocol packages are published, and of which NuGet.config gets the address. */
    readonly feedVersion: "v3" | "v2";
  };
  readonly ci: {
    /** The last results of jobs are shown above them in CI files. */
    readonly lens: boolean;
  };
  readonly blame: {
    /** Annotations are shown without being asked for. */
    readonly enabled: boolean;
  };
  readonly http: {
    /** ms until the first byte of an answer must be there. */
    readonly timeout: number;
  };
  /** Queries of the Merge Requests view, unread. */
  readonly mergeRequestQueries: unknown;
  /** Tells which of the settings changed: `("forgeline.instances") => boolean`. */
  readonly onDidChange: Event<(section: string) => boolean>;
}

/** What settings.json may hold, whatever the schema says. */
export function readInstances(value: unknown): Instance[] {
  if (!Array.isArray(value)) return [];
  const found = new Map<string, Instance>();
  for (const entry of value as unknown[]) {
    const raw = typeof entry === "string" ? { url: entry } : entry;
    if (typeof raw !== "object" || raw === null) continue;
    const { url, name, clientId, scopes, redirect, dialect } = raw as Record<string, unknown>;
    const normalized = typeof url === "string" ? normalizeInstanceUrl(url) : undefined;
    if (normalized === undefined || found.has(normalized)) continue;
    found.set(normalized, {
      url: normalized,
      ...(typeof name === "string" && name !== "" ? { name } : {}),
      ...(typeof clientId === "string" && clientId.trim() !== "" ? { clientId: clientId.trim() } : {}),
      ...(Array.isArray(scopes)
        ? { scopes: scopes.filter((scope): scope is string => typeof scope === "string") }
        : {}),
      ...(redirect === "own" || redirect === "shared" ? { redirect } : {}),
      ...(dialect === "auto" || dialect === "gitlab" || dialect === "neutral" ? { dialect } : {}),
    });
  }
  return [...found.values()];
}

const readAliases = (value: unknown): Record<string, string> =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === "string"))
    : {};

const positive = (value: unknown, fallback: number): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : fallback;

/** Reads settings from VS Code and tells of changes to ours. */
export function openConfig(): Config {
  const owned = new DisposableStore();
  const changed = owned.add(new Emitter<(section: string) => boolean>());
  const get = (key: string): unknown => vscode.workspace.getConfiguration("forgeline").get(key);
  owned.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("forgeline")) changed.fire((section) => event.affectsConfiguration(section));
    }),
  );
  return {
    get instances() {
      return readInstances(userSetting("forgeline.instances"));
    },
    get sshHostAliases() {
      return readAliases(userSetting("forgeline.ssh.hostAliases"));
    },
    get mergeRequestQueries() {
      return get("mergeRequests.queries");
    },
    log: {
      get channelLimit() {
        return positive(get("log.channelLimit"), 16) * 1024 * 1024;
      },
      get colors() {
        return get("log.colors") !== false;
      },
      get timestamps() {
        return get("log.timestamps") !== false;
      },
      get maxFinishedChannels() {
        return Math.floor(positive(get("log.finishedChannels"), 5));
      },
    },
    notifications: {
      get ownPipelines() {
        const value = get("notifications.ownPipelines");
        return value === "failures" || value === "all" ? value : "off";
      },
    },
    status: {
      get shown() {
        return get("status.showInStatusBar") !== false;
      },
    },
    problems: {
      get fromLogs() {
        return get("problems.fromLogs") !== false;
      },
    },
    packages: {
      get feedVersion() {
        return get("packages.feedVersion") === "v2" ? "v2" : "v3";
      },
    },
    ci: {
      get lens() {
        return get("ci.lens") !== false;
      },
    },
    blame: {
      get enabled() {
        return get("blame.enabled") === true;
      },
    },
    http: {
      get timeout() {
        return positive(get("http.timeout"), 30) * 1000;
      },
    },
    onDidChange: changed.event,
    dispose: () => owned.dispose(),
  };
}
