/** IDs of the views, in the order of the side bar. */
export const VIEWS = {
  pipelines: "forgeline.pipelines",
  jobs: "forgeline.jobs",
  mergeRequests: "forgeline.mergeRequests",
  commits: "forgeline.commits",
  packages: "forgeline.packages",
  wiki: "forgeline.wiki",
  snippets: "forgeline.snippets",
  milestones: "forgeline.milestones",
  vulnerabilities: "forgeline.vulnerabilities",
  projectSettings: "forgeline.projectSettings",
  people: "forgeline.people",
  administration: "forgeline.administration",
} as const;
export type ViewName = keyof typeof VIEWS;
export type ViewId = (typeof VIEWS)[ViewName];

/** Titles of the views. All but the first are collapsed at first. */
export const viewTitles: Readonly<Record<ViewName, string>> = {
  pipelines: "Pipelines",
  jobs: "Jobs",
  mergeRequests: "Merge Requests",
  commits: "Commits",
  packages: "Packages",
  wiki: "Wiki",
  snippets: "Snippets",
  milestones: "Milestones",
  vulnerabilities: "Vulnerabilities",
  projectSettings: "Project Settings",
  people: "People",
  administration: "Administration",
};
