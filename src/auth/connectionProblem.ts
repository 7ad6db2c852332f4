import { l10n } from "vscode";
import type { ApiError } from "../api/errors.ts";
import { type ErrorAction, UserError } from "../core/base/errors.ts";
import { instanceHost, isLoopback } from "../core/base/instanceUrl.ts";
import { ProxyConnectionError } from "../core/base/proxyConnectionError.ts";
import { tlsFilesOf } from "../core/base/tlsSettings.ts";
import { userSetting } from "../core/userSettings.ts";

/**
 * Returns the text for a request that could not be made (`network`, `certificate`, `proxy`, `timeout`): what happened, why if that is known,
 * and the setting that helps. Codes are for the log.
 */
export function connectionProblem(
  error: ApiError,
  instance = error.instance ?? "",
): { readonly message: string; readonly action?: ErrorAction } {
  const { cause, code = "", kind } = error;
  if (cause instanceof UserError) return { message: cause.message, ...(cause.action && { action: cause.action }) };
  const proxies = settings(l10n.t("Proxy Settings"), "http.proxy");
  if (cause instanceof ProxyConnectionError) return { message: toProxyText(cause), action: proxies };
  const host = instanceHost(instance);
  const local = isLocal(instance);
  const hosts = settings(l10n.t("Host Settings"), "forgeline.instances");
  switch (kind) {
    case "proxy":
      return { message: proxyText(host, code), action: proxies };
    case "certificate":
      return { message: certificateText(host, code), action: hosts };
    case "timeout":
      return { message: timeoutText(host, code, local) };
    default: {
      if (lost.test(code) && showsCertificate(instance)) {
        return {
          message: l10n.t(
            "{0} closed the connection. It may not accept the client certificate: check “clientCertificate” of the host in the setting forgeline.instances.",
            host,
          ),
          action: hosts,
        };
      }
      const message = networkText(host, code, local);
      return local || code.startsWith("ERR_SSL_") ? { message } : { message, action: proxies };
    }
  }
}

const settings = (title: string, setting: string): ErrorAction => ({
  title,
  command: "forgeline.openSettings",
  args: [setting],
});

/** Whether no proxy is used for an instance. */
const isLocal = (instance: string): boolean => URL.canParse(instance) && isLoopback(new URL(instance).hostname);

/** Whether the settings have a client certificate for an instance. Not every host says so when it refuses one. */
const showsCertificate = (instance: string): boolean =>
  instance.startsWith("https:") &&
  URL.canParse(instance) &&
  tlsFilesOf(userSetting("forgeline.instances"), new URL(instance).origin)?.clientCertificate !== undefined;

/** Returns what to check when a host was not reached. */
const checks = (local: boolean): string =>
  local
    ? l10n.t("Check the address, and whether the host is running.")
    : l10n.t("Check the address, your network, and the settings http.proxy and forgeline.http.transport.");

/** Codes of systems that know no way to an address. */
const unreachable = /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/;
const lost = /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_PRX_CONN|ERR_STREAM_PREMATURE_CLOSE)$/;
/** OpenSSL and BoringSSL: what one side offers is too old for the other. */
const oldTls =
  /^ERR_SSL_.*(UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|INSUFFICIENT_SECURITY|VERSION_TOO_LOW|LEGACY_|UNSAFE_LEGACY)/;
/** An answer that is not TLS at all. */
const notTls = /^ERR_SSL_.*(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|RECORD_LAYER_FAILURE|HTTP_REQUEST)$/;

function networkText(host: string, code: string, local: boolean): string {
  if (/^(PROXY_5|UND_ERR_SOCKS5)/.test(code)) return byProxyText(host, code);
  if (code === "ENOTFOUND") return l10n.t("Could not connect to {0}: its name was not found. {1}", host, checks(local));
  if (code === "EAI_AGAIN")
    return l10n.t("Could not connect to {0}: names cannot be looked up at the moment. {1}", host, checks(local));
  if (code === "ECONNREFUSED")
    return l10n.t("Could not connect to {0}: it refused the connection. {1}", host, checks(local));
  if (unreachable.test(code))
    return l10n.t("Could not connect to {0}: this computer has no route to it. {1}", host, checks(local));
  if (lost.test(code)) return l10n.t("Could not connect to {0}: the connection was closed. {1}", host, checks(local));
  if (oldTls.test(code)) {
    return l10n.t(
      "Could not connect to {0}: it does not support TLS 1.2 or later. Ask the administrator of the host to turn it on.",
      host,
    );
  }
  if (notTls.test(code)) {
    return l10n.t(
      "Could not connect to {0}: it does not use https there. Check the address, its port, and whether it begins with http:// or https://.",
      host,
    );
  }
  if (code.startsWith("ERR_SSL_"))
    return l10n.t("Could not connect to {0}: the secure connection failed. {1}", host, checks(local));
  return l10n.t("Could not connect to {0}. {1}", host, checks(local));
}

function timeoutText(host: string, code: string, local: boolean): string {
  if (/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/.test(code))
    return l10n.t("Could not connect to {0}: it did not respond. {1}", host, checks(local));
  // The host itself gave up (HTTP 408).
  if (code === "") return l10n.t("The request to {0} timed out. Try again.", host);
  return l10n.t("The request to {0} timed out. Try again. If the host is slow, increase forgeline.http.timeout.", host);
}

/** Returns the text for a proxy that did not reach the host. */
function byProxyText(host: string, code: string): string {
  const tail = l10n.t(
    "Check the address, and whether the host is running. If it needs no proxy, add it to http.noProxy.",
  );
  const [, status] = /^PROXY_(\d+)$/.exec(code) ?? [];
  if (status !== undefined) return l10n.t("The proxy could not connect to {0} (HTTP {1}). {2}", host, status, tail);
  if (/REPLY_[1-6]$/.test(code)) return l10n.t("The proxy could not connect to {0}. {1}", host, tail);
  return l10n.t(
    "The proxy did not respond as a SOCKS 5 proxy. Check http.proxy: an HTTP proxy begins with http://, a SOCKS 5 proxy with socks5://.",
  );
}

/** Returns the text for a proxy that could not be connected to. */
function toProxyText({ proxy, code: full }: ProxyConnectionError): string {
  const code = full.replace("TO_PROXY_", "");
  const tail = l10n.t(
    "Check http.proxy or the proxy environment variables, or set forgeline.http.transport to vscode.",
  );
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return l10n.t("Could not connect to the proxy {0}: its name was not found. {1}", proxy, tail);
  if (code === "ECONNREFUSED")
    return l10n.t("Could not connect to the proxy {0}: it refused the connection. {1}", proxy, tail);
  if (/TIMEOUT|TIMEDOUT/.test(code))
    return l10n.t("Could not connect to the proxy {0}: it did not respond. {1}", proxy, tail);
  if (unreachable.test(code))
    return l10n.t("Could not connect to the proxy {0}: this computer has no route to it. {1}", proxy, tail);
  if (notTls.test(code)) {
    return l10n.t(
      "Could not connect to the proxy {0}: it does not use https. Begin its address in http.proxy with http://.",
      proxy,
    );
  }
  if (/ALTNAME_INVALID$|HOSTNAME_MISMATCH$/.test(code))
    return l10n.t("The certificate of the proxy {0} is for another host name. Check its address in http.proxy.", proxy);
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code)) {
    return l10n.t(
      "The certificate of the proxy {0} has expired or is not valid yet. Check the date of this computer, or ask the administrator of the proxy to renew it.",
      proxy,
    );
  }
  if (/^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/.test(code)) {
    return l10n.t(
      "The certificate of the proxy {0} is not trusted. Add its certificate authority to the system's trusted certificates.",
      proxy,
    );
  }
  return l10n.t("Could not connect to the proxy {0}. {1}", proxy, tail);
}

/** Returns the text for a proxy that refused. */
function proxyText(host: string, code: string): string {
  const [, status] = /^PROXY_(\d+)$/.exec(code) ?? [];
  if (code.startsWith("UND_ERR_SOCKS5_AUTH")) {
    return l10n.t(
      "The proxy requires authentication, or did not accept it. Add the username and password to the address in http.proxy.",
    );
  }
  if (status === "407") {
    return l10n.t(
      "The proxy requires authentication, or did not accept it (HTTP 407). Add the username and password to the address in http.proxy, set http.proxyAuthorization, or set forgeline.http.transport to vscode.",
    );
  }
  return status === undefined
    ? l10n.t("The proxy refused to connect to {0}. Check http.proxy, or add the host to http.noProxy.", host)
    : l10n.t(
        "The proxy refused to connect to {0} (HTTP {1}). Check http.proxy, or add the host to http.noProxy.",
        host,
        status,
      );
}

function certificateText(host: string, code: string): string {
  if (/ALTNAME_INVALID$|HOSTNAME_MISMATCH$/.test(code)) {
    return l10n.t(
      "The certificate of {0} is for another host name. Check the address in the setting forgeline.instances.",
      host,
    );
  }
  if (code === "CERT_HAS_EXPIRED") {
    return l10n.t(
      "The certificate of {0} has expired. Ask the administrator of the host to renew it, or check the date of this computer.",
      host,
    );
  }
  if (code === "CERT_NOT_YET_VALID") {
    return l10n.t(
      "The certificate of {0} is not valid yet. Check the date of this computer, or ask the administrator of the host.",
      host,
    );
  }
  if (/CERTIFICATE_REQUIRED$|NO_CERTIFICATE$/.test(code)) {
    return l10n.t(
      "{0} requires a client certificate. Set “clientCertificate” of the host in the setting forgeline.instances.",
      host,
    );
  }
  if (code.endsWith("HANDSHAKE_FAILURE")) {
    return l10n.t(
      "{0} refused the secure connection. If it requires a client certificate, set “clientCertificate” of the host in the setting forgeline.instances. If not, ask its administrator whether it supports TLS 1.2 or later.",
      host,
    );
  }
  if (/^CLIENT_CERTIFICATE_|_ALERT_/.test(code)) {
    return l10n.t(
      "{0} did not accept the client certificate. Check “clientCertificate” of the host in the setting forgeline.instances.",
      host,
    );
  }
  if (code === "DEPTH_ZERO_SELF_SIGNED_CERT") {
    return l10n.t(
      "The certificate of {0} is not trusted: it is self-signed. If you trust it, set “ca” of the host in the setting forgeline.instances to a file with this certificate, or add it to the system's trusted certificates.",
      host,
    );
  }
  if (/^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/.test(code)) {
    return l10n.t(
      "The certificate of {0} is not trusted: its certificate authority is unknown. Set “ca” of the host in the setting forgeline.instances to the file of its certificate authority, or add the authority to the system's trusted certificates.",
      host,
    );
  }
  return l10n.t(
    "The certificate of {0} is not trusted. Set “ca” of the host in the setting forgeline.instances to the file of its certificate authority, or add the authority to the system's trusted certificates.",
    host,
  );
}
