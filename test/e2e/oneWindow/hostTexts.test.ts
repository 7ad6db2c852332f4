import assert from "node:assert/strict";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { runChild } from "../../../tools/children.ts";
import { Scope } from "../../../tools/scope.ts";
import type { RunningDemo } from "../runningDemo.ts";
import { story } from "../steps.ts";
import type { View, Workbench } from "../workbench.ts";
import { askProject, sharedWindow } from "./sharedWindow.ts";

/** Runs in the page, where types of the DOM are not at hand: puts a picture on the clipboard, as a person does who took one of the screen. */
const copyPicture = `(async () => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 240, height: 80 });
  const pen = canvas.getContext("2d");
  for (const [index, color] of ["#2d6cdf", "#e0a100", "#3a9d5d"].entries()) {
    pen.fillStyle = color;
    pen.fillRect(index * 80, 0, 80, 80);
  }
  const bytes = await new Promise((done) => canvas.toBlob(done));
  await navigator.clipboard.write([new ClipboardItem({ "image/png": bytes })]);
})()`;

/** The demo in the hands of somebody who writes: each step stands on the one before. */
describe("texts on the host, in the demo", () => {
  let demo: RunningDemo;
  let browser: BrowserContext;
  let workbench: Workbench;
  let wiki: View;

  const contentOf = async (slug: string): Promise<string> =>
    (await askProject<{ content: string }>(demo, `wikis/${encodeURIComponent(slug)}`)).content;
  const saved = (name: string): Promise<void> => workbench.statusBarText(`Saved ${name}.`).waitFor();
  const width = (words: string): Promise<number> =>
    workbench.editorPage.getByAltText(words, { exact: true }).evaluate(drawnWidth);

  before(async () => {
    ({ demo, browser, workbench } = await sharedWindow());
    // The browser's VS Code saves by itself after a second, and a save that is asked for meanwhile is that one to it, which sends nothing.
    await workbench.runCommand("File: Toggle Auto Save");
    wiki = await workbench.view("Wiki");
  });
  const step = story("writes wiki pages and the CI file", () => browser);
  after(() => workbench.runCommand("File: Toggle Auto Save"));

  step(
    "shows a wiki page with its picture beside what is typed; a picture that is pasted and the words are on the host once saved",
    async () => {
      const before = await contentOf("home");
      for (const folder of ["Runbooks", "Sensors"]) await wiki.expand(wiki.row(new RegExp(`^Wiki folder ${folder}`)));
      await wiki.row(/^Wiki page Calibration/).waitFor();
      await wiki.row(/^Wiki page home/).click();
      await workbench.tab("home.md").waitFor();
      await wiki
        .row(/^Wiki page home/)
        .getByRole("button", { name: "Preview Wiki Page to the Side" })
        .click();
      await workbench.editorPage.getByRole("heading", { name: "Weather Station", exact: true }).waitFor();
      assert.ok((await width("Where the wind came from in May")) > 0, "the picture of the sample wiki is drawn");
      await workbench.picture("demo-wiki");
      await workbench.editorPageLoaded();

      await workbench.typeAtEnd("home.md", "\n## Colours of the masts\n\n");
      await workbench.editorPage.getByRole("heading", { name: "Colours of the masts" }).waitFor();
      await workbench.editorPageLoaded();
      await workbench.page.evaluate(copyPicture);
      await workbench.page.keyboard.press("ControlOrMeta+V");
      assert.equal(await width("image"), 240);
      await workbench.page.keyboard.press("ControlOrMeta+S");
      await saved("the wiki page “home”");
      const [, link = ""] =
        /^\n## Colours of the masts\n\n!\[image\]\((uploads\/[0-9a-f]{32}\/image\.png)\)$/.exec(
          (await contentOf("home")).slice(before.length),
        ) ?? assert.fail(await contentOf("home"));
      assert.equal(await width("image"), 240);
      await workbench.picture("demo-wiki-pasted");
      await using scope = new Scope();
      const clone = join(await scope.folder("forgeline-wiki-clone-"), "wiki");
      const { username, token } = demo.info.users.alice;
      const address = new URL(demo.info.project.httpUrl.replace(/\.git$/, ".wiki.git"));
      await runChild("git", ["clone", "--quiet", Object.assign(address, { username, password: token }).href, clone]);
      assert.match((await runChild("git", ["-C", clone, "ls-files", "--", link])).trim(), /image\.png$/);
    },
  );

  step("sends nothing that the editor saves by itself, and all of it once it is saved by hand", async () => {
    const before = await contentOf("Runbooks/How-to-release");
    await workbench.runCommand("View: Close All Editors");
    await workbench.runCommand("File: Toggle Auto Save");
    await wiki.row(/^Wiki page How to release/).click();
    await workbench.typeAtEnd("How-to-release.md", "Tell the observatory.");
    await wiki.row(/^Wiki page How to release, not sent/).waitFor();
    await workbench.unsavedTab("How-to-release.md").waitFor({ state: "detached" });
    assert.equal(await contentOf("Runbooks/How-to-release"), before, "nothing was sent");
    await workbench.page.keyboard.press("ControlOrMeta+S");
    await saved("the wiki page “Runbooks/How-to-release”");
    assert.equal(await contentOf("Runbooks/How-to-release"), `${before}Tell the observatory.`);
  });

  step("merges a CI template into the CI file, and shows the state of its jobs above them", async () => {
    const git = async (...words: string[]): Promise<string> =>
      (await runChild("git", ["-C", demo.folder, ...words])).trim();
    await wiki.collapse();
    await workbench.runCommand("View: Close All Editors");
    await workbench.runCommand("File: Toggle Auto Save");
    const pipelines = await workbench.pipelinesOf("main");
    // The pipeline may be in the list before it is the branch's: its rows, and those of the branch's last one, would move at any time.
    await pipelines.goTo(allPipelines);
    await workbench.page.keyboard.press("ArrowLeft");
    await workbench.leaveViews();
    await workbench.runCommand("Forgeline: Insert CI Template…");
    await workbench.quickInput.locator("input").first().fill("Getting-Started");
    await workbench.pick("Getting-Started");
    await workbench.pick("Merge into .gitlab-ci.yml");
    await workbench.changedLine(/^build-job:$/).waitFor();
    await workbench.quickInput.getByText("Apply to .gitlab-ci.yml").waitFor();
    await workbench.picture("demo-template-merge");
    await workbench.pick("Apply to .gitlab-ci.yml");
    await workbench.unsavedTab(".gitlab-ci.yml").waitFor();
    await workbench.line(/^build-job:$/).waitFor();
    assert.equal(await git("diff", "--numstat"), "", "nothing is written before it is saved");
    await workbench.page.keyboard.press("ControlOrMeta+S");
    await workbench.unsavedTab(".gitlab-ci.yml").waitFor({ state: "detached" });
    assert.match(await git("diff", "--numstat"), /^\d+\t0\t\.gitlab-ci\.yml$/, "lines are added alone");
    await git("commit", "--quiet", "--all", "--message", "Get started");
    await git("push", "--quiet", "origin", "main");
    const sha = await git("rev-parse", "HEAD");
    const made = new RegExp(`^Pipeline \\d+, .*ref main, commit ${sha.slice(0, 8)}`);
    // The view unfolds the branch's pipeline by itself, perhaps just now: a key never folds it again.
    await pipelines.open(made);
    await pipelines
      .row(/^Stage build, /)
      .first()
      .waitFor();
    const [{ id = 0 } = {}] = await askProject<{ id?: number }[]>(demo, `pipelines?sha=${sha}`);
    const states = workbench.codeLenses(new RegExp(`#${id}\\b`));
    await states.first().waitFor();
    const line = await workbench.line(/^build-job:$/).boundingBox();
    assert.ok(line);
    const lenses = await Promise.all((await states.all()).map((lens) => lens.boundingBox()));
    const isAbove = lenses.some((lens) => lens && lens.y < line.y && line.y - lens.y < 2 * line.height);
    assert.ok(isAbove, "it is not said of the template's job");
    await pipelines.goTo(allPipelines);
    await workbench.page.keyboard.press("ArrowRight");
    await workbench.picture("demo-template-pipeline");
  });
});

const allPipelines = /^All pipelines/;

/** Runs in the page, where types of the DOM are not at hand. */
async function drawnWidth(picture: unknown): Promise<number> {
  const element = picture as { readonly complete: boolean; readonly naturalWidth: number; decode(): Promise<void> };
  await element.decode();
  return element.naturalWidth;
}
