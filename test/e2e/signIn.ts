/** Signs in as a person does who has just opened the demo. */
import type { BrowserContext } from "playwright-core";
import { answerApproval } from "../support/person.ts";
import type { RunningDemo } from "./runningDemo.ts";
import type { Workbench } from "./workbench.ts";

/** Presses the welcome's Sign In, and allows it in the editor and as alice on the host's page, whose last words it waits for. */
export async function signIn(browser: BrowserContext, workbench: Workbench, { info }: RunningDemo): Promise<void> {
  await workbench.welcomeButton("Sign In").click();
  const [approval] = await Promise.all([browser.waitForEvent("page"), workbench.dialogButton("Allow").click()]);
  await answerApproval(approval, info.users.alice, "allow");
  await approval.getByText("You're signed in.").waitFor();
  await approval.close();
  // Until then the only view is called by the project and its host.
  await workbench.shownView("Pipelines");
}
