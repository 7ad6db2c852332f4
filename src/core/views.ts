/** The views of the side bar, in their order. */
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

/** What the side bar says of each view, and when it is there; all but the first begin collapsed. */
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
