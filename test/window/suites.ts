import { globSync } from "node:fs";
import { root } from "../../tools/root.ts";

/** The scenes that both windows play; `npm test` runs them in both. */
export const twins = "test/host/windowTwins.test.ts";

/** Suites of test/host that need a real window, some for a few of their tests only. */
const real = new Set(
  [
    "artifactsView",
    "askedIsSent",
    "boxTwins",
    "ciLanguage",
    "ciLint",
    "commandsApiRequest",
    "commandsArtifacts",
    "commandsChanges",
    "commandsCommitFiles",
    "commandsCustomAttributes",
    "commandsMergeRequestDescription",
    "commandsMergeRequestEdit",
    "commandsMergeRequestWithoutExtras",
    "commandsPackageConfig",
    "commandsWikiShow",
    "commandsWindow",
    "editorNetwork",
    "faultyWrites",
    "forks",
    "hostileContent",
    "keys",
    "logDocuments",
    "logProblems",
    "logs",
    "mergeRequestPage",
    "mergeRequestsView",
    "oddData",
    "pendingReviews",
    "pictureThreads",
    "pipelineGraph",
    "pipelinesView",
    "reviewThreads",
    "signIn",
    "signInMixUp",
    "templates",
    "templatesNeutral",
    "transport",
    "wikiAttachments",
    "wikiLinks",
    "wikiPreview",
    "workingThreads",
  ].map((name) => `test/host/${name}.test.ts`),
);

/** Suites of test/host that `npm test` runs in the process. */
export const inProcess: readonly string[] = globSync("test/host/*.test.ts", { cwd: root })
  .filter((file) => !real.has(file))
  .sort();

/** Whether a file of test/host has tests for a real window. */
export const isReal = (file: string): boolean => real.has(file) || file === twins;
