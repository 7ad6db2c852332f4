import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { command, type Run } from "./commandTest.ts";
import { cells } from "./rows.ts";
import { openedBy, shownBy } from "./spies.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

const list = /^GET \/repository\/commits\?/;

describe("the Commits view", () => {
  const suite = viewSuite(VIEWS.commits, "Commits", ({ repository }) => repository.view);
  const commit = async (
    files: Record<string, string | null>,
    message: string,
    more: { branch?: string; startBranch?: string } = {},
  ): Promise<string> => (await suite.control.commit(files, { project: suite.project.path, message, ...more })).sha;
  const client = () => suite.app.connections.get(suite.project.instance).client;

  it("lists commits of the current branch with pipeline status", async () => {
    const { project } = suite;
    const first = await commit({ "a.txt": "a\n" }, "Add a");
    const second = await commit({ "a.txt": "b\n" }, "Change a\n\nFor a reason.");
    await commit({ "c.txt": "c\n" }, "Elsewhere", { branch: "topic", startBranch: "main" });
    await project.add({ sha: second, ref: "main", status: "failed" });
    const rows = await suite.open();
    assert.deepEqual(labels(rows).slice(0, 2), ["Change a", "Add a"]);
    assert.ok(!labels(rows).includes("Elsewhere"));
    assert.match(rows[0]?.description ?? "", new RegExp(`^${second.slice(0, 8)} · \\S.* · \\S`));
    const found = [rows[0]?.id, rows[0]?.context];
    assert.deepEqual(found, [`${project.instance} ${project.path}/commits/${second}`, "commit"]);
    const shown = await until(
      "the status of the pipeline",
      async () => {
        const now = await suite.rows.below();
        return now[0]?.icon.startsWith("error") === true && now;
      },
      suite.onRedraw,
    );
    const seen = [shown[0]?.icon, shown[1]?.icon, shown[1]?.id.endsWith(first)];
    assert.deepEqual(seen, ["error problemsErrorIcon.foreground", "git-commit", true]);
    assert.match(shown[0]?.spoken ?? "", /^Commit Change a, failed, /);
    assert.deepEqual(await project.asked(list), ["GET /repository/commits?ref_name=main&per_page=20"]);
    const { value } = await suite.rows.tooltip(shown[0]!);
    for (const part of ["**Message** For a reason.", "**Lines** 1 added, 1 deleted", second])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
  });

  it("shows files, refs, comments and statuses below a commit @oldest", async () => {
    const { project } = suite;
    const sha = await commit({ "src/new.txt": "one\ntwo\n", "README.md": "# Changed\n" }, "Change things");
    await client().commits.createComment(project.path, sha, {
      note: "All well",
      path: "src/new.txt",
      line: 2,
      line_type: "new",
    });
    await client().commits.createComment(project.path, sha, { note: "On the whole" });
    await client().commits.setStatus(project.path, sha, {
      state: "success",
      name: "ci/build",
      target_url: "https://ci.example.com/1",
      description: "Built",
      coverage: 87.5,
    });
    const [row] = await suite.open();
    const parts = await suite.rows.below(row);
    assert.deepEqual(labels(parts), ["Changed files", "Branches and tags", "Comments", "Statuses"]);
    const [files, refs, comments, statuses] = parts;
    assert.equal(comments?.description, "2");
    const inList = await suite.rows.below(files);
    assert.deepEqual(labels(inList).sort(), ["README.md", "src"]);
    const [inFolder] = await suite.rows.below(inList.find(({ label }) => label === "src"));
    assert.deepEqual([inFolder?.label, inFolder?.item.command?.command], ["new.txt", "forgeline.changes.open"]);
    assert.deepEqual(cells(await suite.rows.below(refs), "label", "icon"), ["main | git-branch"]);
    const said = await suite.rows.below(comments);
    const found = said.map(({ label, description }) => `${label}: ${description.replace(/ · [^·]*$/, "")}`);
    assert.deepEqual(found, ["All well: alice · src/new.txt, line 2", "On the whole: alice · on the commit"]);
    const [status] = await suite.rows.below(statuses);
    const seen = [status?.label, status?.icon, status?.context];
    assert.deepEqual(seen, ["ci/build", "pass testing.iconPassed", "commitStatus linked"]);
    assert.match(status?.description ?? "", /^passed · Built · main · 87\.5% · /);
    assert.deepEqual(await openedBy(() => suite.rows.press(status!)), ["https://ci.example.com/1"]);
  });

  const showsPage = (deed: "opened" | "copied") => async (run: Run) => {
    const sha = await commit({ "a.txt": "a\n" }, "Add a");
    const [row] = await suite.open();
    const page = `${suite.project.instance}/${suite.project.path}/-/commit/${sha}`;
    assert.deepEqual(await shownBy(() => run(row?.element, [row?.element])), [`${deed} ${page}`]);
  };
  command("forgeline.commit.openInBrowser", "opens the page of a commit's row", showsPage("opened"));
  command("forgeline.commit.copyLink", "copies the page of a commit's row", showsPage("copied"));

  it("names mode changes and opens them as equal texts", async () => {
    const { project } = suite;
    await commit({ "run.sh": "echo\n" }, "Add a script");
    const words = "now executable";
    await client().commits.create(project.path, {
      branch: "main",
      commit_message: "It is executable",
      actions: [{ action: "chmod", file_path: "run.sh", execute_filemode: true }],
    });
    await suite.open();
    const file = await suite.rows.at("It is executable", "Changed files", "run.sh");
    assert.deepEqual([file.description, file.spoken], [`${words} · +0 −0`, `run.sh, modified, ${words}, +0 −0`]);
    await suite.rows.press(file);
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const diff = activeTab?.input;
    assert.ok(activeTab?.label.includes(words) && diff instanceof vscode.TabInputTextDiff);
    for (const uri of [diff.original, diff.modified])
      assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), "echo\n");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
});
