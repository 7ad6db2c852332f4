import { l10n, StatusBarAlignment, ThemeColor, window } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { CurrentProject } from "../../../core/currentProject.ts";
import { asCommand } from "../../../core/ui/runCommand.ts";
import { protectedHere } from "./branch.ts";
import { protectionWords } from "./labels.ts";
import type { Protections } from "./protections.ts";

/** The mark in the status bar while the branch that is checked out is protected: by which rule, who may push, and whether oneself may. */
export function protectionMark(protections: Protections, current: CurrentProject): Disposable {
  const owned = new DisposableStore();
  const item = owned.add(window.createStatusBarItem("forgeline.protection", StatusBarAlignment.Left, 4));
  item.name = l10n.t("Forgeline: Protection of the Current Branch");
  const show = (): void => {
    const here = protectedHere(protections, current.value);
    if (here === undefined) {
      item.hide();
      return;
    }
    const { project, branch, rules, may } = here;
    const words = protectionWords(branch, rules, may);
    item.text = may === "no" ? `$(lock) ${l10n.t("Protected: no push")}` : `$(shield) ${l10n.t("Protected")}`;
    item.tooltip = `${words}\n${l10n.t("Select to show the rule.")}`;
    item.backgroundColor = may === "no" ? new ThemeColor("statusBarItem.warningBackground") : undefined;
    item.accessibilityInformation = { label: words.replaceAll("\n", " "), role: "button" };
    const [rule] = rules;
    item.command =
      rule &&
      asCommand("forgeline.protectedBranch.show", l10n.t("Show Protected Branch"), {
        instance: project.instance,
        project: project.project,
        protectedBranch: rule,
      });
    item.show();
  };
  owned.add(current.onDidChange(show));
  owned.add(protections.onDidChange(show));
  show();
  return owned;
}
