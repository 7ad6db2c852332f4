/** Script of the page of a pipeline's graph: shows what the extension sends and draws the lines. */
import { startPage } from "../../../../core/webview/browser/page.ts";
import { HeldWhilePressed } from "../heldWhilePressed.ts";
import type { ShowGraph } from "../messages.ts";
import { GraphKeys } from "./graphKeys.ts";
import { GraphLines } from "./graphLines.ts";

/** Returns the later page with both announcements. */
const joined = (earlier: ShowGraph, later: ShowGraph): ShowGraph => {
  const said = [earlier.said, later.said].filter((words) => words !== undefined).join(" ");
  return said === "" ? later : { ...later, said };
};

start(document.querySelector("#page") ?? document.body);

function start(page: Element): void {
  const lines = new GraphLines(page);
  const keys = new GraphKeys(page, (job) => lines.touch(job));
  const show = startPage<ShowGraph, readonly [top: number, left: number]>({
    page,
    receive: (message) => held.offer(message),
    patched: ({ edges }) => {
      keys.renew();
      lines.show(edges);
    },
    clicked: () => keys.close(true),
    fallback: () => page.querySelector<HTMLElement>(".holder[data-open] .menu button"),
    scrolled: () => [window.scrollY, page.querySelector(".graph")?.scrollLeft ?? 0],
    scrollTo: ([top, left] = [0, 0]) => {
      window.scrollTo({ top });
      page.querySelector(".graph")?.scrollTo({ left });
    },
  });
  const held = new HeldWhilePressed(show, joined);

  const released = (): void => held.release((run) => window.setTimeout(run));
  window.addEventListener("pointerdown", ({ button }) => button === 0 && held.press(), { capture: true });
  // A press that opens a context menu may never be released.
  for (const end of ["pointerup", "pointercancel", "contextmenu"])
    window.addEventListener(end, released, { capture: true });
  // Only the window's blur: a press also blurs the focused element.
  window.addEventListener("blur", released);
}
