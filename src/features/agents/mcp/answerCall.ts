import { l10n, window } from "vscode";
import { abortable } from "../../../api/abortable.ts";
import { disrupting } from "../../../core/base/disrupting.ts";
import { CancelledError } from "../../../core/base/errors.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { callTool, confirmationOf, type ToolCall } from "../callTool.ts";
import type { AgentsContext } from "../context.ts";
import { toolError } from "../input.ts";
import type { Confirmation } from "../tool.ts";
import { toolNames } from "../toolNames.ts";
import { tools } from "../tools.ts";
import type { ReceivedCall } from "./socketServer.ts";

/** Most characters of a question: VS Code shows it as a whole. */
const shownLimit = 4000;

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
    if (tools[name].confirm) {
      progress("Waiting for the user to confirm this in VS Code");
      const before = this.asked;
      // A canceled question does not hold up the next ones.
      const turn = before.then(() => abortable(this.ask(call, client), signal, () => new CancelledError()));
      this.asked = turn.catch(() => undefined);
      await turn;
    }
    return callTool(this.context, call);
  }

  /** @throws UserError when the user declines */
  private async ask(call: ToolCall, client: string): Promise<void> {
    call.signal.throwIfAborted();
    const asked = await confirmationOf(this.context, call);
    call.signal.throwIfAborted();
    if (!asked) return;
    const allowed = await mayRun(this.context, asked, { client, signal: call.signal });
    if (!allowed) throw toolError("The user declined this in VS Code. Nothing was sent.");
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
  const name = plainText(client, 60);
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
  const parts = [asked.message, asked.diff, asked.sent].flatMap((part) => (part ? visible(part) : []));
  const detail = [...parts, asker].join("\n\n");
  const allow = l10n.t("Allow");
  if (detail.length <= shownLimit)
    return (await window.showWarningMessage(question, { modal: true, detail }, allow)) === allow;
  await texts.show(l10n.t("Text of the agent"), parts.join("\n\n"));
  // Not modal, so that the text can be read to its end.
  return (await window.showWarningMessage(question, allow, decline)) === allow;
}

/** Returns a text of several lines without characters that hide or reorder it. */
const visible = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replaceAll("\t", "  ").replace(disrupting, "\ufffd"))
    .join("\n");
