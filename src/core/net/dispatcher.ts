import * as tls from "node:tls";
import Agent from "undici/lib/dispatcher/agent.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import type Dispatcher from "undici/types/dispatcher.js";
import type { Logger } from "../base/log.ts";
import { userSetting } from "../userSettings.ts";

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
export function makeDispatcher(proxy: string | undefined, log: Logger): Dispatcher {
  const connect = readTls(log);
  if (proxy === undefined) return new Agent({ connect });
  log.debug(`Requests go through the proxy ${new URL(proxy).host}`);
  return new ProxyAgent({ uri: proxy, requestTls: connect, proxyTls: connect, headers: authorization() });
}
