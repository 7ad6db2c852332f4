import { l10n, StatusBarAlignment, ThemeColor, window } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { CurrentProject } from "../../../core/currentProject.ts";
import { asCommand } from "../../../core/ui/runCommand.ts";
import { currentProtection } from "./branch.ts";
import { protectionWords } from "./labels.ts";
import type { Protections } from "./protections.ts";

/** Shows in the status bar that the current branch is protected: by which rule, and who may push. */
export function protectionStatusBar(protections: Protections, current: CurrentProject): Disposable {
  const owned = new DisposableStore();
  const item = owned.add(window.createStatusBarItem("forgeline.protection", StatusBarAlignment.Left, 4));
  item.name = l10n.t("Forgeline: Protection of the Current Branch");
  const show = (): void => {
    const here = currentProtection(protections, current.value);
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
      asCommand("forgeline.protectedBranch.show", l10n.t("Show Branch Protection"), {
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
