import { l10n, ThemeIcon } from "vscode";
import { type Choice, pickMany } from "../../../../core/ui/pick.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import type { Place } from "../../../../core/ui/quickInput.ts";
import { kindLabel, uncommittableText } from "../labels.ts";
import type { WorkingChange } from "../workingStatus.ts";

const icons: Readonly<Record<WorkingChange["kind"], string>> = {
  added: "diff-added",
  untracked: "diff-added",
  modified: "diff-modified",
  deleted: "diff-removed",
  renamed: "diff-renamed",
  typeChanged: "diff-ignored",
  unmerged: "warning",
};

/**
 * Asks which changed files to commit; those that the API cannot commit show the reason.
 * @throws CancelledError, GoBack
 */
export async function pickFiles(
  place: Place,
  changes: readonly WorkingChange[],
  chosen: readonly string[],
  ticked: (paths: string[]) => void,
): Promise<string[]> {
  let picked = new Set(chosen);
  let placeholder = l10n.t("Select files to commit");
  for (;;) {
    const asked = picked;
    const answer = await pickMany<WorkingChange>({
      title: place.title,
      place,
      placeholder,
      choices: changes.map((change) => row(change, asked.has(change.path))),
      ticked: (now) => ticked(committable(now)),
    });
    const refused = answer.find((change) => uncommittableText(change) !== undefined);
    if (refused === undefined && answer.length > 0) return answer.map((change) => change.path);
    picked = new Set(committable(answer));
    placeholder =
      refused === undefined
        ? l10n.t("Select at least one file")
        : l10n.t("{0}: {1}", plainText(refused.path, 80), uncommittableText(refused) ?? "");
  }
}

const committable = (changes: readonly WorkingChange[]): string[] =>
  changes.filter((change) => uncommittableText(change) === undefined).map((change) => change.path);

function row(change: WorkingChange, picked: boolean): Choice<WorkingChange> {
  const refused = uncommittableText(change);
  return {
    label: plainText(change.path, 300),
    description:
      change.kind === "renamed" ? l10n.t("renamed from {0}", plainText(change.oldPath, 150)) : kindLabel(change.kind),
    ...(refused === undefined ? {} : { detail: refused }),
    iconPath: new ThemeIcon(refused === undefined ? icons[change.kind] : "circle-slash"),
    picked: picked && refused === undefined,
    value: change,
  };
}
