import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { row, viewTitle } from "../../core/commands/menus.ts";
import { all, not, on, ready } from "../../core/commands/when.ts";
import { confirm, dismiss, resolve, revert } from "./commands/changeState.ts";
import { copyLink, openInBrowser, openLocation } from "./commands/links.ts";
import { open } from "./commands/open.ts";
import { remove } from "./commands/remove.ts";
import type { VulnerabilitiesContext } from "./context.ts";
import { vulnerabilityArgs } from "./refs.ts";

export const commands = defineCommands<VulnerabilitiesContext>()({
  "forgeline.vulnerability.open": {
    title: "Open Vulnerability",
    icon: "shield",
    args: vulnerabilityArgs,
    run: open,
    palette: ready,
    menus: [
      viewTitle("vulnerabilities", "navigation@1", ready),
      row("vulnerabilities", /^vulnerability\b(?! withheld)/, "1_open@1"),
    ],
  },
  "forgeline.vulnerability.confirm": {
    title: "Confirm Vulnerability",
    icon: "verified",
    args: vulnerabilityArgs,
    run: confirm,
    palette: ready,
    menus: [
      row("vulnerabilities", /^vulnerability detected\b/, "inline@1"),
      row("vulnerabilities", /^vulnerability (?!withheld|confirmed)/, "2_run@1"),
    ],
  },
  "forgeline.vulnerability.resolve": {
    title: "Resolve Vulnerability",
    icon: "pass",
    args: vulnerabilityArgs,
    run: resolve,
    palette: ready,
    menus: [
      row("vulnerabilities", /^vulnerability confirmed\b/, "inline@1"),
      row("vulnerabilities", /^vulnerability (?!withheld|resolved)/, "2_run@2"),
    ],
  },
  "forgeline.vulnerability.dismiss": {
    title: "Dismiss Vulnerability",
    icon: "circle-slash",
    args: vulnerabilityArgs,
    run: dismiss,
    palette: ready,
    menus: [
      row("vulnerabilities", /^vulnerability (detected|confirmed)\b/, "inline@2"),
      row("vulnerabilities", /^vulnerability (?!withheld|dismissed)/, "2_run@3"),
    ],
  },
  "forgeline.vulnerability.revert": {
    title: "Revert Vulnerability to Detected",
    icon: "discard",
    args: vulnerabilityArgs,
    run: revert,
    palette: ready,
    menus: [
      row("vulnerabilities", /^vulnerability (resolved|dismissed)\b/, "inline@1"),
      row("vulnerabilities", /^vulnerability (?!withheld|detected)/, "2_run@4"),
    ],
  },
  "forgeline.vulnerability.remove": {
    title: "Remove Vulnerability from List",
    icon: "close",
    args: vulnerabilityArgs,
    run: remove,
    palette: all(ready, not(on("forgeline.vulnerabilitiesEmpty"))),
    menus: [
      row("vulnerabilities", /^vulnerability withheld\b/, "inline@1"),
      row("vulnerabilities", /^vulnerability\b/, "9_delete@1"),
    ],
  },
  "forgeline.vulnerability.openLocation": {
    title: "Open Vulnerability File",
    icon: "go-to-file",
    args: vulnerabilityArgs,
    run: openLocation,
    palette: ready,
    menus: [row("vulnerabilities", /^vulnerabilityFact location\b/, "1_open@2")],
  },
  "forgeline.vulnerability.openInBrowser": {
    title: "Open Vulnerability in Browser",
    icon: "link-external",
    args: vulnerabilityArgs,
    run: openInBrowser,
    palette: ready,
    menus: [row("vulnerabilities", /^vulnerability\b.*\bhasPage\b/, "7_link@1")],
  },
  "forgeline.vulnerability.copyLink": {
    title: "Copy Vulnerability Link",
    icon: "link",
    args: vulnerabilityArgs,
    run: copyLink,
    palette: ready,
    menus: [row("vulnerabilities", /^vulnerability\b.*\bhasPage\b/, "7_link@2")],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
