import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { SshKey, User } from "../../src/api/resources/userTypes.ts";
import type { Change } from "../../src/core/changes.ts";
import type { UserRef } from "../../src/core/people/refs.ts";
import { sha256 } from "../../src/features/people/sshKeys/fingerprint.ts";
import type { SshKeyRef } from "../../src/features/people/sshKeys/refs.ts";
import { hostKey } from "../../src/features/people/sshKeys/text.ts";
import { command } from "./commandTest.ts";
import { draftsOf } from "./drafts.ts";
import { answered, clipboard } from "./inFront.ts";
import { localService } from "./localService.ts";
import { aliceTells, onHost } from "./onHost.ts";
import { outer } from "./outer.ts";
import { homeWith, newKey, privateKey } from "./ownKeys.ts";
import { closeView } from "./shownView.ts";
import { openedBy, replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { freshKey, userStage } from "./userStage.ts";

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
      const changes: Change[] = [];
      const listening = stage.app.changes.event((change) => changes.push(change));
      await answered(run(), [
        () => look(box, "enter an emoji or a message"),
        // There is nothing to set yet: the message is asked for.
        () => pick(box, "Set Status"),
        () => typeAt("Message", "What's your status?", " Back at :clock3: "),
        () => pickAt(box, "💬 Back at 🕒", "Set Status"),
      ]);
      listening.dispose();
      assert.deepEqual(sent, [{ message: "Back at :clock3:" }]);
      assert.deepEqual(await now(), ["speech_balloon", "Back at :clock3:"]);
      assert.deepEqual(stage.notices, ["Status set: 💬 Back at 🕒"]);
      const told = changes.map((change) => change.subject === "ownStatus" && change.status?.emoji);
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
