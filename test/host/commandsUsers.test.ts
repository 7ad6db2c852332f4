import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path, { join } from "node:path";
import * as vscode from "vscode";
import type { SshKey, User } from "../../src/api/resources/userTypes.ts";
import { descriptionParts } from "../../src/core/addresses/descriptions.ts";
import { DESCRIPTION_SCHEME } from "../../src/core/addresses/schemes.ts";
import type { UserRef } from "../../src/core/people/refs.ts";
import { VIEWS } from "../../src/core/views.ts";
import { sha256 } from "../../src/features/people/sshKeys/fingerprint.ts";
import type { SshKeyRef } from "../../src/features/people/sshKeys/refs.ts";
import { hostKey } from "../../src/features/people/sshKeys/text.ts";
import { command } from "./commandTest.ts";
import { draftsOf } from "./drafts.ts";
import { answered, clipboard } from "./inFront.ts";
import { localService } from "./localService.ts";
import { aliceTells, onHost } from "./onHost.ts";
import { buttonGone, findButton, outer } from "./outer.ts";
import { homeWith, newKey, privateKey } from "./ownKeys.ts";
import { ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { hoversOf } from "./provided.ts";
import { refuse } from "./refuse.ts";
import { cells, type Row } from "./rows.ts";
import { runGit } from "./runGit.ts";
import { closeView, hideViews, showAlone } from "./shownView.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { openedBy, replace, setting } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { freshKey, userStage } from "./userStage.ts";
import { labels, viewSuite } from "./viewSuite.ts";

describe("commands about users", () => {
  const stage = setStage();
  const { look, pick, fill, escape } = stage;
  const users = userStage();
  let user: User;
  let row: UserRef;
  beforeEach(async () => {
    user = await users.make("Pia Søe");
    row = { instance: stage.scope.instance, user };
    await vscode.env.clipboard.writeText("before");
  });
  afterEach(async () => {
    await (await stage.app.people.view.load())?.users.filter.set({});
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });
  const filter = async (): Promise<object | undefined> => (await stage.app.people.view.load())?.users.filter.value;
  const copied = (): Thenable<string> => clipboard();

  command("forgeline.user.show", "shows a user found by name, username or ID", async (run) => {
    const key = freshKey("pia@desk");
    await users.as(user, "POST", "/user/keys", { title: "desk", key });
    const byNumber = run();
    await pick("Show User Profile", "Pia Søe", String(user.id));
    await pick(`Pia Søe (@${user.username})`, "ED25519 SHA256:");
    await byNumber;
    assert.equal(await copied(), key);
    const byRow = run(row);
    const { rows } = await look("Pia Søe", "Open Profile in Browser");
    assert.deepEqual(rows.slice(0, 3), [`Copy @${user.username}`, "Insert Mention", "Open Profile in Browser"]);
    await pick("Pia Søe", `Copy @${user.username}`);
    await byRow;
    assert.equal(await copied(), `@${user.username}`);
    assert.deepEqual(stage.notices, ["Copied SSH key “desk”.", `Copied @${user.username}.`]);
  });

  command("forgeline.users.search", "searches while typing, then shows a user or filters", async (run) => {
    const since = await users.now();
    const shown = run();
    // A name that no row in sight has: what stands there then is what the host found.
    await fill("Search Users", `@${user.username}x`);
    await look("Search Users", "No matching users");
    await pick("Search Users", "Pia Søe", `@${user.username}`);
    await look("Pia Søe (@", "Open Profile in Browser");
    await escape("Pia Søe (@");
    await shown;
    assert.ok((await users.asked(since)).includes(`GET /users?username=${user.username}&per_page=50`));
    await Promise.all([run(), pick("Search Users", "Filter People View by “pia s”", "pia s")]);
    assert.deepEqual(await filter(), { search: "pia s" });
    await Promise.all([run(), pick("Search Users", `Filter People View by “@${user.username}”`, `@${user.username}`)]);
    assert.deepEqual(await filter(), { username: user.username });
  });

  command("forgeline.users.filter", "filters by state", async (run) => {
    const menu = "Filter People";
    await answered(run(), [
      () => pick(menu, "State"),
      () => pick("State", "Blocked"),
      () => look(menu, "Clear All"),
      () => escape(menu),
    ]);
    assert.deepEqual(await filter(), { state: "blocked" });
  });

  command("forgeline.users.clearFilter", "shows all users again", async (run) => {
    await (await stage.app.people.view.load())?.users.filter.set({ search: "x", state: "active" });
    await run();
    assert.deepEqual(await filter(), {});
  });

  command("forgeline.user.copyMention", "copies the mention of a row or a found user", async (run) => {
    await run(row);
    assert.equal(await copied(), `@${user.username}`);
    await vscode.env.clipboard.writeText("before");
    await Promise.all([run(), pick("Copy User Mention", "Pia Søe", "pia søe")]);
    assert.equal(await copied(), `@${user.username}`);
  });

  command("forgeline.user.insertMention", "inserts at every cursor", async (run) => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const isClosed = () => vscode.window.activeTextEditor === undefined;
    await until("no editor", isClosed, vscode.window.onDidChangeActiveTextEditor);
    await run(row);
    await stage.says(/Open a file/);
    const document = await vscode.workspace.openTextDocument({ content: "Thanks X and Y" });
    const editor = await vscode.window.showTextDocument(document);
    editor.selections = [new vscode.Selection(0, 7, 0, 8), new vscode.Selection(0, 13, 0, 14)];
    await run(row);
    assert.equal(document.getText(), `Thanks @${user.username} and @${user.username}`);
  });

  command("forgeline.user.openInBrowser", "opens the page, requesting the address if needed", async (run) => {
    const { id, username, name } = user;
    for (const one of [user, { id, username, name }])
      assert.deepEqual(await openedBy(() => run({ ...row, user: one })), [user.web_url]);
  });

  command("forgeline.user.copyLink", "copies the address of the page", async (run) => {
    await run(row);
    assert.equal(await copied(), user.web_url);
  });

  describe("commands about SSH keys", () => {
    const { control, type, typeAt, pickAt } = stage;
    const box = "Add SSH Key";
    const { url } = localService();
    const { host } = new URL(url);

    afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    after(() => vscode.env.clipboard.writeText(""));
    const mine = async (): Promise<readonly SshKey[]> =>
      (await stage.client.users.listKeys({ perPage: 100 }).all()).items;
    const titled = async (title: string): Promise<SshKey | undefined> =>
      (await mine()).find((key) => key.title === title);
    const fingerprint = (line: string): string => sha256(hostKey(line) ?? assert.fail("no key"));
    const added = async (title: string, line = newKey()): Promise<SshKeyRef & { key: SshKey }> => ({
      instance: url,
      key: await stage.client.users.addKey({ title, key: line }),
    });
    const last = (): Promise<number> => control.lastRequest();
    const posted = (since: number): Promise<number> => stage.asked("POST", /\/user\/keys$/, since);
    const unique = (): string => `key ${Math.random().toString(36).slice(2)}`;

    command("forgeline.sshKey.add", "takes one of several keys in a file", async (run) => {
      const [one, two, known] = [newKey("alice@one"), newKey("Älice’s läptop"), newKey("alice@known")];
      await added(unique(), known);
      await using home = await homeWith({
        "team.pub": `# all of them\r\n\r\n${one}\r\n${two}\r\n`,
        "known.pub": known,
        "note.txt": newKey("not@offered"),
      });
      const done = run();
      await look(box, "alice@one");
      const { rows } = await look(box, "already added");
      assert.deepEqual(rows.slice(0, 3), ["alice@known", "alice@one", "Älice’s läptop"]);
      await pickAt(box, fingerprint(two), "Älice’s läptop");
      const ask = `Enter a title for ED25519 ${fingerprint(two)}, used by @alice to sign in to ${host}`;
      assert.equal((await look(box, ask)).value, "Älice’s läptop");
      const title = unique();
      await type(box, title);
      await done;
      assert.equal((await titled(title))?.key, two);
      assert.deepEqual(stage.notices, [`Added SSH key “${title}” to ${host}.`]);
      assert.ok(home.path);
    });

    command("forgeline.sshKey.add", "never sends or logs private keys", async (run) => {
      await using home = await homeWith({ "swapped.pub": privateKey });
      const file = join(home.path, ".ssh", "id_ed25519");
      await writeFile(file, privateKey);
      const since = await last();
      const refused = async (): Promise<void> => {
        const row = "Not added: choose another key";
        await look(box, row);
        await pickAt(box, "This is a private key, which must never leave your computer. It was not sent", row);
      };
      const done = run();
      await pickAt(box, "swapped.pub", "swapped.pub");
      await refused();

      await vscode.env.clipboard.writeText(`${newKey()}\n${privateKey}`);
      await pick(box, "From the Clipboard");
      await refused();

      const dialog = replace(vscode.window, "showOpenDialog", () => () => Promise.resolve([vscode.Uri.file(file)]));
      await pick(box, "From a File");
      await refused();
      dialog.dispose();

      await pick(box, "Paste Public Key…");
      await typeAt(box, "ends with .pub", privateKey.replaceAll("\r\n", " "));
      await typeAt(box, "This is a private key", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB");
      await look(box, "This key is incomplete or damaged");
      await escape(box);
      await done;
      assert.equal(await posted(since), 0);
      const remembered = stage.app.memory.keys().map((key) => stage.app.memory.get(key));
      const kept = JSON.stringify([remembered, await draftsOf(stage.app), await control.requests(since)]);
      assert.ok(!kept.includes("b3BlbnNzaC1rZXktdjE"));
      assert.equal(await readFile(file, "utf8"), privateKey);
    });

    command("forgeline.sshKey.add", "keeps the title when the key is taken", async (run) => {
      await using home = await homeWith({});
      assert.ok(home.path);
      const [own, bobs] = [newKey(""), newKey("")];
      const first = unique();
      await added(first, own);
      await onHost("bob", "POST", "/user/keys", { title: "Bob's", key: bobs });
      for (const [line, why] of [
        [own, `Your account on ${host} already has this key, as “${first}”.`],
        [bobs, `This key is already used by another account on ${host}`],
      ] as const) {
        await vscode.env.clipboard.writeText(line);
        const done = run();
        await pick(box, "From the Clipboard");
        assert.equal((await look(box, "Enter a title for")).value, "ED25519");
        await type(box, "My new machine");
        assert.equal((await look(box, why)).value, "My new machine");
        await escape(box);
        await done;
      }
      assert.equal(await titled("My new machine"), undefined);
    });

    command("forgeline.sshKey.show", "shows type, fingerprints and dates", async (run) => {
      const line = newKey("alice@shown");
      const ref = await added(unique(), line);
      const body = { ...ref.key, expires_at: "2020-01-02T03:04:05.000Z", usage_type: "signing" };
      await control.fault({ path: `/user/keys/${ref.key.id}$`, times: 1, status: 200, body });
      await run(ref);
      const text = vscode.window.activeTextEditor?.document.getText() ?? "";
      for (const part of [
        ...[`Title: ${ref.key.title}`, "Type: ED25519", `SHA256 fingerprint: ${fingerprint(line)}`],
        ...["MD5 fingerprint: MD5:", "Comment: alice@shown", "Valid: expired on Jan 2, 2020"],
        ...["Used for: signing commits", line, `${url}/-/profile/keys`],
      ])
        assert.ok(text.includes(part), `${part} is not in ${text}`);
    });

    command("forgeline.sshKey.copyFingerprint", "copies the fingerprint of the picked key", async (run) => {
      const line = newKey();
      const { key } = await added(unique(), line);
      await answered(run(), [
        () => look("Copy Fingerprint", key.title),
        () => pick("Copy Fingerprint", key.title, key.title),
      ]);
      assert.equal(await clipboard(), fingerprint(line));
    });

    command("forgeline.sshKey.copy", "copies the public key, requesting it if needed", async (run) => {
      const line = newKey();
      const { key } = await added(unique(), line);
      await run({ instance: url, key: { id: key.id, title: key.title } });
      assert.equal(await clipboard(), line);
    });

    command("forgeline.sshKey.remove", "explains why not and opens the page", async (run) => {
      const ref = await added(unique());
      const remove = (button: string) => async (): Promise<void> => {
        const [, said] = await Promise.all([run(ref), stage.answer(button)]);
        const why = `The API of ${host} cannot remove SSH keys, so the page opens in the browser`;
        for (const part of [`Remove “${ref.key.title}” in your SSH key settings`, why, fingerprint(ref.key.key)])
          assert.ok(said.includes(part), said);
      };
      assert.deepEqual(await stage.opened(remove("Cancel")), []);
      assert.deepEqual(await stage.opened(remove("Open in Browser")), [`${url}/-/profile/keys`]);
      assert.ok(await titled(ref.key.title));
    });

    command("forgeline.sshKeys.openInBrowser", "opens the page of the keys", async (run) => {
      assert.deepEqual(await stage.opened(() => run()), [`${url}/-/profile/keys`]);
    });
  });

  describe("commands about oneself", () => {
    const { control, typeAt, pickAt } = stage;
    const box = "Set Status";
    const sent: object[] = [];
    let undo: { dispose(): void };

    beforeEach(async () => {
      await aliceTells("", "");
      sent.length = 0;
      undo = replace(stage.client.users, "setStatus", (real) => (status, options) => {
        sent.push(status);
        return real(status, options);
      });
    });
    afterEach(() => undo.dispose());
    after(async () => {
      await aliceTells("", "");
      await closeView(stage.app.mergeRequests.view, "Merge Requests");
    });
    const now = async (): Promise<(string | null)[]> => {
      const { emoji, message } = await stage.client.users.currentStatus();
      return [emoji, message];
    };

    command("forgeline.status.set", "sends a message without an emoji", async (run) => {
      await answered(run(), [
        () => look(box, "enter an emoji or a message"),
        // There is nothing to set yet: the message is asked for.
        () => pick(box, "Set Status"),
        () => typeAt("Message", "What's your status?", " Back at :clock3: "),
        () => pickAt(box, "💬 Back at 🕒", "Set Status"),
      ]);
      assert.deepEqual(sent, [{ message: "Back at :clock3:" }]);
      assert.deepEqual(await now(), ["speech_balloon", "Back at :clock3:"]);
      assert.deepEqual(stage.notices, ["Status set: 💬 Back at 🕒"]);
      const told = stage.announced.map((change) => change.subject === "ownStatus" && change.status?.emoji);
      assert.deepEqual(told, ["speech_balloon"]);
    });

    command("forgeline.status.set", "clears a set status and its “busy”", async (run) => {
      const body = { emoji: "coffee", message: "Break", message_html: "Break", availability: "busy" };
      await control.fault({ method: "GET", path: "/user/status$", times: 1, status: 200, body });
      await Promise.all([run(), pickAt(box, "clears “busy”", "Clear Status")]);
      assert.deepEqual(sent, [{ emoji: "", message: "" }]);
      assert.deepEqual(stage.notices, ["Status cleared."]);
    });

    command("forgeline.status.clear", "clears the status without a question @oldest", async (run) => {
      await aliceTells("coffee", "Break");
      await run();
      assert.deepEqual(sent, [{ emoji: "", message: "" }]);
      assert.deepEqual(await now(), [null, null]);
      assert.deepEqual(stage.notices, ["Status cleared."]);
    });

    command("forgeline.counts.show", "opens the folder of review requests", async (run) => {
      const requests = { merge_requests: 3, assigned_merge_requests: 3, review_requested_merge_requests: 1 };
      const body = { ...requests, assigned_issues: 4, todos: 0 };
      await control.fault({ path: "/user_counts$", times: 1, status: 200, body });
      const done = run();
      const title = "Show My Work";
      const { rows } = await look(title, "1 merge request to review");
      const assigned = "3 merge requests assigned to me";
      assert.deepEqual(rows, [assigned, "1 merge request to review", "4 issues assigned to me", "0 to-do items"]);
      await pick(title, "1 merge request to review");
      await done;
      const view = stage.app.mergeRequests.view;
      await until("the view", () => view.visible, view.onDidChangeVisibility);
      const states = { selected: true, expanded: true };
      await outer().ask({ action: "find", role: "treeitem", name: "Review requests", states });
      assert.equal(view.contents?.everywhere, true);
      await view.contents.showEverywhere(false);
    });

    command("forgeline.counts.show", "opens other counts on the host's pages", async (run) => {
      const opened = await openedBy(async () => {
        await run("issues");
        await run("todos");
      });
      const { url } = localService();
      assert.deepEqual(opened, [`${url}/dashboard/issues?assignee_username=alice`, `${url}/dashboard/todos`]);
    });
  });
});

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
    const found = (await rows()).map(({ label, icon, context, item }) => [label, icon, context, item.collapsibleState]);
    assert.deepEqual(found, [
      ["Änn Other", "circle-slash descriptionForeground", "user blocked", vscode.TreeItemCollapsibleState.Collapsed],
      ["Änn Øre", "person", "user active", vscode.TreeItemCollapsibleState.Collapsed],
    ]);
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
      const seen = cells(
        rows.filter(({ context }) => context === "myProblem"),
        "label",
        "description",
      );
      assert.deepEqual(seen, [`My status is not available | Not available on ${host}`]);
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
    await runGit(["init", "--quiet", nested]);
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
    await own.commit({ "people.txt": "1\n" }, { branch: "people" });
    const { iid } = await own.addMergeRequest({ title: "For people", description: text, sourceBranch: "people" });
    const description = vscode.Uri.from({ scheme: DESCRIPTION_SCHEME, ...descriptionParts({ ...scope, iid }) });
    assert.match((await hover(description, "@u"))?.text ?? "", /Widely Known/);
    const page = await stage.client.wikis.create(own.path, { title: "People", content: text });
    const found = (await hover((await stage.app.wiki.files.load()).uriOf(scope, page), "@u"))?.text ?? "";
    assert.match(found, /Widely Known/);
  });
});
