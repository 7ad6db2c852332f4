import { type ErrorAction, UserError } from "../base/errors.ts";

/** A setting that a connection needs and that cannot be used. Nothing was sent. */
export class ConnectionSettingError extends UserError {
  /** For api/networkError.ts: errors of these codes are not retried. */
  readonly code: "ERR_TLS_CERT_FILE" | "PROXY_UNSUPPORTED";

  constructor(code: ConnectionSettingError["code"], message: string, action: ErrorAction) {
    super(message, { action });
    this.name = "ConnectionSettingError";
    this.code = code;
  }
}
