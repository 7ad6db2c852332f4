import { parseRemote } from "./remotes.ts";

/**
 * The address of another project of the same host, said as a remote's address says its own: the transport, an SSH alias and the port
 * stay. Undefined when that one does not end with its project's path, or the other path is none.
 */
export function siblingAddress(address: string, project: string, sibling: string): string | undefined {
  if (!/^\w[\w.~+-]*(\/\w[\w.~+-]*)+$/.test(sibling) || parseRemote(address) === undefined) return undefined;
  const [, rest = "", ending = ""] = /^(.*?)(\.git)?\/*$/i.exec(address.trim()) ?? [];
  const before = rest.slice(0, -project.length);
  return rest.toLowerCase().endsWith(project.toLowerCase()) && /[/:]$/.test(before)
    ? `${before}${sibling}${ending}`
    : undefined;
}
