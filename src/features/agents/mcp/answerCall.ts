import { l10n, window } from "vscode";
import { abortable } from "../../../api/abortable.ts";
import { CancelledError } from "../../../core/base/errors.ts";
import { inQuotes } from "../../../core/ui/inQuotes.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { callTool, planOf, type ToolCall } from "../callTool.ts";
import type { AgentsContext } from "../context.ts";
import { toolError } from "../input.ts";
import { fitsBox, questionText, showDocument } from "../question.ts";
import type { Confirmation, WritePlan } from "../tool.ts";
import { toolNames } from "../toolNames.ts";
import { tools } from "../tools.ts";
import type { ReceivedCall } from "./socketServer.ts";

/** Answers calls of agents outside of VS Code. Asks before each one that changes something, one question at a time. */
export class CallAnswers {
  private readonly context: AgentsContext;
  private asked: Promise<unknown> = Promise.resolve();

  constructor(context: AgentsContext) {
    this.context = context;
  }

  /** @throws UserError, ApiError, CancelledError */
  async of({ name: given, input, client, signal, progress }: ReceivedCall): Promise<string> {
    const name = toolNames.find((one) => one === given);
    if (name === undefined) throw toolError(`Unknown tool "${plainText(given, 100)}".`);
    const call = { name, input, signal };
    if (!tools[name].plan) return callTool(this.context, call);
    progress("Waiting for the user to confirm this in VS Code");
    const before = this.asked;
    // A canceled question does not hold up the next ones.
    const turn = before.then(() => abortable(this.ask(call, client), signal, () => new CancelledError()));
    this.asked = turn.catch(() => undefined);
    return callTool(this.context, call, undefined, await turn);
  }

  /** Returns what the user allowed. @throws UserError when the user declines */
  private async ask(call: ToolCall, client: string): Promise<WritePlan | undefined> {
    call.signal.throwIfAborted();
    const plan = await planOf(this.context, call);
    call.signal.throwIfAborted();
    if (!plan) return undefined;
    const allowed = await mayRun(this.context, plan.confirmation, { client, signal: call.signal });
    if (!allowed) throw toolError("The user declined this in VS Code. Nothing was sent.");
    return plan;
  }
}

/**
 * Asks in the window. What is sent is shown whole, in a document if it is long. A notification comes first: a dialog that opens while
 * somebody types would take the next Enter for an answer.
 */
async function mayRun(
  { texts }: AgentsContext,
  asked: Confirmation,
  { client, signal }: { readonly client: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const name = inQuotes(client, 60);
  const question = plainText(asked.title);
  const notice =
    name === ""
      ? l10n.t("An agent outside of VS Code asks: {0}", question)
      : l10n.t("The agent “{0}” asks: {1}", name, question);
  const review = l10n.t("Review…");
  const decline = l10n.t("Decline");
  if ((await window.showWarningMessage(notice, review, decline)) !== review) return false;
  signal.throwIfAborted();
  const asker =
    name === ""
      ? l10n.t("An agent asks for this over MCP.")
      : l10n.t("An agent asks for this over MCP. It calls itself “{0}”.", name);
  const text = questionText(asked);
  // Boxes show a tab as one blank.
  const detail = `${text.replaceAll("\t", "  ")}\n\n${asker}`;
  const allow = l10n.t("Allow");
  if (fitsBox(detail)) return (await window.showWarningMessage(question, { modal: true, detail }, allow)) === allow;
  const shown = await showDocument(texts, text);
  try {
    // Not modal, so that the text can be read to its end.
    return (await window.showWarningMessage(question, allow, decline)) === allow;
  } finally {
    shown.dispose();
  }
}
