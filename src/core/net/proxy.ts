import { BlockList, isIP } from "node:net";
import { isLoopback } from "../base/instanceUrl.ts";

/** Settings and environment variables that choose the proxy. */
export interface ProxySettings {
  /** VS Code's `http.proxy`; empty when unset. */
  readonly proxy: string;
  readonly noProxy: readonly string[];
  /** VS Code's `http.proxySupport`. */
  readonly support: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const split = (list: string | undefined): string[] =>
  (list ?? "")
    .split(/[,\s]+/)
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "");

/** An address without the brackets of a URL, and its family; undefined for names. */
function addressOf(text: string): readonly [address: string, family: "ipv4" | "ipv6"] | undefined {
  const address = text.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(address);
  return family === 0 ? undefined : [address, family === 4 ? "ipv4" : "ipv6"];
}

/** Whether an address or range (`10.0.0.0/8`, `fd00::/8`) covers an address; undefined if the entry is neither. Names are not looked up. */
function coversAddress(entry: string, host: ReturnType<typeof addressOf>): boolean | undefined {
  const [, network = entry, bits] = /^(.*)\/(\d{1,3})$/.exec(entry) ?? [];
  const address = addressOf(network);
  if (!address) return undefined;
  if (!host) return false;
  const list = new BlockList();
  if (bits === undefined) list.addAddress(...address);
  else if (Number(bits) > (address[1] === "ipv4" ? 32 : 128)) return false;
  else list.addSubnet(address[0], Number(bits), address[1]);
  // Also knows IPv4 addresses that are written as IPv6 (::ffff:10.0.0.1).
  return list.check(...host);
}

/** Whether a no-proxy entry (`host`, `.domain`, `*.domain`, an address, a range, each but ranges also with `:port`, or `*`) covers an origin. */
function covers(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  const address = addressOf(host);
  const whole = coversAddress(entry, address);
  if (whole !== undefined) return whole;
  const [, name = entry, only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (only !== undefined && only !== port) return false;
  const bare = name.replace(/^\*?\./, "").replace(/\.$/, "");
  if (bare === "") return false;
  return coversAddress(bare, address) ?? (host === bare || (!address && host.endsWith(`.${bare}`)));
}

/**
 * Returns the proxy URL for an origin, or undefined to connect directly. VS Code's setting takes precedence over the environment;
 * loopback addresses never use a proxy; an invalid URL counts as none.
 */
export function proxyFor(origin: string, settings: ProxySettings): string | undefined {
  if (settings.support === "off") return undefined;
  const { hostname, protocol, port } = new URL(origin);
  if (isLoopback(hostname)) return undefined;
  const { env } = settings;
  const number = port === "" ? (protocol === "https:" ? "443" : "80") : port;
  const skipped = [
    ...settings.noProxy.map((entry) => entry.trim().toLowerCase()),
    ...split(env["no_proxy"] ?? env["NO_PROXY"]),
  ];
  if (skipped.some((entry) => covers(entry, hostname.toLowerCase().replace(/\.$/, ""), number))) return undefined;
  const byScheme =
    protocol === "https:" ? (env["https_proxy"] ?? env["HTTPS_PROXY"]) : (env["http_proxy"] ?? env["HTTP_PROXY"]);
  const chosen = settings.proxy.trim() || byScheme?.trim() || (env["all_proxy"] ?? env["ALL_PROXY"])?.trim();
  if (chosen === undefined || chosen === "") return undefined;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(chosen) ? chosen : `http://${chosen}`;
  // undici lets a SOCKS 5 proxy look up the name in any case, which is what curl calls socks5h.
  const known = address.replace(/^socks5h:/i, "socks5:");
  return URL.canParse(known) ? known : undefined;
}
