/** What a window's webviews are waiting for, printed when a test fails: a picture shows only that they are blank. */
import type { Frame, Page } from "playwright-core";

/** Runs in a frame. Marks are those that VS Code's webview page sets while it loads. */
const frameState = `(async () => {
  const none = new Promise((done) => setTimeout(done, 2_000, "no answer"));
  const registrations = await Promise.race([navigator.serviceWorker.getRegistrations(), none]);
  return JSON.stringify({
    controlled: Boolean(navigator.serviceWorker.controller),
    document: document.readyState,
    frames: [...document.querySelectorAll("iframe")].map(({ className, id }) => className + "#" + id),
    marks: performance.getEntriesByType("mark").map(({ name }) => name).filter((name) => name.startsWith("webview/")),
    workers: registrations === "no answer" ? registrations : registrations.map(({ scope, installing, waiting, active }) =>
      [scope, ...[installing, waiting, active].map((worker) => worker?.state ?? "-")].join(" ")),
  });
})()`;

/** Describes the frames of VS Code's webviews and the browser's service workers, a line each. Takes a few seconds. */
export async function webviewState(page: Page): Promise<string> {
  const frames = page
    .frames()
    .filter((frame) => frame === page.mainFrame() || frame.url().includes("/webview/browser/"));
  return [...(await Promise.all(frames.map(stateOf))), ...(await serviceWorkers(page))].join("\n");
}

async function stateOf(frame: Frame): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, 5_000, "no answer"));
  const state = await Promise.race([frame.evaluate(frameState).catch(String), late]);
  return `frame ${new URL(frame.url()).pathname}: ${String(state)}`;
}

/** Returns the service workers that the browser knows, with what each is doing. */
async function serviceWorkers(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const known = new Map<string, string>();
  session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    for (const { versionId, scriptURL, status, runningStatus } of versions)
      known.set(versionId, `service worker ${new URL(scriptURL).pathname}: ${status}, ${runningStatus}`);
  });
  await session.send("ServiceWorker.enable");
  // The versions follow the answer in events of their own; by the answer to the next command they are here.
  await session.send("ServiceWorker.setForceUpdateOnPageLoad", { forceUpdateOnPageLoad: false });
  await session.detach();
  return [...known.values()];
}
