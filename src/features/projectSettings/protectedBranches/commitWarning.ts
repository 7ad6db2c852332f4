import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Connection } from "../../../core/connections.ts";
import { protectionWords } from "./labels.ts";
import { mayPush, rulesFor } from "./permissions.ts";
import type { Protections } from "./protections.ts";

/**
 * Returns the warning for a commit to a branch that the account may not push to; undefined if it may, or if that is unknown. Reads the
 * rules again, since others may have changed them, and the account's role if they depend on it. Never throws.
 */
export async function commitWarning(
  protections: Protections,
  connection: Connection,
  scope: ProjectScope,
  branch: string,
): Promise<string | undefined> {
  try {
    const known = await protections.read(connection, scope);
    const rules = known.kind === "rules" ? rulesFor(known.rules, branch) : [];
    if (rules.length === 0) return undefined;
    await protections.learnRole(connection, scope, rules);
    const may = mayPush(rules, branch, protections.person(connection, scope));
    return may === "no" ? protectionWords(branch, rules, may).replaceAll("\n", " ") : undefined;
  } catch {
    return undefined;
  }
}
