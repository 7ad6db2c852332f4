import { isScalar, type Node } from "yaml";
import type { Span } from "../../../core/base/textEdit.ts";
import type { CiDocument, Entry } from "../../../core/ciFile/document.ts";
import { followed, innerSpan, listed, pairAt, spanOf, textOf, valueAt } from "../../../core/ciFile/nodes.ts";
import type { Problem } from "../language/problem.ts";

/** What a message of a host about a CI file speaks of. */
export interface Subject {
  /** Where it is shown. */
  readonly at: Span;
  /** The text that it is about: a change in it may have put it right. */
  readonly about: Span;
  /** The problems that are found here, too, and then told already. */
  readonly twins: readonly Problem["kind"][];
}

/** What follows the name of an entry where a message begins with it: `jobs:NAME config …`, `NAME job: …`, `NAME: …`, `'NAME' job …`. */
const afterName = /^(?::|\s+config\b|\s+job\b|'\s+job\b)/;
const afterJobsName = /^(?::|\s|$)/;

/** The entry that a message begins with, of several the one with the longest name, and what the message goes on with. */
export function entryIn(
  message: string,
  entries: readonly Entry[],
): { readonly entry: Entry; readonly rest: string } | undefined {
  const [, prefix = "", named = ""] = /^(jobs[: ]|root[: ]|')?(.*)$/s.exec(message) ?? [];
  const follows = prefix.startsWith("jobs") ? afterJobsName : afterName;
  const fitting = (text: string, after: RegExp): Entry | undefined =>
    entries
      .filter(({ name }) => name !== "" && text.startsWith(name) && after.test(text.slice(name.length)))
      .sort((a, b) => b.name.length - a.name.length)[0];
  const inside = fitting(named, follows);
  if (inside) return { entry: inside, rest: named.slice(inside.name.length) };
  // A job may be called as the words that messages begin with.
  const whole = fitting(message, afterName);
  return whole && { entry: whole, rest: message.slice(whole.name.length) };
}

/** Where in an entry a message is shown: the key that it names, as far as the text has it; else the entry's name. */
export function placeIn({ key, value }: Entry, rest: string, ci: CiDocument): Span {
  let at = key;
  let node: Node | undefined = value;
  for (const [, name = ""] of rest.matchAll(/:([\w-]+)(?=[:\s]|$)/gy)) {
    const pair = pairAt(node, name, ci.targets);
    if (!pair) break;
    at = keySpan(pair.key, ci);
    node = followed(pair.value, ci.targets);
  }
  const unknown = /unknown keys: (.+)$/s.exec(rest)?.[1]?.split(", ") ?? [];
  const [wrong] = unknown.flatMap((name) => pairAt(node, name.trim(), ci.targets) ?? []);
  return wrong ? keySpan(wrong.key, ci) : (named(value, rest, ci) ?? at);
}

/** Messages that name what a job says for a key. */
const values: readonly (readonly [pattern: RegExp, ...keys: string[]])[] = [
  [/chosen stage (.+) does not exist/s, "stage"],
  [/undefined need: (.+)$/s, "needs"],
  [/undefined dependency: (.+)$/s, "dependencies"],
  [/(?:need|dependency) (.+) is not defined in current or prior stages/s, "needs", "dependencies"],
  [/job needs '(.+?)' job/s, "needs"],
  [/unknown keys in `extends` \((.+?)(?:,|\))/s, "extends"],
];

function named(value: Node | undefined, rest: string, ci: CiDocument): Span | undefined {
  for (const [pattern, ...keys] of values) {
    const name = pattern.exec(rest)?.[1];
    if (name === undefined) continue;
    for (const key of keys) {
      const pair = pairAt(value, key, ci.targets);
      if (!pair) continue;
      const scalars = [...listed(pair.value, ci.targets)].map((item) =>
        isScalar(item) ? item : valueAt(item, "job", ci.targets),
      );
      const found = scalars.find((item) => textOf(item) === name);
      return isScalar(found) ? innerSpan(found, ci.text) : keySpan(pair.key, ci);
    }
  }
  return undefined;
}

const keySpan = (key: unknown, ci: CiDocument): Span => (isScalar(key) ? innerSpan(key, ci.text) : spanOf(key as Node));

/** Problems that are found here as well as by hosts, by the words that hosts have for them. */
const twins: readonly (readonly [pattern: RegExp, ...kinds: Problem["kind"][]])[] = [
  [/chosen stage .+ does not exist/s, "unknownStage"],
  [/undefined (?:need|dependency): |job needs '.+' job/s, "unknownJob", "hiddenJob"],
  [/unknown keys in `extends`/, "unknownJob"],
  [/circular dependenc/, "cycle"],
  [/self-dependenc|cyclic/i, "cycle"],
  [/^\(<unknown>\): |\bat line \d+,? column \d+/, "yaml", "anchor"],
  [/^(?:Local|Included|Template) file `/i, "missingFile", "unknownTemplate"],
];

/** Which of the problems that are found here a message tells, too. */
export const twinsOf = (message: string): readonly Problem["kind"][] =>
  (twins.find(([pattern]) => pattern.test(message))?.slice(1) as Problem["kind"][] | undefined) ?? [];
