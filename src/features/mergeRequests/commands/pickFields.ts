import { l10n, ThemeIcon } from "vscode";
import type { Client } from "../../../api/client.ts";
import type { ProjectId } from "../../../api/path.ts";
import type { Milestone } from "../../../api/resources/milestoneTypes.ts";
import { labelNames } from "../../../core/mergeRequests/scopedLabels.ts";
import type { Choice } from "../../../core/ui/pick.ts";
import { pickPaged } from "../../../core/ui/pickPaged.ts";
import { pickToggled, type ToggledOptions } from "../../../core/ui/pickToggled.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { Place } from "../../../core/ui/quickInput.ts";

/** What takes the ticks of an open list. */
export type Ticking<T> = Pick<ToggledOptions<T>, "ticked" | "signal">;

/** Picks labels that merge requests of a project have, and new ones. @throws CancelledError if the signal aborts */
export function pickLabels(
  client: Client,
  project: ProjectId,
  place: Place,
  chosen: readonly string[],
  ticking: Ticking<string> = {},
): Promise<string[]> {
  const known = new Set<string>();
  return pickToggled<string>({
    ...ticking,
    title: place.title,
    place,
    placeholder: l10n.t("Select labels, or type to create one"),
    chosen: chosen.map(label),
    key: (name) => name,
    // No route lists labels; those of merge requests are in use.
    search: async (text, signal) => {
      if (known.size === 0) {
        const { items } = await client.mergeRequests
          .listForProject(project, { state: "all", scope: "all" }, { perPage: 100, signal })
          .page();
        for (const name of items.flatMap(({ labels }) => labelNames(labels))) known.add(name);
      }
      const wanted = text.trim().toLowerCase();
      return [...known]
        .filter((name) => name.toLowerCase().includes(wanted))
        .sort((a, b) => a.localeCompare(b))
        .map(label);
    },
    typed: (text) => {
      const name = text.trim();
      return name === "" || name.includes(",")
        ? undefined
        : { label: l10n.t("New label “{0}”", plainText(name, 80)), iconPath: new ThemeIcon("add"), value: name };
    },
  });
}

const label = (name: string): Choice<string> => ({ label: plainText(name, 100), value: name });

/** Picks an active milestone of a project or of a group above it; undefined for none. @throws CancelledError, GoBack */
export function pickMilestone(
  client: Client,
  project: ProjectId,
  place: Place,
  current: number,
): Promise<Milestone | undefined> {
  return pickPaged<Milestone, Milestone | undefined>({
    title: place.title,
    place,
    placeholder: l10n.t("Select a milestone of the project or its groups"),
    load: (signal) =>
      client.milestones.project.list(project, { state: "active", include_ancestors: true }, { perPage: 100, signal }),
    toChoice: (milestone) => ({
      label: plainText(milestone.title, 120),
      description: [
        milestone.group_id ? l10n.t("group milestone") : undefined,
        milestone.due_date ? l10n.t("due {0}", milestone.due_date) : undefined,
      ]
        .filter((part) => part !== undefined)
        .join(" · "),
      iconPath: new ThemeIcon("milestone"),
      value: milestone,
    }),
    before: [{ label: l10n.t("No Milestone"), iconPath: new ThemeIcon("circle-slash"), value: undefined }],
    active: (value) => (value?.id ?? 0) === current,
    empty: l10n.t("No active milestones"),
  });
}
