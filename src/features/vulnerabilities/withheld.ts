import { l10n } from "vscode";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { Withheld } from "./nodes.ts";

/** Why a host shows none of a vulnerability, and what one can do about it (Part 3, Errors). */
export function withheldWords(withheld: Withheld, instance: string, id: number): string {
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
