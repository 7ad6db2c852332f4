import type Dispatcher from "undici/types/dispatcher.js";
import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Logger } from "../base/log.ts";
import { type UserSetting, userSetting } from "../userSettings.ts";
import { type ProxySettings, proxyFor } from "./proxy.ts";

/** Gives the client its way out. The transport is loaded with the first request, never at activation. */
export interface Net extends Disposable {
  /** The dispatcher for an origin: direct or through the proxy that the settings name, trusting the system's CAs too. */
  dispatcher(origin: string): Promise<Dispatcher>;
}

/** What says which proxy is taken. */
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

/** Dispatchers made from VS Code's `http.*` settings, one per proxy, made anew when those settings change. */
export function openNet(log: Logger): Net {
  const owned = new DisposableStore();
  let made = new Map<string, Promise<Dispatcher>>();

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
      const created = import("./dispatcher.ts").then(({ makeDispatcher }) => makeDispatcher(proxy, log));
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
