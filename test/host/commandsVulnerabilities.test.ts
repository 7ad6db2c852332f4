import assert from "node:assert/strict";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { findingRef } from "../../src/features/vulnerabilities/findings/shown.ts";
import type { VulnerabilityRef } from "../../src/features/vulnerabilities/refs.ts";
import { WatchedVulnerabilities } from "../../src/features/vulnerabilities/watched.ts";
import type { FabricatedJob, FabricatedPipeline } from "../service/fabricated.ts";
import { command } from "./commandTest.ts";
import { qualityJob, sastFinding, sastJob } from "./findingReports.ts";
import { clipboard } from "./inFront.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { refuse } from "./refuse.ts";
import { cells } from "./rows.ts";
import { sessionOf, signedIn } from "./signedIn.ts";
import { openedBy } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

/** Where the editor is: scheme, name and line. */
const place = (): unknown[] => {
  const editor = vscode.window.activeTextEditor;
  return [editor?.document.uri.scheme, editor?.document.uri.path.split("/").at(-1), editor?.selection.active.line];
};

describe("vulnerability commands", () => {
  const stage = setStage();
  const { look, pick, type, typeAt } = stage;
  const { control } = stage;
  let own: OwnProject;
  beforeEach(async () => {
    own = await ownProject(stage.app);
    await own.open();
    deprecation("told");
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  const openBox = "Open Vulnerability";
  const deprecation = (state: string): void =>
    stage.app.capabilities.of(own.instance).set("vulnerabilitiesDeprecated", state);
  const add = async (title: string, rest: object = {}): Promise<number> =>
    (await control.addVulnerability({ project: own.path, title, ...rest })).id;
  const refTo = (id: number): VulnerabilityRef => ({
    instance: own.instance,
    project: own.path,
    vulnerability: { id },
  });
  /** What a row hands over that was read now. */
  const row = async (id: number): Promise<VulnerabilityRef> => ({
    ...refTo(id),
    vulnerability: await stage.client.vulnerabilities.get(id),
  });
  const list = () => new WatchedVulnerabilities(stage.app.memory).list({ instance: own.instance, project: own.path });
  const state = async (id: number): Promise<string | undefined> =>
    (await control.vulnerabilities(own.path)).find((one) => one.id === id)?.state;
  const shown = (): string => vscode.window.activeTextEditor?.document.getText() ?? "";
  const last = (): Promise<number> => control.lastRequest();
  const asked = async (since: number): Promise<string[]> =>
    (await control.requests(since))
      .filter(({ path }) => path.includes("/vulnerabilities/"))
      .map(({ method, path }) => `${method} ${path.replace(/^.*\/vulnerabilities\//, "")}`);

  command("forgeline.vulnerability.open", "shows one by ID and adds it to the list", async (run) => {
    const id = await add("Names are not escaped", {
      severity: "high",
      description: "Look at **names**.",
      location: { file: "src/page.js", start_line: 12 },
    });
    deprecation("");
    await Promise.all([run(), typeAt(openBox, own.path.split("/").at(-1) ?? "", `#${id}`)]);
    await stage.says(/The vulnerability API is unstable and deprecated/);
    assert.deepEqual(list(), [{ id, title: "Names are not escaped" }]);
    assert.match(
      shown(),
      new RegExp(
        `^# #${id} Names are not escaped\n\n- State: detected\n- Severity: high\n- Report type: SAST\n- Scanner: Semgrep\n- Location: src/page\\.js, line 12\n- Project: ${own.path}\n`,
      ),
    );
    assert.match(shown(), /Look at \*\*names\*\*\.\n\n## What the scanner reported\n\n```json\n/);
    await run(await row(id));
    assert.deepEqual(list().length, 1);
  });

  command("forgeline.vulnerability.open", "takes a URL and keeps text that leads nowhere", async (run) => {
    const id = await add("Here");
    const since = await last();
    const done = run();
    for (const [text, saying] of [
      ["https://elsewhere.example/a/b/-/security/vulnerabilities/7", "You are not signed in to the host of this URL"],
      ["group/project", "Enter the ID or URL of a vulnerability"],
      ["999999", "Vulnerability #999999 not found on"],
    ] as const) {
      await type(openBox, text);
      assert.equal((await look(openBox, saying)).value, text);
    }
    const page = `${own.instance}/${own.path}/-/security/vulnerabilities/${id}`;
    await type(openBox, `${page}?tab=details`);
    await done;
    assert.deepEqual(list(), [{ id, title: "Here", page }]);
    assert.deepEqual(await asked(since), ["GET 999999", `GET ${id}`]);
  });

  command("forgeline.vulnerability.confirm", "changes the picked one, once @oldest", async (run) => {
    const id = await add("Real");
    await new WatchedVulnerabilities(stage.app.memory).keep(refTo(id), { id, title: "Real" });
    await Promise.all([run(), pick("Confirm Vulnerability", "Real")]);
    assert.deepEqual([await state(id), stage.notices], ["confirmed", [`Now confirmed: #${id} “Real”.`]]);
    const since = await last();
    await run(refTo(id));
    assert.equal(stage.notices.at(-1), `Already confirmed: #${id} “Real”.`);
    assert.deepEqual(await asked(since), [`POST ${id}/confirm`, `GET ${id}`]);
  });

  command("forgeline.vulnerability.resolve", "takes a typed ID and adds it to the list", async (run) => {
    const id = await add("Mended");
    await Promise.all([run(), pick("Resolve Vulnerability", `Vulnerability #${id}`, String(id))]);
    assert.deepEqual([await state(id), list()], ["resolved", [{ id, title: "Mended" }]]);
    assert.deepEqual(stage.notices, [`Now resolved: #${id} “Mended”.`]);
  });

  command("forgeline.vulnerability.dismiss", "asks if someone else changed the state", async (run) => {
    const id = await add("Doubtful");
    const seen = await row(id);
    await stage.client.vulnerabilities.resolve(id);
    const [, words] = await Promise.all([run(seen), stage.answer("Cancel")]);
    assert.match(words, /Someone changed .*“Doubtful” to resolved in the meantime[^]*Its last known state is detected/);
    assert.equal(await state(id), "resolved");
    await Promise.all([run(seen), stage.answer("Dismiss Anyway")]);
    assert.deepEqual([await state(id), stage.notices], ["dismissed", [`Now dismissed: #${id} “Doubtful”.`]]);
  });

  command("forgeline.vulnerability.dismiss", "treats closed as dismissed and updates the document", async (run) => {
    const id = await add("None");
    await vscode.commands.executeCommand("forgeline.vulnerability.open", await row(id));
    const document = vscode.window.activeTextEditor?.document;
    await run(await row(id));
    const isSo = () => document?.getText().includes("- State: dismissed");
    await until("the document to be renewed", isSo, vscode.workspace.onDidChangeTextDocument);
    // As hosts that keep to the documents say it.
    const closed = { ...(await stage.client.vulnerabilities.get(id)), state: "closed", confidence: "low" };
    await control.fault({ path: `/vulnerabilities/${id}$`, status: 200, body: closed });
    await run({ ...refTo(id), vulnerability: closed });
    assert.deepEqual(stage.notices, [`Now dismissed: #${id} “None”.`, `Already dismissed: #${id} “None”.`]);
    const isThere = () => /- State: dismissed\n- Severity: medium\n- Confidence: low\n/.test(document?.getText() ?? "");
    await until("the document to tell the same state", isThere, vscode.workspace.onDidChangeTextDocument);
  });

  command("forgeline.vulnerability.revert", "restores the detected state, once", async (run) => {
    const id = await add("Again", { state: "dismissed" });
    await run(await row(id));
    await run(await row(id));
    assert.equal(await state(id), "detected");
    assert.deepEqual(stage.notices, [`Now detected: #${id} “Again”.`, `Already detected: #${id} “Again”.`]);
  });

  command("forgeline.vulnerability.remove", "removes one without a request", async (run) => {
    const id = await add("Seen enough");
    const kept = new WatchedVulnerabilities(stage.app.memory);
    await kept.keep(refTo(id), { id, title: "Seen enough" });
    await kept.keep(refTo(id), { id: id + 1, title: "Other" });
    const since = await last();
    await run(refTo(id + 1));
    await Promise.all([run(), pick("Remove Vulnerability from List", "Seen enough")]);
    assert.deepEqual([list(), await asked(since)], [[], []]);
    await run();
    await stage.says(/The vulnerability list of .* is empty/);
  });

  command("forgeline.vulnerability.openInBrowser", "opens the page", async (run) => {
    const id = await add("Page");
    const page = `${own.instance}/${own.path}/-/security/vulnerabilities/${id}`;
    assert.deepEqual(await openedBy(() => run(refTo(id))), [page]);
    await new WatchedVulnerabilities(stage.app.memory).keep(refTo(id), { id, page: `${own.instance}/pasted` });
    assert.deepEqual(await openedBy(() => run(refTo(id))), [`${own.instance}/pasted`]);
  });

  command("forgeline.vulnerability.copyLink", "copies the address", async (run) => {
    const id = await add("Link");
    await run(await row(id));
    assert.equal(await clipboard(), `${own.instance}/${own.path}/-/security/vulnerabilities/${id}`);
  });

  command("forgeline.vulnerability.openLocation", "opens the file at its line", async (run) => {
    const found = await add("Line", { location: { file: ".gitlab-ci.yml", start_line: 2 } });
    await run(await row(found));
    assert.deepEqual(place(), ["file", ".gitlab-ci.yml", 1]);
    await run(refTo(await add("Gone", { location: { file: "no/such.js" } })));
    await stage.says(/no\/such\.js does not exist in the folder/);
    await run(refTo(await add("Nowhere")));
    await stage.says(/returned no file for/);
  });

  describe("CI findings", () => {
    let git: WorkspaceGit;
    before(async () => {
      git = await workspaceGit();
      await vscode.workspace.fs.writeFile(file("src/eval.js"), Buffer.from("one\ntwo\nthree\n"));
      await git.git("add", "src/eval.js");
      await git.git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "Add eval.js");
      await vscode.workspace.fs.writeFile(file("src/eval.js"), Buffer.from("zero\none\ntwo\nthree\n"));
    });
    afterEach(async () => {
      (await stage.app.vulnerabilities.findings()).clear();
    });
    after(() => git.restore());

    const file = (path: string): vscode.Uri => vscode.Uri.joinPath(vscode.Uri.file(git.folder), path);
    const rowOf = async (jobs: readonly FabricatedJob[], rest: Omit<FabricatedPipeline, "jobs"> = {}) => {
      const { id } = await own.add({ jobs, ...rest });
      const pipeline = await stage.client.pipelines.get(own.path, id);
      return { kind: "pipeline", group: "all", instance: own.instance, project: own.path, pipeline };
    };
    const problems = (): string[] =>
      vscode.languages
        .getDiagnostics()
        .flatMap(([uri, found]) =>
          found
            .filter(({ source }) => /^(SAST|Code quality|Secret)/.test(source ?? ""))
            .map(({ range, severity, message, source, code }) => {
              const link = typeof code === "object" ? `${code.value} ${code.target.toString(true)}` : String(code);
              return `${vscode.workspace.asRelativePath(uri, false)} | ${range.start.line + 1} | ${severity} | ${message} | ${source} | ${link}`;
            }),
        )
        .sort();
    const shown = async () =>
      (await stage.app.vulnerabilities.findings()).of({ instance: own.instance, project: own.path }) ?? assert.fail();
    /** What the row of a finding hands over. */
    const finding = async (title: string): Promise<unknown> => {
      const all = await shown();
      const found = all.result.findings.find((one) => one.finding.title === title);
      assert.ok(found, title);
      return findingRef(all, found.finding, found.isNew);
    };
    const head = (): Promise<string> => git.git("rev-parse", "HEAD");
    const show = (row: unknown) => vscode.commands.executeCommand("forgeline.findings.show", row);

    command("forgeline.findings.show", "shows new and known findings at the current lines @oldest", async (run) => {
      const old = sastFinding("Old", ".gitlab-ci.yml", 3, { severity: "Low" });
      await rowOf([sastJob([old, sastFinding("Gone", "a.js", 1)])], { ref: "main" });
      const eval_ = sastFinding("Eval", "src/eval.js", 2, { description: "Never do **this**.\n\nReally." });
      const quality = { description: "Long", check_name: "len", severity: "major", location: { path: "no.js" } };
      const row = await rowOf([sastJob([old, eval_]), qualityJob([quality])], { ref: "topic", sha: await head() });
      await run(row);
      assert.deepEqual(problems(), [
        ".gitlab-ci.yml | 3 | 2 | Old | SAST · Semgrep | CWE-95 https://cwe.mitre.org/data/definitions/95.html",
        "src/eval.js | 3 | 0 | New against main: Eval\nNever do **this**. Really. | SAST · Semgrep | CWE-95 https://cwe.mitre.org/data/definitions/95.html",
      ]);
      assert.deepEqual(stage.notices, [`Pipeline #${row.pipeline.id}: 3 findings, 1 new against main.`]);
      // Artifacts never change.
      await own.forget();
      await run(row);
      assert.deepEqual(await own.asked(/artifacts/), []);
      await run(await rowOf([qualityJob([quality])], { ref: "topic" }));
      assert.deepEqual((await shown()).target, { ref: "main" }, "no pipeline there has such a report");
    });

    command("forgeline.findings.show", "takes a job, a merge request or the current branch", async (run) => {
      const { instance, path: project } = own;
      const { control } = stage;
      const commit = async (branch: string): Promise<string> =>
        (await own.commit({ [`${branch}.js`]: "a" }, { branch })).sha;
      const [sha, base] = [await commit("topic"), await commit("stable")];
      await rowOf([sastJob([sastFinding("Old", "a.js", 1)])], { ref: "stable", sha: base });
      const now = [sastJob([sastFinding("Old", "a.js", 1), sastFinding("New", "a.js", 9)])];
      const { id, jobs } = await own.add({ ref: "topic", sha, jobs: now });
      const spec = { project, sourceBranch: "topic", targetBranch: "stable", title: "Topic" };
      const { iid } = await control.addMergeRequest(spec);
      const { items } = await stage.client.mergeRequests.listForProject(project, { iids: [iid] }).page();
      await run({ instance, project, mergeRequest: items[0] });
      await run({ instance, project, job: await stage.client.jobs.get(project, jobs[0] ?? 0) });
      const { branch: ref = "" } = stage.app.current.require().project;
      await commit(ref);
      const latest = await rowOf([sastJob([])], { ref });
      await run();
      await rowOf([{ name: "build" }], { ref });
      await run();
      const none = `Pipeline #${latest.pipeline.id}: 0 findings.`;
      const ofTopic = [`Pipeline #${id}: 2 findings, 1 new against stable.`, `Pipeline #${id}: 2 findings.`];
      assert.deepEqual(stage.notices, [...ofTopic, none, none]);
    });

    command("forgeline.findings.openCiFile", "leads to the job that keeps no report", async (run) => {
      const row = await rowOf([sastJob([], { listed: false })]);
      await show(row);
      await stage.says(
        /Job semgrep-sast uploads gl-sast-report\.json as a report only\. Add “paths: \[gl-sast-report/,
        ["Open CI File", "Show Log"],
      );
      const [gap] = (await shown()).result.gaps;
      assert.ok(gap);
      await run({ instance: own.instance, project: own.path, gap: { ...gap, job: { ...gap.job, name: "lint" } } });
      const editor = vscode.window.activeTextEditor;
      assert.equal(editor?.document.fileName.split("/").at(-1), ".gitlab-ci.yml");
      assert.equal(editor.document.lineAt(editor.selection.active.line).text, "lint:");
      assert.equal(stage.notices.at(-1), "Add “paths: [gl-sast-report.json]” below “artifacts” of job lint.");
    });

    command("forgeline.findings.show", "reports a pipeline without reports", async (run) => {
      await run(await rowOf([{ name: "build" }]));
      await stage.says(/Pipeline #\d+ has no security or code quality reports/);
    });

    command("forgeline.findings.open", "opens the workspace's file, else the commit's", async (run) => {
      const { sha } = await own.commit({ "lib/far.js": "a\nb\nc\n" });
      const row = await rowOf(
        [sastJob([sastFinding("Near", ".gitlab-ci.yml", 2), sastFinding("Far", "lib/far.js", 3)])],
        { sha },
      );
      await show(row);
      await run(await finding("Near"));
      assert.deepEqual(place(), ["file", ".gitlab-ci.yml", 1]);
      await run(await finding("Far"));
      assert.deepEqual(place(), ["forgeline-file", "far.js", 2]);
    });

    command("forgeline.findings.showDetails", "shows all details", async (run) => {
      const eval_ = sastFinding("Eval", "a.js", 1, { solution: "Do not.", description: "Why\n\nso" });
      await show(await rowOf([sastJob([eval_])]));
      await run(await finding("Eval"));
      assert.match(
        vscode.window.activeTextEditor?.document.getText() ?? "",
        /^# Eval\n\n- Severity: high\n- Found by: SAST · Semgrep\n- Pipeline: #\d+\n- Location: a\.js:1\n[^]*- CWE-95: https:\/\/cwe.*\n\n## Description\n\nWhy\n\nso\n\n## Solution\n\nDo not\.\n$/,
      );
    });

    command("forgeline.findings.applyFix", "applies the report's patch by a quick fix", async (run) => {
      const diff = "--- a/src/eval.js\n+++ b/src/eval.js\n@@ -1,3 +1,3 @@\n one\n-two\n+second\n three\n";
      const remediations = [{ fixes: [{ id: "Eval 2" }], summary: "", diff: Buffer.from(diff).toString("base64") }];
      const row = await rowOf([sastJob([sastFinding("Eval", "src/eval.js", 2)], { remediations })], {
        sha: await head(),
      });
      await show(row);
      await vscode.window.showTextDocument(file("src/eval.js"));
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        file("src/eval.js"),
        new vscode.Range(2, 0, 2, 0),
        vscode.CodeActionKind.QuickFix.value,
      );
      const titles = actions.map(({ title }) => title);
      assert.deepEqual(titles, ["Apply fix of Semgrep", "Show details of “Eval”"]);
      await run(...((actions[0]?.command?.arguments ?? []) as unknown[]));
      const document = vscode.window.activeTextEditor?.document;
      assert.deepEqual([document?.getText(), document?.isDirty], ["zero\none\nsecond\nthree\n", true]);
      await vscode.commands.executeCommand("workbench.action.files.revert");
    });

    command("forgeline.findings.openInBrowser", "opens the page of the rule", async (run) => {
      await show(await rowOf([sastJob([sastFinding("Eval", "a.js", 1)])]));
      const result = await openedBy(async () => run(await finding("Eval")));
      assert.deepEqual(result, ["https://cwe.mitre.org/data/definitions/95.html"]);
    });

    command("forgeline.findings.clear", "removes them from Problems", async (run) => {
      const row = await rowOf([sastJob([sastFinding("Eval", ".gitlab-ci.yml", 1)])]);
      await show(row);
      assert.equal(problems().length, 1);
      await run();
      assert.deepEqual(problems(), []);
      await run();
      assert.equal(stage.notices.at(-1), "No CI findings are shown.");
    });

    it("follows lines of a saved file", async () => {
      const row = await rowOf([sastJob([sastFinding("Eval", "src/eval.js", 2)])], { sha: await head() });
      await show(row);
      const line = (): unknown => /^src\/eval\.js \| (\d+)/.exec(problems()[0] ?? "")?.[1];
      assert.equal(line(), "3");
      const editor = await vscode.window.showTextDocument(file("src/eval.js"));
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "first\nsecond\n"));
      await editor.document.save();
      await until("the problem to move", () => line() === "5", vscode.languages.onDidChangeDiagnostics);
      await editor.edit((edit) => edit.delete(new vscode.Range(0, 0, 2, 0)));
      await editor.document.save();
      await until("the problem to move back", () => line() === "3", vscode.languages.onDidChangeDiagnostics);
    });

    it("hides findings from another account", async () => {
      const row = await rowOf([sastJob([sastFinding("Eval", ".gitlab-ci.yml", 1)])]);
      await show(row);
      assert.equal(problems().length, 1);
      try {
        await signedIn(sessionOf("rita"));
        assert.deepEqual(problems(), []);
      } finally {
        stage.client = (await signedIn(sessionOf("alice"))).connection.client;
      }
    });
  });
});

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
    const seen = rows.map((some) => cells(some, "label", "description", "icon"));
    assert.deepEqual(seen, [
      ["Eval | new · a.js:9 | error charts.orange", "Old | a.js:3 | arrow-down charts.blue"],
      ["Long | b.js | warning charts.yellow"],
      ["Gone | a.js:8 | error charts.orange"],
    ]);
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
