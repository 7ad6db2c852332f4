import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { command } from "./commandTest.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";

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

  command(
    "forgeline.openInBrowser",
    "opens the page of a row, of a pipeline, of a job, and of what was picked",
    async (run) => {
      const { row, jobs } = await stage.pipeline({ name: "worth a look", jobs: [{}] });
      await run(row, [row]);
      await run(jobs[0], [jobs[0]]);
      await run({ webUrl: "https://git.example.com/a?b=c&d=e" });
      const done = run();
      await stage.person({ action: "pick", box: "Open in Browser", type: "worth a look", row: "worth a look" });
      await done;
      const page = row.pipeline.web_url;
      assert.match(page ?? "", /^http:\/\/127\.0\.0\.1:\d+\/.*\/pipelines\/\d+$/);
      assert.deepEqual(opened, [page, jobs[0]?.job.web_url, "https://git.example.com/a?b=c&d=e", page]);
    },
  );

  for (const address of [
    "javascript:alert(1)",
    "file:///etc/passwd",
    "command:forgeline.signOut",
    "vscode://x/y",
    "not an address",
    "",
  ]) {
    it(`follows no address like “${address}”, and copies none`, async () => {
      await vscode.env.clipboard.writeText("before");
      const { row } = await stage.pipeline({ jobs: [{}], overrides: { web_url: address } });
      for (const id of ["forgeline.openInBrowser", "forgeline.copyLink"]) {
        await vscode.commands.executeCommand(id, row);
        const { level, text, buttons } = await stage.message();
        assert.equal(level, "error");
        assert.match(
          text,
          address === "" ? /The host returned no web address for this\.$/ : /The host returned an invalid web address/,
        );
        assert.deepEqual(buttons, ["Show Log"]);
      }
      assert.deepEqual(opened, []);
      assert.equal(await vscode.env.clipboard.readText(), "before");
    });
  }

  command("forgeline.copyLink", "copies the page of a row, and of what was picked", async (run) => {
    const { row, jobs } = await stage.pipeline({ name: "to be copied", jobs: [{}] });
    await run(jobs[0], [jobs[0]]);
    assert.equal(await vscode.env.clipboard.readText(), jobs[0]?.job.web_url);
    const done = run();
    await stage.person({ action: "pick", box: "Copy Link", type: "to be copied", row: "to be copied" });
    await done;
    assert.equal(await vscode.env.clipboard.readText(), row.pipeline.web_url);
    assert.deepEqual(stage.notices, ["Link copied.", "Link copied."]);
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
    const { label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.equal(label, "Settings");
  });
});
