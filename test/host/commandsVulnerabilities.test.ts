import assert from "node:assert/strict";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { VulnerabilityRef } from "../../src/features/vulnerabilities/refs.ts";
import { WatchedVulnerabilities } from "../../src/features/vulnerabilities/watched.ts";
import type { Box } from "../support/testLine.ts";
import { command } from "./commandTest.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { sessionOf, signedIn } from "./signedIn.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("vulnerability commands", () => {
  const stage = setStage();
  const { control } = stage;
  let own: OwnProject;
  beforeEach(async () => {
    own = await ownProject(stage.app);
    await own.open();
    deprecation("told");
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

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
  const type = (box: string, text: string): Promise<string> => stage.person({ action: "type", box, text });
  const look = async (box: string, saying?: string): Promise<Box> =>
    JSON.parse(await stage.person({ action: "look", box, ...(saying === undefined ? {} : { saying }) })) as Box;
  const shown = (): string => vscode.window.activeTextEditor?.document.getText() ?? "";
  const last = (): Promise<number> => control.lastRequest();
  const asked = async (since: number): Promise<string[]> =>
    (await control.requests(since))
      .filter(({ path }) => path.includes("/vulnerabilities/"))
      .map(({ method, path }) => `${method} ${path.replace(/^.*\/vulnerabilities\//, "")}`);

  command(
    "forgeline.vulnerability.open",
    "puts what a number names on the project's list and shows it, and tells once that the interface is deprecated",
    async (run) => {
      const id = await add("Names are not escaped", {
        severity: "high",
        description: "Look at **names**.",
        location: { file: "src/page.js", start_line: 12 },
      });
      deprecation("");
      const done = run();
      await look(openBox, own.path.split("/").at(-1));
      await type(openBox, `#${id}`);
      await done;
      const message = await stage.message();
      assert.deepEqual(
        [message.level, /The vulnerability API is unstable and deprecated/.test(message.text)],
        ["information", true],
      );
      assert.deepEqual(list(), [{ id, title: "Names are not escaped" }]);
      assert.match(
        shown(),
        new RegExp(
          `^# #${id} Names are not escaped\n\n- State: detected\n- Severity: high\n- Report type: SAST\n- Scanner: Semgrep\n- Location: src/page\\.js, line 12\n- Project: ${own.path}\n`,
        ),
      );
      assert.match(shown(), /Look at \*\*names\*\*\.\n\n## What the scanner reported\n\n```json\n/);
      assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, "forgeline-text");
      await run(await row(id));
      assert.deepEqual(list().length, 1);
    },
  );

  command(
    "forgeline.vulnerability.open",
    "takes an address, and keeps what was typed when it leads nowhere",
    async (run) => {
      const id = await add("Here");
      const since = await last();
      const done = run();
      await type(openBox, "https://elsewhere.example/a/b/-/security/vulnerabilities/7");
      assert.match((await look(openBox, "You are not signed in to the host of this URL")).value, /elsewhere/);
      await type(openBox, "group/project");
      await look(openBox, "Enter the ID or URL of a vulnerability");
      assert.deepEqual(await asked(since), []);
      await type(openBox, "999999");
      const { value, message } = await look(openBox, "Vulnerability #");
      assert.deepEqual(
        [value, /Vulnerability #999999 not found on .*\. Vulnerabilities require a paid edition/.test(message)],
        ["999999", true],
      );
      const page = `${own.instance}/${own.path}/-/security/vulnerabilities/${id}`;
      await type(openBox, `${page}?tab=details`);
      await done;
      assert.deepEqual(list(), [{ id, title: "Here", page }]);
      assert.deepEqual(await asked(since), ["GET 999999", `GET ${id}`]);
    },
  );

  command(
    "forgeline.vulnerability.confirm",
    "judges what was picked from the list, and says when it was so already",
    async (run) => {
      const id = await add("Real");
      await new WatchedVulnerabilities(stage.app.memory).keep(refTo(id), { id, title: "Real" });
      const done = run();
      await stage.person({ action: "pick", box: "Confirm Vulnerability", row: "Real" });
      await done;
      assert.deepEqual([await state(id), stage.notices], ["confirmed", [`Now confirmed: #${id} “Real”.`]]);
      const since = await last();
      await run(refTo(id));
      assert.equal(stage.notices.at(-1), `Already confirmed: #${id} “Real”.`);
      assert.deepEqual(await asked(since), [`POST ${id}/confirm`, `GET ${id}`]);
    },
  );

  command("forgeline.vulnerability.resolve", "judges what was typed, and keeps it on the list", async (run) => {
    const id = await add("Mended");
    const done = run();
    await stage.person({ action: "pick", box: "Resolve Vulnerability", type: String(id), row: `Vulnerability #${id}` });
    await done;
    assert.deepEqual([await state(id), list()], ["resolved", [{ id, title: "Mended" }]]);
    assert.deepEqual(stage.notices, [`Now resolved: #${id} “Mended”.`]);
  });

  command(
    "forgeline.vulnerability.dismiss",
    "asks when somebody judged it otherwise since it was shown",
    async (run) => {
      const id = await add("Doubtful");
      const seen = await row(id);
      await stage.client.vulnerabilities.resolve(id);
      const leave = run(seen);
      const words = await stage.person({ action: "dialog", button: "Cancel" });
      await leave;
      assert.match(words, /Someone changed .*“Doubtful” to resolved in the meantime/);
      assert.match(words, /Its last known state is detected/);
      stage.messages.take();
      assert.equal(await state(id), "resolved");
      const anyway = run(seen);
      await stage.person({ action: "dialog", button: "Dismiss Anyway" });
      await anyway;
      stage.messages.take();
      assert.deepEqual([await state(id), stage.notices], ["dismissed", [`Now dismissed: #${id} “Doubtful”.`]]);
    },
  );

  command(
    "forgeline.vulnerability.dismiss",
    "knows both names of the state, and renews the document that shows it",
    async (run) => {
      const id = await add("None");
      await vscode.commands.executeCommand("forgeline.vulnerability.open", await row(id));
      const document = vscode.window.activeTextEditor?.document;
      await run(await row(id));
      await until(
        "the document to be renewed",
        () => document?.getText().includes("- State: dismissed"),
        (listener) => vscode.workspace.onDidChangeTextDocument(listener),
      );
      // As hosts that keep to the documents say it.
      const closed = { ...(await stage.client.vulnerabilities.get(id)), state: "closed", confidence: "low" };
      await control.fault({ path: `/vulnerabilities/${id}$`, status: 200, body: closed });
      await run({ ...refTo(id), vulnerability: closed });
      assert.deepEqual(stage.notices, [`Now dismissed: #${id} “None”.`, `Already dismissed: #${id} “None”.`]);
      await until(
        "the document to tell the same state",
        () => /- State: dismissed\n- Severity: medium\n- Confidence: low\n/.test(document?.getText() ?? ""),
        (listener) => vscode.workspace.onDidChangeTextDocument(listener),
      );
    },
  );

  command("forgeline.vulnerability.revert", "takes a judgment back", async (run) => {
    const id = await add("Again", { state: "dismissed" });
    await run(await row(id));
    await run(await row(id));
    assert.deepEqual(
      [await state(id), stage.notices],
      ["detected", [`Now detected: #${id} “Again”.`, `Already detected: #${id} “Again”.`]],
    );
  });

  command("forgeline.vulnerability.confirm", "tells a reporter who may, and changes nothing", async (run) => {
    const id = await add("Secret");
    await control.setMember({ project: own.path, user: "rita", level: 20 });
    try {
      await signedIn(sessionOf("rita"));
      await until(
        "the project",
        () => stage.app.current.value.kind === "ready" && stage.app.current.value.project.project === own.path,
        stage.app.current.onDidChange,
      );
      await run(refTo(id));
      const { text, buttons } = await stage.message();
      assert.match(
        text,
        /Your account on .* cannot change the state of vulnerability #\d+\. Ask a maintainer of the project, or switch accounts/,
      );
      assert.deepEqual(buttons.slice(0, 1), ["Switch Account"]);
    } finally {
      stage.client = (await signedIn(sessionOf("alice"))).connection.client;
    }
    assert.deepEqual([await state(id), list()], ["opened", []]);
  });

  command("forgeline.vulnerability.remove", "takes it off the list without asking the host", async (run) => {
    const id = await add("Seen enough");
    const kept = new WatchedVulnerabilities(stage.app.memory);
    await kept.keep(refTo(id), { id, title: "Seen enough" });
    await kept.keep(refTo(id), { id: id + 1, title: "Other" });
    const since = await last();
    await run(refTo(id + 1));
    const done = run();
    await stage.person({ action: "pick", box: "Remove Vulnerability from List", row: "Seen enough" });
    await done;
    assert.deepEqual([list(), await asked(since)], [[], []]);
    await run();
    assert.match((await stage.message()).text, /The vulnerability list of .* is empty/);
  });

  command("forgeline.vulnerability.openInBrowser", "opens the page that was pasted, or GitLab's", async (run) => {
    const id = await add("Page");
    const opened: string[] = [];
    const undo = replace(
      vscode.env,
      "openExternal",
      () => (uri) => Promise.resolve(opened.push(uri.toString(true)) > 0),
    );
    try {
      await run(refTo(id));
      await new WatchedVulnerabilities(stage.app.memory).keep(refTo(id), { id, page: `${own.instance}/pasted` });
      await run(refTo(id));
    } finally {
      undo.dispose();
    }
    assert.deepEqual(opened, [
      `${own.instance}/${own.path}/-/security/vulnerabilities/${id}`,
      `${own.instance}/pasted`,
    ]);
  });

  command("forgeline.vulnerability.copyLink", "copies the address", async (run) => {
    const id = await add("Link");
    await run(await row(id));
    assert.equal(await vscode.env.clipboard.readText(), `${own.instance}/${own.path}/-/security/vulnerabilities/${id}`);
  });

  command(
    "forgeline.vulnerability.openLocation",
    "opens the file at its line, and says when it is not there",
    async (run) => {
      const found = await add("Line", { location: { file: ".gitlab-ci.yml", start_line: 2 } });
      await run(await row(found));
      const editor = vscode.window.activeTextEditor;
      assert.deepEqual(
        [editor?.document.uri.path.split("/").at(-1), editor?.selection.active.line],
        [".gitlab-ci.yml", 1],
      );
      await run(refTo(await add("Gone", { location: { file: "no/such.js" } })));
      assert.match((await stage.message()).text, /no\/such\.js does not exist in the folder/);
      await run(refTo(await add("Nowhere")));
      assert.match((await stage.message()).text, /returned no file for/);
    },
  );
});
