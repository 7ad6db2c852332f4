import type { InstanceCapabilities } from "../../api/capabilities.ts";
import type { Vulnerability } from "../../api/resources/vulnerabilities.ts";
import { linkTarget } from "../../core/ui/inertMarkdown.ts";
import type { Watched } from "./watched.ts";

/**
 * Returns the URL of a vulnerability's page: the host's own, the pasted one, or the path that GitLab uses. On hosts
 * that are known to use the documents' own dialect the path cannot be guessed.
 */
export function vulnerabilityPage(
  instance: string,
  vulnerability: Partial<Vulnerability>,
  watched: Watched | undefined,
  capabilities: Pick<InstanceCapabilities, "get">,
): string | undefined {
  const { web_url: url } = vulnerability as { readonly web_url?: unknown };
  if (linkTarget(url) !== undefined) return String(url);
  if (linkTarget(watched?.page) !== undefined) return watched?.page;
  const path = vulnerability.project?.full_path;
  if (!path || vulnerability.id === undefined || capabilities.get("dialect") === "neutral") return undefined;
  return `${instance}/${path.split("/").map(encodeURIComponent).join("/")}/-/security/vulnerabilities/${vulnerability.id}`;
}
