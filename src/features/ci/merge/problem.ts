/** Why a template cannot be merged, or a file not be merged into. */
export type ProblemKind =
  /** It is no valid YAML. */
  | "syntax"
  /** Its top level is no mapping of names to values. */
  | "noMapping"
  /** It asks for inputs, which only an `include` can give. */
  | "inputs"
  /** An alias names no anchor before it, or one that contains it. */
  | "alias"
  /** Aliases in aliases make it too large. */
  | "size"
  /** What would come of it is not what is due. */
  | "outcome";

/** Where and why; `detail` is the parser's own sentence. */
export class MergeProblem extends Error {
  readonly kind: ProblemKind;
  readonly side: "file" | "template";
  /** Counted from 0, in the text of that side. */
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
