/** Puts suites where only administrators are: Ada is signed in, and the window offers what she may do. */
import { commands } from "vscode";
import { knownRights } from "../../src/api/administrators.ts";
import type { SystemHook } from "../../src/api/resources/systemHooks.ts";
import { VIEWS } from "../../src/core/views.ts";
import type { App } from "./app.ts";
import { ask, send } from "./hostApi.ts";
import { outer } from "./outer.ts";
import { closeView, showPipelines } from "./shownView.ts";
import { type SignedIn, signedIn } from "./signedIn.ts";
import { accountOf } from "./snippetStage.ts";
import { until } from "./until.ts";

/** Signs the service's administrator in, everybody else out, and waits until the window has the Administration view. */
export async function administrator(): Promise<SignedIn> {
  const account = await signedIn(accountOf("admin"));
  const { view } = account.app.administration;
  const { visible } = view;
  await offered(account.app, true);
  if (!visible) await closeView(view, "Administration");
  return account;
}

/**
 * Waits until the window has the Administration view, which is hidden until it is asked for, or has it no more. Another
 * view has to be seen: rights are asked for then.
 */
export async function offered(app: App, is: boolean): Promise<void> {
  if (!app.views.all.some(({ visible }) => visible)) await showPipelines(app);
  if (is) {
    await until("the rights of an administrator", () => isAdministrator(app), app.capabilities.onDidChange);
    await commands.executeCommand(`${VIEWS.administration}.focus`);
  }
  await outer().ask({ action: "find", role: "button", name: "Administration Section", ...(!is && { gone: true }) });
}

function isAdministrator({ current: { value }, capabilities }: App): boolean {
  const user = value.kind === "ready" ? value.connection.session?.user.id : undefined;
  if (value.kind !== "ready" || user === undefined) return false;
  return knownRights(capabilities.of(value.project.instance), user, Date.now())?.administrator === true;
}

/** The hook that the sample has; it stays. */
export const sampleHook = "http://127.0.0.1:9/weather";

/** The system hooks that suites made, past the extension. */
export async function hooksOnHost(): Promise<SystemHook[]> {
  const hooks = await ask<SystemHook[]>("admin", "GET", "/hooks?per_page=100");
  return hooks.filter(({ url }) => url !== sampleHook);
}

/** Removes the system hooks that suites made, past the extension. */
export async function removeHooks(): Promise<void> {
  for (const { id } of await hooksOnHost()) await send("admin", "DELETE", `/hooks/${id}`);
}
