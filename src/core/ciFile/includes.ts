import { isMap, isScalar, isSeq, type Node, type Scalar } from "yaml";
import type { Span } from "../base/textEdit.ts";
import { followed, innerSpan, listed, pairAt, spanOf, type Targets, textOf } from "./nodes.ts";

/** What an entry of `include` names. `elsewhere` cannot be looked up from here: other projects, addresses, components, artifacts. */
export type IncludeKind = "local" | "template" | "elsewhere";

export interface Include {
  readonly kind: IncludeKind;
  /** The path of a file of this repository, or the name of a template. */
  readonly name: string;
  /** Where the name stands, without quotes. */
  readonly at: Span;
  /** The same with its quotes. */
  readonly whole: Span;
  /** Where the key stands (`template`), for entries that have one. */
  readonly key: Span | undefined;
  /** With `rules`, the host may leave it out. */
  readonly perhaps: boolean;
}

/** The entries of an `include` in each of its forms: a text, a map, a list of these. */
export function includesOf(node: Node | undefined, targets: Targets, text: string): Include[] {
  return [...listed(node, targets)].map((each): Include => {
    if (isScalar(each)) {
      const name = textOf(each) ?? "";
      return {
        kind: /^https?:\/\//i.test(name) ? "elsewhere" : "local",
        ...nameOf(each, text),
        key: undefined,
        perhaps: false,
      };
    }
    for (const kind of isMap(each) ? (["template", "local"] as const) : []) {
      const pair = pairAt(each, kind, targets);
      const value = followed(pair?.value, targets);
      if (!pair || !isScalar(value)) continue;
      return {
        kind,
        ...nameOf(value, text),
        key: spanOf(pair.key as Node),
        perhaps: pairAt(each, "rules", targets) !== undefined,
      };
    }
    const at = isMap(each) || isSeq(each) ? spanOf(each) : { start: 0, end: 0 };
    return { kind: "elsewhere", name: "", at, whole: at, key: undefined, perhaps: false };
  });
}

const nameOf = (scalar: Scalar, text: string): Pick<Include, "name" | "at" | "whole"> => ({
  name: textOf(scalar) ?? "",
  at: innerSpan(scalar, text),
  whole: spanOf(scalar),
});

/** The template whose name stands at an offset. */
export function templateAt(includes: readonly Include[], offset: number): Include | undefined {
  return includes.find(
    ({ kind, at }) => kind === "template" && at.start <= offset && offset <= at.end && at.end > at.start,
  );
}

/** What the name of a template that is being typed at an offset would replace; undefined where none is. */
export function templateSlot(includes: readonly Include[], text: string, offset: number): Span | undefined {
  for (const { kind, at, key, name } of includes) {
    if (kind !== "template") continue;
    if (name !== "" && at.start <= offset && offset <= at.end) return at;
    if (name === "" && key && offset > key.end && /^[ \t]*:[ \t]+["']?$/.test(text.slice(key.end, offset)))
      return { start: offset, end: offset };
  }
  return undefined;
}
