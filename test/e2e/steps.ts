/** Stories: what a person does one after the other in one window. */
import { inspect } from "node:util";
import type { BrowserContext } from "playwright-core";
import { screenshot } from "../support/person.ts";
import { windowShows } from "../support/windowState.ts";

/**
 * Declares a test of several steps, and returns what adds a step. When one fails, pictures of the windows are taken, and what they show is
 * printed, since pictures stay on the machine.
 */
export function story(title: string, browser: () => BrowserContext): (name: string, act: () => Promise<void>) => void {
  const steps: { readonly name: string; readonly act: () => Promise<void> }[] = [];
  it(title, async () => {
    for (const { name, act } of steps)
      try {
        await act();
      } catch (error) {
        for (const [index, page] of browser().pages().entries())
          await screenshot(page, `e2e-${title}-${name}-${index}`).catch(() => undefined);
        await printWindows(browser());
        throw new Error(`It ${name}: ${inspect(error)}`, { cause: error });
      }
  });
  return (name, act) => steps.push({ name, act });
}

/** Prints what each window of the browser shows. */
export async function printWindows(browser: BrowserContext): Promise<void> {
  for (const page of browser.pages()) console.log((await windowShows(page, 5_000)) ?? "The window does not answer");
}
