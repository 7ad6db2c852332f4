import { l10n, window } from "vscode";
import { CancelledError } from "../../../core/base/errors.ts";
import { invisible, plainText } from "../../../core/ui/plainText.ts";
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
    if (name === undefined) throw toolError(`There is no tool "${plainText(given, 100)}".`);
    const call = { name, input, signal };
    if (tools[name].confirm) {
      progress("Waiting for the user to confirm this in VS Code");
      const before = this.asked;
      const turn = before.then(() => this.ask(call, client));
      this.asked = turn.catch(() => undefined);
      await turn;
    }
    return callTool(this.context, call);
  }

  /** @throws UserError when the user declines; CancelledError when the agent went meanwhile */
  private async ask(call: ToolCall, client: string): Promise<void> {
    call.signal.throwIfAborted();
    const asked = await confirmationOf(this.context, call);
    call.signal.throwIfAborted();
    if (!asked) return;
    const allowed = await mayRun(this.context, asked, client);
    // Whatever the answer is, nobody waits for it now.
    if (call.signal.aborted) throw new CancelledError();
    if (!allowed) throw toolError("The user declined this in VS Code. Nothing was sent.");
  }
}

async function mayRun({ texts }: AgentsContext, asked: Confirmation, client: string): Promise<boolean> {
  const agent = plainText(client, 60) || l10n.t("An agent");
  const question = l10n.t("{0} (outside of VS Code) asks: {1}", agent, plainText(asked.title));
  const whole = [asked.message, asked.sent].filter((part) => part !== undefined && part !== "").join("\n\n");
  const text = whole
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replaceAll("\t", "  ").replace(invisible, "\ufffd"));
  const detail = text.join("\n");
  const allow = l10n.t("Allow");
  if (detail.length <= shownLimit)
    return (await window.showWarningMessage(question, { modal: true, detail }, allow)) === allow;
  const showAll = l10n.t("Show Full Text");
  const cut = l10n.t("{0}…\n\nThe text is too long to be shown here.", detail.slice(0, shownLimit));
  if ((await window.showWarningMessage(question, { modal: true, detail: cut }, showAll)) !== showAll) return false;
  await texts.show(l10n.t("What the agent sends.txt"), detail);
  // Beside the text, so that it can be read to its end.
  return (await window.showWarningMessage(question, allow, l10n.t("Decline"))) === allow;
}
