import { defineCommands } from "../../core/commands/entries.ts";
import { row, viewTitle } from "../../core/commands/menus.ts";
import { all, on, ready } from "../../core/commands/when.ts";
import { markAllRead, markRead, openUpdate, updateArgs } from "./commands/updates.ts";
import type { MergeRequestsContext } from "./context.ts";

const some = on("forgeline.mergeRequestsUpdates");

/** Commands on what others did on merge requests. */
export const updateCommands = defineCommands<MergeRequestsContext>()({
  "forgeline.mergeRequests.openUpdate": {
    title: "Open Update",
    icon: "go-to-file",
    args: updateArgs,
    run: openUpdate,
    palette: "never",
    menus: [row("mergeRequests", "update", "1_open@1")],
  },
  "forgeline.mergeRequests.markUpdateRead": {
    title: "Mark as Read",
    icon: "check",
    args: updateArgs,
    run: markRead,
    palette: "never",
    menus: [row("mergeRequests", "update", "inline@1"), row("mergeRequests", "update", "5_edit@1")],
  },
  "forgeline.mergeRequests.markUpdatesRead": {
    title: "Mark All Updates to Merge Requests as Read",
    icon: "check-all",
    run: markAllRead,
    palette: all(ready, some),
    menus: [
      row("mergeRequests", "updates", "inline@1"),
      row("mergeRequests", "updates", "5_edit@1"),
      viewTitle("mergeRequests", "4_updates@1", ready, some),
    ],
  },
});
