/** Headless Chromium for tests, with two services that VS Code's server alone does not provide. */
import { chromium, type BrowserContext } from "playwright-core";
import { findChromium } from "../../tools/install/debian.mjs";
import { startPatience, waitPatience } from "../../tools/patience.ts";
import type { Scope } from "../../tools/scope.ts";

export interface BrowserOptions {
  /**
   * Replace code-server's front end, which tests against the bare server lack: the key that encrypts secrets
   * (else they die on reload), and the forwarding of `/proxy/<port>/…`, which `openExternal` makes of loopback addresses.
   */
  readonly standInForFront: boolean;
  /** Show modal dialogs in windows that run tests, where VS Code answers them by itself or refuses them. */
  readonly dialogsInTests?: boolean;
  /** Paint nothing but screenshots: painting without a graphics card costs a tenth of a window's processor time. */
  readonly unpainted?: boolean;
  /** Pixels of the screen for each of CSS, along one side; 1 if absent. */
  readonly scale?: number;
}

/** One browser with one profile; every page of it times out instead of hanging. */
export async function openBrowser(scope: Scope, options: BrowserOptions): Promise<BrowserContext> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("Chromium is missing; npm test installs it.");
  const browser = await scope.use(
    chromium.launch({
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: startPatience,
    }),
  );
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    deviceScaleFactor: options.scale ?? 1,
    locale: "en-US",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await context.addInitScript(withStyle(withoutEndlessAnimations));
  if (options.unpainted === true) await context.addInitScript(withStyle(":root { opacity: 0; }"));
  await context.addInitScript(withoutWorkerUpdates);
  context.setDefaultTimeout(waitPatience);
  context.setDefaultNavigationTimeout(startPatience);
  if (options.standInForFront) {
    await context.route("**/mint-key", (route) =>
      route.fulfill({ status: 200, contentType: "application/octet-stream", body: Buffer.alloc(32, 7) }),
    );
    await context.route(/\/proxy\/\d+\//, (route) => {
      const { pathname, search } = new URL(route.request().url());
      const [, port = "", path = ""] = /\/proxy\/(\d+)(\/.*)$/.exec(pathname) ?? [];
      return route.fulfill({ status: 302, headers: { location: `http://127.0.0.1:${port}${path}${search}` } });
    });
  }
  if (options.dialogsInTests === true) {
    await context.route(/\/vs\/code\/browser\/workbench\/workbench\.js$/, async (route) => {
      const answer = await route.fetch();
      return route.fulfill({ response: answer, body: withDialogs(await answer.text()) });
    });
  }
  return context;
}

/**
 * Plays endless animations once: the icon of one running pipeline costs up to a tenth of a processor's time, as the browser draws
 * here without a graphics card.
 */
const withoutEndlessAnimations = "*, *::before, *::after { animation-iteration-count: 1 !important; }";

/** Style of a window while its picture is taken, where it is not painted otherwise. */
export const painted = ":root { opacity: 1 !important; }";

const withStyle = (css: string): string => `if (window === top) addEventListener("DOMContentLoaded", () => {
  const style = document.createElement("style");
  style.textContent = ${JSON.stringify(css)};
  document.head.append(style);
})`;

/**
 * Before VS Code shows a webview it registers its service worker and checks for an update of it. Both wait for the check that Chromium makes
 * by itself after a navigation; on a busy machine that may take minutes, during which all webviews stay blank. Here the worker that controls
 * a page is always the newest.
 */
const withoutWorkerUpdates = `if (globalThis.ServiceWorkerRegistration) {
  const { prototype } = ServiceWorkerContainer;
  const { register } = prototype;
  prototype.register = async function (script, options) {
    const isThere = this.controller?.scriptURL === new URL(script, location.href).href;
    return (isThere && (await this.getRegistration())) || register.call(this, script, options);
  };
  ServiceWorkerRegistration.prototype.update = async function () {
    return this;
  };
}`;

/**
 * Patches the workbench so that its dialog service does not skip dialogs. The method that decides is the one before
 * `confirm`; in older versions of VS Code its name is minified.
 */
function withDialogs(workbench: string): string {
  const changed = workbench.replace(
    /(\w+\(\))\{return [^{}]*"DialogService: Dialog requested during smoke test\."[^{}]*\}(?=async confirm\()/,
    "$1{return false}",
  );
  if (changed === workbench) throw new Error("This VS Code asks otherwise whether to show dialogs in tests");
  return changed;
}
