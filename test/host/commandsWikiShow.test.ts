/** Commands that show wiki pages in other ways, find things in them, and copy what names them. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import { command } from "./commandTest.ts";
import { clipboard, labelInFront } from "./inFront.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("wiki commands that show", () => {
  const stage = setStage();
  let own: OwnProject;
  const wikis = () => stage.client.wikis;
  const ref = (slug: string, format = "markdown") => ({
    kind: "wiki",
    instance: own.instance,
    project: own.path,
    slug,
    title: slug.split("/").at(-1),
    format,
  });
  const editor = (): vscode.TextEditor => {
    const { activeTextEditor } = vscode.window;
    assert.ok(activeTextEditor, "No editor is active");
    return activeTextEditor;
  };
  const webview = (ending: string) =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(ending));
  /** Pages that were to be shown in webviews, while `work` runs. */
  const webviews = async (work: () => Promise<void>): Promise<{ html: string; options: vscode.WebviewOptions }[]> => {
    const made: vscode.WebviewPanel[] = [];
    const spy = replace(vscode.window, "createWebviewPanel", (real) => (...given) => {
      const panel = real.apply(vscode.window, given);
      made.push(panel);
      return panel;
    });
    try {
      await work();
    } finally {
      spy.dispose();
    }
    return made.map(({ webview: { html, options } }) => ({ html, options }));
  };

  beforeEach(async () => {
    own = await ownProject(stage.app);
    await wikis().create(own.path, { title: "home", content: "# Welcome\n\nTo *all* stations.\n" });
    await wikis().create(own.path, { title: "Sensors/North (pier)", content: "Wind\nwind and rain\n", format: "org" });
    await own.open();
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  command("forgeline.wiki.preview", "previews Markdown in VS Code, other pages by the host @oldest", async (run) => {
    await run(ref("home"));
    const isSo = () => webview("markdown.preview") !== undefined;
    await until("the preview", isSo, vscode.window.tabGroups.onDidChangeTabs);
    const [shown] = await webviews(() => run(ref("Sensors/North-(pier)", "org")));
    assert.match(shown?.html ?? "", /<pre>Wind/);
  });

  command("forgeline.wiki.showRendered", "shows the host's rendering, runs nothing in it", async (run) => {
    const [shown] = await webviews(async () => {
      await Promise.all([run(), stage.pick("Show Rendered Page", "home")]);
    });
    assert.match(shown?.html ?? "", /<h1[^>]*>Welcome<\/h1>[\s\S]*<em>all<\/em>/);
    assert.match(shown?.html ?? "", /content="default-src &#39;none&#39;/);
    assert.deepEqual([shown?.options.enableScripts, shown?.options.localResourceRoots], [false, []]);
    await run(ref("home"));
    await until(
      "one tab",
      () =>
        vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label === "home (rendered)")
          .length === 1,
      vscode.window.tabGroups.onDidChangeTabs,
    );
    await wikis().delete(own.path, "home");
    await run(ref("home"));
    await stage.says(/Not found on/);
  });

  command("forgeline.wiki.showHtml", "shows it as HTML that cannot be changed", async (run) => {
    await run(ref("home"));
    const { document } = editor();
    assert.deepEqual([document.languageId, document.uri.scheme], ["html", "forgeline-text"]);
    assert.match(document.getText(), /<h1[^>]*>Welcome<\/h1>/);
    assert.deepEqual(await own.asked(/render_html/), ["GET /wikis/home?render_html=true"]);
  });

  command("forgeline.wiki.openVersion", "shows a page at a commit and compares it", async (run) => {
    await wikis().update(own.path, "home", { content: "# Newer\n" });
    const { stdout } = await promisify(execFile)("git", [
      "ls-remote",
      `${own.instance.replace("://", `://oauth2:${stage.info.users.alice.token}@`)}/${own.path}.wiki.git`,
      "HEAD",
    ]);
    const sha = stdout.slice(0, 40);
    await wikis().update(own.path, "home", { content: "# Newest\n" });
    const box = "Open Wiki Page Version";
    const done = run(ref("home"));
    await stage.typeAt(box, "SHA of a commit", "newest");
    await stage.typeAt(box, "Enter 4 to 64 of the characters 0-9 and a-f", "0123456789");
    await stage.typeAt(
      box,
      "Commit 0123456789 or page “home” not found in the wiki. The page may have had another name.",
      sha.toUpperCase(),
    );
    await done;
    const { document } = editor();
    assert.equal(document.getText(), "# Newer\n");
    assert.equal(document.uri.scheme, "forgeline-wiki");
    assert.equal(document.languageId, "markdown");
    assert.deepEqual((await stage.message()).buttons, ["Compare with Current Version"]);
    await stage.press("Compare with Current Version");
    await labelInFront(new RegExp(`^home: ${sha.slice(0, 8)} ↔ current$`));
    await run(ref("home"), sha);
    assert.equal(editor().document.getText(), "# Newer\n");
    await stage.message();
  });

  command("forgeline.wiki.openInBrowser", "opens the page's address", async (run) => {
    const [address = ""] = await stage.opened(() => run(ref("Sensors/North-(pier)", "org")));
    assert.equal(address, `${own.instance}/${own.path}/-/wikis/Sensors/North-(pier)`);
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${stage.info.users.alice.token}` } });
    assert.equal(answer.status, 200);
  });

  command("forgeline.wiki.copyLink", "copies the address of a row, and of what was picked", async (run) => {
    await run(ref("home"));
    assert.equal(await clipboard(), `${own.instance}/${own.path}/-/wikis/home`);
    await Promise.all([run(), stage.pick("Copy Wiki Page Link", "North (pier)")]);
    assert.equal(await clipboard(), `${own.instance}/${own.path}/-/wikis/Sensors/North-(pier)`);
  });

  command("forgeline.wiki.copySlug", "copies what names the page, of a document too", async (run) => {
    await run(
      vscode.Uri.from({
        scheme: "forgeline-wiki",
        authority: (await stage.app.wiki.files.load()).uriOf(
          { instance: own.instance, project: own.path },
          { slug: "x", format: "org" },
        ).authority,
        path: "/Sensors/North-(pier).org",
      }),
    );
    assert.equal(await clipboard(), "Sensors/North-(pier)");
    await run(vscode.Uri.file("/tmp/other.md"));
    await stage.says(/This is not a wiki page\.$/);
  });

  command("forgeline.wiki.copyMarkdownLink", "copies a link as pages write it", async (run) => {
    await run(ref("Sensors/North-(pier)", "org"));
    assert.equal(await clipboard(), "[North-(pier)](Sensors/North-%28pier%29)");
  });

  command("forgeline.wiki.search", "finds lines while typing and opens the page there", async (run) => {
    const box = "Search Wiki Pages";
    await own.forget();
    const done = run();
    await stage.fillAt(box, "Search text in 2 pages", "WIND");
    const found = async (rows: readonly (string | RegExp)[]): Promise<void> => {
      const fits = (shown: readonly string[]): boolean =>
        shown.length === rows.length &&
        rows.every((row, at) => (typeof row === "string" ? row === shown[at] : row.test(shown[at] ?? "")));
      await until(`rows ${rows.join()}`, async () => fits((await stage.look(box)).rows), soon);
    };
    await found(["Wind", "wind and rain"]);
    await stage.titleButton(box, "Match Case");
    await found(["No matching lines"]);
    await stage.titleButton(box, "Match Case");
    await stage.titleButton(box, "Use Regular Expression");
    await stage.fill(box, "^wind.(");
    await found([/^Invalid regular expression: .*Unterminated group/]);
    await stage.fill(box, "^wind.and");
    await found(["wind and rain"]);
    await stage.pick(box, "wind and rain");
    await done;
    assert.deepEqual([editor().document.uri.path, editor().selection.active.line], ["/Sensors/North-(pier).org", 1]);
    assert.deepEqual(await own.asked(/with_content/), ["GET /wikis?with_content=true&per_page=100"]);
    await stage.app.memory.update("forgeline.wikiSearch", undefined);
  });
});

/** The box is another process's to draw: asked again when it had the time. */
const soon = (listener: () => unknown): { dispose(): void } => {
  const timer = setInterval(listener, 100);
  return { dispose: () => clearInterval(timer) };
};
