import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { command } from "./commandTest.ts";
import { ownProject } from "./ownProject.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

const setQueries = async (queries: unknown): Promise<void> => {
  await vscode.workspace
    .getConfiguration("forgeline")
    .update("mergeRequests.queries", queries, vscode.ConfigurationTarget.Global);
};

describe("queries of the Merge Requests view", () => {
  const suite = viewSuite(VIEWS.mergeRequests, "Merge Requests", ({ mergeRequests }) => mergeRequests.view);
  const add = (spec: Omit<Parameters<typeof suite.control.addMergeRequest>[0], "project">) =>
    suite.control.addMergeRequest({ project: suite.project.path, ...spec });

  afterEach(async () => {
    await setQueries(undefined);
    await suite.contents.showEverywhere(false);
    await suite.contents.showFilesAsList(false);
  });

  it("of the person's own stand below the others, with every filter as the host takes it", async () => {
    await add({ title: "A bug for me", sourceBranch: "a", by: "bob", labels: ["bug"], reviewers: ["alice"] });
    await add({ title: "Another's bug", sourceBranch: "b", by: "bob", labels: ["bug"] });
    await setQueries([
      {
        name: "Bugs for me",
        labels: ["bug"],
        reviewer_username: "@me",
        not: { author_username: "max" },
        order_by: "updated_at",
      },
    ]);
    const folders = await suite.open();
    assert.deepEqual(labels(folders).slice(4), ["All open", "Bugs for me"]);
    assert.deepEqual(labels(await suite.rows.below(folders.at(-1))), ["!1 A bug for me"]);
    const [asked] = await suite.project.asked(/labels=bug/);
    assert.equal(
      decodeURIComponent(asked ?? ""),
      "GET /merge_requests?state=[masked]&scope=all&reviewer_username=alice&order_by=updated_at&with_merge_status_recheck=true&labels=bug&not[author_username]=max&per_page=20",
    );
  });

  it("that are wrong say what is wrong, and lead to the setting", async () => {
    await setQueries([{ name: "Typo", lables: "bug" }, { name: "Fine" }, { state: "open" }, "text"]);
    const wrong = (await suite.open()).slice(5);
    assert.deepEqual(
      wrong.map(({ label, description }) => `${label}: ${description}`),
      [
        "Fine: ",
        "Typo: “lables” is not a filter",
        "Query 3: it needs a name; “state” must be all, opened, closed, locked, merged",
        "Query 4: A query must be an object with a name and filters",
      ],
    );
    assert.deepEqual(
      [wrong[1]?.item.command?.command, wrong[1]?.item.command?.arguments],
      ["forgeline.openSettings", ["forgeline.mergeRequests.queries"]],
    );
  });

  it("follow the settings at once", async () => {
    await add({ title: "Old", sourceBranch: "a", state: "closed" });
    await suite.open();
    await setQueries([{ name: "Over", state: "closed" }]);
    await until(
      "the folder",
      async () => labels(await suite.rows.below()).includes("Over"),
      suite.view.provider.onDidChangeTreeData,
    );
    assert.deepEqual(labels(await suite.rows.below(await suite.rows.at("Over"))), ["!1 Old"]);
    await setQueries([{ name: "Over", state: "merged" }]);
    await until(
      "the other state",
      async () => labels(await suite.rows.below(await suite.rows.at("Over"))).includes("No matching merge requests"),
      suite.view.provider.onDidChangeTreeData,
    );
    await setQueries(undefined);
    await until(
      "its end",
      async () => !labels(await suite.rows.below()).includes("Over"),
      suite.view.provider.onDidChangeTreeData,
    );
  });

  command(
    "forgeline.mergeRequests.showAllProjects",
    "shows those of every project, says of which, and remembers it",
    async (run) => {
      const { project } = suite;
      const other = await ownProject(suite.app);
      await suite.control.addMergeRequest({
        project: other.path,
        title: "Reviewed there",
        sourceBranch: "a",
        by: "bob",
        reviewers: ["alice"],
      });
      await suite.control.addMergeRequest({
        project: project.path,
        title: "Reviewed here",
        sourceBranch: "a",
        by: "bob",
        reviewers: ["alice"],
      });
      await suite.open();
      const before = await suite.control.lastRequest();
      await run();
      const reviewing = await suite.rows.below(await suite.rows.at("Review requests"));
      const own = reviewing.find(({ label }) => label.endsWith("Reviewed here"));
      assert.ok(
        own && reviewing.some(({ label }) => label.endsWith("Reviewed there")),
        "those of another project, too",
      );
      assert.ok(own.description.includes(project.path), own.description);
      assert.ok(own.id.startsWith(`${project.instance} ${project.path}/mergeRequests/everywhere/reviewing/`), own.id);
      const asked = (await suite.control.requests(before)).filter(
        ({ path }) => path.startsWith("/api/v4/merge_requests?") && path.includes("reviewer_username"),
      );
      assert.equal(asked.length, 1);
      assert.equal(suite.app.memory.get("forgeline.mergeRequestsEverywhere"), true);
      assert.equal(suite.message, "Merge requests of all projects");
      assert.deepEqual(
        (await suite.rows.below()).map(({ item }) => item.collapsibleState).at(4),
        vscode.TreeItemCollapsibleState.Collapsed,
        "all of the host is not asked for unasked",
      );
    },
  );

  command("forgeline.mergeRequests.showThisProject", "shows those of the open project again", async (run) => {
    await add({ title: "Reviewed here", sourceBranch: "a", by: "bob", reviewers: ["alice"] });
    await suite.open();
    await suite.contents.showEverywhere(true);
    await run();
    assert.deepEqual(labels(await suite.rows.below(await suite.rows.at("Review requests"))), ["!1 Reviewed here"]);
    assert.equal(suite.app.memory.get("forgeline.mergeRequestsEverywhere"), undefined);
    assert.equal(suite.message, undefined);
  });

  command("forgeline.changes.showAsList", "shows changed files one below the other, and remembers it", async (run) => {
    await suite.control.commit(
      { "src/one.txt": "one\n" },
      { project: suite.project.path, branch: "topic", startBranch: "main" },
    );
    await add({ title: "Change", sourceBranch: "topic" });
    await suite.open();
    assert.deepEqual(labels(await suite.rows.below(await suite.rows.at("All open", /^!/, "Changed files"))), ["src"]);
    await run();
    assert.deepEqual(labels(await suite.rows.below(await suite.rows.at("All open", /^!/, "Changed files"))), [
      "one.txt",
    ]);
    assert.equal(suite.app.memory.get("forgeline.changesAsList"), true);
  });

  command("forgeline.changes.showAsTree", "shows changed files in their folders again", async (run) => {
    await suite.control.commit(
      { "src/one.txt": "one\n" },
      { project: suite.project.path, branch: "topic", startBranch: "main" },
    );
    await add({ title: "Change", sourceBranch: "topic" });
    await suite.open();
    await suite.contents.showFilesAsList(true);
    await run();
    assert.deepEqual(labels(await suite.rows.below(await suite.rows.at("All open", /^!/, "Changed files"))), ["src"]);
  });
});
