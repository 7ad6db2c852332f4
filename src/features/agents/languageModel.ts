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
import { type Disposable, DisposableStore } from "../../core/base/disposable.ts";
import { isCancelled } from "../../core/base/errors.ts";
import { markUnseen } from "../../core/base/unseen.ts";
import { codeBlock } from "../../core/ui/codeBlock.ts";
import { untilCancelled } from "../../core/ui/untilCancelled.ts";
import { callTool, planOf } from "./callTool.ts";
import type { AgentsContext } from "./context.ts";
import { errorText } from "./errorText.ts";
import { OpenQuestions } from "./openQuestions.ts";
import { documentTitle, fitsBox, questionText, showDocument } from "./question.ts";
import type { Confirmation } from "./tool.ts";
import type { ToolName } from "./toolNames.ts";
import { tools } from "./tools.ts";

/** Answers calls from VS Code, which asks before each one that writes. */
export class EditorCalls implements Disposable {
  private readonly context: AgentsContext;
  private readonly owned = new DisposableStore();
  private readonly questions = this.owned.add(new OpenQuestions());

  constructor(context: AgentsContext) {
    this.context = context;
  }

  /** Returns what VS Code shows while a tool runs, and what it asks before one writes. @throws as `invoke` */
  async prepare(
    name: ToolName,
    { input }: LanguageModelToolInvocationPrepareOptions<unknown>,
    token: CancellationToken,
  ): Promise<PreparedToolInvocation> {
    const { context } = this;
    const invocationMessage = l10n.t("Forgeline: {0}", tools[name].title);
    const asked = await inWords(context, name, () =>
      untilCancelled(token, async (signal) => {
        const plan = await planOf(context, { name, input, signal });
        signal.throwIfAborted();
        if (!plan) return undefined;
        const text = questionText(plan.confirmation);
        const isLong = !fitsBox(text);
        // Outside of a chat VS Code asks in a box.
        const shown = isLong ? await showDocument(context.texts, text, { preserveFocus: true }) : undefined;
        this.questions.keep({ name, input }, plan, shown);
        return { ...plan.confirmation, isLong };
      }),
    );
    if (!asked) return { invocationMessage };
    const message = asked.isLong ? shortMessage(asked) : wholeMessage(asked);
    return { invocationMessage, confirmationMessages: { title: asked.title, message } };
  }

  /** Answers a call. @throws Error with words that a model can mend its call by; CancelledError */
  async invoke(
    name: ToolName,
    { input, tokenizationOptions }: LanguageModelToolInvocationOptions<unknown>,
    token: CancellationToken,
  ): Promise<LanguageModelToolResult> {
    const { context } = this;
    const budget = tokenizationOptions && {
      tokens: tokenizationOptions.tokenBudget,
      count: (text: string) => tokenizationOptions.countTokens(text, token),
    };
    const text = await inWords(context, name, () =>
      untilCancelled(token, (signal) => {
        const plan = tools[name].plan && this.questions.take({ name, input });
        return callTool(context, { name, input, signal }, budget, plan);
      }),
    );
    return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
  }

  dispose(): void {
    this.owned.dispose();
  }
}

const wholeMessage = ({ message, diff, sent }: Confirmation): MarkdownString => {
  const whole = new MarkdownString().appendText(message);
  // Not appendCodeblock: an indented fence in the text would end its block.
  if (diff !== undefined) whole.appendMarkdown(`\n\n${codeBlock(markUnseen(diff), "diff")}`);
  if (diff !== undefined && sent !== undefined) whole.appendMarkdown("\n\n").appendText(l10n.t("Text of the comment:"));
  if (sent !== undefined) whole.appendMarkdown(`\n\n${codeBlock(markUnseen(sent), "text")}`);
  return whole;
};

const shortMessage = ({ message }: Confirmation): MarkdownString =>
  new MarkdownString()
    .appendText(message)
    .appendMarkdown("\n\n")
    .appendText(l10n.t("The whole text is in the editor “{0}”. Read it before you allow this.", documentTitle()));

/** Does work for a tool. @throws Error, whose message VS Code hands to the model; CancelledError */
async function inWords<T>(context: AgentsContext, name: ToolName, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isCancelled(error)) throw error;
    context.report.background(error, `Answer the tool ${name}`);
    throw new Error(errorText(error, context.hide), { cause: error });
  }
}
