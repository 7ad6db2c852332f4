import type Dispatcher from "undici/types/dispatcher.js";
import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "./disposable.ts";
import type { Logger } from "./log.ts";
import { type ProxySettings, proxyFor } from "./proxy.ts";

/** Gives the client its way out. The transport is loaded with the first request, never at activation. */
export interface Net extends Disposable {
  /** The dispatcher for an origin: direct or through the proxy that the settings name, trusting the system's CAs too. */
  dispatcher(origin: string): Promise<Dispatcher>;
}

const readProxy = (): ProxySettings => {
  const http = vscode.workspace.getConfiguration("http");
  return {
    proxy: http.get<string>("proxy", ""),
    noProxy: http.get<string[]>("noProxy", []),
    support: http.get<string>("proxySupport", "override"),
    env: process.env,
  };
};

const readTls = async (log: Logger): Promise<{ rejectUnauthorized: boolean; ca?: string[] }> => {
  const http = vscode.workspace.getConfiguration("http");
  const rejectUnauthorized = http.get<boolean>("proxyStrictSSL", true);
  if (!http.get<boolean>("systemCertificates", true)) return { rejectUnauthorized };
  const tls = await import("node:tls");
  try {
    // "default" holds Node's own and NODE_EXTRA_CA_CERTS; the system store is where companies put theirs.
    return { rejectUnauthorized, ca: [...new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")])] };
  } catch (error) {
    log.warn("The system's certificates could not be read; only the built-in ones are trusted", error);
    return { rejectUnauthorized };
  }
};

const authorization = (): Record<string, string> => {
  const value = vscode.workspace.getConfiguration("http").get<string | null>("proxyAuthorization", null);
  return typeof value === "string" && value !== "" ? { "proxy-authorization": value } : {};
};

/** Dispatchers made from VS Code's `http.*` settings, one per proxy, made anew when those settings change. */
export function openNet(log: Logger): Net {
  const owned = new DisposableStore();
  let made = new Map<string, Promise<Dispatcher>>();

  const make = async (proxy: string | undefined): Promise<Dispatcher> => {
    const connect = await readTls(log);
    if (proxy === undefined) {
      const { default: Agent } = await import("undici/lib/dispatcher/agent.js");
      return new Agent({ connect });
    }
    const { default: ProxyAgent } = await import("undici/lib/dispatcher/proxy-agent.js");
    log.debug(`Requests go through the proxy ${new URL(proxy).host}`);
    return new ProxyAgent({ uri: proxy, requestTls: connect, proxyTls: connect, headers: authorization() });
  };
  const discard = (): void => {
    const old = made;
    made = new Map();
    // Requests under way end in their own time.
    for (const entry of old.values()) void entry.then((dispatcher) => dispatcher.close()).catch(() => undefined);
  };
  owned.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("http")) discard();
    }),
  );
  return {
    dispatcher: (origin) => {
      const proxy = proxyFor(origin, readProxy());
      const key = proxy ?? "";
      const known = made.get(key);
      if (known) return known;
      const created = make(proxy);
      made.set(key, created);
      // A failed start must not be remembered as the way out.
      created.catch(() => made.get(key) === created && made.delete(key));
      return created;
    },
    dispose: () => {
      owned.dispose();
      const old = made;
      made = new Map();
      for (const entry of old.values()) void entry.then((dispatcher) => dispatcher.destroy()).catch(() => undefined);
    },
  };
}
