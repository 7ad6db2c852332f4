/** How the views look in the side bar. */
import type { OptionalView, ViewName } from "./views.ts";

/** Titles of the views. */
export const viewTitles: Readonly<Record<ViewName, string>> = {
  pipelines: "Pipelines",
  mergeRequests: "Merge Requests",
  jobs: "Jobs",
  packages: "Packages",
  commits: "Commits",
  wiki: "Wiki",
  snippets: "Snippets",
  milestones: "Milestones",
  vulnerabilities: "Vulnerabilities",
  people: "People",
  projectSettings: "Project Settings",
  administration: "Administration",
  more: "More Views",
};

/** Icons of the views, which VS Code shows when a view is moved to the activity bar. */
export const viewIcons: Readonly<Record<ViewName, string>> = {
  pipelines: "rocket",
  mergeRequests: "git-pull-request",
  jobs: "tools",
  packages: "package",
  commits: "git-commit",
  wiki: "book",
  snippets: "code",
  milestones: "milestone",
  vulnerabilities: "bug",
  people: "organization",
  projectSettings: "settings-gear",
  administration: "server",
  more: "ellipsis",
};

/** Views that are shown from the start; all but the first are collapsed. The others are hidden until they are shown from More Views or with Show View…. */
export const firstViews: readonly ViewName[] = ["pipelines", "mergeRequests", "jobs", "packages", "commits", "more"];

/**
 * The share of the first view in the height of the side bar, of which each other view has 20. A view that was hidden at
 * first is expanded in the next workspace, since VS Code keeps what is shown for all of them but what is collapsed for
 * one: with equal shares the first view would be left with a few rows.
 */
export const firstViewSize = 80;

/** Views of features that a project can have switched off. */
export const optionalViews: readonly OptionalView[] = ["mergeRequests", "commits", "jobs", "packages", "wiki"];
