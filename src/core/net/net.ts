import * as tls from "node:tls";
import api from "undici/lib/api/index.js";
import buildConnector from "undici/lib/core/connect.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import Socks5ProxyAgent from "undici/lib/dispatcher/socks5-proxy-agent.js";
import type Connector from "undici/types/connector.js";
import type Dispatcher from "undici/types/dispatcher.js";
import type PoolTypes from "undici/types/pool.js";
import * as vscode from "vscode";
import type { RequestDispatcher } from "../../api/client.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Logger } from "../base/log.ts";
import { ProxyConnectionError } from "../base/proxyConnectionError.ts";
import { type TlsFiles, tlsFilesOf } from "../base/tlsSettings.ts";
import { type UserSetting, userSetting } from "../userSettings.ts";
import { ConnectionSettingError } from "./connectionSettingError.ts";
import { fetchDispatcher } from "./fetchDispatcher.ts";
import { type ProxySettings, proxyFor } from "./proxy.ts";
import { readTlsFiles, type TlsContent, tlsFilesVersion } from "./tlsFiles.ts";

/** Provides the dispatchers of API clients. */
export interface Net extends Disposable {
  /**
   * Returns the dispatcher for an origin: direct, through the proxy of the settings, or VS Code's own `fetch`.
   * @throws ConnectionSettingError if the settings of the origin cannot be used
   */
  dispatcher(origin: string): Promise<RequestDispatcher>;
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

/** The dispatcher of an origin with files of its own, and what it was made from. */
interface OwnDispatcher {
  readonly version: string;
  readonly dispatcher: Dispatcher;
}

/**
 * Creates one dispatcher per proxy from VS Code's `http.*` settings, and one per origin whose host has certificate files: these never serve
 * another origin. New ones are created when settings or files change.
 */
export function openNet(log: Logger): Net {
  const owned = new DisposableStore();
  let shared = new Map<string, Dispatcher>();
  let own = new Map<string, OwnDispatcher>();

  /** Forgets all dispatchers, and returns them. */
  const takeAll = (): Dispatcher[] => {
    const old = [...shared.values(), ...[...own.values()].map(({ dispatcher }) => dispatcher)];
    shared = new Map();
    own = new Map();
    return old;
  };
  // Lets pending requests end.
  const close = (dispatcher: Dispatcher): void => void dispatcher.close().catch(() => undefined);
  owned.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("http") || event.affectsConfiguration("forgeline.instances"))
        takeAll().forEach(close);
    }),
  );

  const sharedDispatcher = (proxy: string | undefined): Dispatcher => {
    const key = proxy ?? "";
    const dispatcher = shared.get(key) ?? makeDispatcher(proxy, {}, log);
    shared.set(key, dispatcher);
    return dispatcher;
  };
  const ownDispatcher = async (origin: string, proxy: string | undefined, files: TlsFiles): Promise<Dispatcher> => {
    // Looked at before each request: events of a file system miss links that change, and network drives.
    const version = `${proxy ?? ""} ${await tlsFilesVersion(files)}`;
    const known = own.get(origin);
    if (known?.version === version) return known.dispatcher;
    const content = await readTlsFiles(files);
    // Another request may have been faster.
    const old = own.get(origin);
    if (old?.version === version) return old.dispatcher;
    const dispatcher = makeDispatcher(proxy, content, log);
    own.set(origin, { version, dispatcher });
    if (old) close(old.dispatcher);
    return dispatcher;
  };
  return {
    dispatcher: async (origin) => {
      const files = tlsFilesOf(userSetting("forgeline.instances"), origin);
      if (!files && userSetting("forgeline.http.transport") === "vscode") return fetchDispatcher;
      const proxy = proxyFor(origin, readProxy());
      return files ? ownDispatcher(origin, proxy, files) : sharedDispatcher(proxy);
    },
    dispose: () => {
      owned.dispose();
      for (const dispatcher of takeAll()) dispatcher.destroy().catch(() => undefined);
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

/**
 * Creates a dispatcher, direct or through a proxy. Trusts the system's certificates too, as VS Code itself does.
 * @param host what only the host sees and only for it is trusted, never the proxy
 */
function makeDispatcher(proxy: string | undefined, host: TlsContent, log: Logger): Dispatcher {
  const everywhere = readTls(log);
  const connect = {
    ...everywhere,
    ...(host.ca && { ca: [...(everywhere.ca ?? tls.getCACertificates("default")), ...host.ca] }),
    ...(host.cert !== undefined && { cert: host.cert, key: host.key }),
  };
  if (proxy === undefined) return new Agent({ connect: directConnector(connect) });
  const { host: address, protocol, username, password } = new URL(proxy);
  const settings = {
    title: vscode.l10n.t("Proxy Settings"),
    command: "forgeline.openSettings",
    args: ["http.proxy"],
  } as const;
  if (!/^(https?|socks5?):$/.test(protocol)) {
    throw new ConnectionSettingError(
      "PROXY_UNSUPPORTED",
      vscode.l10n.t(
        "The proxy {0} cannot be used: only http, https and socks5 are supported. Change http.proxy or the environment variable, or let VS Code connect (forgeline.http.transport).",
        `${protocol}//${address}`,
      ),
      settings,
    );
  }
  const [user, secret] = [decoded(username), decoded(password)];
  if (user === undefined || secret === undefined) {
    throw new ConnectionSettingError(
      "PROXY_UNSUPPORTED",
      vscode.l10n.t(
        "The username or password in the address of the proxy {0} is not valid. Write % as %25, @ as %40 and : as %3A.",
        address,
      ),
      settings,
    );
  }
  log.debug(`Requests go through the proxy ${address}`);
  const toProxy = (connect: Connector.connector): Connector.connector => namingProxy(connect, address);
  if (protocol.startsWith("socks")) {
    return new Socks5ProxyAgent(proxy.replace(/^socks:/i, "socks5:"), {
      connect: toProxy(buildConnector({})),
      requestTls: withContext(connect),
      username: user,
      password: secret,
    });
  }
  return new ProxyAgent({
    uri: proxy,
    requestTls: withContext(connect),
    ...(protocol === "https:" && { proxyTls: withContext(everywhere) }),
    headers: authorization(),
    // Only undici's index gives dispatchers this method, which a tunnel for https begins with.
    clientFactory: (address, options) =>
      Object.assign(new Pool(address, connectingBy(toProxy, options)), { connect: api.connect }),
    // For a host without encryption it is given the proxy in place of the host.
    factory: (origin, options: PoolTypes.Options) =>
      new Pool(
        origin,
        connectingBy(
          (by) => endedByErrors(new URL(origin).origin === new URL(proxy).origin ? toProxy(by) : by),
          options,
        ),
      ),
  });
}

/** Returns the options of a pool with its way to connect changed. */
const connectingBy = <T extends object>(change: (connect: Connector.connector) => Connector.connector, options: T): T =>
  "connect" in options && typeof options.connect === "function"
    ? { ...options, connect: change(options.connect as Connector.connector) }
    : options;

/** Says of errors that they are about the proxy, not about the host. */
const namingProxy =
  (connect: Connector.connector, proxy: string): Connector.connector =>
  (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error) callback(new ProxyConnectionError(proxy, error), null);
      else callback(null, socket);
    });
  };

/** Decodes a part of an address; undefined if it is not encoded correctly. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Adds the context of the certificates. Without it each connection reads hundreds of them anew, while the extension host waits. */
const withContext = <T extends tls.SecureContextOptions>(options: T): T & { secureContext?: tls.SecureContext } =>
  options.ca === undefined && options.cert === undefined
    ? options
    : { ...options, secureContext: tls.createSecureContext(options) };

/** Connects without a proxy. Hosts without encryption need no certificates. */
function directConnector(options: Connector.BuildOptions & tls.SecureContextOptions): Connector.connector {
  const plain = buildConnector({});
  let secure: Connector.connector | undefined;
  return endedByErrors((target, callback) => {
    if (target.protocol === "https:") secure ??= buildConnector(withContext(options));
    (target.protocol === "https:" && secure ? secure : plain)(target, callback);
  });
}

/**
 * Ends a connection at its first error. The alert of a host that refuses a client certificate comes when the connection is made already,
 * and undici would forget it for the end of the connection that follows.
 */
const endedByErrors =
  (connect: Connector.connector): Connector.connector =>
  (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error) {
        callback(error, null);
        return;
      }
      socket.once("error", (first: Error) => socket.destroy(first));
      callback(null, socket);
    });
  };
