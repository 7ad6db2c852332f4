import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe } from "mocha";
import * as vscode from "vscode";
import { command } from "./commandTest.ts";
import { clipboard, answered } from "./inFront.ts";
import { packageStage } from "./packageStage.ts";
import { setting } from "./spies.ts";
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
  const ask = "Enter the name of the source";
  const write = (text: string, name = "nuget.config"): Promise<void> => writeFile(at(name), text);
  const text = (name = "nuget.config"): Promise<string> => readFile(at(name), "utf8");
  const config = (sources: readonly string[], more = ""): string =>
    `<configuration>\n  <packageSources>\n${sources.map((one) => `    ${one}\n`).join("")}  </packageSources>\n${more}</configuration>\n`;
  const other = (name: string): string => `<add key="${name}" value="https://${name}" />`;
  const mapping = `  <packageSourceMapping>\n    <packageSource key="first">\n      <package pattern="*" />\n    </packageSource>\n  </packageSourceMapping>\n`;

  const setFeed = (version: "v2" | undefined): Thenable<void> => setting("forgeline.packages.feedVersion", version);

  afterEach(async () => {
    await setFeed(undefined);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const name of ["nuget.config", "NuGet.Config", "deeper"]) await rm(at(name), { force: true, recursive: true });
  });

  command(id, "creates the file without a credential, offers to sign in", async (run) => {
    const done = run();
    assert.equal((await stage.look(box, "Enter the name of the source")).value, own());
    await stage.enter(box);
    await done;
    const made = await text();
    assert.equal(made, `<?xml version="1.0" encoding="utf-8"?>\n${config([source(own())])}`);
    assert.ok(!made.includes(stage.info.users.alice.token) && !/password/i.test(made));
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, at("nuget.config"));
    await stage.says(/Added the source “.*” to nuget\.config\. Credentials are not stored in the file; use an/);
    await stage.press("Copy Variable");
    const said = "Copied the variable with a placeholder for the token.";
    await until("the copy", () => stage.notices.includes(said), stage.onDidNotify.event);
    const copied = await clipboard();
    assert.equal(copied, `NuGetPackageSourceCredentials_${own()}=Username=alice;Password=<personal access token>`);
  });

  command(id, "keeps comments and layout, is undone in one step", async (run) => {
    const before = `<?xml version="1.0"?>\r\n<!-- Ours: ask before you change it -->\r\n<configuration>\r\n\t<packageSources>\r\n\t\t<add key='Public' value="https://example.com/index.json"/> <!-- mirror -->\r\n\t</packageSources>\r\n</configuration>`;
    await write(before, "NuGet.Config");
    const done = run();
    await stage.typeAt(box, ask, "public");
    await stage.typeAt(box, "The file already has a source with this name and another URL", "");
    await stage.typeAt(box, "Enter a name", "mine");
    await done;
    await stage.message();
    const found = await text("NuGet.Config");
    const seen = found;
    const facts = seen;
    assert.equal(
      facts,
      before.replace("\t</packageSources>", () => `\t\t${source("mine")}\r\n\t</packageSources>`),
    );
    await vscode.commands.executeCommand("undo");
    assert.equal(vscode.window.activeTextEditor?.document.getText(), before);
    // Saved as it was: the next test's file is another.
    await vscode.window.activeTextEditor.document.save();
  });

  command(id, "adds to a file changed while the name was asked for", async (run) => {
    const [first, second, third] = [other("first"), other("second"), other("third")];
    const name = async (typed: string, now: string): Promise<string> => {
      await write(config([first]));
      await answered(run(), [() => stage.look(box, ask), () => write(now), () => stage.type(box, typed)]);
      return (await stage.message()).text;
    };
    const changed = /nuget\.config has changed in the meantime and .*\. Nothing was added\. Try again\.$/;
    for (const [typed, now, why] of [
      ["mine", config([first], mapping), "now uses package source mapping"],
      ["second", config([first, second]), "already has a source named “second”"],
    ] as const) {
      const said = await name(typed, now);
      assert.match(said, changed);
      assert.ok(said.includes(why), said);
      assert.equal(await text(), now);
    }
    // No text that was in the file before: the editor, which may not have heard of the last changes, takes that for the older file, and does not save over the newer one.
    assert.match(await name("mine", config([first, second, third])), /^Added the source “mine” to nuget\.config\./);
    assert.equal(await text(), config([first, second, third, source("mine")]));
  });

  command(id, "adds no duplicate, reports a disabled one", async (run) => {
    const disabled = `  <disabledPackageSources>\n    <add key="there" value="true" />\n  </disabledPackageSources>\n`;
    const before = config([source("there")], disabled);
    await write(before);
    await run();
    assert.equal(await text(), before);
    assert.match(stage.notices.at(-1) ?? "", /is already configured as “there”, but disabled in this file/);
  });

  command(id, "asks for package patterns where the file has some", async (run) => {
    await write(config([other("first")], mapping));
    const done = run();
    await stage.enterAt(box, ask);
    await stage.typeAt(box, "This file uses package source mapping", "Weather*Core");
    await stage.typeAt(box, "is not a valid pattern", "Weather.* Units");
    await done;
    await stage.message();
    const patterns = ["Weather.*", "Units"].map((one) => `      <package pattern="${one}" />\n`).join("");
    assert.ok((await text()).includes(`    <packageSource key="${own()}">\n${patterns}    </packageSource>\n`));
  });

  command(id, "asks which file, explains the rule of the v2 feed", async (run) => {
    await setFeed("v2");
    await mkdir(at("deeper"));
    for (const name of ["nuget.config", "deeper/nuget.config"]) await write("<configuration />\n", name);
    const done = run();
    const offered = (await stage.look(box, "Select the file to add the feed to")).rows;
    assert.deepEqual(offered, ["nuget.config", "deeper/nuget.config"]);
    await stage.pick(box, "deeper/nuget.config");
    await stage.enterAt(box, ask);
    await done;
    await stage.says(/It is a v2 feed, which cannot resolve the latest version: always specify a version when you/);
    assert.equal(await text(), "<configuration />\n");
    assert.ok((await text("deeper/nuget.config")).includes(source(own(), address("v2"))));
  });

  command(id, "adds the group's feed, leaves own changes unsaved", async (run) => {
    const { id } = await stage.control.createGroup({ path: "suites", members: ["alice"] });
    await (await stage.app.packages.view.load())?.filter.set({ group: { id, path: "suites" } });
    await write("<configuration />\n");
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(at("nuget.config")));
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), "<!-- mine -->\n"));
    const done = run();
    assert.equal((await stage.look(box, ask)).value, "suites");
    await stage.enter(box);
    await done;
    await stage.message();
    const now = editor.document.getText();
    for (const part of [
      `${packages.project.instance}/api/v4/groups/${id}/-/packages/nuget/index.json`,
      "<!-- mine -->",
    ])
      assert.ok(now.includes(part), now);
    assert.ok(editor.document.isDirty);
    assert.equal(await text(), "<configuration />\n");
  });
});
