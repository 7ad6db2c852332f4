import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Box } from "../support/testLine.ts";
import { command } from "./commandTest.ts";
import { clipboard } from "./inFront.ts";
import { closeView } from "./shownView.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("links and settings", () => {
  const stage = setStage();
  const opened: string[] = [];
  let browser: { dispose(): void };
  beforeEach(() => {
    opened.length = 0;
    browser = replace(vscode.env, "openExternal", () => (uri) => {
      opened.push(uri.toString(true));
      return Promise.resolve(true);
    });
  });
  afterEach(() => browser.dispose());

  command("forgeline.openInBrowser", "opens the page of a row, of a pipeline and of a job", async (run) => {
    const { row, jobs } = await stage.pipeline({ name: "worth a look", jobs: [{}] });
    await run(row, [row]);
    await run(jobs[0], [jobs[0]]);
    await run({ webUrl: "https://git.example.com/a?b=c&d=e" });
    const page = row.pipeline.web_url;
    assert.match(page ?? "", /^http:\/\/127\.0\.0\.1:\d+\/.*\/pipelines\/\d+$/);
    assert.deepEqual(opened, [page, jobs[0]?.job.web_url, "https://git.example.com/a?b=c&d=e"]);
  });

  command("forgeline.pipeline.openInBrowser", "opens the page of a pipeline that is picked", async (run) => {
    const { row } = await stage.pipeline({ name: "to be opened" });
    await Promise.all([run(), stage.pick("Open Pipeline in Browser", "to be opened", "to be opened")]);
    assert.deepEqual(opened, [row.pipeline.web_url]);
  });

  it("opens and copies no address that is missing or not http", async () => {
    await vscode.env.clipboard.writeText("before");
    for (const address of [
      "javascript:alert(1)",
      "file:///etc/passwd",
      "command:forgeline.signOut",
      "vscode://x/y",
      "no address",
      "",
    ]) {
      const { row } = await stage.pipeline({ jobs: [{}], overrides: { web_url: address } });
      for (const id of ["forgeline.openInBrowser", "forgeline.pipeline.copyLink"]) {
        await vscode.commands.executeCommand(id, row);
        const { level, text } = await stage.message();
        const kind = address === "" ? "no web address for this" : "an invalid web address";
        assert.ok(level === "error" && text.includes(`The host returned ${kind}`), `${address}: ${text}`);
      }
    }
    assert.deepEqual(opened, []);
    assert.equal(await clipboard(), "before");
  });

  it("asks for a row where there is nothing to choose from", async () => {
    await stage.pipeline({ name: "not asked about" });
    await vscode.commands.executeCommand("forgeline.commit.openInBrowser");
    await stage.says(/Select a row that has a web page\.$/);
    assert.deepEqual(opened, []);
  });

  command("forgeline.job.openInBrowser", "opens the page of a row, and of one that is picked", async (run) => {
    const { jobs } = await stage.pipeline({ jobs: [{ name: "to be opened" }] });
    await run(jobs[0], [jobs[0]]);
    await Promise.all([run(), stage.pick("Open Job in Browser", "to be opened", "to be opened")]);
    assert.deepEqual(opened, [jobs[0]?.job.web_url, jobs[0]?.job.web_url]);
  });

  command("forgeline.job.copyLink", "copies the page of a row", async (run) => {
    const { jobs } = await stage.pipeline({ jobs: [{}] });
    await run(jobs[0], [jobs[0]]);
    assert.equal(await clipboard(), jobs[0]?.job.web_url);
    assert.deepEqual(stage.notices, ["Copied link."]);
  });

  command("forgeline.pipeline.copyLink", "copies the page of a pipeline that is picked", async (run) => {
    const { row } = await stage.pipeline({ name: "to be copied" });
    await Promise.all([run(), stage.pick("Copy Pipeline Link", "to be copied", "to be copied")]);
    assert.equal(await clipboard(), row.pipeline.web_url);
    assert.deepEqual(stage.notices, ["Copied link."]);
  });

  command("forgeline.openSettings", "shows the extension's settings, or the one named", async (run) => {
    const asked: unknown[] = [];
    const settings = replace(
      vscode.commands,
      "executeCommand",
      (real) =>
        ((id: string, ...rest: unknown[]) => {
          if (id === "workbench.action.openSettings") asked.push(rest[0]);
          return real.call(vscode.commands, id, ...rest);
        }) as typeof real,
    );
    try {
      await run();
      await run("forgeline.instances");
    } finally {
      settings.dispose();
    }
    assert.deepEqual(asked, ["@ext:forgeline.forgeline", "forgeline.instances"]);
  });

  command("forgeline.showView", "shows a hidden view, given or picked, and asks to sign in first", async (run) => {
    const { app } = stage;
    await run("wiki");
    await until("the wiki to be seen", () => app.wiki.view.visible, app.wiki.view.onDidChangeVisibility);
    await closeView(app.wiki.view, "Wiki");
    await Promise.all([run(), stage.pick("Show View", "Snippets", "snip")]);
    await until("the snippets to be seen", () => app.snippets.view.visible, app.snippets.view.onDidChangeVisibility);
    await closeView(app.snippets.view, "Snippets");
    await vscode.commands.executeCommand("workbench.view.explorer");
    await signedOut();
    await run("wiki");
    await stage.says(/You are not signed in to /, ["Sign In", "Show Log"]);
    assert.equal(app.wiki.view.visible, false);
    stage.client = (await signedIn()).connection.client;
  });

  command("forgeline.hideView", "takes a view out of the side bar by its row in More Views", async (run) => {
    const { view } = stage.app.wiki;
    await vscode.commands.executeCommand("forgeline.showView", "wiki");
    await until("the wiki to be seen", () => view.visible, view.onDidChangeVisibility);
    await run({ kind: "otherView", name: "wiki" });
    await stage.person({ action: "find", role: "button", name: "Wiki Section", gone: true });
  });

  describe("choosing the project", () => {
    const { pick, type } = stage;
    const box = "Select Project";
    const shown = (): string | number | undefined => {
      const { value } = stage.app.current;
      return value.kind === "ready" ? value.project.project : undefined;
    };
    const shows = (project: string | number): Promise<unknown> =>
      until(`${project} to be shown`, () => shown() === project, stage.app.current.onDidChange);
    afterEach(async () => {
      await stage.app.projects.select(undefined);
      await shows(stage.info.project.path);
    });
    const look = async (saying: string): Promise<Box> => await stage.look(box, saying);
    const enter = async (text: string): Promise<void> => {
      await pick(box, "Enter Path or ID…");
      await look("Enter the path (group/project), ID or URL of a project on");
      await type(box, text);
    };

    command("forgeline.selectProject", "takes a typed path, then the remotes again", async (run) => {
      const { path } = await stage.control.createProject({ path: "elsewhere/deep/other", files: { "README.md": "x" } });
      await Promise.all([run(), enter(path)]);
      await shows(path);
      assert.match(stage.notices.at(-1) ?? "", /^Showing elsewhere\/deep\/other · 127\.0\.0\.1/);
      await Promise.all([run(), pick(box, "Use the Project of the Repository's Remotes")]);
      await shows(stage.info.project.path);
    });

    command("forgeline.selectProject", "takes a typed ID or a pasted URL", async (run) => {
      const { id, path } = await stage.control.createProject({ path: "elsewhere/by-id", files: { "README.md": "x" } });
      await Promise.all([run(), enter(String(id))]);
      await shows(id);
      await Promise.all([run(), enter(`${stage.info.url}/${path}/-/pipelines`)]);
      await shows(path);
    });

    command("forgeline.selectProject", "refuses an invalid path at the field", async (run) => {
      const { path } = await stage.control.createProject({ path: "elsewhere/right", files: { "README.md": "x" } });
      const done = run();
      await enter("elsewhere/wrong");
      const refused = await look("Not found on");
      assert.equal(refused.value, "elsewhere/wrong");
      assert.match(refused.message, /Not found on 127\.0\.0\.1:\d+/);
      await type(box, "nothing");
      assert.equal((await look("Enter a path (group/project) or an ID")).value, "nothing");
      await type(box, path);
      await done;
      await shows(path);
    });

    command("forgeline.selectProject", "offers projects of the remotes", async (run) => {
      const { path } = await stage.control.createProject({ path: "elsewhere/away", files: { "README.md": "x" } });
      await Promise.all([run(), enter(path)]);
      await shows(path);
      await Promise.all([run(), pick(box, stage.info.project.path)]);
      await shows(stage.info.project.path);
    });
  });
});
