/** Why a merge is not possible. */
export type ProblemKind =
  /** Too long to be parsed. */
  | "length"
  /** Invalid YAML. */
  | "syntax"
  /** The top level is not a mapping. */
  | "noMapping"
  /** It needs inputs, which only `include` can set. */
  | "inputs"
  /** An alias names no previous anchor, or one that contains it. */
  | "alias"
  /** Expanded aliases make it too large. */
  | "size"
  /** The result is not the expected one. */
  | "outcome";

/** A merge problem with its location; `detail` is the parser's message. */
export class MergeProblem extends Error {
  readonly kind: ProblemKind;
  readonly side: "file" | "template";
  /** Zero-based, in the text of that side. */
  readonly line: number;
  readonly character: number;
  readonly detail: string;

  constructor(kind: ProblemKind, side: "file" | "template", text: string, offset: number, detail = "") {
    super(`${side}: ${kind} ${detail}`.trim());
    this.name = "MergeProblem";
    this.kind = kind;
    this.side = side;
    const before = text.slice(0, offset).split(/\r\n|\n|\r/);
    this.line = before.length - 1;
    this.character = before.at(-1)?.length ?? 0;
    this.detail = detail;
  }
}
