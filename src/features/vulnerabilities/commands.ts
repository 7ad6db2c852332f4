import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { row, viewTitle } from "../../core/commands/menus.ts";
import { all, not, on, ready } from "../../core/commands/when.ts";
import { confirm, dismiss, resolve, revert } from "./commands/changeState.ts";
import { copyLink, openInBrowser as openVulnerabilityInBrowser, openLocation } from "./commands/links.ts";
import { open as openVulnerability } from "./commands/open.ts";
import { remove } from "./commands/remove.ts";
import type { VulnerabilitiesContext } from "./context.ts";
import { applyFix, clear, open, openCiFile, openInBrowser, show, showDetails } from "./findings/actions.ts";
import { findingArgs, findingsArgs, gapArgs } from "./findings/refs.ts";
import { vulnerabilityArgs } from "./refs.ts";

export const commands = defineCommands<VulnerabilitiesContext>()({
  "forgeline.vulnerability.open": {
    title: "Open Vulnerability",
    icon: "shield",
    args: vulnerabilityArgs,
    run: openVulnerability,
    palette: ready,
    menus: [
      viewTitle("vulnerabilities", "1_open@1", ready),
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
    run: openVulnerabilityInBrowser,
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
  "forgeline.findings.show": {
    title: "Show CI Findings",
    icon: "shield",
    args: findingsArgs,
    run: show,
    palette: ready,
    menus: [
      viewTitle("vulnerabilities", "navigation@1", ready),
      row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b/, "1_open@4"),
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasFindings\b/, "1_open@9"),
      row(["mergeRequests", "milestones"], /^mergeRequest\b/, "1_open@4"),
    ],
  },
  "forgeline.findings.clear": {
    title: "Clear CI Findings",
    icon: "clear-all",
    run: clear,
    palette: on("forgeline.findingsShown"),
    menus: [row("vulnerabilities", /^findings$/, "inline@1"), row("vulnerabilities", /^findings$/, "5_edit@1")],
  },
  "forgeline.findings.open": {
    title: "Open Finding",
    icon: "go-to-file",
    args: findingArgs,
    run: open,
    palette: "never",
    menus: [row("vulnerabilities", /^finding\b.*\bhasFile\b/, "1_open@1")],
  },
  "forgeline.findings.showDetails": {
    title: "Show Finding Details",
    icon: "info",
    args: findingArgs,
    run: showDetails,
    palette: "never",
    menus: [row("vulnerabilities", /^finding\b/, "1_open@2")],
  },
  "forgeline.findings.applyFix": {
    title: "Apply Fix of Finding",
    icon: "lightbulb",
    args: findingArgs,
    run: applyFix,
    palette: "never",
    menus: [row("vulnerabilities", /^finding\b.*\bhasFix\b/, "2_run@1")],
  },
  "forgeline.findings.openInBrowser": {
    title: "Open Finding in Browser",
    icon: "link-external",
    args: findingArgs,
    run: openInBrowser,
    palette: "never",
    menus: [row("vulnerabilities", /^finding\b.*\bhasPage\b/, "7_link@1")],
  },
  "forgeline.findings.openCiFile": {
    title: "Open CI File of Job",
    icon: "go-to-file",
    args: gapArgs,
    run: openCiFile,
    palette: "never",
    menus: [row("vulnerabilities", /^findingsGap notInArchive\b/, "1_open@1")],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
