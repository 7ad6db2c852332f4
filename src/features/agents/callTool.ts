import { hideCredentials } from "../../core/base/credentials.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import { type Answer, answerLimit } from "../../core/diagnosis/answer.ts";
import type { AgentsContext } from "./context.ts";
import { toolError, ToolInput } from "./input.ts";
import type { WritePlan } from "./tool.ts";
import type { ToolName } from "./toolNames.ts";
import { tools } from "./tools.ts";

/** How a tool is called. */
export interface ToolCall {
  readonly name: ToolName;
  /** As the caller gave it. */
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/** Returns what a call sends once a person has allowed it; undefined for tools that only read. @throws UserError, ApiError, CancelledError */
export async function planOf(
  context: AgentsContext,
  { name, input, signal }: ToolCall,
): Promise<WritePlan | undefined> {
  return tools[name].plan?.(context, inputOf(name, input), signal);
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
 * @param plan what a person allowed, for tools that write
 * @returns at most 16,000 bytes of UTF-8, without credentials
 * @throws UserError, ApiError, CancelledError
 */
export async function callTool(
  context: AgentsContext,
  { name, input, signal }: ToolCall,
  budget?: TokenBudget,
  plan?: WritePlan,
): Promise<string> {
  const { run } = tools[name];
  const made = run ? await run(context, inputOf(name, input), signal) : await sendPlan(context, plan, signal);
  const answer = made.hide((text) => hideCredentials(context.hide(text)));
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

/** Sends what a person allowed, with the account of the question. @throws UserError if that is no longer possible; ApiError */
async function sendPlan(context: AgentsContext, plan: WritePlan | undefined, signal: AbortSignal): Promise<Answer> {
  if (!plan) throw toolError("Nothing was sent: the user was not asked.");
  requireAccount(context, plan);
  await plan.check?.(signal);
  signal.throwIfAborted();
  // Nothing is awaited between this and the request.
  requireAccount(context, plan);
  return plan.send(signal);
}

/** @throws UserError if another account than that of the question is in use */
function requireAccount({ connections }: AgentsContext, { project: { instance, connection } }: WritePlan): void {
  if (connections.get(instance) !== connection)
    throw toolError(`The account on ${instanceHost(instance)} has changed since the user was asked. Nothing was sent.`);
}
