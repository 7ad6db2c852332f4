/** What decides how an origin is reached. */
export interface ProxySettings {
  /** The editor's `http.proxy`; empty when unset. */
  readonly proxy: string;
  readonly noProxy: readonly string[];
  /** The editor's `http.proxySupport`. */
  readonly support: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/i;

const split = (list: string | undefined): string[] =>
  (list ?? "")
    .split(/[,\s]+/)
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "");

/** Whether a no-proxy entry (`host`, `.domain`, `*.domain`, `host:port`, `*`) covers an origin. */
const covers = (entry: string, host: string, port: string): boolean => {
  if (entry === "*") return true;
  const [, name = "", only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (only !== undefined && only !== port) return false;
  const bare = name.replace(/^\*?\./, "");
  return host === bare || host.endsWith(`.${bare}`);
};

/**
 * The proxy address for an origin, or undefined to connect directly. The editor's setting wins over the environment;
 * loopback never goes through a proxy; an address that cannot be read counts as none.
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
