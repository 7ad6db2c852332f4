import type Dispatcher from "undici/types/dispatcher.js";
import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Logger } from "../base/log.ts";
import { type UserSetting, userSetting } from "../userSettings.ts";
import { makeDispatcher } from "./dispatcher.ts";
import { type ProxySettings, proxyFor } from "./proxy.ts";

/** Gives the client its way out. */
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
  let made = new Map<string, Dispatcher>();

  const discard = (): void => {
    const old = made;
    made = new Map();
    // Requests under way end in their own time.
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
      const dispatcher = made.get(key) ?? makeDispatcher(proxy, log);
      made.set(key, dispatcher);
      return Promise.resolve(dispatcher);
    },
    dispose: () => {
      owned.dispose();
      const old = made;
      made = new Map();
      for (const dispatcher of old.values()) dispatcher.destroy().catch(() => undefined);
    },
  };
}
