/** The script of the page of a merge request. */
import { startPage } from "../../../../core/webview/browser/page.ts";
import type { ShowMessage } from "../../../../core/webview/messages.ts";

startPage<ShowMessage, number>({
  page: document.querySelector("#page") ?? document.body,
  scrolled: () => window.scrollY,
  scrollTo: (top = 0) => window.scrollTo({ top }),
});
