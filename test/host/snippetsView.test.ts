import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { cells, type Row } from "./rows.ts";
import { ready, sessionOf, signedOut } from "./signedIn.ts";
import { accountOf, snippetStage } from "./snippetStage.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

const text = ({ label, description }: Row<unknown>): string =>
  description === "" ? label : `${label} | ${description}`;

describe("the Snippets view", () => {
  const suite = viewSuite(VIEWS.snippets, "Snippets", ({ snippets }) => snippets.view);
  const snippets = snippetStage();
  const group = async (label: string): Promise<Row<unknown>[]> => suite.rows.below(await suite.rows.at(label));
  const made = (list: readonly Row<unknown>[], ...titles: readonly string[]): Row<unknown>[] =>
    list.filter(({ label }) => titles.includes(label));
  const asked = async (since: number): Promise<string[]> =>
    (await suite.control.requests(since))
      .filter(({ path }) => path.includes("/snippets"))
      .map(({ method, path }) => `${method} ${path.replace(/^.*\/api\/v4/, "")}`);
  const uriOf = async (id: number, path: string): Promise<vscode.Uri> =>
    (await suite.app.snippets.files.load()).uriOf({ instance: suite.project.instance, id, path });

  it("lists own, public and visible snippets with details", async () => {
    await snippets.make({ title: "Mine alone" });
    await snippets.make({
      title: "For all",
      visibility: "public",
      files: { "a.txt": "a", "src/b.py": "b", "src/deep/c.py": "c" },
    });
    await snippets.make({ title: "Bob's", visibility: "public" }, "bob");
    await snippets.make({ title: "Within", visibility: "internal" }, "bob");
    await snippets.make({ title: "Hidden" }, "bob");
    const roots = await suite.open();
    assert.deepEqual(
      roots.map(({ label, icon, item }) => [label, icon, item.collapsibleState]),
      [
        ["Mine", "account", vscode.TreeItemCollapsibleState.Expanded],
        ["Public", "globe", vscode.TreeItemCollapsibleState.Collapsed],
        ["All I can see", "eye", vscode.TreeItemCollapsibleState.Collapsed],
      ],
    );
    const titles = ["Mine alone", "For all", "Bob's", "Within", "Hidden"];
    const mine = made(await group("Mine"), ...titles);
    assert.deepEqual(cells(mine, "label", "description", "icon", "context"), [
      "For all | 3 files · now | globe | snippet own several",
      "Mine alone | now | lock | snippet own one",
    ]);
    assert.deepEqual(made(await group("Public"), ...titles).map(text), [
      "Bob's | bob · now",
      "For all | alice · 3 files · now",
    ]);
    const all = made(await group("All I can see"), ...titles);
    assert.deepEqual(cells(all, "label", "icon", "context"), [
      "Within | organization | snippet other one",
      "Bob's | globe | snippet other one",
      "For all | globe | snippet own several",
      "Mine alone | lock | snippet own one",
    ]);
    const files = await suite.rows.below(mine[0]);
    assert.deepEqual(cells(files, "label", "context"), ["src | snippetFolder own", "a.txt | snippetFile own"]);
    assert.deepEqual(labels(await suite.rows.below(files[0])), ["deep", "b.py"]);
    assert.equal(new Set([...mine, ...all].map(({ id }) => id)).size, mine.length + all.length);
    const { value } = await suite.rows.tooltip(mine[0] as Row<unknown>);
    for (const part of [
      "**For all**",
      "**Visibility** Public",
      "**Files** a.txt, src/b.py, src/deep/c.py",
      "Open in browser",
    ])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
  });

  it("opens the current version of a file for editing @oldest", async () => {
    const one = await snippets.make({ title: "Opened", files: { "a b.py": "x = 1\n" } });
    await suite.open();
    await suite.rows.press(await suite.rows.at("Mine", "Opened"));
    const { document } = vscode.window.activeTextEditor ?? assert.fail("nothing was opened");
    const found = [document.uri.scheme, document.uri.path, document.getText(), document.languageId];
    assert.deepEqual(found, ["forgeline-snippet", `/${one.id}/a b.py`, "x = 1\n", "python"]);
    await snippets.change(one.id, { files: [{ action: "update", file_path: "a b.py", content: "x = 2\n" }] });
    await suite.rows.press(await suite.rows.at("Mine", "Opened"));
    await until("the newer text", () => document.getText() === "x = 2\n", vscode.workspace.onDidChangeTextDocument);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("filters by date, remembered for the host", async () => {
    await snippets.make({ title: "Young" });
    await suite.open();
    const since = await snippets.now();
    await suite.contents.filter.set({
      createdAfter: new Date(Date.now() - 3_600_000).toISOString(),
      createdBefore: new Date(Date.now() + 3_600_000).toISOString(),
    });
    assert.deepEqual(labels(await group("Mine")), ["Young"]);
    assert.match(suite.message ?? "", /^Filter: created after .*, created before /);
    assert.ok(
      (await asked(since)).some((request) => /^GET \/snippets\?.*created_after=.*created_before=/.test(request)),
    );
    await suite.contents.filter.set({ createdBefore: "2001-01-01T00:00:00.000Z" });
    assert.deepEqual(labels(await group("Mine")), ["No snippets match the filter"]);
    await suite.contents.filter.set({});
    assert.equal(suite.message, undefined);
    assert.ok(labels(await group("Mine")).includes("Young"));
  });

  it("marks unsent and new files", async () => {
    const one = await snippets.make({ title: "Begun", files: { "a.txt": "a" } });
    await suite.open();
    await group("Mine");
    const { texts } = await suite.app.snippets.files.load();
    const uri = await uriOf(one.id, "new/b.txt");
    await texts.begin(uri, "b");
    const row = await suite.rows.at("Mine", "Begun");
    assert.deepEqual([row.description, row.context], ["not sent · 2 files · now", "snippet own several"]);
    const below = await suite.rows.below(row);
    assert.deepEqual(labels(below), ["new", "a.txt"]);
    assert.deepEqual(cells(await suite.rows.below(below[0]), "label", "description", "context"), [
      "b.txt | new, not saved | snippetFile own unsent begun",
    ]);
    await texts.forget(uri);
    assert.equal((await suite.rows.at("Mine", "Begun")).description, "now");
  });

  it("explains missing lists in one row", async () => {
    await suite.open();
    await suite.control.fault({ path: "/snippets/all", status: 400, body: { error: "id is invalid" } });
    assert.match(labels(await group("All I can see")).join(), /^127\.0\.0\.1[^,]* does not support listing all/);
    for (const status of [403, 404]) {
      await suite.control.fault({ path: "/snippets/public", status, body: { message: "no" } });
      await suite.contents.filter.set({});
      assert.match(labels(await group("Public")).join(), /Snippets on .* are not available\. They may be turned off/);
      await suite.control.clearFaults();
    }
  });

  describe("for an administrator", () => {
    before(async () => {
      await signedOut();
      const session = sessionOf("admin", accountOf("admin"));
      await suite.app.sessions.write(session);
      await ready(suite.app, session);
    });

    it("lists everyone's snippets with their storage", async () => {
      await snippets.make({ title: "Private of bob" }, "bob");
      await suite.open();
      const row = made(await group("All I can see"), "Private of bob")[0];
      assert.ok(row);
      assert.deepEqual([row.context, row.description], ["snippet other one", "bob · now"]);
      assert.match((await suite.rows.tooltip(row)).value, /\*\*Repository storage\*\* default/);
      assert.equal(await suite.contents.administrator(), true);
      const since = await snippets.now();
      await suite.contents.filter.set({ storage: "elsewhere" });
      assert.deepEqual(labels(await group("All I can see")), ["No snippets match the filter"]);
      await group("Mine");
      assert.deepEqual((await asked(since)).map((request) => /repository_storage=\w+/.exec(request)?.[0]).sort(), [
        "repository_storage=elsewhere",
        undefined,
      ]);
      assert.equal(suite.message, "Filter: in storage “elsewhere”");
      await suite.contents.filter.set({});
    });
  });
});
