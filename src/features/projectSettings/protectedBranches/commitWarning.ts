import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Connection } from "../../../core/connections.ts";
import { protectionWords } from "./labels.ts";
import { mayPush, rulesFor } from "./permissions.ts";
import type { Protections } from "./protections.ts";

/**
 * What to say before a commit goes to a branch that the account may not push to; undefined when it may, or nobody knows. The list is
 * read anew, for somebody else may have changed it; the role is asked for if the branch's rules hang on it. Never fails: a commit is not held up by a warning.
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
