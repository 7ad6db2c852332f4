import type { Span } from "../../../core/base/textEdit.ts";
import type { FileEdit } from "./fileEdit.ts";

/** A problem and its range. `fixes` is computed on access, because large files may have thousands of problems. */
export type Problem = ProblemData & Span & { readonly fixes: readonly Fix[] };
/** A quick fix, by edits of the current text. */
export type Fix =
  | { readonly kind: "replace" | "addStage"; readonly name: string; readonly edits: readonly FileEdit[] }
  | { readonly kind: "removeEarlier" | "removeAgain"; readonly edits: readonly FileEdit[] };

/** What is wrong, as data. */
export type ProblemData =
  | { readonly kind: "yaml"; readonly message: string }
  | { readonly kind: "anchor"; readonly name: string }
  | { readonly kind: "repeatedKey"; readonly name: string; readonly earlier: Span }
  | { readonly kind: "unknownStage"; readonly name: string; readonly stages: readonly string[] }
  | { readonly kind: "unknownJob"; readonly name: string; readonly place: JobPlace }
  | { readonly kind: "hiddenJob"; readonly name: string; readonly place: JobPlace }
  | { readonly kind: "cycle"; readonly of: "needs" | "extends"; readonly chain: readonly string[] }
  | { readonly kind: "unknownTemplate" | "missingFile"; readonly name: string };
/** Where a job name is used. */
export type JobPlace = "needs" | "dependencies" | "extends" | "reference";
