/** The connection to a proxy that could not be made. Nothing reached the host. */
export class ProxyConnectionError extends Error {
  /** `TO_PROXY_` and the code of the failure; see api/networkError.ts. */
  readonly code: string;
  /** Host and port of the proxy. */
  readonly proxy: string;

  constructor(proxy: string, reason: Error) {
    // Not its cause: the innermost code would be taken for one of the host.
    super(`The proxy ${proxy} could not be connected to: ${reason.message}`);
    this.name = "ProxyConnectionError";
    this.code = `TO_PROXY_${"code" in reason ? String(reason.code) : reason.name}`;
    this.proxy = proxy;
  }
}
