import type { Answer } from "../../core/diagnosis/answer.ts";
import type { AgentsContext } from "./context.ts";
import type { InputSchema, ToolInput } from "./input.ts";

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

/** A tool for language models. */
export interface AgentTool {
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
  /**
   * Does the work.
   * @throws UserError for what the caller can mend; ApiError; CancelledError
   */
  readonly run: (context: AgentsContext, input: ToolInput, signal: AbortSignal) => Promise<Answer>;
  /** Set for tools that write: returns what a person is asked before `run`. */
  readonly confirm?: (context: AgentsContext, input: ToolInput, signal: AbortSignal) => Promise<Confirmation>;
}
