/** A git remote's address taken apart. `path` has no leading slash and no `.git`. */
export interface RemoteUrl {
  readonly transport: "http" | "ssh";
  /** Lower case; an SSH alias stays as written in the address. */
  readonly host: string;
  /** Only when the address names one. */
  readonly port?: number;
  readonly secure: boolean;
  readonly path: string;
}

/** Where a remote lives: the instance's base address and the project's full path on it. */
export interface RemoteProject {
  readonly instance: string;
  readonly path: string;
}

/** Hosts that answer SSH for another name on the HTTPS port. */
const sshFronts: Readonly<Record<string, string>> = { "altssh.gitlab.com": "gitlab.com" };

const cleanPath = (path: string): string | undefined => {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // A stray percent sign is part of the name.
  }
  const clean = decoded
    .replace(/^[/~]+/, "")
    .replace(/\/+$/, "")
    .replace(/\.git$/i, "")
    .replace(/\/+$/, "");
  return clean.split("/").some((part) => part === "" || part === "." || part === "..") ? undefined : clean;
};

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
 * Reads the address forms git takes: https, http, ssh, git+ssh and the scp form `user@host:path`.
 * Returns undefined for local paths, `file:` and anything else that names no host.
 */
export function parseRemote(text: string): RemoteUrl | undefined {
  const address = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    const transport = /^https?$/.test(scheme) ? "http" : /^(git\+)?ssh(\+git)?$/.test(scheme) ? "ssh" : undefined;
    if (transport === undefined) return undefined;
    let url: URL;
    try {
      // Only web schemes get their host and port parsed strictly.
      url = new URL(address.replace(/^[^:]+/, transport === "ssh" ? "ftp" : scheme));
    } catch {
      return undefined;
    }
    const port = url.port === "" ? undefined : Number(url.port);
    return build(transport, url.hostname, url.pathname, scheme !== "http", port);
  }
  const scp = /^(?:[^@/\s]+@)?(\[[^\]]+\]|[^:/\s\\]+):(?!\/\/)(.+)$/.exec(address);
  if (scp?.[1] === undefined || scp[2] === undefined) return undefined;
  const local = scp[1].length === 1 || scp[2].startsWith("\\");
  return local ? undefined : build("ssh", scp[1], scp[2], true);
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

/** Strips an instance's sub-path from a remote's path; undefined when the remote is not of that instance. */
const projectPath = (remote: RemoteUrl, host: string, at: Place): string | undefined => {
  if (host !== at.host) return undefined;
  if (remote.transport === "http") {
    // An http remote of an https instance is the same place when neither names a port.
    return (remote.port === undefined ? "" : String(remote.port)) === at.port
      ? inside(remote.path, at.folder)
      : undefined;
  }
  // SSH serves projects without the web address's sub-path, but some hosts add it; the port says nothing of the web's.
  return inside(remote.path, at.folder) ?? remote.path;
};

const realHost = (remote: RemoteUrl, aliases: Readonly<Record<string, string>>): string => {
  if (remote.transport !== "ssh") return remote.host;
  const named = Object.entries(aliases)
    .find(([alias]) => alias.toLowerCase() === remote.host)?.[1]
    .toLowerCase();
  return named ?? sshFronts[remote.host] ?? remote.host;
};

/** The likely base address of the instance behind a remote that no known instance claims. */
export function webAddress(remote: RemoteUrl, aliases: Readonly<Record<string, string>> = {}): string {
  const port = remote.transport === "http" && remote.port !== undefined ? `:${remote.port}` : "";
  return `${remote.secure ? "https" : "http"}://${realHost(remote, aliases)}${port}`;
}

/**
 * Finds the instance a remote belongs to. `aliases` maps SSH host aliases (as in `~/.ssh/config`) to real hosts.
 * Of several instances on one host the one whose sub-path fits the address best wins.
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
