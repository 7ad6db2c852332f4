import { isMap, isScalar, isSeq, type Node, type Scalar } from "yaml";
import type { Span } from "../base/textEdit.ts";
import { resolveAlias, innerSpan, flattenList, pairAt, spanOf, type Targets, textOf, valueAt } from "./nodes.ts";

/** Kind of an `include` entry. `elsewhere` cannot be resolved locally: other projects, URLs, components, artifacts. */
export type IncludeKind = "local" | "template" | "elsewhere";

export interface Include {
  readonly kind: IncludeKind;
  /** Path of a repository file, or name of a template. */
  readonly name: string;
  /** Location of the name without quotes. */
  readonly nameSpan: Span;
  /** Location of the name with its quotes. */
  readonly quotedSpan: Span;
  /** Location of the key (`template`, `local`), if the entry has one. */
  readonly key: Span | undefined;
  /** Whether `rules` may exclude it. */
  readonly conditional: boolean;
}

/** Returns the entries of an `include` in any of its forms: a string, a map or a list of these. */
export function includesOf(node: Node | undefined, targets: Targets, text: string): Include[] {
  return [...flattenList(node, targets)].map((each): Include => {
    if (isScalar(each)) {
      const name = textOf(each) ?? "";
      return {
        kind: /^https?:\/\//i.test(name) ? "elsewhere" : "local",
        ...nameOf(each, text),
        key: undefined,
        conditional: false,
      };
    }
    for (const kind of isMap(each) ? (["template", "local"] as const) : []) {
      const pair = pairAt(each, kind, targets);
      const value = resolveAlias(pair?.value, targets);
      if (!pair || !isScalar(value)) continue;
      return {
        kind,
        ...nameOf(value, text),
        key: spanOf(pair.key as Node),
        conditional: valueAt(each, "rules", targets) !== undefined,
      };
    }
    const at = isMap(each) || isSeq(each) ? spanOf(each) : { start: 0, end: 0 };
    return { kind: "elsewhere", name: "", nameSpan: at, quotedSpan: at, key: undefined, conditional: false };
  });
}

const nameOf = (scalar: Scalar, text: string): Pick<Include, "name" | "nameSpan" | "quotedSpan"> => ({
  name: textOf(scalar) ?? "",
  nameSpan: innerSpan(scalar, text),
  quotedSpan: spanOf(scalar),
});

/** Returns the template include whose name is at an offset. */
export function templateAt(includes: readonly Include[], offset: number): Include | undefined {
  return includes.find(
    ({ kind, nameSpan: at }) => kind === "template" && at.start <= offset && offset <= at.end && at.end > at.start,
  );
}

/**
 * Returns the range that completing a template name at an offset replaces, or undefined if no name is expected there.
 */
export function templateSlot(includes: readonly Include[], text: string, offset: number): Span | undefined {
  for (const { kind, nameSpan: at, key, name } of includes) {
    if (kind !== "template") continue;
    if (name !== "" && at.start <= offset && offset <= at.end) return at;
    if (name === "" && key && offset > key.end && /^[ \t]*:[ \t]+["']?$/.test(text.slice(key.end, offset)))
      return { start: offset, end: offset };
  }
  return undefined;
}
