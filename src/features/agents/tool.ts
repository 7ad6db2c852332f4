import type { Answer } from "../../core/diagnosis/answer.ts";
import type { AgentsContext } from "./context.ts";
import type { InputSchema, ToolInput } from "./input.ts";
import type { ToolProject } from "./subject.ts";

/** What a person is asked before a tool writes. */
export interface Confirmation {
  readonly title: string;
  /** What is done, in a sentence. */
  readonly message: string;
  /** Lines that it replaces and those that replace them, as a diff. */
  readonly diff?: string;
  /** What is sent, as text. */
  readonly sent?: string;
}

/** A write whose every part is resolved: what a person is asked about is what is sent, whatever changes meanwhile. */
export interface WritePlan {
  /** Where it is sent, and with which account. */
  readonly project: ToolProject;
  readonly confirmation: Confirmation;
  /** Asks the host whether what was resolved still holds. @throws UserError with the reason if it does not; ApiError */
  readonly check?: (signal: AbortSignal) => Promise<void>;
  /** Sends it without resolving anything anew. @throws UserError, ApiError */
  readonly send: (signal: AbortSignal) => Promise<Answer>;
}

interface ToolDescription {
  /** Title Case, for people. */
  readonly title: string;
  /** Name behind `#` in the chat. */
  readonly reference: `forgeline${string}`;
  /** Codicon. */
  readonly icon: string;
  /** What it does, for people. */
  readonly userDescription: string;
  /** When to call it and what it answers, for models. */
  readonly modelDescription: string;
  readonly input: InputSchema;
}

/** @throws UserError for what the caller can mend; ApiError; CancelledError */
type ToolWork<T> = (context: AgentsContext, input: ToolInput, signal: AbortSignal) => Promise<T>;

export interface ReadingTool extends ToolDescription {
  readonly run: ToolWork<Answer>;
  readonly plan?: undefined;
}

export interface WritingTool extends ToolDescription {
  /** Resolves what is written, which is sent once a person has allowed it. */
  readonly plan: ToolWork<WritePlan>;
  readonly run?: undefined;
}

/** A tool for language models. */
export type AgentTool = ReadingTool | WritingTool;
