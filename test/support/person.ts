/** Plays the person in front of a test window: does what a test inside VS Code asks for. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContext, type Page } from "playwright-core";
import { type Request } from "./testLine.ts";
import { root } from "./testReport.ts";

/** Keeps a picture of the page in out/screenshots and returns its path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  const path = join(root, "out/screenshots", `${name.replace(/[^\w.-]+/g, "-").slice(0, 100)}.png`);
  await mkdir(join(root, "out/screenshots"), { recursive: true });
  await page.screenshot({ path, timeout: 10_000 });
  return path;
}

/** Signs in at the service's page and answers its question about the application. */
export async function answerApproval(page: Page, user: { readonly username: string; readonly password: string }, answer: "allow" | "deny"): Promise<void> {
  const password = page.locator("input[type=password]");
  const decision = page.getByRole("button", { name: answer === "allow" ? /^(allow|authorize|approve)/i : /^(deny|cancel)/i });
  await password.or(decision).first().waitFor();
  if (await password.isVisible()) {
    await page.locator("input[name=username]").fill(user.username);
    await password.fill(user.password);
    await page.getByRole("button", { name: /^sign in$/i }).click();
  }
  await decision.click();
}

/** Does one thing in the window, or throws when the chance for it does not come. */
export async function act(context: BrowserContext, window: Page, request: Request): Promise<void> {
  switch (request.action) {
    case "press": {
      const list = window.locator(".notifications-center.visible");
      // A window with the test driver shows no toasts, only the list behind the bell.
      if (!(await list.isVisible())) await window.locator("#status\\.notifications a").click();
      await list.getByRole("button", { name: request.button, exact: true }).first().click();
      return;
    }
    case "enter": {
      const input = window.locator(".quick-input-widget:visible input:visible");
      await input.fill(request.text);
      await input.press("Enter");
      return;
    }
    case "approve": {
      const popup = context.pages().find((page) => page !== window) ?? (await context.waitForEvent("page"));
      await answerApproval(popup, request, request.answer);
      return;
    }
    case "screenshot":
      await screenshot(window, request.name);
  }
}
