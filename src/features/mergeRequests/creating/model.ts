import type { CommonAction, PageAction } from "../../../core/webview/messages.ts";
import type { PageProblem } from "../../../core/webview/pageReader.ts";
import { button as pageButton, type ButtonStyle } from "../../../core/webview/parts.ts";
import type { ShownBox } from "../../../core/webview/textBox.ts";
import type { Difference } from "./difference.ts";
import type { NewMergeRequestRef, Proposal } from "./proposal.ts";
import type { Source } from "./source.ts";
import type { Targets } from "./targets.ts";

/** Actions of the page, besides those of every page. */
export const actions = [
  "create",
  "discard",
  "target",
  "project",
  "draft",
  "labels",
  "assignees",
  "reviewers",
  "milestone",
  "assignToMe",
  "removeSource",
  "squash",
  "keepLocal",
  "template",
  "commitMessages",
  "openInEditor",
  "openChanges",
  "help",
] as const;
export type CreatingAction = (typeof actions)[number];
/** Actions on a changed file, by its place in the list. */
export const fileActions = ["openFile"] as const;

/** Returns a button of the page. */
export const button = (
  action: PageAction<CreatingAction | CommonAction, never, (typeof fileActions)[number]>,
  words: string,
  style?: ButtonStyle,
) => pageButton(action, words, style);

/** The field that a refusal is about. */
export type RefusedField = "title" | "target";

/** Why the merge request was not created. */
export interface Refusal {
  readonly message: string;
  /** Title of the action that helps. */
  readonly remedy?: string | undefined;
  /** Undefined if it is about none of them alone. */
  readonly field?: RefusedField | undefined;
}

/** Everything that the page of a new merge request shows. */
export interface Creation {
  readonly ref: NewMergeRequestRef;
  /** Undefined until the host has answered, without a draft. */
  readonly proposal?: Proposal | undefined;
  readonly targets?: Targets | undefined;
  readonly source?: Source | undefined;
  /** Undefined while it is read. */
  readonly difference?: Difference | undefined;
  /** Whether the host has answered yet. */
  readonly loaded: boolean;
  /** Whether it is being created. */
  readonly sending: boolean;
  readonly refusal?: Refusal | undefined;
  /** Why what is shown may be old. */
  readonly problem?: PageProblem | undefined;
  /** Whether the description is open in an editor. */
  readonly inEditor: boolean;
  /** The signed-in account. */
  readonly user?: { readonly id: number } | undefined;
  readonly box: (name: "title" | "description") => ShownBox;
}

/** Whether the branch is pushed before the merge request is created. */
export const willPush = ({ source, proposal }: Pick<Creation, "source" | "proposal">): boolean =>
  source?.local !== undefined && (source.there === undefined || (source.ahead && proposal?.keepLocal !== true));
