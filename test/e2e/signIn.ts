/** Signs in as a person does who has just opened the demo. */
import type { BrowserContext } from "playwright-core";
import { answerApproval } from "../support/person.ts";
import type { RunningDemo } from "./runningDemo.ts";
import type { View, Workbench } from "./workbench.ts";

/** Presses the view's Sign In, and allows it in the editor and as alice on the host's page, whose last words it waits for. */
export async function signIn(
  browser: BrowserContext,
  workbench: Workbench,
  view: View,
  { info }: RunningDemo,
): Promise<void> {
  await view.welcomeButton("Sign In").click();
  await workbench.pick("Local hosting service");
  await workbench.dialogButton("Allow").click();
  const [approval] = await Promise.all([browser.waitForEvent("page"), workbench.pick("Approve in the Browser")]);
  await answerApproval(approval, info.users.alice, "allow");
  await approval.getByText("You're signed in.").waitFor();
  await approval.close();
}
