import * as tls from "node:tls";
import Agent from "undici/lib/dispatcher/agent.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import type Dispatcher from "undici/types/dispatcher.js";
import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Logger } from "../base/log.ts";
import { type UserSetting, userSetting } from "../userSettings.ts";
import { type ProxySettings, proxyFor } from "./proxy.ts";

/** Provides the dispatchers of API clients. */
export interface Net extends Disposable {
  /** Returns the dispatcher for an origin: direct, or through the proxy of the settings. */
  dispatcher(origin: string): Promise<Dispatcher>;
}

/** Reads the settings and environment variables that choose the proxy. */
export const readProxy = (): ProxySettings => {
  const text = (setting: UserSetting): string => {
    const value = userSetting(setting);
    return typeof value === "string" ? value : "";
  };
  const noProxy = userSetting("http.noProxy");
  return {
    proxy: text("http.proxy"),
    noProxy: Array.isArray(noProxy) ? noProxy.filter((entry): entry is string => typeof entry === "string") : [],
    support: text("http.proxySupport") || "override",
    env: process.env,
  };
};

/** Creates one dispatcher per proxy from VS Code's `http.*` settings, and new ones when those settings change. */
export function openNet(log: Logger): Net {
  const owned = new DisposableStore();
  let dispatchers = new Map<string, Dispatcher>();

  const discard = (): void => {
    const old = dispatchers;
    dispatchers = new Map();
    // Lets pending requests end.
    for (const dispatcher of old.values()) dispatcher.close().catch(() => undefined);
  };
  owned.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("http")) discard();
    }),
  );
  return {
    dispatcher: async (origin) => {
      const proxy = proxyFor(origin, readProxy());
      const key = proxy ?? "";
      const dispatcher = dispatchers.get(key) ?? makeDispatcher(proxy, log);
      dispatchers.set(key, dispatcher);
      return Promise.resolve(dispatcher);
    },
    dispose: () => {
      owned.dispose();
      const old = dispatchers;
      dispatchers = new Map();
      for (const dispatcher of old.values()) dispatcher.destroy().catch(() => undefined);
    },
  };
}

const readTls = (log: Logger): { rejectUnauthorized: boolean; ca?: string[] } => {
  const rejectUnauthorized = userSetting("http.proxyStrictSSL") !== false;
  if (userSetting("http.systemCertificates") === false) return { rejectUnauthorized };
  try {
    // "default" has Node's own and NODE_EXTRA_CA_CERTS; companies put theirs into the system store.
    return {
      rejectUnauthorized,
      ca: [...new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")])],
    };
  } catch (error) {
    log.warn("The system's certificates could not be read; only the built-in ones are trusted", error);
    return { rejectUnauthorized };
  }
};

const authorization = (): Record<string, string> => {
  const value = userSetting("http.proxyAuthorization");
  return typeof value === "string" && value !== "" ? { "proxy-authorization": value } : {};
};

/** Creates a dispatcher, direct or through a proxy. Trusts the system's certificates too, as VS Code itself does. */
function makeDispatcher(proxy: string | undefined, log: Logger): Dispatcher {
  const connect = readTls(log);
  if (proxy === undefined) return new Agent({ connect });
  log.debug(`Requests go through the proxy ${new URL(proxy).host}`);
  return new ProxyAgent({ uri: proxy, requestTls: connect, proxyTls: connect, headers: authorization() });
}
