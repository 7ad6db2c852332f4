/** Settings and environment variables that choose the proxy. */
export interface ProxySettings {
  /** VS Code's `http.proxy`; empty when unset. */
  readonly proxy: string;
  readonly noProxy: readonly string[];
  /** VS Code's `http.proxySupport`. */
  readonly support: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/i;

const split = (list: string | undefined): string[] =>
  (list ?? "")
    .split(/[,\s]+/)
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "");

/** Whether a no-proxy entry (`host`, `.domain`, `*.domain`, `host:port`, an IPv6 address with or without brackets, `*`) covers an origin. */
const covers = (entry: string, host: string, port: string): boolean => {
  if (entry === "*" || `[${entry}]` === host) return true;
  const [, name = "", only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (only !== undefined && only !== port) return false;
  const bare = name.replace(/^\*?\./, "");
  return host === bare || host.endsWith(`.${bare}`);
};

/**
 * Returns the proxy URL for an origin, or undefined to connect directly. VS Code's setting takes precedence over the environment;
 * loopback addresses never use a proxy; an invalid URL counts as none.
 */
export function proxyFor(origin: string, settings: ProxySettings): string | undefined {
  if (settings.support === "off") return undefined;
  const { hostname, protocol, port } = new URL(origin);
  if (loopback.test(hostname)) return undefined;
  const { env } = settings;
  const number = port === "" ? (protocol === "https:" ? "443" : "80") : port;
  const skipped = [
    ...settings.noProxy.map((entry) => entry.toLowerCase()),
    ...split(env["no_proxy"] ?? env["NO_PROXY"]),
  ];
  if (skipped.some((entry) => covers(entry, hostname.toLowerCase(), number))) return undefined;
  const byScheme =
    protocol === "https:" ? (env["https_proxy"] ?? env["HTTPS_PROXY"]) : (env["http_proxy"] ?? env["HTTP_PROXY"]);
  const chosen = settings.proxy.trim() || byScheme?.trim() || (env["all_proxy"] ?? env["ALL_PROXY"])?.trim();
  if (chosen === undefined || chosen === "") return undefined;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(chosen) ? chosen : `http://${chosen}`;
  return URL.canParse(address) ? address : undefined;
}
