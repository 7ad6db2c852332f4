import { l10n } from "vscode";
import { knownRights } from "../../../api/administrators.ts";
import type { Context } from "../../../core/context.ts";
import { firstViews } from "../../../core/viewLooks.ts";
import type { ViewName } from "../../../core/views.ts";
import type { AbsentViews } from "./absentViews.ts";

interface Needs {
  readonly capabilities: Pick<Context["capabilities"], "of">;
  readonly current: Pick<Context["current"], "value">;
}

/** A view that can be shown. */
export interface ShownView {
  readonly name: ViewName;
  readonly title: string;
  /** What it holds, in one line. */
  readonly holds: string;
}

/** Views that a person chooses from, in the order of the side bar. */
const views = (): readonly ShownView[] => [
  { name: "pipelines", title: l10n.t("Pipelines"), holds: l10n.t("Pipelines with their jobs, logs and artifacts") },
  {
    name: "mergeRequests",
    title: l10n.t("Merge Requests"),
    holds: l10n.t("Merge requests to review, update and merge"),
  },
  { name: "jobs", title: l10n.t("Jobs"), holds: l10n.t("The latest jobs of all pipelines") },
  { name: "packages", title: l10n.t("Packages"), holds: l10n.t("NuGet packages of the project or a group") },
  { name: "commits", title: l10n.t("Commits"), holds: l10n.t("Commits on the host, with their changes") },
  { name: "wiki", title: l10n.t("Wiki"), holds: l10n.t("Wiki pages, to read and edit") },
  { name: "snippets", title: l10n.t("Snippets"), holds: l10n.t("Snippets of the project, and your own") },
  { name: "milestones", title: l10n.t("Milestones"), holds: l10n.t("Milestones with their issues and merge requests") },
  { name: "vulnerabilities", title: l10n.t("Vulnerabilities"), holds: l10n.t("Vulnerabilities that you track") },
  { name: "people", title: l10n.t("People"), holds: l10n.t("Your status, work and SSH keys; users of the host") },
  {
    name: "projectSettings",
    title: l10n.t("Project Settings"),
    holds: l10n.t("Protected branches and job token access"),
  },
  {
    name: "administration",
    title: l10n.t("Administration"),
    holds: l10n.t("Users, system hooks and custom attributes"),
  },
];

/** Returns the views that the open project and the account can have. */
export function possibleViews(
  { capabilities, current: { value } }: Needs,
  absent: Pick<AbsentViews, "value">,
): readonly ShownView[] {
  const user = value.kind === "ready" ? value.connection.session?.user.id : undefined;
  const isAdministrator =
    value.kind === "ready" &&
    user !== undefined &&
    knownRights(capabilities.of(value.project.instance), user, Date.now())?.administrator === true;
  return views().filter(({ name }) => !absent.value.includes(name) && (name !== "administration" || isAdministrator));
}

/** Returns the possible views that are hidden at first. */
export const otherViews = (...about: Parameters<typeof possibleViews>): readonly ShownView[] =>
  possibleViews(...about).filter(({ name }) => !firstViews.includes(name));
