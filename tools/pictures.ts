/**
 * `npm run pictures`: takes every picture of the documentation and of the walkthrough anew. The stills are those of the end-to-end tests, each of
 * whose files runs by itself here, so that no other has left something in the side bar.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { picturePath } from "../test/support/person.ts";
import { runChild } from "./children.ts";
import { packedVariable, packExtension } from "./package.ts";
import { withPalette } from "./png.ts";
import { root } from "./root.ts";

/** For each file of the end-to-end tests: which picture of the documentation or the walkthrough is which of its pictures. */
const stills: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "demo.test.ts": {
    "docs/pictures/pipelines": "demo-running-log",
    "media/walkthrough/connect": "demo-signed-out",
    "media/walkthrough/log": "demo-running-log",
  },
  "oneWindow/hostTexts.test.ts": {
    "docs/pictures/snippets": "demo-snippet",
    "docs/pictures/template-merge": "demo-template-merge",
    "docs/pictures/wiki": "demo-wiki",
  },
  "oneWindow/mergeRequests.test.ts": {
    "docs/pictures/merge-requests": "demo-merge-request",
    "docs/pictures/milestones": "demo-milestones",
    "docs/pictures/packages": "demo-packages",
    "media/walkthrough/review": "demo-merge-request",
  },
  "oneWindow/redToReason.test.ts": {
    "docs/pictures/artifacts": "demo-artifacts",
    "docs/pictures/coverage": "demo-coverage",
    "docs/pictures/graph": "demo-graph",
    "docs/pictures/log-document": "demo-log-document",
    "docs/pictures/testing": "demo-testing",
    "docs/pictures/why-red": "demo-why-red",
    "media/walkthrough/fix": "demo-log-document",
  },
  "oneWindow/review.test.ts": { "docs/pictures/review": "demo-review" },
  "oneWindow/settingsAndPeople.test.ts": {
    "docs/pictures/api-request": "demo-api-answer",
    "docs/pictures/findings": "demo-findings",
    "docs/pictures/people": "demo-people",
    "docs/pictures/project-settings": "demo-project-settings",
  },
};

const run = (script: string, ...args: string[]): Promise<string> =>
  runChild(process.execPath, [join(root, script), ...args], { cwd: root, milliseconds: 500_000 });

/** By a character of the sample project: the Debian package with a font that has it, without which pictures have a box there. */
const fonts = { 気: "fonts-ipafont-gothic", "💧": "fonts-noto-color-emoji" };
for (const [character, debianPackage] of Object.entries(fonts)) {
  const charset = `:charset=${character.codePointAt(0)?.toString(16)}`;
  if ((await runChild("fc-list", [charset])) === "") throw new Error(`Fonts are missing: install ${debianPackage}`);
}

for (const [file, pictures] of Object.entries(stills)) {
  for (const taken of Object.values(pictures)) rmSync(picturePath(taken), { force: true });
  await run("test/support/mocha.ts", "e2e", join("test/e2e", file));
  for (const [name, taken] of Object.entries(pictures))
    writeFileSync(join(root, `${name}.png`), withPalette(readFileSync(picturePath(taken))));
}
process.env[packedVariable] = await packExtension(join(root, "out/e2e.vsix"));
for (const script of ["walkthroughPictures.ts", "movingPicture.ts"]) console.log(await run(join("test/e2e", script)));
