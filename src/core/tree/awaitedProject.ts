import { instanceHost } from "../base/instanceUrl.ts";
import type { Current } from "../currentProject.ts";

/**
 * Returns the project and host to sign in to, for the title of a view; undefined if they are ambiguous. Groups are left out so that the host
 * fits. VS Code capitalizes the words of titles.
 */
export function awaitedProject(current: Current): string | undefined {
  const { hosts, paths } = awaited(current);
  const [host, ...otherHosts] = hosts.map(instanceHost);
  const [path, ...otherPaths] = paths;
  if (host === undefined || otherHosts.length > 0) return undefined;
  return path === undefined || otherPaths.length > 0 ? host : `${path.slice(path.lastIndexOf("/") + 1)} · ${host}`;
}

function awaited(current: Current): { readonly hosts: readonly string[]; readonly paths: readonly string[] } {
  if (current.kind === "noInstance") return current;
  return current.kind === "signedOut" || current.kind === "expired"
    ? { hosts: [current.project.instance], paths: [current.project.name] }
    : { hosts: [], paths: [] };
}
