import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { copyPageLink, openPage, targetArgs } from "../../core/commands/links.ts";
import { row, viewTitle } from "../../core/commands/menus.ts";
import { ready } from "../../core/commands/when.ts";
import type { ProjectSettingsContext } from "./context.ts";
import { addGroup, addProject } from "./jobTokenScope/commands/add.ts";
import { lift, limit } from "./jobTokenScope/commands/limit.ts";
import { remove } from "./jobTokenScope/commands/remove.ts";
import { show as showJobTokenScope } from "./jobTokenScope/commands/show.ts";
import { jobTokenEntryArgs } from "./jobTokenScope/refs.ts";
import { addAccess, changeAccess, removeAccess } from "./protectedBranches/commands/access.ts";
import { details } from "./protectedBranches/commands/details.ts";
import { edit } from "./protectedBranches/commands/edit.ts";
import { protect } from "./protectedBranches/commands/protect.ts";
import { show as showProtectedBranch, unprotect } from "./protectedBranches/commands/unprotect.ts";
import { projectOrTextArgs, protectedAccessArgs, protectedBranchArgs } from "./protectedBranches/refs.ts";

export const commands = defineCommands<ProjectSettingsContext>()({
  "forgeline.protectedBranch.protect": {
    title: "Protect Branch…",
    icon: "add",
    args: projectOrTextArgs,
    run: protect,
    palette: ready,
    menus: [
      viewTitle("projectSettings", "navigation@1", ready),
      row("projectSettings", /^protectedBranches\b.*\beditable\b/, "inline@1"),
      row("projectSettings", /^protectedBranches\b.*\beditable\b/, "4_create@1"),
    ],
  },
  "forgeline.protectedBranch.edit": {
    title: "Edit Branch Protection…",
    icon: "edit",
    args: protectedBranchArgs,
    run: edit,
    palette: ready,
    menus: [
      row("projectSettings", /^protectedBranch\b.*\beditable\b/, "inline@1"),
      row("projectSettings", /^protectedBranch\b.*\beditable\b/, "5_edit@1"),
    ],
  },
  "forgeline.protectedBranch.unprotect": {
    title: "Unprotect Branch…",
    icon: "trash",
    args: protectedBranchArgs,
    run: unprotect,
    palette: ready,
    menus: [row("projectSettings", /^protectedBranch\b.*\beditable\b/, "9_delete@1")],
  },
  "forgeline.protectedBranch.show": {
    title: "Show Branch Protection",
    icon: "shield",
    args: protectedBranchArgs,
    run: showProtectedBranch,
    palette: ready,
  },
  "forgeline.protectedBranch.details": {
    title: "Show Branch Protection",
    icon: "shield",
    run: details,
    palette: "never",
  },
  "forgeline.protectedBranch.addAccess": {
    title: "Add Access to Branch Protection…",
    icon: "add",
    args: protectedAccessArgs,
    run: addAccess,
    palette: ready,
    menus: [
      row("projectSettings", /^protectedBranch\b.*\beditable\b/, "4_create@2"),
      row("projectSettings", /^protectedBranchAccess\b.*\bsingle editable\b/, "inline@1"),
      row("projectSettings", /^protectedBranchAccess\b.*\bsingle editable\b/, "4_create@1"),
    ],
  },
  "forgeline.protectedBranch.changeAccess": {
    title: "Change Access of Branch Protection…",
    icon: "edit",
    args: protectedAccessArgs,
    run: changeAccess,
    palette: ready,
    menus: [
      row("projectSettings", /^protectedBranchEntry\b.*\bsingle editable\b/, "inline@1"),
      row("projectSettings", /^protectedBranchEntry\b.*\bsingle editable\b/, "5_edit@1"),
    ],
  },
  "forgeline.protectedBranch.removeAccess": {
    title: "Remove Access from Branch Protection…",
    icon: "trash",
    args: protectedAccessArgs,
    run: removeAccess,
    palette: ready,
    menus: [
      row("projectSettings", /^protectedBranchEntry\b.*\bsingle editable\b/, "inline@2"),
      row("projectSettings", /^protectedBranchEntry\b.*\bsingle editable\b/, "9_delete@1"),
    ],
  },
  "forgeline.jobTokenScope.show": {
    title: "Show Job Token Access",
    icon: "eye",
    run: showJobTokenScope,
    palette: ready,
    menus: [
      row("projectSettings", /^jobToken(Scope known|Limit)\b/, "inline@2"),
      row("projectSettings", /^jobToken(Scope known|Limit)\b/, "1_open@1"),
    ],
  },
  "forgeline.jobTokenScope.limit": {
    title: "Limit Job Token Access",
    icon: "lock",
    run: limit,
    palette: ready,
    menus: [
      row("projectSettings", /^jobTokenLimit off\b/, "inline@1"),
      row("projectSettings", /^jobTokenLimit off\b/, "5_edit@1"),
    ],
  },
  "forgeline.jobTokenScope.lift": {
    title: "Allow Job Token Access for All Projects…",
    icon: "unlock",
    run: lift,
    palette: ready,
    menus: [
      row("projectSettings", /^jobTokenLimit on\b/, "inline@1"),
      row("projectSettings", /^jobTokenLimit on\b/, "5_edit@1"),
    ],
  },
  "forgeline.jobTokenScope.addProject": {
    title: "Add Project to Job Token Allowlist…",
    icon: "add",
    run: addProject,
    palette: ready,
    menus: [
      row("projectSettings", /^jobTokenList project\b/, "inline@1"),
      row("projectSettings", /^jobToken(List project|Scope known)\b/, "4_create@2"),
    ],
  },
  "forgeline.jobTokenScope.addGroup": {
    title: "Add Group to Job Token Allowlist…",
    icon: "add",
    run: addGroup,
    palette: ready,
    menus: [
      row("projectSettings", /^jobTokenList group\b(?! missing)/, "inline@1"),
      row("projectSettings", /^jobToken(List group|Scope known)\b(?! missing)/, "4_create@3"),
    ],
  },
  "forgeline.jobTokenScope.openProject": {
    title: "Open Project in Browser",
    icon: "link-external",
    args: targetArgs,
    run: openPage,
    palette: "never",
    menus: [row("projectSettings", /^jobTokenEntry project\b.*\bhasPage\b/, "7_link@1")],
  },
  "forgeline.jobTokenScope.copyProjectLink": {
    title: "Copy Project Link",
    icon: "link",
    args: targetArgs,
    run: copyPageLink,
    palette: "never",
    menus: [row("projectSettings", /^jobTokenEntry project\b.*\bhasPage\b/, "7_link@2")],
  },
  "forgeline.jobTokenScope.openGroup": {
    title: "Open Group in Browser",
    icon: "link-external",
    args: targetArgs,
    run: openPage,
    palette: "never",
    menus: [row("projectSettings", /^jobTokenEntry group\b.*\bhasPage\b/, "7_link@1")],
  },
  "forgeline.jobTokenScope.copyGroupLink": {
    title: "Copy Group Link",
    icon: "link",
    args: targetArgs,
    run: copyPageLink,
    palette: "never",
    menus: [row("projectSettings", /^jobTokenEntry group\b.*\bhasPage\b/, "7_link@2")],
  },
  "forgeline.jobTokenScope.remove": {
    title: "Remove from Job Token Allowlist…",
    icon: "trash",
    args: jobTokenEntryArgs,
    run: remove,
    palette: ready,
    menus: [
      row("projectSettings", /^jobTokenEntry (project|group)\b(?! itself)/, "inline@1"),
      row("projectSettings", /^jobTokenEntry (project|group)\b(?! itself)/, "9_delete@1"),
    ],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
