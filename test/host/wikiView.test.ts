import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import type { Row } from "./rows.ts";
import { watchContextKey } from "./spies.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

describe("the Wiki view", () => {
  const suite = viewSuite(VIEWS.wiki, "Wiki", ({ wiki }) => wiki.view);
  const client = () => suite.app.connections.get(suite.project.instance).client;
  const add = (title: string, content = `About ${title}`, format = "markdown") =>
    client().wikis.create(suite.project.path, { title, content, format });
  const shown = (row: Row<unknown> | undefined) => [row?.label, row?.icon, row?.context, row?.description];

  it("shows pages in folders, home first, by one request without content @oldest", async () => {
    for (const [title, format] of [
      ["Sensors"],
      ["Sensors/North pier", "asciidoc"],
      ["home"],
      ["気象/手引き", "org"],
      ["Runbooks/Deep/One", "rdoc"],
    ])
      await add(title!, "Text", format);
    await suite.project.forget();
    const rows = await suite.open();
    assert.deepEqual(rows.map(shown), [
      ["home", "home", "wikiPage markdown", ""],
      ["Runbooks", "folder", "wikiFolder", ""],
      ["Sensors", "markdown", "wikiPage markdown wikiFolder", ""],
      ["気象", "folder", "wikiFolder", ""],
    ]);
    const [home, runbooks, sensors, weather] = rows;
    assert.deepEqual((await suite.rows.below(sensors)).map(shown), [
      ["North pier", "book", "wikiPage asciidoc", "AsciiDoc"],
    ]);
    assert.deepEqual((await suite.rows.below(weather)).map(shown), [["手引き", "checklist", "wikiPage org", "Org"]]);
    const [deep] = await suite.rows.below(runbooks);
    assert.deepEqual((await suite.rows.below(deep)).map(shown), [["One", "ruby", "wikiPage rdoc", "RDoc"]]);
    const found = [home?.spoken, sensors?.spoken, runbooks?.spoken];
    assert.deepEqual(found, ["Wiki page home", "Wiki page with subpages Sensors", "Wiki folder Runbooks"]);
    assert.deepEqual(await suite.project.asked(/wikis/), ["GET /wikis?per_page=100"]);
    assert.deepEqual(
      [runbooks?.item.command, sensors?.item.collapsibleState, home?.item.collapsibleState],
      [undefined, vscode.TreeItemCollapsibleState.Collapsed, vscode.TreeItemCollapsibleState.None],
    );
  });

  it("marks unsent and new pages", async () => {
    await add("Guide");
    await suite.open();
    const files = await suite.app.wiki.files.load();
    const at = (slug: string) =>
      files.uriOf({ instance: suite.project.instance, project: suite.project.path }, { slug, format: "markdown" });
    await files.texts.begin(at("Notes/New-one"));
    const isSo = async () => (await suite.rows.below()).find(({ label }) => label === "Notes");
    const folder = await until("the new page's folder", isSo, suite.onRedraw);
    const [begun] = await suite.rows.below(folder);
    assert.deepEqual(shown(begun), ["New one", "markdown", "wikiPage markdown unsent begun", "new, not saved"]);
    await suite.control.fault({ method: "PUT", path: suite.project.address("/wikis/Guide$"), status: 500, body: {} });
    await assert.rejects(async () => vscode.workspace.fs.writeFile(at("Guide"), Buffer.from("Mine")));
    const guide = await until(
      "the mark",
      async () => (await suite.rows.below()).find(({ label, description }) => label === "Guide" && description !== ""),
      suite.onRedraw,
    );
    assert.deepEqual(shown(guide), ["Guide", "markdown", "wikiPage markdown unsent", "not sent"]);
    await suite.control.clearFaults();
    await vscode.workspace.fs.writeFile(at("Guide"), Buffer.from("Mine"));
    await until(
      "the mark to be gone",
      async () => (await suite.rows.below()).some(({ label, description }) => label === "Guide" && description === ""),
      suite.onRedraw,
    );
    await vscode.workspace.fs.writeFile(at("Notes/New-one"), Buffer.from("Sent"));
    assert.equal((await client().wikis.get(suite.project.path, "Notes/New-one")).content, "Sent");
    await until(
      "the new page to be one of the host's",
      async () => shown((await suite.rows.below(await suite.rows.at("Notes")))[0])[2] === "wikiPage markdown",
      suite.onRedraw,
    );
  });

  it("shows no rows without pages", async () => {
    const keys = watchContextKey("forgeline.wikiEmpty");
    assert.deepEqual(await suite.open(), []);
    assert.equal(keys.values.at(-1), true);
    await add("First");
    suite.app.changes.fire({ instance: suite.project.instance, project: suite.project.path, subject: "wiki" });
    await until("the page", async () => labels(await suite.rows.below()).includes("First"), suite.onRedraw);
    assert.equal(keys.values.at(-1), false);
    keys.dispose();
  });

  it("explains a missing wiki in one row", async () => {
    for (const status of [404, 403]) {
      await suite.control.fault({ path: suite.project.address("/wikis\\?"), status, body: { message: `${status}` } });
      const rows = status === 404 ? await suite.open() : await suite.refreshed();
      assert.deepEqual(
        rows.map(({ label }) => label.replace(/127\.0\.0\.1:\d+/, "HOST")),
        ["The wiki of this project on HOST is not available. It may be turned off or hidden from your account."],
      );
      await suite.control.clearFaults();
    }
    await add("home");
    assert.deepEqual(labels(await suite.refreshed()), ["home"]);
  });
});
