import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { User } from "../../src/api/resources/userTypes.ts";
import { descriptionParts } from "../../src/core/addresses/descriptions.ts";
import { DESCRIPTION_SCHEME } from "../../src/core/addresses/schemes.ts";
import { VIEWS } from "../../src/core/views.ts";
import { sha256 } from "../../src/features/people/sshKeys/fingerprint.ts";
import { hostKey } from "../../src/features/people/sshKeys/text.ts";
import { localService } from "./localService.ts";
import { aliceTells } from "./onHost.ts";
import { buttonGone, findButton } from "./outer.ts";
import { newKey } from "./ownKeys.ts";
import { ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { hoversOf } from "./provided.ts";
import { refuse } from "./refuse.ts";
import { cells, type Row } from "./rows.ts";
import { hideViews, showAlone } from "./shownView.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { setting } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { freshKey, userStage } from "./userStage.ts";
import { labels, viewSuite } from "./viewSuite.ts";

const five = {
  merge_requests: 3,
  assigned_merge_requests: 3,
  review_requested_merge_requests: 1,
  assigned_issues: 4,
  todos: 0,
};

describe("the People view", () => {
  const suite = viewSuite(VIEWS.people, "People", ({ people }) => people.view);
  const users = userStage();
  const rows = async (): Promise<Row<unknown>[]> => suite.rows.below(await suite.rows.at("Users"));
  const text = ({ label, description }: Row<unknown>): string => `${label} | ${description}`;
  afterEach(async () => suite.contents.users.filter.set({}));

  it("finds users by part of the name, by username in any case and by state @oldest", async () => {
    const [ann, blocked] = [await users.make("Änn Øre"), await users.make("Änn Other")];
    await suite.control.setUserState(blocked.username, "blocked");
    await suite.open();
    const { users: folder } = suite.contents;
    await folder.filter.set({ search: "änn o" });
    assert.deepEqual((await rows()).map(text), [`Änn Other | @${blocked.username} · Blocked`]);
    await folder.filter.set({ search: "änn" });
    assert.deepEqual(
      (await rows()).map(({ label, icon, context, item }) => [label, icon, context, item.collapsibleState]),
      [
        ["Änn Other", "circle-slash descriptionForeground", "user blocked", vscode.TreeItemCollapsibleState.Collapsed],
        ["Änn Øre", "person", "user active", vscode.TreeItemCollapsibleState.Collapsed],
      ],
    );
    await folder.filter.set({ search: "änn", state: "active" });
    assert.deepEqual(labels(await rows()), ["Änn Øre"]);
    assert.equal(suite.message, "Filter: “änn”, active");
    await folder.filter.set({ state: "blocked", search: "Änn" });
    assert.deepEqual(labels(await rows()), ["Änn Other"]);
    const before = await users.now();
    await folder.filter.set({ username: ann.username.toUpperCase() });
    assert.deepEqual(labels(await rows()), ["Änn Øre"]);
    assert.deepEqual(await users.asked(before), [`GET /users?username=${ann.username.toUpperCase()}&per_page=20`]);
    assert.equal(suite.message, `Filter: @${ann.username.toUpperCase()}`);
    await folder.filter.set({ search: "nobody is called so" });
    assert.deepEqual(labels(await rows()), ["No users match the filter"]);
  });

  it("shows status, profile and keys of a user, requested on demand", async () => {
    const user = await users.make("Zoë", { bio: "Builds _things_", location: "Zürich" });
    await users.as(user, "PUT", "/user/status", { emoji: "palm_tree", message: "Away :tada: [x](y)" });
    await users.as(user, "POST", "/user/keys", { title: "laptop\u202e", key: `${freshKey("zoë@laptop")}\r\n` });
    await suite.open();
    await suite.contents.users.filter.set({ username: user.username });
    const [row] = await rows();
    assert.ok(row);
    const before = await users.now();
    const facts = await suite.rows.below(row);
    const shown = facts.map(({ label, description, icon }) => [icon, description, label]);
    assert.deepEqual(shown.slice(0, 4), [
      ["comment", "Status", "🌴 Away 🎉 [x]\u200b(y)"],
      ["pass", "State", "Active"],
      ["info", "About", "Builds _things_"],
      ["location", "Location", "Zürich"],
    ]);
    assert.match(facts.at(-1)?.label ?? "", /^ED25519 SHA256:[\w+/]{43}$/);
    const found = [facts.at(-1)?.icon, facts.at(-1)?.description, facts.at(-1)?.context];
    assert.deepEqual(found, ["key", "SSH key “laptop”", "userFact key"]);
    const { value, isTrusted } = await suite.rows.tooltip(row);
    assert.equal(isTrusted, false);
    for (const part of [
      `**Zoë &#40;&#64;${user.username}&#41;**`,
      "**Status** 🌴 Away 🎉",
      "**Location** Zürich",
      "SHA256&#58;",
      "Open in browser",
    ])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
    assert.deepEqual((await users.asked(before)).sort(), [
      `GET /users/${user.id}`,
      `GET /users/${user.id}/keys?per_page=20`,
      `GET /users/${user.id}/status`,
    ]);
    // What was written of oneself is no news of others; what was written of a user is.
    const since = await users.now();
    const change = { instance: suite.project.instance, project: suite.project.path };
    const { signal } = new AbortController();
    suite.contents.written({ ...change, subject: "ownStatus" });
    await suite.contents.refresh(signal);
    assert.deepEqual(await users.asked(since), []);
    suite.contents.written({ ...change, subject: "user", id: user.id });
    await suite.contents.refresh(signal);
    const left = (await users.asked(since)).filter((one) => one.startsWith("GET /users?"));
    assert.deepEqual(left, [`GET /users?username=${user.username}&per_page=20`]);
    await users.as(user, "PUT", "/user/status", { emoji: "", message: "Back" });
    await suite.refreshed();
    assert.match((await suite.rows.below((await rows())[0]))[0]?.label ?? "", /Back$/);
  });

  it("shows a user without details where the host has none", async () => {
    const user = await users.make("Bo");
    await suite.open();
    await suite.contents.users.filter.set({ username: user.username });
    for (const path of [`/users/${user.id}$`, `/users/${user.id}/keys`]) await refuse(path);
    await suite.control.fault({
      path: `/users/${user.id}/status`,
      status: 404,
      body: { message: "404 User Not Found" },
    });
    const [row] = await rows();
    assert.ok(row);
    assert.deepEqual(labels(await suite.rows.below(row)), ["Active", String(user.id)]);
    await refuse("/api/v4/users\\?");
    await suite.contents.users.filter.set({ search: "anybody" });
    const refused = await rows();
    assert.equal(refused.length, 1);
    assert.match(refused[0]?.label ?? "", /The list of users on .* is not available to your account\.$/);
  });

  describe("the folder Me of the People view", () => {
    const account = () => suite.app.connections.get(suite.project.instance).client.users;
    const me = async (): Promise<Row<unknown>[]> => suite.rows.below(await suite.rows.at("Me"));
    const asked = async (since: number, about: RegExp): Promise<string[]> =>
      (await suite.control.requests(since))
        .filter(({ path }) => about.test(path))
        .map(({ method, path }) => `${method} ${path.replace(/^\/api\/v4|\?.*$/g, "")}`);
    const last = (): Promise<number> => suite.control.lastRequest();
    /** While a test has stopped the time of polling. */
    let clock: PollClock | undefined;

    beforeEach(() => aliceTells("", ""));
    afterEach(() => clock?.go());
    after(() => aliceTells("", ""));

    it("shows status, counts by one request and keys; waiting merge requests are the badge @oldest", async () => {
      await suite.control.fault({ path: "/user_counts$", status: 200, body: five });
      const since = await last();
      await suite.open();
      const rows = await me();
      assert.deepEqual(await asked(since, /user\/keys|user_counts/), ["GET /user_counts"]);
      assert.equal(suite.contents.running, false);
      assert.deepEqual(cells(rows, "label", "context", "icon"), [
        "No status | myStatus | smiley",
        "3 merge requests assigned to me | myCount assigned | git-pull-request",
        "1 merge request to review | myCount reviews | eye",
        "4 issues assigned to me | myCount issues | issues",
        "0 to-do items | myCount todos | checklist",
        "SSH Keys | sshKeys | key",
      ]);
      assert.deepEqual(
        rows.slice(0, 5).map(({ item: { command } }) => [command?.command, command?.arguments?.[0] as unknown]),
        [
          ["forgeline.status.set", undefined],
          ...["assigned", "reviews", "issues", "todos"].map((count) => ["forgeline.counts.show", count]),
        ],
      );
      assert.deepEqual(suite.view.badge, {
        value: 4,
        tooltip: "3 merge requests assigned to me, 1 merge request to review",
      });
    });

    it("updates the badge every five minutes before the view opens", async () => {
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
      while (badge() === undefined) await account().currentStatus();
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

    it("shows a written status from the response", async () => {
      await suite.open();
      assert.equal((await me())[0]?.label, "No status");
      await account().setStatus({ emoji: "palm_tree", message: "Away $(bug)" });
      const status = await account().currentStatus();
      suite.app.changes.fire({ instance: suite.project.instance, project: "", subject: "ownStatus", status });
      const [row] = await me();
      const found = [row?.label, row?.context, row?.spoken];
      assert.deepEqual(found, ["🌴 Away $\u200b(bug)", "myStatus set", "My status, 🌴 Away $\u200b(bug)"]);
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

    it("lists SSH keys with type and expiration, titles inert", async () => {
      const line = newKey("[x](command:forgeline.refresh)");
      const title = `$(bug) ${Date.now()}`;
      const key = await account().addKey({ title, key: line });
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

    it("explains missing parts and shows the rest", async () => {
      await refuse("/user/status$");
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
  });
});

describe("the own status in the status bar", () => {
  const { control } = localService();
  const showInStatusBar = (value: boolean | undefined) => setting("forgeline.status.showInStatusBar", value);
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
    await showInStatusBar(undefined);
  });
  after(async () => {
    await aliceTells("", "");
    await workspaceProject((await signedIn()).app);
    await signedOut();
  });

  it("shows the status after one request, follows writes, and requests after unknown ones of this host", async () => {
    await aliceTells("coffee", "Break :tada:");
    const since = await last();
    const { app, connection } = await signedIn();
    assert.equal((await findButton("My status: ☕ Break 🎉")).text, "☕ Break 🎉");
    // Another project of the host is the same account's.
    await (await ownProject(app)).open();
    await findButton("My status: ☕ Break 🎉");
    assert.equal(await asked(since), 1);
    const status = await connection.client.users.setStatus({ emoji: "", message: "" });
    app.changes.fire({ instance: connection.instance.url, project: "", subject: "ownStatus", status });
    assert.match((await findButton("My status: No status")).icon, /codicon-smiley/);
    assert.equal(await asked(since), 1);
    await aliceTells("palm_tree", "");
    await vscode.commands.executeCommand("forgeline.refresh");
    await findButton("My status: 🌴");
    assert.equal(await asked(since), 2);
    await aliceTells("coffee", "Asked");
    app.changes.fire({ instance: "https://other.example", project: "", subject: "ownStatus" });
    app.changes.fire({ instance: connection.instance.url, project: "", subject: "sshKey" });
    app.changes.fire({ instance: connection.instance.url, project: "", subject: "ownStatus" });
    await findButton("My status: ☕ Asked");
    assert.equal(await asked(since), 3);
    await signedOut();
    await buttonGone("My status:");
  });

  it("requests once while the host is down, and one at a time", async () => {
    const { app, connection } = await signedIn();
    await findButton("My status:");
    await aliceTells("coffee", "Back");
    const clock = new PollClock(app.polling);
    clock.stop();
    const refresh = async (): Promise<void> => {
      await vscode.commands.executeCommand("forgeline.refresh");
      await clock.pass(1_000);
    };
    try {
      await control.fault({ path: "/api/v4/", status: 502 });
      const since = await last();
      // The second finds the request pending or just refused; the third finds it refused at the latest.
      for (let times = 0; times < 3; times++) {
        await refresh();
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
      await findButton("My status: ☕ Back");
      assert.equal(await asked(since), 2);

      await aliceTells("coffee", "Held");
      await control.fault({ method: "GET", path: "/user/status$", action: "holdAnswer" });
      for (let times = 0; times < 3; times++) await refresh();
      assert.equal(await asked(since), 3);
      await aliceTells("coffee", "Newer");
      await control.clearFaults();
      await findButton("My status: ☕ Held");
      await clock.pass(1_000);
      await findButton("My status: ☕ Newer");
      assert.equal(await asked(since), 4);
    } finally {
      clock.go();
    }
  });

  it("hides by the setting and on hosts without the route", async () => {
    await aliceTells("coffee", "Hidden");
    await showInStatusBar(false);
    const since = await last();
    const { app } = await signedIn();
    await until("the account", () => app.current.value.kind === "ready", app.current.onDidChange);
    await vscode.commands.executeCommand("forgeline.refresh");
    await buttonGone("My status:");
    assert.equal(await asked(since), 0);
    await showInStatusBar(true);
    await findButton("My status: ☕ Hidden");
    await showInStatusBar(false);
    await buttonGone("My status:");
    await signedOut();
    await showInStatusBar(undefined);
    await control.fault({ path: "/user/status$", status: 404, body: { message: "404 Not Found" } });
    const refused = await last();
    await signedIn();
    await control.waitForRequest({ path: "/user/status", since: refused });
    await buttonGone("My status:");
  });
});

describe("cards of mentioned users", () => {
  const stage = setStage();
  const users = userStage();
  let elsewhere: string;
  let inside: string;
  before(async () => {
    elsewhere = await mkdtemp(path.join(tmpdir(), "forgeline-elsewhere-"));
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    if (folder === undefined) throw new Error("No folder is open");
    inside = await mkdtemp(path.join(folder.uri.fsPath, "people-"));
  });
  after(async () => {
    for (const folder of [elsewhere, inside]) await rm(folder, { recursive: true, force: true });
  });

  const write = async (folder: string, name: string, text: string): Promise<vscode.Uri> => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return vscode.Uri.file(file);
  };
  /** What is told at the first place of `words` in a document, by whom it is mentioned there. */
  const hover = async (
    uri: vscode.Uri,
    words: string,
  ): Promise<{ readonly text: string; readonly range: string } | undefined> => {
    const document = await vscode.workspace.openTextDocument(uri);
    const at = document.positionAt(document.getText().indexOf(words) + 1);
    const hovers = await hoversOf(uri, at);
    const texts = hovers.flatMap(({ contents, range }) =>
      contents.map((content) => ({
        text: content instanceof vscode.MarkdownString ? content.value : "",
        range: range ? document.getText(range) : "",
      })),
    );
    return texts.find(({ text }) => text.includes("**State**"));
  };
  const markdown = (user: User, name = "text.md"): Promise<vscode.Uri> =>
    write(inside, name, `Ask @${user.username}.\n`);

  it("shows a card in Markdown and text, inert, read once", async () => {
    const user = await users.make("[Eve](command:x) <img src=x> `c`", { bio: "**bold** https://evil.example" });
    await users.as(user, "PUT", "/user/status", { emoji: "coffee", message: "Break" });
    await users.as(user, "POST", "/user/keys", { title: "one", key: freshKey() });
    const since = await users.now();
    const shown = await hover(await markdown(user), `@${user.username}`);
    assert.equal(shown?.range, `@${user.username}`);
    for (const part of ["**Status** ☕ Break", "**State** Active", "SHA256&#58;", "Open in browser"])
      assert.ok(shown.text.includes(part), `${part} is not in ${shown.text}`);
    assert.ok(!/<img|\]\(command|`c`|\*\*bold|https:\/\/evil/.test(shown.text), shown.text);
    assert.ok(await hover(await write(inside, "NOTES.txt", `(@${user.username.toUpperCase()})`), "@U"));
    assert.deepEqual((await users.asked(since)).sort(), [
      `GET /users/${user.id}`,
      `GET /users/${user.id}/keys?per_page=20`,
      `GET /users/${user.id}/status`,
      `GET /users?username=${user.username}&per_page=20`,
    ]);
  });

  it("shows no card in code, addresses or other projects", async () => {
    const user = await users.make("Quiet");
    const name = `@${user.username}`;
    const since = await users.now();
    assert.equal(await hover(await write(inside, "code.md", `a \`${name} one\`\n`), name), undefined);
    assert.equal(await hover(await write(elsewhere, "other.md", `Ask ${name}`), name), undefined);
    const nested = await mkdtemp(path.join(inside, "nested-"));
    await promisify(execFile)("git", ["init", "--quiet", nested]);
    assert.equal(await hover(await write(nested, "other.md", `Ask ${name}`), name), undefined);
    assert.equal(await hover(await write(inside, "code.py", `${name}\ndef x(): pass`), name), undefined);
    const untitled = await vscode.workspace.openTextDocument({ language: "markdown", content: `Ask ${name}` });
    assert.equal(await hover(untitled.uri, name), undefined);
    assert.deepEqual(await users.asked(since), []);
    assert.ok(await hover(await markdown(user, "asked.md"), name), "where it is a mention it is told");
  });

  it("shows a card in descriptions and wiki pages", async () => {
    const user = await users.make("Widely Known");
    const text = `Thanks @${user.username}!`;
    const own = await ownProject(stage.app);
    const scope = { instance: own.instance, project: own.path };
    await stage.control.commit({ "people.txt": "1\n" }, { project: own.path, branch: "people" });
    const { iid } = await stage.control.addMergeRequest({
      project: own.path,
      title: "For people",
      description: text,
      sourceBranch: "people",
    });
    const description = vscode.Uri.from({ scheme: DESCRIPTION_SCHEME, ...descriptionParts({ ...scope, iid }) });
    assert.match((await hover(description, "@u"))?.text ?? "", /Widely Known/);
    const page = await stage.client.wikis.create(own.path, { title: "People", content: text });
    const found = (await hover((await stage.app.wiki.files.load()).uriOf(scope, page), "@u"))?.text ?? "";
    assert.match(found, /Widely Known/);
  });
});
