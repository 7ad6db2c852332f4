/** `npm run pictures`: puts the pictures that the end-to-end tests have taken into the documentation. */
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { picturePath } from "../support/person.ts";
import { root } from "../support/testReport.ts";

/** Which picture of the end-to-end tests is which of the documentation. */
const stills: Readonly<Record<string, string>> = {
  "api-request": "demo-api-answer",
  artifacts: "demo-artifacts",
  graph: "demo-graph",
  "log-document": "demo-log-document",
  "merge-requests": "demo-merge-request",
  milestones: "demo-milestones",
  packages: "demo-packages",
  people: "demo-people",
  pipelines: "demo-job-log",
  "project-settings": "demo-project-settings",
  snippets: "demo-snippet",
  "template-merge": "demo-template-merge",
  testing: "demo-testing",
  wiki: "demo-wiki",
};

for (const [name, taken] of Object.entries(stills)) {
  if (!existsSync(picturePath(taken))) throw new Error(`${taken} is missing: npm run test:e2e takes it`);
  copyFileSync(picturePath(taken), join(root, "docs/pictures", `${name}.png`));
}
