import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What may be done to branches whose names fit a pattern, by whoever pushes. */
export interface PushRule {
  /** A branch's name; `*` stands for any text. */
  readonly pattern: string;
  readonly push: boolean;
  readonly force: boolean;
}

/** Tells the pre-receive hook where the rules of this push are. */
export const RULES_VARIABLE = "FORGELINE_PUSH_RULES";

/**
 * The judge of a push, inside git: there alone the new commits can be looked at before any ref has moved. What it
 * writes reaches the person as lines that begin with `remote:`. The mildest of several rules counts.
 */
const preReceive = `#!/bin/sh
[ -f "$${RULES_VARIABLE}" ] || exit 0
none=0000000000000000000000000000000000000000
refused=0
refuse() { echo "$1" >&2; refused=1; }
while read -r before after ref; do
  branch=\${ref#refs/heads/}
  [ "$branch" = "$ref" ] && continue
  protected=no push=no force=no
  while read -r may_push may_force pattern; do
    case $branch in
      $pattern)
        protected=yes
        [ "$may_push" = yes ] && push=yes
        [ "$may_force" = yes ] && force=yes ;;
    esac
  done < "$${RULES_VARIABLE}"
  if [ "$protected" = no ]; then continue
  elif [ "$after" = $none ]; then refuse "You are not allowed to delete protected branches from this project. Only a project maintainer or owner can delete a protected branch."
  elif [ "$push" = no ] && [ "$before" = $none ]; then refuse "You are not allowed to create protected branches on this project."
  elif [ "$push" = no ]; then refuse "You are not allowed to push code to protected branches on this project."
  elif [ "$force" = no ] && [ "$before" != $none ] && ! git merge-base --is-ancestor "$before" "$after"; then refuse "You are not allowed to force push code to a protected branch on this project."
  fi
done
exit $refused
`;

/** Puts the hook into a bare repository. */
export async function installPushJudge(dir: string): Promise<void> {
  const path = join(dir, "hooks", "pre-receive");
  await writeFile(path, preReceive);
  await chmod(path, 0o755);
}

/** Writes the rules where the hook reads them. */
export async function writePushRules(path: string, rules: readonly PushRule[]): Promise<void> {
  const word = (allowed: boolean): string => (allowed ? "yes" : "no");
  // No branch has such a character in its name; the shell would take it for something else.
  const usable = rules.filter((rule) => rule.pattern !== "" && !/[\s?[\]\\]/.test(rule.pattern));
  await writeFile(path, usable.map((rule) => `${word(rule.push)} ${word(rule.force)} ${rule.pattern}\n`).join(""));
}
