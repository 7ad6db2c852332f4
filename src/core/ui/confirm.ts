/** Questions that are asked before an act, in a dialog. */
import { type MessageItem, window } from "vscode";
import { CancelledError } from "../base/errors.ts";
import type { Connection } from "../connections.ts";
import { AccountChangedError } from "../heldAccounts.ts";

/** A question with the buttons that answer it. Closing the dialog answers none. */
export interface Question<Button extends string = string> {
  readonly question: string;
  /** Paragraphs; empty ones are left out. */
  readonly detail?: string | readonly string[];
  readonly buttons: readonly Button[];
  /** Takes the place of the dialog's own Cancel, where that would be mistaken for the act. */
  readonly close?: string;
}

/** Asks about something that is not sent to a host. @returns the chosen button; undefined for none */
export async function ask<Button extends string>({
  question,
  detail = [],
  buttons,
  close,
}: Question<Button>): Promise<Button | undefined> {
  const options = {
    modal: true,
    detail: [detail]
      .flat()
      .filter((text) => text !== "")
      .join("\n\n"),
  };
  if (close === undefined) return window.showWarningMessage(question, options, ...buttons);
  const items: MessageItem[] = buttons.map((title) => ({ title }));
  const chosen = await window.showWarningMessage(question, options, ...items, {
    title: close,
    isCloseAffordance: true,
  });
  return buttons.find((_, at) => items[at] === chosen);
}

interface AccountsContext {
  readonly connections: { get(instance: string): Pick<Connection, "session"> };
}

/**
 * Asks before something is sent to a host, and returns the chosen button.
 * @throws CancelledError for none; AccountChangedError if another account is in use there by then
 */
export async function confirm<Button extends string>(
  { connections }: AccountsContext,
  { instance }: { readonly instance: string },
  question: Question<Button>,
): Promise<Button> {
  const before = connections.get(instance).session?.id;
  const chosen = await ask(question);
  if (chosen === undefined) throw new CancelledError();
  if (connections.get(instance).session?.id !== before) throw new AccountChangedError(instance);
  return chosen;
}
