import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { WatchedVulnerabilities } from "../../src/features/vulnerabilities/watched.ts";
import { qualityJob, sastFinding, sastJob } from "./findingReports.ts";
import { refuse } from "./refuse.ts";
import { cells } from "./rows.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

describe("the Vulnerabilities view", () => {
  const suite = viewSuite(VIEWS.vulnerabilities, "Vulnerabilities", ({ vulnerabilities }) => vulnerabilities.view);
  const { control } = suite;
  const scope = () => ({ instance: suite.project.instance, project: suite.project.path });
  const watch = (id: number, rest: object = {}): Promise<boolean> =>
    new WatchedVulnerabilities(suite.app.memory).keep(scope(), { id, ...rest });
  const add = async (title: string, rest: object = {}): Promise<number> => {
    const { id } = await control.addVulnerability({ project: suite.project.path, title, ...rest });
    await watch(id);
    return id;
  };
  const last = (): Promise<number> => control.lastRequest();
  const asked = async (since: number): Promise<string[]> =>
    (await control.requests(since))
      .filter(({ path }) => path.includes("/vulnerabilities/"))
      .map(({ method, path }) => `${method} ${path.replace(/^.*\/vulnerabilities\//, "")}`);
  const told = async () =>
    (await suite.rows.below()).map(({ label, description, icon, context }) => [
      label,
      description.replace(/^#\d+ · /, ""),
      icon,
      context,
    ]);

  it("shows the project's list, most urgent first, with details @oldest", async () => {
    await add("Settled", { state: "resolved", severity: "critical" });
    await add("Slight", { severity: "info" });
    const grave = await add("Grave", {
      severity: "critical",
      state: "confirmed",
      location: { file: "src/a.js", start_line: 3 },
    });
    await add("None", { state: "dismissed", severity: "low" });
    await control.addVulnerability({ project: suite.project.path, title: "Not on the list" });
    await suite.open();
    assert.deepEqual(await told(), [
      ["Grave", "critical · confirmed", "flame charts.red", "vulnerability confirmed hasPage"],
      ["Slight", "info · detected", "info charts.blue", "vulnerability detected hasPage"],
      ["Settled", "critical · resolved", "pass charts.green", "vulnerability resolved hasPage"],
      ["None", "low · dismissed", "circle-slash descriptionForeground", "vulnerability dismissed hasPage"],
    ]);
    const [row] = await suite.rows.below();
    assert.ok(row);
    assert.equal(row.spoken, `Vulnerability Grave, #${grave}, critical, confirmed`);
    const facts = await suite.rows.below(row);
    assert.deepEqual(cells(facts, "label", "description", "icon"), [
      "State | confirmed | verified charts.orange",
      "Severity | critical | flame charts.red",
      "Report type | SAST | shield",
      "Scanner | Semgrep | radio-tower",
      "Location | src/a.js:3 | go-to-file",
    ]);
    const text = await suite.rows.tooltip(row);
    assert.deepEqual([text.isTrusted, text.supportHtml], [false, false]);
    assert.match(text.value, /\*\*State\*\* confirmed.*\*\*Confirmed\*\* .*Open in browser/s);
  });

  it("shows hidden and deleted ones by their last name", async () => {
    await add("Seen");
    const hidden = await add("Hidden");
    await watch(hidden, { title: "Was seen once" });
    await refuse(`/vulnerabilities/${hidden}$`);
    await watch(999_999);
    await suite.open();
    assert.deepEqual(await told(), [
      ["Seen", "medium · detected", "warning charts.yellow", "vulnerability detected hasPage"],
      ["Was seen once", "not shown to your account", "eye-closed descriptionForeground", "vulnerability withheld"],
      [
        "Vulnerability 999999",
        "deleted, or hidden from your account",
        "eye-closed descriptionForeground",
        "vulnerability withheld",
      ],
    ]);
    const rows = await suite.rows.below();
    assert.ok(rows[1]);
    assert.match((await suite.rows.tooltip(rows[1])).value, /Ask a maintainer of the project for access, or switch/);
    assert.equal(suite.message, undefined);
  });

  it("reloads only the changed one of a list that was empty", async () => {
    assert.deepEqual(await suite.open(), []);
    const judged = await add("Judged");
    suite.app.changes.fire({ ...scope(), subject: "vulnerability", id: judged });
    assert.deepEqual(labels(await suite.rows.below()), ["Judged"]);
    await add("Quiet");
    await suite.refreshed();
    const since = await last();
    await vscode.commands.executeCommand("forgeline.vulnerability.confirm", {
      ...scope(),
      vulnerability: { id: judged },
    });
    const isSo = async () => (await told()).some(([, description]) => description === "medium · confirmed");
    await until("the row to say so", isSo, suite.onRedraw);
    assert.deepEqual(await asked(since), [`POST ${judged}/confirm`, `GET ${judged}`]);
    const again = await last();
    suite.contents.written({ ...scope(), subject: "vulnerability" });
    await suite.contents.refresh(new AbortController().signal);
    assert.deepEqual(await asked(again), []);
    await suite.refreshed();
    assert.equal((await asked(again)).length, 2);
  });

  it("shows findings by kind, new and fixed ones", async () => {
    const { project } = suite;
    const old = sastFinding("Old", "a.js", 3, { severity: "Low" });
    await project.add({ jobs: [sastJob([old, sastFinding("Gone", "a.js", 8)])] });
    const issue = { description: "Long", check_name: "len", severity: "major", location: { path: "b.js" } };
    const { id } = await project.add({
      ref: "topic",
      jobs: [sastJob([old, sastFinding("Eval", "a.js", 9)]), qualityJob([issue])],
    });
    await suite.open();
    const pipeline = await suite.app.connections.get(project.instance).client.pipelines.get(project.path, id);
    await vscode.commands.executeCommand("forgeline.findings.show", { ...scope(), pipeline });
    const [folder, ...others] = await suite.rows.below();
    assert.ok(folder);
    const found = [folder.label, folder.description, folder.context, others];
    assert.deepEqual(found, [`CI findings of #${id} on topic`, "1 high, 1 medium, 1 low · 1 new", "findings", []]);
    const groups = await suite.rows.below(folder);
    assert.deepEqual(cells(groups, "label", "description"), ["SAST | 2 · 1 new", "Code quality | 1", "Fixed | 1"]);
    const rows = await Promise.all(groups.map((group) => suite.rows.below(group)));
    assert.deepEqual(
      rows.map((some) => cells(some, "label", "description", "icon")),
      [
        ["Eval | new · a.js:9 | error charts.orange", "Old | a.js:3 | arrow-down charts.blue"],
        ["Long | b.js | warning charts.yellow"],
        ["Gone | a.js:8 | error charts.orange"],
      ],
    );
    const [eval_] = rows[0] ?? [];
    assert.ok(eval_);
    const text = await suite.rows.tooltip(eval_);
    assert.deepEqual([text.isTrusted, text.supportHtml], [false, false]);
    assert.match(text.value, /new against main.*\(https:\/\/cwe\.mitre\.org\/data\/definitions\/95\.html\)/s);
    assert.equal(eval_.spoken, "Eval, high, new, a.js:9");
    let redrawn = false;
    const listening = suite.onRedraw(() => (redrawn = true));
    await vscode.commands.executeCommand("forgeline.findings.clear");
    await until("the view to be drawn again", () => redrawn, suite.onRedraw);
    listening.dispose();
    assert.deepEqual(await suite.rows.below(), []);
  });
});
