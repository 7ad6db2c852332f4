/** IDs of the views, in the order of the side bar. */
export const VIEWS = {
  pipelines: "forgeline.pipelines",
  mergeRequests: "forgeline.mergeRequests",
  jobs: "forgeline.jobs",
  packages: "forgeline.packages",
  commits: "forgeline.commits",
  wiki: "forgeline.wiki",
  snippets: "forgeline.snippets",
  milestones: "forgeline.milestones",
  vulnerabilities: "forgeline.vulnerabilities",
  people: "forgeline.people",
  projectSettings: "forgeline.projectSettings",
  administration: "forgeline.administration",
  more: "forgeline.more",
} as const;
export type ViewName = keyof typeof VIEWS;
export type ViewId = (typeof VIEWS)[ViewName];

/** Views of features that a project can have switched off. */
export type OptionalView = "mergeRequests" | "commits" | "jobs" | "packages" | "wiki";
