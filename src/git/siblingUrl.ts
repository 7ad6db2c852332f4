import { parseRemote } from "./remotes.ts";

/**
 * Returns the URL of another project on the same host in the form of a remote's URL, with its transport, SSH alias and
 * port. Undefined if the URL does not end with its project's path, or the other path is invalid.
 */
export function siblingUrl(address: string, project: string, sibling: string): string | undefined {
  if (!/^\w[\w.~+-]*(\/\w[\w.~+-]*)+$/.test(sibling) || parseRemote(address) === undefined) return undefined;
  const [, rest = "", ending = ""] = /^(.*?)(\.git)?\/*$/i.exec(address.trim()) ?? [];
  const before = rest.slice(0, -project.length);
  return rest.toLowerCase().endsWith(project.toLowerCase()) && /[/:]$/.test(before)
    ? `${before}${sibling}${ending}`
    : undefined;
}
