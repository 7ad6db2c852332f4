import { isScalar, type Node } from "yaml";
import type { Span } from "../../../core/base/textEdit.ts";
import type { CiDocument, Entry } from "../../../core/ciFile/document.ts";
import { resolveAlias, innerSpan, flattenList, pairAt, spanOf, textOf, valueAt } from "../../../core/ciFile/nodes.ts";
import type { Problem } from "../language/problem.ts";

/** The location of a lint message in the CI file. */
export interface MessageLocation {
  /** Where the message is shown. */
  readonly at: Span;
  /** The text it is about: a change in it may have fixed the error. */
  readonly about: Span;
  /** Kinds of our own problems that report the same error. */
  readonly duplicateOf: readonly Problem["kind"][];
}

/**
 * What follows the name in messages that begin with one: `jobs:NAME config …`, `NAME job: …`, `NAME: …`, `'NAME' job
 * …`.
 */
const afterName = /^(?::|\s+config\b|\s+job\b|'\s+job\b)/;
const afterJobsName = /^(?::|\s|$)/;

/** Returns the entry that a message begins with (the longest matching name), and the rest of the message. */
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
  // A job name may contain the words that messages begin with.
  const whole = fitting(message, afterName);
  return whole && { entry: whole, rest: message.slice(whole.name.length) };
}

/** Returns the location of the key that a message names within an entry, otherwise the entry's name. */
export function spanIn({ key, value }: Entry, rest: string, ci: CiDocument): Span {
  let at = key;
  let node: Node | undefined = value;
  for (const [, name = ""] of rest.matchAll(/:([\w-]+)(?=[:\s]|$)/gy)) {
    const pair = pairAt(node, name, ci.targets);
    if (!pair) break;
    at = keySpan(pair.key, ci);
    node = resolveAlias(pair.value, ci.targets);
  }
  const unknown = /unknown keys: (.+)$/s.exec(rest)?.[1]?.split(", ") ?? [];
  const [wrong] = unknown.flatMap((name) => pairAt(node, name.trim(), ci.targets) ?? []);
  return wrong ? keySpan(wrong.key, ci) : (valueSpan(value, rest, ci) ?? at);
}

/** Messages that quote a value, with the keys that may contain it. */
const valuePatterns: readonly (readonly [pattern: RegExp, ...keys: string[]])[] = [
  [/chosen stage (.+) does not exist/s, "stage"],
  [/undefined need: (.+)$/s, "needs"],
  [/undefined dependency: (.+)$/s, "dependencies"],
  [/(?:need|dependency) (.+) is not defined in current or prior stages/s, "needs", "dependencies"],
  [/job needs '(.+?)' job/s, "needs"],
  [/unknown keys in `extends` \((.+?)(?:,|\))/s, "extends"],
];

function valueSpan(value: Node | undefined, rest: string, ci: CiDocument): Span | undefined {
  for (const [pattern, ...keys] of valuePatterns) {
    const name = pattern.exec(rest)?.[1];
    if (name === undefined) continue;
    for (const key of keys) {
      const pair = pairAt(value, key, ci.targets);
      if (!pair) continue;
      const scalars = [...flattenList(pair.value, ci.targets)].map((item) =>
        isScalar(item) ? item : valueAt(item, "job", ci.targets),
      );
      const found = scalars.find((item) => textOf(item) === name);
      return isScalar(found) ? innerSpan(found, ci.text) : keySpan(pair.key, ci);
    }
  }
  return undefined;
}

const keySpan = (key: unknown, ci: CiDocument): Span => (isScalar(key) ? innerSpan(key, ci.text) : spanOf(key as Node));

/** Host messages that report the same errors as our own problems. */
const duplicatePatterns: readonly (readonly [pattern: RegExp, ...kinds: Problem["kind"][]])[] = [
  [/chosen stage .+ does not exist/s, "unknownStage"],
  [/undefined (?:need|dependency): |job needs '.+' job/s, "unknownJob", "hiddenJob"],
  [/unknown keys in `extends`/, "unknownJob"],
  [/circular dependenc/, "cycle"],
  [/self-dependenc|cyclic/i, "cycle"],
  [/^\(<unknown>\): |\bat line \d+,? column \d+/, "yaml", "anchor"],
  [/^(?:Local|Included|Template) file `/i, "missingFile", "unknownTemplate"],
];

/** Returns the kinds of our own problems that a message duplicates. */
export const duplicatedKinds = (message: string): readonly Problem["kind"][] =>
  (duplicatePatterns.find(([pattern]) => pattern.test(message))?.slice(1) as Problem["kind"][] | undefined) ?? [];
