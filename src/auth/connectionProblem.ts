import { l10n } from "vscode";
import type { ApiError } from "../api/errors.ts";
import { type ErrorAction, UserError } from "../core/base/errors.ts";
import { instanceHost } from "../core/base/instanceUrl.ts";

/** Returns the text for a connection to an instance that certificates, a proxy or their settings prevented, with the setting that helps. */
export function connectionProblem(
  error: ApiError,
  instance = error.instance ?? "",
): { readonly message: string; readonly action?: ErrorAction } {
  const { cause } = error;
  if (cause instanceof UserError) return { message: cause.message, ...(cause.action && { action: cause.action }) };
  return error.kind === "proxy"
    ? { message: proxyText(instance, error.code), action: settings(l10n.t("Proxy Settings"), "http.proxy") }
    : {
        message: certificateText(instance, error.code),
        action: settings(l10n.t("Host Settings"), "forgeline.instances"),
      };
}

const settings = (title: string, setting: string): ErrorAction => ({
  title,
  command: "forgeline.openSettings",
  args: [setting],
});

function proxyText(instance: string, code = ""): string {
  const answer = /^PROXY_\d+$/.test(code) ? `HTTP ${code.replace("PROXY_", "")}` : code;
  return code === "PROXY_407" || code.startsWith("UND_ERR_SOCKS5_AUTH")
    ? l10n.t(
        "The proxy requires authentication, or did not accept it ({0}). Add the username and password to the address in http.proxy, or set http.proxyAuthorization.",
        answer,
      )
    : l10n.t(
        "The proxy refused to connect to {0} ({1}). Check http.proxy, or add the host to http.noProxy.",
        instanceHost(instance),
        answer,
      );
}

function certificateText(instance: string, code = l10n.t("unknown authority")): string {
  const host = instanceHost(instance);
  if (/ALTNAME_INVALID$|HOSTNAME_MISMATCH$/.test(code)) {
    return l10n.t(
      "The certificate of {0} is for another host name ({1}). Check the address in the setting forgeline.instances.",
      host,
      code,
    );
  }
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") {
    return l10n.t(
      "The certificate of {0} has expired or is not valid yet ({1}). Check the date of this computer, or ask the administrator of the host to renew it.",
      host,
      code,
    );
  }
  if (/CERTIFICATE_REQUIRED$|NO_CERTIFICATE$/.test(code)) {
    return l10n.t(
      "{0} requires a client certificate ({1}). Set “clientCertificate” of the host in the setting forgeline.instances.",
      host,
      code,
    );
  }
  if (code.endsWith("HANDSHAKE_FAILURE")) {
    return l10n.t(
      "{0} refused the secure connection ({1}). If it requires a client certificate, set “clientCertificate” of the host in the setting forgeline.instances.",
      host,
      code,
    );
  }
  if (/^CLIENT_CERTIFICATE_|_ALERT_/.test(code)) {
    return l10n.t(
      "{0} did not accept the client certificate ({1}). Check “clientCertificate” of the host in the setting forgeline.instances.",
      host,
      code,
    );
  }
  return l10n.t(
    "The certificate of {0} is not trusted ({1}). Set “ca” of the host in the setting forgeline.instances to the file of its certificate authority, or add the authority to the system's trusted certificates.",
    host,
    code,
  );
}
