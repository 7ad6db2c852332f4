/** Counts what a person does to get somewhere: clicks and typed values, in every page of a browser. */
import type { BrowserContext } from "playwright-core";

export interface Effort {
  clicks: number;
  /** Texts that were entered with Enter. */
  values: number;
}

/**
 * Starts to count. Left out are VS Code's own modal dialogs, and the form in which a host asks for the password: whoever is signed in
 * there never sees it. To be called before the pages open.
 */
export async function countEffort(browser: BrowserContext): Promise<Effort> {
  const effort: Effort = { clicks: 0, values: 0 };
  await browser.exposeBinding("forgelineEffort", (_source, kind: keyof Effort) => void (effort[kind] += 1));
  await browser.addInitScript(listen);
  return effort;
}

const listen = `
  addEventListener("mousedown", ({ isTrusted, target }) => {
    if (!isTrusted || !(target instanceof Element)) return;
    if (target.closest(".monaco-dialog-box") || target.closest("form")?.querySelector("input[type=password]")) return;
    void forgelineEffort("clicks");
  }, true);
  addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter" && target instanceof HTMLInputElement && target.value !== "") void forgelineEffort("values");
  }, true);
`;
