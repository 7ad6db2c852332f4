import assert from "node:assert/strict";
import { after, afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { sha256 } from "../../src/features/people/sshKeys/fingerprint.ts";
import { hostKey } from "../../src/features/people/sshKeys/text.ts";
import type { Seen } from "../support/testLine.ts";
import { localService } from "./localService.ts";
import { aliceTells } from "./onHost.ts";
import { outer } from "./outer.ts";
import { newKey } from "./ownKeys.ts";
import { ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { cells, type Row } from "./rows.ts";
import { hideViews, showAlone } from "./shownView.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

const five = {
  merge_requests: 3,
  assigned_merge_requests: 3,
  review_requested_merge_requests: 1,
  assigned_issues: 4,
  todos: 0,
};

describe("the folder Me of the People view", () => {
  const suite = viewSuite(VIEWS.people, "People", ({ people }) => people.view);
  const users = () => suite.app.connections.get(suite.project.instance).client.users;
  const me = async (): Promise<Row<unknown>[]> => suite.rows.below(await suite.rows.at("Me"));
  const asked = async (since: number, about: RegExp): Promise<string[]> =>
    (await suite.control.requests(since))
      .filter(({ path }) => about.test(path))
      .map(({ method, path }) => `${method} ${path.replace(/^\/api\/v4|\?.*$/g, "")}`);
  const last = (): Promise<number> => suite.control.lastRequest();
  /** While a test has stopped the time of polling. */
  let clock: PollClock | undefined;

  beforeEach(() => aliceTells("", ""));
  afterEach(() => suite.control.clearFaults());
  afterEach(() => clock?.go());
  after(() => aliceTells("", ""));

  it("has the status, what waits, and the keys; the merge requests that wait are the view's badge", async () => {
    await suite.control.fault({ path: "/user_counts$", status: 200, body: five });
    await suite.open();
    const rows = await me();
    assert.deepEqual(cells(rows, "label", "context", "icon"), [
      "No status | myStatus | smiley",
      "3 merge requests assigned to me | myCount assigned | git-pull-request",
      "1 merge request to review | myCount reviews | eye",
      "4 issues assigned to me | myCount issues | issues",
      "0 to-do items | myCount todos | checklist",
      "SSH Keys | sshKeys | key",
    ]);
    assert.deepEqual(
      rows
        .slice(0, 5)
        .map(({ item }) => [item.command?.command, ...((item.command?.arguments as unknown[] | undefined) ?? [])]),
      [
        ["forgeline.status.set"],
        ["forgeline.counts.show", "assigned"],
        ["forgeline.counts.show", "reviews"],
        ["forgeline.counts.show", "issues"],
        ["forgeline.counts.show", "todos"],
      ],
    );
    assert.deepEqual(suite.view.badge, {
      value: 4,
      tooltip: "3 merge requests assigned to me, 1 merge request to review",
    });
  });

  it("counts the merge requests that wait before anybody opened the view, and again every five minutes", async () => {
    await hideViews(suite.app);
    const badge = (): number | undefined => suite.view.badge?.value;
    clock = new PollClock(suite.polling);
    clock.stop();
    // A request that was on its way would get the only answer.
    await suite.polling.idle;
    await suite.control.fault({ path: "/user_counts$", status: 200, body: five, times: 1 });
    await suite.project.open();
    assert.equal(badge(), undefined);
    const since = await last();
    await clock.pass(1_000);
    await suite.control.waitForRequest({ path: "/user_counts$", since });
    // The poll's request was answered before these are; what it shows follows while they are on their way.
    while (badge() === undefined) await users().currentStatus();
    assert.equal(badge(), 4);
    await suite.control.fault({
      path: "/user_counts$",
      status: 200,
      body: { ...five, review_requested_merge_requests: 2 },
    });
    await clock.pass(6 * 60_000);
    assert.equal(badge(), 5);
    clock.go();
    clock = undefined;
    await showAlone(suite.app, VIEWS.people);
  });

  it("shows a new status by the answer to it, and what the host knows of busy and an end", async () => {
    await suite.open();
    assert.equal((await me())[0]?.label, "No status");
    await users().setStatus({ emoji: "palm_tree", message: "Away $(bug)" });
    const status = await users().currentStatus();
    suite.app.changes.fire({ instance: suite.project.instance, project: "", subject: "ownStatus", status });
    const [row] = await me();
    assert.deepEqual(
      [row?.label, row?.context, row?.spoken],
      ["🌴 Away $\u200b(bug)", "myStatus set", "My status, 🌴 Away $\u200b(bug)"],
    );
    await suite.control.fault({
      path: "/user/status$",
      status: 200,
      body: { ...status, emoji: "", message: "", availability: "busy", clear_status_at: "2040-01-02T03:04:05.000Z" },
    });
    await suite.refreshed();
    const [busy] = await me();
    assert.deepEqual([busy?.label, busy?.context], ["No status", "myStatus set"]);
    assert.match(busy?.description ?? "", /^busy · until Jan \d, 2040/);
  });

  it("lists the keys with type and end; comments and titles are only words, and each opens its details", async () => {
    const line = newKey("[x](command:forgeline.refresh)");
    const title = `$(bug) ${Date.now()}`;
    const key = await users().addKey({ title, key: line });
    await suite.control.fault({
      path: "/user/keys(\\?|$)",
      status: 200,
      body: [
        { ...key, expires_at: "2020-01-02T03:04:05.000Z", usage_type: "auth" },
        { id: 1, title: "Odd", key: "?", created_at: null },
      ],
    });
    await suite.open();
    const keys = await suite.rows.below(await suite.rows.at("Me", "SSH Keys"));
    assert.deepEqual(labels(keys), [title.replace("$", "$\u200b"), "Odd"]);
    const [own, odd] = keys;
    assert.match(own?.description ?? "", /^ED25519 · expired on Jan 2, 2020/);
    assert.deepEqual([own?.icon, odd?.icon, odd?.description], ["warning problemsWarningIcon.foreground", "key", ""]);
    assert.equal(own?.item.command?.command, "forgeline.sshKey.show");
    assert.deepEqual((own.item.command.arguments![0] as { instance: string; key: { id: number } }).key.id, key.id);
    const { value, isTrusted } = await suite.rows.tooltip(own);
    assert.ok(value.replaceAll("\\", "").includes(sha256(hostKey(line) ?? assert.fail("no key"))), value);
    assert.equal(isTrusted, undefined);
    assert.equal((await suite.rows.at("Me", "SSH Keys")).description, "2");
  });

  it("says calmly what a host does not tell, and shows the rest; both at once are a failure", async () => {
    await suite.control.fault({ path: "/user/status$", status: 403, body: { message: "403 Forbidden" } });
    await suite.open();
    const rows = await me();
    const { host } = new URL(suite.project.instance);
    assert.deepEqual(
      cells(
        rows.filter(({ context }) => context === "myProblem"),
        "label",
        "description",
      ),
      [`My status is not available | Not available on ${host}`],
    );
    assert.ok(labels(rows).includes("SSH Keys"));
    await suite.control.fault({ path: "/user_counts$", status: 500 });
    await suite.refreshed();
    assert.match(suite.message ?? (await me())[0]?.label ?? "", /does not have permission|returned a server error/);
    await suite.control.clearFaults();
    await suite.control.fault({ path: "/user/keys(\\?|$)", status: 404, body: { message: "404 Not Found" } });
    await suite.refreshed();
    assert.deepEqual(labels(await suite.rows.below(await suite.rows.at("Me", "SSH Keys"))), [
      `SSH keys are not available on ${host}.`,
    ]);
  });

  it("asks when it is seen and by Refresh, and not by itself", async () => {
    const since = await last();
    await suite.open();
    await me();
    assert.deepEqual((await asked(since, /user\/keys|user_counts/)).sort(), ["GET /user_counts"]);
    const again = await last();
    await suite.refreshed();
    await me();
    assert.deepEqual(await asked(again, /user\/keys|user_counts/), ["GET /user_counts"]);
    assert.equal(suite.contents.running, false);
  });
});

describe("the own status in the status bar", () => {
  const { control } = localService();
  const find = async (name: string): Promise<Seen> =>
    JSON.parse(await outer().ask({ action: "find", role: "button", name })) as Seen;
  const gone = (name: string): Promise<unknown> => outer().ask({ action: "find", role: "button", name, gone: true });
  const settings = () => vscode.workspace.getConfiguration("forgeline.status");
  const last = (): Promise<number> => control.lastRequest();
  const asked = async (since: number): Promise<number> =>
    (await control.requests(since)).filter(
      ({ method, path }) => method === "GET" && path.startsWith("/api/v4/user/status"),
    ).length;

  beforeEach(async () => {
    await vscode.commands.executeCommand("workbench.view.explorer");
    await signedOut();
  });
  afterEach(async () => {
    await control.clearFaults();
    await settings().update("showInStatusBar", undefined, true);
  });
  after(async () => {
    await aliceTells("", "");
    await workspaceProject((await signedIn()).app);
    await signedOut();
  });

  it("stands there after one request, follows what is set here without another, and asks again by Refresh", async () => {
    await aliceTells("coffee", "Break :tada:");
    const since = await last();
    const { app, connection } = await signedIn();
    assert.equal((await find("My status: ☕ Break 🎉")).text, "☕ Break 🎉");
    // Another project of the host is the same account's.
    await (await ownProject(app)).open();
    await find("My status: ☕ Break 🎉");
    assert.equal(await asked(since), 1);
    const status = await connection.client.users.setStatus({ emoji: "", message: "" });
    app.changes.fire({ instance: connection.instance.url, project: "", subject: "ownStatus", status });
    assert.match((await find("My status: No status")).icon, /codicon-smiley/);
    assert.equal(await asked(since), 1);
    await aliceTells("palm_tree", "");
    await vscode.commands.executeCommand("forgeline.refresh");
    await find("My status: 🌴");
    assert.equal(await asked(since), 2);
    await signedOut();
    await gone("My status:");
  });

  it("asks again where nobody knows what became of a write, and is not moved by other hosts' or other writes", async () => {
    const { app, connection } = await signedIn();
    await find("My status:");
    await aliceTells("coffee", "Asked");
    const since = await last();
    app.changes.fire({ instance: "https://other.example", project: "", subject: "ownStatus" });
    app.changes.fire({ instance: connection.instance.url, project: "", subject: "sshKey" });
    app.changes.fire({ instance: connection.instance.url, project: "", subject: "ownStatus" });
    await find("My status: ☕ Asked");
    assert.equal(await asked(since), 1);
  });

  it("is asked for once while the host is down, however often it is refreshed, and again when the host answers", async () => {
    const { app, connection } = await signedIn();
    await find("My status:");
    await aliceTells("coffee", "Back");
    const clock = new PollClock(app.polling);
    clock.stop();
    try {
      await control.fault({ path: "/api/v4/", status: 502 });
      const since = await last();
      // The second finds the request pending or just refused; the third finds it refused at the latest.
      for (let times = 0; times < 3; times++) {
        await vscode.commands.executeCommand("forgeline.refresh");
        await clock.pass(1_000);
        if (times === 0) await control.waitForRequest({ path: "/user/status", since });
        await assert.rejects(connection.client.users.current());
      }
      assert.equal(await asked(since), 1);
      await control.clearFaults();
      // An answer to a request from before the failure arrived does not prove that the host is back; the next one does.
      while ((await asked(since)) === 1) {
        await connection.client.users.current();
        await clock.pass(1_000);
      }
      await find("My status: ☕ Back");
      assert.equal(await asked(since), 2);
    } finally {
      clock.go();
    }
  });

  it("sends one request at a time, and one more after the answer if it was refreshed meanwhile", async () => {
    const { app } = await signedIn();
    await find("My status:");
    await aliceTells("coffee", "Held");
    const clock = new PollClock(app.polling);
    clock.stop();
    try {
      await control.fault({ method: "GET", path: "/user/status$", action: "holdAnswer" });
      const since = await last();
      for (let times = 0; times < 3; times++) {
        await vscode.commands.executeCommand("forgeline.refresh");
        await clock.pass(1_000);
      }
      await control.waitForRequest({ path: "/user/status", since });
      assert.equal(await asked(since), 1);
      await aliceTells("coffee", "Newer");
      await control.clearFaults();
      await find("My status: ☕ Held");
      await clock.pass(1_000);
      await find("My status: ☕ Newer");
      assert.equal(await asked(since), 2);
    } finally {
      clock.go();
    }
  });

  it("is hidden by its setting, which also asks nothing, and where the host does not tell it", async () => {
    await aliceTells("coffee", "Hidden");
    await settings().update("showInStatusBar", false, true);
    const since = await last();
    const { app } = await signedIn();
    await until("the account", () => app.current.value.kind === "ready", app.current.onDidChange);
    await vscode.commands.executeCommand("forgeline.refresh");
    await gone("My status:");
    assert.equal(await asked(since), 0);
    await settings().update("showInStatusBar", true, true);
    await find("My status: ☕ Hidden");
    await settings().update("showInStatusBar", false, true);
    await gone("My status:");
    await signedOut();
    await settings().update("showInStatusBar", undefined, true);
    await control.fault({ path: "/user/status$", status: 404, body: { message: "404 Not Found" } });
    const refused = await last();
    await signedIn();
    await control.waitForRequest({ path: "/user/status", since: refused });
    await gone("My status:");
  });
});
