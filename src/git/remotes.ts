import { isLoopback } from "../core/base/instanceUrl.ts";

/** A parsed remote URL. `path` has no leading slash and no `.git`. */
export interface RemoteUrl {
  readonly transport: "http" | "ssh";
  /** Lower case; an SSH alias is not resolved. */
  readonly host: string;
  /** Only if the URL contains one. */
  readonly port?: number;
  readonly secure: boolean;
  readonly path: string;
}

/** The instance's base URL and the full path of the project. */
export interface RemoteProject {
  readonly instance: string;
  readonly path: string;
}

/** Hosts that provide SSH for another host on the HTTPS port. */
const sshFronts: Readonly<Record<string, string>> = { "altssh.gitlab.com": "gitlab.com" };

/** Longer addresses are none of a project, and would take long to read. */
const longestAddress = 4096;

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    // An invalid percent sign is part of the name.
    return path;
  }
};

const cleanPath = (path: string): string | undefined => {
  const clean = path.replace(/^[/~]+/, "").replace(/\/*(?:\.git)?\/*$/i, "");
  return clean.split("/").some((part) => part === "" || part === "." || part === "..") ? undefined : clean;
};

/** Returns whether a path is that of a repository of its own beside a project: its wiki, or a snippet. */
export const isBesideProject = (path: string): boolean => /\.wiki$|(?:^|\/)snippets\/\d+$/i.test(path);

/** Returns a host as URLs have it: an IPv6 address can be written in several ways. */
const plainHost = (host: string): string =>
  URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : "";

const build = (
  transport: "http" | "ssh",
  host: string,
  path: string,
  secure: boolean,
  port?: number,
): RemoteUrl | undefined => {
  const clean = cleanPath(path);
  if (clean === undefined || host === "") return undefined;
  return { transport, host: host.toLowerCase(), secure, path: clean, ...(port === undefined ? {} : { port }) };
};

/**
 * Parses a remote URL: https, http, ssh, git+ssh and the SCP form `user@host:path`. Returns undefined for local paths,
 * `file:`, URLs without host, and those that git and URL read as different hosts.
 */
export function parseRemote(text: string): RemoteUrl | undefined {
  const address = text.trim();
  if (address.length > longestAddress) return undefined;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    const transport = /^https?$/.test(scheme) ? "http" : /^(git\+)?ssh(\+git)?$/.test(scheme) ? "ssh" : undefined;
    // Git takes what is before an @ for a user and what is in brackets for the host, also where a user follows; URL takes a backslash for
    // the end of the host.
    if (transport === undefined || address.includes("\\") || address.includes("]@")) return undefined;
    let url: URL;
    try {
      // URL parses host and port only for web schemes.
      url = new URL(address.replace(/^[^:]+/, transport === "ssh" ? "ftp" : scheme));
    } catch {
      return undefined;
    }
    const port = url.port === "" ? undefined : Number(url.port);
    return build(transport, url.hostname, decoded(url.pathname), scheme !== "http", port);
  }
  // The last @ ends the user, as for ssh. Git decodes URLs alone, and takes what is in brackets for the host. With %, # or ? it would be
  // another host in a URL.
  const scp = /^(?:[^/\s[\]]+@)?(\[[^\]]+\]|[^@:/\s\\%#?]+):(?!\/\/)(.+)$/.exec(address);
  if (scp?.[1] === undefined || scp[2] === undefined) return undefined;
  const local = scp[1].length === 1 || scp[2].startsWith("\\");
  return local ? undefined : build("ssh", plainHost(scp[1]), scp[2], true);
}

const inside = (path: string, folder: string): string | undefined =>
  folder === "" ? path : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;

interface Place {
  readonly host: string;
  readonly port: string;
  readonly folder: string;
}

const place = (instanceUrl: string): Place | undefined => {
  try {
    const url = new URL(instanceUrl);
    return { host: url.hostname.toLowerCase(), port: url.port, folder: url.pathname.replace(/^\/|\/$/g, "") };
  } catch {
    return undefined;
  }
};

/** Returns a remote's path relative to an instance; undefined if it belongs to another instance. */
const projectPath = (remote: RemoteUrl, host: string, at: Place): string | undefined => {
  if (host !== at.host) return undefined;
  if (remote.transport === "http") {
    // HTTP and HTTPS without port are the same instance.
    return (remote.port === undefined ? "" : String(remote.port)) === at.port
      ? inside(remote.path, at.folder)
      : undefined;
  }
  // SSH paths usually lack the sub-path of the web URL; the SSH port is unrelated.
  return inside(remote.path, at.folder) ?? remote.path;
};

const realHost = (remote: RemoteUrl, aliases: Readonly<Record<string, string>>): string => {
  if (remote.transport !== "ssh") return remote.host;
  const named = Object.entries(aliases)
    .find(([alias]) => alias.toLowerCase() === remote.host)?.[1]
    .toLowerCase();
  return named ?? sshFronts[remote.host] ?? remote.host;
};

/**
 * Returns the likely base URL of a remote's unknown instance. Only the machine itself is proposed with http: a token is worth more than
 * what a remote fetches, and most hosts that still answer at http redirect to https.
 */
export function webAddress(remote: RemoteUrl, aliases: Readonly<Record<string, string>> = {}): string {
  const port = remote.transport === "http" && remote.port !== undefined ? `:${remote.port}` : "";
  const host = realHost(remote, aliases);
  return `${remote.secure || !isLoopback(host) ? "https" : "http"}://${host}${port}`;
}

/**
 * Returns the instance and project of a remote; with several instances on a host, the best match of the sub-path.
 * @param aliases real hosts by SSH alias, as in `~/.ssh/config`
 */
export function matchRemote(
  remote: RemoteUrl,
  instances: readonly { readonly url: string }[],
  aliases: Readonly<Record<string, string>> = {},
): RemoteProject | undefined {
  const host = realHost(remote, aliases);
  let best: (RemoteProject & { readonly folder: number }) | undefined;
  for (const { url } of instances) {
    const at = place(url);
    const path = at === undefined ? undefined : projectPath(remote, host, at);
    if (at === undefined || path?.includes("/") !== true) continue;
    const folder = path === remote.path ? 0 : at.folder.length;
    if (best === undefined || folder > best.folder) best = { instance: url, path, folder };
  }
  return best === undefined ? undefined : { instance: best.instance, path: best.path };
}
