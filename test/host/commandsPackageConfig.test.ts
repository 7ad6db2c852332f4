import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe } from "mocha";
import * as vscode from "vscode";
import { command } from "./commandTest.ts";
import { packageStage } from "./packageStage.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";

const id = "forgeline.packages.addFeed";

describe("feeds in NuGet.config", () => {
  const packages = packageStage();
  const { stage } = packages;
  const box = "Add Feed to NuGet.config";
  const root = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail("no folder is open");
  const at = (name: string): string => join(root(), name);
  const address = (version: "index.json" | "v2" = "index.json"): string =>
    `${packages.project.instance}/api/v4/projects/${packages.project.id}/packages/nuget/${version}`;
  const source = (name: string, of = address()): string =>
    `<add key="${name}" value="${of}" allowInsecureConnections="true" />`;
  const own = (): string => packages.project.path.replace("/", "_");

  let spy: { dispose(): void } | undefined;

  afterEach(async () => {
    spy?.dispose();
    await vscode.workspace
      .getConfiguration("forgeline")
      .update("packages.feedVersion", undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const name of ["nuget.config", "NuGet.Config", "deeper"]) await rm(at(name), { force: true, recursive: true });
  });

  command(id, "creates the file without a credential, offers to sign in", async (run) => {
    const done = run();
    assert.equal((await packages.look(box, "Enter the name of the source")).value, own());
    await stage.enter(box);
    await done;
    const text = await readFile(at("nuget.config"), "utf8");
    assert.equal(
      text,
      `<?xml version="1.0" encoding="utf-8"?>\n<configuration>\n  <packageSources>\n    ${source(own())}\n  </packageSources>\n</configuration>\n`,
    );
    assert.ok(!text.includes(stage.info.users.alice.token) && !/password/i.test(text));
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, at("nuget.config"));
    assert.match(
      (await stage.message()).text,
      /Added the source “.*” to nuget\.config\. Credentials are not stored in the file; use an environment variable/,
    );
    const said = packages.notice(/^Copied the variable with a placeholder for the token\.$/);
    await stage.press("Copy Variable");
    await said;
    assert.equal(
      await vscode.env.clipboard.readText(),
      `NuGetPackageSourceCredentials_${own()}=Username=alice;Password=<personal access token>`,
    );
  });

  command(id, "keeps comments and layout, is undone in one step", async (run) => {
    const before = `<?xml version="1.0"?>\r\n<!-- Ours: ask before you change it -->\r\n<configuration>\r\n\t<packageSources>\r\n\t\t<add key='Public' value="https://example.com/index.json"/> <!-- mirror -->\r\n\t</packageSources>\r\n</configuration>`;
    await writeFile(at("NuGet.Config"), before);
    const done = run();
    await packages.look(box, "Enter the name of the source");
    await stage.type(box, "public");
    await packages.look(box, "The file already has a source with this name and another URL");
    await stage.type(box, "");
    await packages.look(box, "Enter a name");
    await stage.type(box, "mine");
    await done;
    await stage.message();
    assert.equal(
      await readFile(at("NuGet.Config"), "utf8"),
      before.replace("\t</packageSources>", () => `\t\t${source("mine")}\r\n\t</packageSources>`),
    );
    await vscode.commands.executeCommand("undo");
    assert.equal(vscode.window.activeTextEditor?.document.getText(), before);
    // Saved as it was: the next test's file is another.
    await vscode.window.activeTextEditor.document.save();
  });

  command(id, "adds to a file changed while the name was asked for", async (run) => {
    const config = (...sources: readonly string[]): string =>
      `<configuration>\n  <packageSources>\n${sources.map((one) => `    ${one}\n`).join("")}  </packageSources>\n</configuration>\n`;
    const [first, second, third] = [
      '<add key="first" value="https://first" />',
      '<add key="second" value="https://second" />',
      '<add key="third" value="https://third" />',
    ];
    const mapped = config(first).replace(
      "</configuration>",
      '  <packageSourceMapping>\n    <packageSource key="first">\n      <package pattern="*" />\n    </packageSource>\n  </packageSourceMapping>\n</configuration>',
    );
    const name = async (text: string, now: string): Promise<void> => {
      await writeFile(at("nuget.config"), config(first));
      const done = run();
      await packages.look(box, "Enter the name of the source");
      await writeFile(at("nuget.config"), now);
      await stage.type(box, text);
      await done;
    };
    await name("mine", mapped);
    assert.match(
      (await stage.message()).text,
      /nuget\.config has changed in the meantime and now uses package source mapping\. Nothing was added\. Try again\.$/,
    );
    assert.equal(await readFile(at("nuget.config"), "utf8"), mapped);
    await name("second", config(first, second));
    assert.match(
      (await stage.message()).text,
      /nuget\.config has changed in the meantime and already has a source named “second”\. Nothing was added\. Try again\.$/,
    );
    assert.equal(await readFile(at("nuget.config"), "utf8"), config(first, second));
    // No text that was in the file before: the editor, which may not have heard of the last changes, takes that for the older file, and does not save over the newer one.
    await name("mine", config(first, second, third));
    assert.match((await stage.message()).text, /^Added the source “mine” to nuget\.config\./);
    assert.equal(await readFile(at("nuget.config"), "utf8"), config(first, second, third, source("mine")));
  });

  command(id, "adds to what a program writes before the save", async (run) => {
    const config = (sources: string): string =>
      `<configuration>\n  <packageSources>\n${sources}  </packageSources>\n</configuration>\n`;
    const other = '    <add key="other" value="https://other" />\n';
    await writeFile(at("nuget.config"), config(""));
    const document = await vscode.workspace.openTextDocument(at("nuget.config"));
    await until("what was written", () => document.getText() === config(""), vscode.workspace.onDidChangeTextDocument);
    const done = run();
    await packages.look(box, "Enter the name of the source");
    spy = replace(vscode.workspace, "applyEdit", (real) => async (...given) => {
      spy?.dispose();
      const applied = await real.apply(vscode.workspace, given);
      await writeFile(at("nuget.config"), config(other));
      return applied;
    });
    await stage.type(box, "mine");
    await done;
    assert.match((await stage.message()).text, /^Added the source “mine” to nuget\.config\./);
    assert.equal(await readFile(at("nuget.config"), "utf8"), config(`${other}    ${source("mine")}\n`));
    await vscode.commands.executeCommand("undo");
    assert.equal(vscode.window.activeTextEditor?.document.getText(), config(other));
  });

  command(id, "adds no duplicate, reports a disabled one", async (run) => {
    const before = `<configuration>\n  <packageSources>\n    ${source("there")}\n  </packageSources>\n  <disabledPackageSources>\n    <add key="there" value="true" />\n  </disabledPackageSources>\n</configuration>\n`;
    await writeFile(at("nuget.config"), before);
    await run();
    assert.equal(await readFile(at("nuget.config"), "utf8"), before);
    assert.match(stage.notices.at(-1) ?? "", /is already configured as “there”, but disabled in this file/);
  });

  command(id, "asks for package patterns where the file has some", async (run) => {
    await writeFile(
      at("nuget.config"),
      `<configuration>\n  <packageSources>\n    <add key="p" value="https://x" />\n  </packageSources>\n  <packageSourceMapping>\n    <packageSource key="p">\n      <package pattern="*" />\n    </packageSource>\n  </packageSourceMapping>\n</configuration>\n`,
    );
    const done = run();
    await packages.look(box, "Enter the name of the source");
    await stage.enter(box);
    await packages.look(box, "This file uses package source mapping");
    await stage.type(box, "Weather*Core");
    await packages.look(box, "is not a valid pattern");
    await stage.type(box, "Weather.* Units");
    await done;
    await stage.message();
    assert.ok(
      (await readFile(at("nuget.config"), "utf8")).includes(
        `    <packageSource key="${own()}">\n      <package pattern="Weather.*" />\n      <package pattern="Units" />\n    </packageSource>\n  </packageSourceMapping>`,
      ),
    );
  });

  command(id, "leaves an invalid file alone, names the line", async (run) => {
    const before = "<configuration>\n  <packageSources>\n</configuration>\n";
    await writeFile(at("nuget.config"), before);
    await run();
    assert.match(
      (await stage.message()).text,
      /nuget\.config is not a valid NuGet\.config: error in line 3\. Nothing was changed\./,
    );
    assert.equal(await readFile(at("nuget.config"), "utf8"), before);
  });

  command(id, "asks which file, explains the rule of the v2 feed", async (run) => {
    await vscode.workspace
      .getConfiguration("forgeline")
      .update("packages.feedVersion", "v2", vscode.ConfigurationTarget.Global);
    await mkdir(at("deeper"));
    await writeFile(at("nuget.config"), "<configuration />\n");
    await writeFile(at("deeper/nuget.config"), "<configuration />\n");
    const done = run();
    assert.deepEqual((await packages.look(box, "Select the file to add the feed to")).rows, [
      "nuget.config",
      "deeper/nuget.config",
    ]);
    await stage.pick(box, "deeper/nuget.config");
    await packages.look(box, "Enter the name of the source");
    await stage.enter(box);
    await done;
    assert.match(
      (await stage.message()).text,
      /It is a v2 feed, which cannot resolve the latest version: always specify a version when you install from it/,
    );
    assert.equal(await readFile(at("nuget.config"), "utf8"), "<configuration />\n");
    assert.ok((await readFile(at("deeper/nuget.config"), "utf8")).includes(source(own(), address("v2"))));
  });

  command(id, "adds the group's feed, leaves own changes unsaved", async (run) => {
    const { id } = await stage.control.createGroup({ path: "suites", members: ["alice"] });
    await (await stage.app.packages.view.load())?.filter.set({ group: { id, path: "suites" } });
    await writeFile(at("nuget.config"), "<configuration />\n");
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(at("nuget.config")));
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), "<!-- mine -->\n"));
    const done = run();
    assert.equal((await packages.look(box, "Enter the name of the source")).value, "suites");
    await stage.enter(box);
    await done;
    await stage.message();
    const text = editor.document.getText();
    assert.ok(
      text.includes(`${packages.project.instance}/api/v4/groups/${id}/-/packages/nuget/index.json`) &&
        text.includes("<!-- mine -->"),
    );
    assert.ok(editor.document.isDirty);
    assert.equal(await readFile(at("nuget.config"), "utf8"), "<configuration />\n");
  });
});
