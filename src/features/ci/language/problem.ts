import type { Span } from "../../../core/base/textEdit.ts";
import type { FileEdit } from "./fileEdit.ts";

/** Fixes are looked for when they are asked for: in large files there may be thousands. */
export type Problem = Wrong & Span & { readonly fixes: readonly Fix[] };
/** What can be done about a problem, by edits of the text as it is now. */
export type Fix =
  | { readonly kind: "replace" | "addStage"; readonly name: string; readonly edits: readonly FileEdit[] }
  | { readonly kind: "removeEarlier" | "removeAgain"; readonly edits: readonly FileEdit[] };

/** What is wrong, as data: the words are made where they are shown. */
export type Wrong =
  | { readonly kind: "yaml"; readonly message: string }
  | { readonly kind: "anchor"; readonly name: string }
  | { readonly kind: "repeatedKey"; readonly name: string; readonly earlier: Span }
  | { readonly kind: "unknownStage"; readonly name: string; readonly stages: readonly string[] }
  | { readonly kind: "unknownJob"; readonly name: string; readonly place: JobPlace }
  | { readonly kind: "hiddenJob"; readonly name: string; readonly place: JobPlace }
  | { readonly kind: "cycle"; readonly of: "needs" | "extends"; readonly chain: readonly string[] }
  | { readonly kind: "unknownTemplate" | "missingFile"; readonly name: string };
/** Where a name of a job stands. */
export type JobPlace = "needs" | "dependencies" | "extends" | "reference";
