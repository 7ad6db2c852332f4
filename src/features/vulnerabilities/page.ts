import type { InstanceCapabilities } from "../../api/capabilities.ts";
import type { Vulnerability } from "../../api/resources/vulnerabilities.ts";
import { linkTarget } from "../../core/ui/inertMarkdown.ts";
import type { Watched } from "./watched.ts";

/**
 * Address of a vulnerability's page: as the host tells it, as it was pasted, or where GitLab has it. Hosts that are known to speak the
 * documents' own dialect have none that could be guessed.
 */
export function vulnerabilityPage(
  instance: string,
  vulnerability: Partial<Vulnerability>,
  watched: Watched | undefined,
  capabilities: Pick<InstanceCapabilities, "get">,
): string | undefined {
  const { web_url: told } = vulnerability as { readonly web_url?: unknown };
  if (linkTarget(told) !== undefined) return String(told);
  if (linkTarget(watched?.page) !== undefined) return watched?.page;
  const path = vulnerability.project?.full_path;
  if (path === undefined || vulnerability.id === undefined || capabilities.get("dialect") === "neutral")
    return undefined;
  return `${instance}/${path.split("/").map(encodeURIComponent).join("/")}/-/security/vulnerabilities/${vulnerability.id}`;
}
