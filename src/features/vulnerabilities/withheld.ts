import { l10n } from "vscode";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { Withheld } from "./nodes.ts";

/** Explains why the host does not return a vulnerability (Part 3, Errors). */
export function withheldReason(withheld: Withheld, instance: string, id: number): string {
  const host = instanceHost(instance);
  return withheld === "forbidden"
    ? l10n.t(
        "{0} does not show vulnerability #{1} to your account. Ask a maintainer of its project for more rights, or switch the account.",
        host,
        id,
      )
    : l10n.t(
        "{0} has no vulnerability #{1}, or hides it from your account. Only higher editions have vulnerabilities at all.",
        host,
        id,
      );
}
