import { answerLimit } from "../../core/diagnosis/answer.ts";
import type { AgentsContext } from "./context.ts";
import { ToolInput } from "./input.ts";
import type { Confirmation } from "./tool.ts";
import type { ToolName } from "./toolNames.ts";
import { tools } from "./tools.ts";

/** How a tool is called. */
export interface ToolCall {
  readonly name: ToolName;
  /** As the caller gave it. */
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/** Returns what a person is asked before a call; undefined for tools that only read. @throws UserError, ApiError, CancelledError */
export async function confirmationOf(
  context: AgentsContext,
  { name, input, signal }: ToolCall,
): Promise<Confirmation | undefined> {
  return tools[name].confirm?.(context, inputOf(name, input), signal);
}

/** @throws UserError for a property that the tool does not have: without it, another subject than the meant one may be the default */
function inputOf(name: ToolName, given: unknown): ToolInput {
  const input = new ToolInput(given);
  input.requireKnown(Object.keys(tools[name].input.properties));
  return input;
}

/** Counts the tokens of a text, and how many an answer may have. */
export interface TokenBudget {
  readonly tokens: number;
  readonly count: (text: string) => Thenable<number>;
}

/**
 * Calls a tool.
 * @param budget of the caller's model, if it has one
 * @returns at most 16,000 bytes of UTF-8
 * @throws UserError, ApiError, CancelledError
 */
export async function callTool(
  context: AgentsContext,
  { name, input, signal }: ToolCall,
  budget?: TokenBudget,
): Promise<string> {
  const answer = await tools[name].run(context, inputOf(name, input), signal);
  signal.throwIfAborted();
  let limit = answerLimit;
  let text = answer.text(limit);
  // The size in tokens is roughly proportional to that in bytes.
  for (let tries = 0; budget && tries < 5; tries++) {
    const count = await budget.count(text);
    if (count <= budget.tokens) break;
    limit = Math.floor(Math.min(limit, Buffer.byteLength(text)) * (budget.tokens / count) * 0.95);
    text = answer.text(limit);
  }
  return text;
}
