import {
  type CancellationToken,
  LanguageModelTextPart,
  type LanguageModelToolInvocationOptions,
  type LanguageModelToolInvocationPrepareOptions,
  LanguageModelToolResult,
  l10n,
  MarkdownString,
  type PreparedToolInvocation,
} from "vscode";
import { isCancelled } from "../../core/base/errors.ts";
import { codeBlock } from "../../core/ui/codeBlock.ts";
import { describeError } from "../../core/ui/describeError.ts";
import { untilCancelled } from "../../core/ui/untilCancelled.ts";
import { callTool, confirmationOf } from "./callTool.ts";
import type { AgentsContext } from "./context.ts";
import type { ToolName } from "./toolNames.ts";
import { tools } from "./tools.ts";

/** Returns what VS Code shows while a tool runs, and what it asks before one writes. @throws as `invokeTool` */
export async function prepareTool(
  context: AgentsContext,
  name: ToolName,
  { input }: LanguageModelToolInvocationPrepareOptions<unknown>,
  token: CancellationToken,
): Promise<PreparedToolInvocation> {
  const invocationMessage = l10n.t("Forgeline: {0}", tools[name].title);
  const asked = await inWords(context, name, () =>
    untilCancelled(token, (signal) => confirmationOf(context, { name, input, signal })),
  );
  if (asked === undefined) return { invocationMessage };
  const message = new MarkdownString().appendText(asked.message);
  // Not appendCodeblock: an indented fence in the text would end its block.
  if (asked.diff !== undefined) message.appendMarkdown(`\n\n${codeBlock(asked.diff, "diff")}`);
  if (asked.diff !== undefined && asked.sent !== undefined)
    message.appendMarkdown("\n\n").appendText(l10n.t("Text of the comment:"));
  if (asked.sent !== undefined) message.appendMarkdown(`\n\n${codeBlock(asked.sent, "text")}`);
  return { invocationMessage, confirmationMessages: { title: asked.title, message } };
}

/** Answers a call from VS Code. @throws Error with words that a model can mend its call by; CancelledError */
export async function invokeTool(
  context: AgentsContext,
  name: ToolName,
  { input, tokenizationOptions }: LanguageModelToolInvocationOptions<unknown>,
  token: CancellationToken,
): Promise<LanguageModelToolResult> {
  const budget = tokenizationOptions && {
    tokens: tokenizationOptions.tokenBudget,
    count: (text: string) => tokenizationOptions.countTokens(text, token),
  };
  const text = await inWords(context, name, () =>
    untilCancelled(token, (signal) => callTool(context, { name, input, signal }, budget)),
  );
  return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
}

/** Does work for a tool. @throws Error, whose message VS Code hands to the model; CancelledError */
async function inWords<T>(context: AgentsContext, name: ToolName, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isCancelled(error)) throw error;
    context.report.background(error, `Answer the tool ${name}`);
    throw new Error(describeError(error).message, { cause: error });
  }
}
