/** The script of the page of a pipeline's graph: shows what the extension sends, and draws the lines. */
import { startPage } from "../../../../core/webview/browser/page.ts";
import { HeldWhilePressed } from "../heldWhilePressed.ts";
import type { ShowGraph } from "../messages.ts";
import { GraphKeys } from "./graphKeys.ts";
import { GraphLines } from "./graphLines.ts";

/** The later page, with what has changed since the one before the earlier. */
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
  // Of a press that opens a context menu the release may never come.
  for (const end of ["pointerup", "pointercancel", "contextmenu"])
    window.addEventListener(end, released, { capture: true });
  // Not the blur of an element inside the page: a press blurs the focused one.
  window.addEventListener("blur", released);
}
