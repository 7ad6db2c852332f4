import { textArgs } from "../../core/commands/arguments.ts";
import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { openPage, targetArgs } from "../../core/commands/links.ts";
import { row, viewTitle } from "../../core/commands/menus.ts";
import { isShown, not, on, ready } from "../../core/commands/when.ts";
import { firstViews } from "../../core/viewLooks.ts";
import { VIEWS, type ViewName } from "../../core/views.ts";
import { signIn, signInArgs, signOut, switchAccount } from "./commands/account.ts";
import {
  getStarted,
  loadMore,
  openSettings,
  refresh,
  showExtensionLog,
  listEndArgs,
  useEditorNetwork,
} from "./commands/general.ts";
import { selectProject, setProjectId } from "./commands/selectProject.ts";
import { sessionDetails } from "./commands/sessionDetails.ts";
import { hideView, showView, viewNameArgs } from "./commands/showView.ts";
import type { AccountContext } from "./context.ts";

const everyView = Object.keys(VIEWS) as ViewName[];
const hiddenFirst = everyView.filter((view) => !firstViews.includes(view));

export const commands = defineCommands<AccountContext>()({
  "forgeline.signIn": {
    title: "Sign In",
    icon: "sign-in",
    args: signInArgs,
    run: signIn,
    palette: "always",
    menus: [viewTitle("pipelines", "4_account@1", not(on("forgeline.signedIn")))],
  },
  "forgeline.getStarted": { title: "Get Started", icon: "book", run: getStarted },
  "forgeline.signOut": {
    title: "Sign Out",
    icon: "sign-out",
    args: textArgs,
    run: signOut,
    palette: on("forgeline.signedIn"),
    menus: [viewTitle("pipelines", "4_account@3", on("forgeline.signedIn"))],
  },
  "forgeline.switchAccount": {
    title: "Switch Account…",
    icon: "account",
    run: switchAccount,
    palette: on("forgeline.signedIn"),
    menus: [viewTitle("pipelines", "4_account@1", on("forgeline.signedIn"))],
  },
  "forgeline.sessionDetails": {
    title: "Show Session Details",
    icon: "info",
    run: sessionDetails,
    palette: on("forgeline.signedIn"),
    menus: [viewTitle("pipelines", "4_account@2", on("forgeline.signedIn"))],
  },
  "forgeline.selectProject": {
    title: "Select Project…",
    icon: "repo",
    run: selectProject,
    palette: "always",
    menus: [viewTitle("pipelines", "3_project@1")],
  },
  "forgeline.refresh": {
    title: "Refresh Views",
    shortTitle: "Refresh",
    icon: "refresh",
    run: refresh,
    palette: "always",
    menus: [
      viewTitle(["pipelines", "mergeRequests", "wiki", "snippets", "milestones", "people"], "1_view@1"),
      viewTitle(
        ["commits", "jobs", "packages", "vulnerabilities", "projectSettings", "administration"],
        "navigation@3",
      ),
    ],
  },
  "forgeline.loadMore": { title: "Load More", args: listEndArgs, run: loadMore, palette: "never" },
  "forgeline.openSettings": {
    title: "Open Settings",
    icon: "settings-gear",
    args: textArgs,
    run: openSettings,
    palette: "always",
    menus: [viewTitle("pipelines", "5_help@1")],
  },
  "forgeline.useEditorNetwork": {
    title: "Use VS Code's Network",
    icon: "globe",
    run: useEditorNetwork,
    palette: "always",
    menus: [
      row(everyView, /^error\b.*\bunconnected\b/, "inline@1"),
      row(everyView, /^error\b.*\bunconnected\b/, "5_edit@1"),
    ],
  },
  "forgeline.showExtensionLog": {
    title: "Show Extension Log",
    icon: "output",
    run: showExtensionLog,
    palette: "always",
    menus: [viewTitle("pipelines", "5_help@2")],
  },
  "forgeline.showView": {
    title: "Show View…",
    icon: "layout-sidebar-left",
    args: viewNameArgs,
    run: showView,
    palette: ready,
    menus: [viewTitle("pipelines", "3_project@2", ready)],
  },
  "forgeline.hideView": {
    title: "Hide View",
    icon: "eye",
    args: viewNameArgs,
    run: hideView,
    palette: "never",
    // The eye is on the rows of the views that are shown: an extension cannot ask for them.
    menus: hiddenFirst.map((view) => row("more", `otherView ${view}`, "inline@1", isShown(view))),
  },
  "forgeline.openInBrowser": {
    title: "Open in Browser",
    icon: "link-external",
    args: targetArgs,
    run: openPage,
    palette: "never",
    menus: [row("commits", "commitStatus linked", "inline@1")],
  },
  "forgeline.setProjectId": {
    title: "Set Project ID…",
    icon: "symbol-number",
    run: setProjectId,
    menus: [viewTitle("packages", "5_account@3", ready)],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
