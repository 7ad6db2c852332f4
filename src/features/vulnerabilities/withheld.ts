import { l10n } from "vscode";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { Withheld } from "./nodes.ts";

/** Explains why the host does not return a vulnerability (Part 3, Errors). */
export function withheldReason(withheld: Withheld, instance: string, id: number): string {
  const host = instanceHost(instance);
  return withheld === "forbidden"
    ? l10n.t(
        "Your account on {0} cannot see vulnerability #{1}. Ask a maintainer of the project for access, or switch accounts.",
        host,
        id,
      )
    : l10n.t("Vulnerability #{1} not found on {0}. Vulnerabilities require a paid edition.", host, id);
}
