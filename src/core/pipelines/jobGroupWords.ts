import { l10n } from "vscode";
import { groupCounts, type JobGroup } from "./jobGroups.ts";

/** Returns how the jobs of a group stand: how many failed, else how many are running, else how many there are. */
export function groupWords(group: JobGroup): string {
  const { all, failed, allowed, active } = groupCounts(group);
  if (failed > 0) return l10n.t("{0} of {1} failed", failed, all);
  if (active > 0) return l10n.t("{0} of {1} running", active, all);
  if (allowed > 0) return l10n.t("{0} of {1} failed (allowed to fail)", allowed, all);
  return l10n.t("{0} jobs", all);
}
