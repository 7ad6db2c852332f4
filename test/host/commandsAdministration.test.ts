import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import * as vscode from "vscode";
import type { Client } from "../../src/api/client.ts";
import type { User } from "../../src/api/resources/userTypes.ts";
import type { UserRef } from "../../src/core/people/refs.ts";
import { VIEWS } from "../../src/core/views.ts";
import type { AttributesRef } from "../../src/features/administration/customAttributes/refs.ts";
import type { SystemHookRef } from "../../src/features/administration/systemHooks/refs.ts";
import type { AdminUserFilter } from "../../src/features/administration/users/filter.ts";
import { administrator, hooksOnHost, offered, removeHooks, sampleHook } from "./administrators.ts";
import { command } from "./commandTest.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { answered, diffInFront, editorInFront } from "./inFront.ts";
import { MadeUsers } from "./madeUsers.ts";
import { refuse } from "./refuse.ts";
import { cells, type Row } from "./rows.ts";
import { hideViews, showAlone, showPipelines } from "./shownView.ts";
import { accountOf } from "./snippetStage.ts";
import { replace } from "./spies.ts";
import { setStage, type Stage } from "./stage.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";
import { replaceLines, retype, writeLines } from "./writeLines.ts";

/** Everything that is logged meanwhile, down to what errors carry. */
async function loggedBy({ app }: Stage, work: () => Promise<void>): Promise<string> {
  const lines: string[] = [];
  const undo = (["trace", "debug", "info", "warn", "error"] as const).map((level) =>
    replace(
      app.log,
      level,
      () =>
        (...given: unknown[]) =>
          void lines.push(inspect(given, { depth: 10, showHidden: true })),
    ),
  );
  try {
    await work();
  } finally {
    for (const one of undo) one.dispose();
  }
  return lines.join("\n");
}

describe("administration commands", () => {
  const stage = setStage();
  const { look, pick, type, escape, field } = stage;
  const remembered = () => stage.app.memory.keys().map((key) => stage.app.memory.get(key));
  const { control } = stage;
  /** Where hooks are sent to, and what came. */
  let receiver: Server;
  let address: string;
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];

  before(async () => {
    receiver = createServer((request, response) => {
      let body = "";
      request
        .on("data", (part: Buffer) => (body += part.toString()))
        .on("end", () => {
          received.push({ headers: request.headers, body });
          response.end();
        });
    });
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    stage.client = (await administrator()).connection.client;
    await hideViews(stage.app);
  });
  after(() => void receiver.close());
  afterEach(async () => {
    received.length = 0;
    await removeHooks();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  const row = async (request: { url: string; token?: string }): Promise<SystemHookRef> => ({
    instance: stage.info.url,
    hook: await stage.client.systemHooks.create(request),
  });
  const shown = async (name: RegExp): Promise<string> => {
    const is = (document: vscode.TextDocument) => name.test(document.uri.path) && document.getText() !== "";
    return (await editorInFront(`the text ${name.source}`, is)).document.getText();
  };
  const create = "Create System Hook";

  command("forgeline.systemHook.create", "validates the address and sends all switches", async (run) => {
    const done = run();
    await type("URL", "ftp://example.com");
    assert.equal((await look("URL", "Enter a URL that starts with http:// or https://")).value, "ftp://example.com");
    await type("URL", address);
    await pick(create, "Pushes");
    await pick(create, "Repository updates");
    await pick(create, "Verify SSL Certificate");
    await field(create, "Secret Token", "pass phrase");
    const box = await look(create, "set");
    assert.equal(JSON.stringify(box).includes("pass phrase"), false);
    await pick(create, "Create");
    await done;
    const [hook] = await hooksOnHost();
    assert.ok(hook);
    const { url, push_events: pushes, tag_push_events: tags, merge_requests_events: requests } = hook;
    assert.deepEqual([url, pushes, tags, requests], [address, true, false, false]);
    assert.deepEqual([hook.repository_update_events, hook.enable_ssl_verification], [false, false]);
    assert.match(stage.notices.join(), /System hook “.*\/hook” created\. Test it to check that events arrive/);
    await stage.client.systemHooks.test(hook.id);
    await control.waitForDelivery({ hookId: hook.id });
    assert.ok(Object.values(received[0]?.headers ?? {}).includes("pass phrase"));
    assert.equal(JSON.stringify([await draftsOf(stage.app), remembered()]).includes("pass phrase"), false);
  });

  command("forgeline.systemHook.create", "keeps fields when the host refuses or it is closed", async (run) => {
    const body = { message: { url: ["is blocked: Requests to the local network are not allowed"] } };
    await control.fault({ method: "POST", path: "/hooks$", status: 422, body });
    let done = Promise.resolve();
    const text = await loggedBy(stage, async () => {
      done = run();
      await type("URL", "https://inside.example.com/x");
      await pick(create, "Tag pushes");
      await field(create, "Secret Token", "hunter2");
      await pick(create, "Create");
      const { rows } = await look(create, "does not allow hooks to its local network");
      assert.ok(rows.some((one) => one.includes("Tag pushes")));
      await escape(create);
      await done;
    });
    assert.match(text, /\/hooks/, "the refusal is logged");
    assert.doesNotMatch(text, /hunter2/);
    await control.clearFaults();
    done = run();
    await field(create, "URL", address);
    // As the documents show it: one hook in a list.
    const { hook } = await row({ url: "https://shown.example.com/" });
    await control.fault({ method: "POST", path: "/hooks$", status: 201, body: [{ ...hook, url: address }] });
    await pick(create, "Create");
    await done;
    assert.match(stage.notices.join(), /created\. Test it/);
    assert.deepEqual(await draftsOf(stage.app, "newSystemHook"), []);
  });

  command("forgeline.systemHook.show", "shows all fields but the secret @oldest", async (run) => {
    const ref = await row({ url: address, token: "s3cret" });
    await run(ref);
    const text = await shown(/System Hook \d+\.txt$/);
    for (const line of [
      ...[`Host: ${stage.info.url}`, `URL: ${address}`, "Repository updates: yes", "Pushes: no"],
      ...["SSL verification: yes", "State: enabled", "Secret token: never shown by the host"],
    ])
      assert.ok(text.includes(`${line}\n`), `${line} is not in ${text}`);
    assert.equal(text.includes("s3cret"), false);
    await Promise.all([run(), pick("Show System Hook", address)]);
  });

  command("forgeline.systemHook.test", "sends test data and shows it", async (run) => {
    const ref = await row({ url: address });
    await run(ref);
    const payload = JSON.parse(await shown(/System Hook \d+ Test\.json$/)) as object;
    await control.waitForDelivery({ hookId: ref.hook.id });
    assert.deepEqual(JSON.parse(received[0]?.body ?? ""), payload);
    assert.equal((payload as { event_name?: string }).event_name, "project_create");
    assert.match(stage.notices.join(), /sent this test data to “.*”\. The host does not return the response\./);
  });

  command("forgeline.systemHook.test", "reports a deleted hook", async (run) => {
    const ref = await row({ url: address });
    await removeHooks();
    await run(ref);
    const { text, buttons } = await stage.message();
    assert.match(text, /: The system hook “.*\/hook” was deleted by someone else\.$/);
    assert.equal(buttons[0], "Refresh");
  });

  command("forgeline.systemHook.delete", "deletes one after a question", async (run) => {
    const ref = await row({ url: address });
    await row({ url: "https://stays.example.com/" });
    const [, said] = await Promise.all([run(ref), stage.answer("Cancel")]);
    for (const part of [address, "127.0.0.1", "cannot be undone"])
      assert.ok(said.includes(part), `${part} is not in ${said}`);
    assert.equal((await hooksOnHost()).length, 2);
    await answered(run(), [() => pick("Delete System Hook", address), () => stage.answer("Delete")]);
    const urls = (await hooksOnHost()).map(({ url }) => url);
    assert.deepEqual(urls, ["https://stays.example.com/"]);
    assert.match(stage.notices.join(), / deleted\./);
  });

  command("forgeline.administration.showCurrentUserAs", "takes a row or a typed user", async (run) => {
    const box = "Show Current User As";
    const { bob } = stage.info.users;
    await Promise.all([run(), pick(box, bob.name)]);
    const text = await shown(/Current User as bob\.txt$/);
    for (const line of [`User: ${bob.name} (@bob, ID ${bob.id})`, "State: active"])
      assert.ok(text.includes(`${line}\n`), `${line} is not in ${text}`);
    assert.match(text, /^Requested as this user by admin @/);
    assert.ok((await control.requests()).some(({ path }) => /\/user\?sudo=/.test(path)));
    await Promise.all([run(), type(box, "@nobody-at-all")]);
    await stage.says(/User @nobody-at-all not found on .*\./);
    await Promise.all([run(), type(box, "999999")]);
    await stage.says(/User 999999 not found on .*\./);
  });

  describe("commands of administrators about users", () => {
    const { look, pick, type, escape, enter, typeAt } = stage;
    const { control } = stage;
    const people = new MadeUsers();
    beforeEach(() => people.renew());
    afterEach(async () => {
      await forgetDrafts(stage.app, "newUser");
      await people.removeAll();
    });
    const row = (user: User): UserRef => ({ instance: stage.info.url, user });
    const now = async (): Promise<User> => (await people.onHost())[0] ?? assert.fail("there is no such user");
    /** Bodies of the writes, as the host got them: their fields. */
    const writes = async (since: number): Promise<string[]> =>
      (await control.requests(since))
        .filter(({ method, path }) => method !== "GET" && path.includes("/users"))
        .map(({ method, path }) => `${method} ${path.replace(/^.*\/api\/v4/, "")}`);
    const last = (): Promise<number> => control.lastRequest();
    const kept = async (): Promise<string> =>
      JSON.stringify([await draftsOf(stage.app), stage.app.memory.keys().map((key) => stage.app.memory.get(key))]);
    const create = "Create User";
    /** Selects a field of a form, typing its name, and enters or chooses its value. */
    const enterIn = async (box: string, name: string, text: string): Promise<void> => {
      await pick(box, name, name);
      await type(name, text);
    };
    const choose = async (box: string, name: string, row: string): Promise<void> => {
      await pick(box, name, name);
      await pick(name, row);
    };
    const creates = () => pick(create, "Create", "Create");

    command("forgeline.user.create", "requires missing fields and sends the chosen ones only", async (run) => {
      const { username, email } = people.request("new");
      const done = run();
      await creates();
      await type("Email", "no address");
      await typeAt("Email", "Enter a valid email address", email);
      await creates();
      await type("Username", username);
      await creates();
      await type("Name", "Zoë Größe 🌦");
      await creates();
      await pick("Password", "Send Reset Link");
      await choose(create, "External", "Yes");
      await enterIn(create, "Bio", "Likes rain");
      await creates();
      await done;
      const user = await now();
      const seen = [user.name, user.email, user.external, user.bio, user.is_admin, user.confirmed_at];
      assert.deepEqual(seen, ["Zoë Größe 🌦", email, true, "Likes rain", false, null]);
      assert.match(stage.notices.join(), /User Zoë Größe 🌦 \(@u\w+new\) created on 127\.0\.0\.1/);
    });

    command("forgeline.user.create", "keeps fields of a refused user, logs no password", async (run) => {
      const taken = await people.make("taken");
      const secret = "hunter2-Ünder-cover";
      const text = await loggedBy(stage, async () => {
        const done = run();
        await enterIn(create, "Email", taken.email ?? "");
        await enterIn(create, "Username", taken.username);
        await enterIn(create, "Name", "Ana");
        await choose(create, "Password", "Enter Password…");
        await typeAt("Password", "Enter a password of at least 8 characters", "short");
        await creates();
        await look(create, "too short");
        // The row that says so begins with the field's name, too: it goes with the next answer.
        await enterIn(create, "Bio", "Rain");
        await choose(create, "Password", "Enter Password…");
        await typeAt("Password", "Enter a password of at least 8 characters", secret);
        await creates();
        await look(create, "This email address is already used on");
        assert.equal((await kept()).includes(secret), false);
        await pick(create, "Email", "Email");
        assert.equal((await look("Email", "Address for signing in and for notifications")).value, taken.email);
        await type("Email", `${people.prefix}other@example.com`);
        await creates();
        await look(create, "This username is already used by a user or group on");
        await escape(create);
        await done;
      });
      assert.match(text, /Create User failed/);
      assert.equal((await kept()).includes(secret), false, "nor after what was entered next");
      assert.equal(text.includes(secret) || text.includes('short"'), false);
      // All but the password is there again.
      const again = run();
      const box = await look(create, `${people.prefix}other@example.com`);
      assert.equal(JSON.stringify(box).includes(secret), false);
      await enterIn(create, "Username", `${people.prefix}other`);
      await creates();
      await pick("Password", "Random Password");
      await creates();
      await again;
      const usernames = (await people.onHost()).map(({ username }) => username);
      assert.deepEqual(usernames, [taken.username, `${people.prefix}other`]);
      assert.deepEqual(await draftsOf(stage.app, "newUser"), []);
    });

    command("forgeline.user.edit", "sends one field at a time and no unchanged one", async (run) => {
      const user = await people.make("ana");
      const edit = `Edit Person ${user.username}`;
      const since = await last();
      const done = run(row(user));
      await enterIn(edit, "Name", "Åsa");
      const renamed = `Edit Åsa (@${user.username})`;
      await choose(renamed, "Administrator", "Yes");
      await choose(renamed, "External", "No");
      await enterIn(renamed, "Projects Limit", "many");
      await typeAt("Projects Limit", "Enter a whole number", "7");
      await look(renamed, "7");
      await escape(renamed);
      await done;
      assert.deepEqual(await writes(since), Array(3).fill(`PUT /users/${user.id}`));
      const { name, is_admin: admin, projects_limit: limit, external, email } = await now();
      assert.deepEqual([name, admin, limit, external, email], ["Åsa", true, 7, false, user.email]);
    });

    command("forgeline.user.edit", "asks before it overwrites someone else's change", async (run) => {
      const user = await people.make("ana");
      const edit = `Edit Person ${user.username}`;
      const done = run(row(user));
      await pick(edit, "Organization", "Organization");
      await look("Organization", "Organization of the user");
      await people.change(user.id, { organization: "Theirs" });
      await type("Organization", "Mine");
      const typed = (await look("Organization", "Someone changed “Organization” to “Theirs” in the meantime")).value;
      assert.equal(typed, "Mine");
      assert.equal((await now()).organization, "Theirs");
      await enter("Organization");
      await look(edit, "Mine");
      assert.equal((await now()).organization, "Mine");
      const changes: unknown[] = [];
      const listening = stage.app.changes.event((change) => changes.push(change));
      await people.delete(user.id);
      await enterIn(edit, "Location", "Oslo");
      assert.equal((await look("Location", "was deleted by someone else")).value, "Oslo");
      listening.dispose();
      assert.deepEqual(changes, [{ instance: stage.info.url, project: "", subject: "user", id: user.id }]);
      await escape("Location");
      await escape(edit);
      await done;
    });

    command("forgeline.user.edit", "sends an avatar, an identity and an address", async (run) => {
      const user = await people.make("ana");
      const edit = `Edit Person ${user.username}`;
      const folder = await mkdtemp(join(tmpdir(), "picture-"));
      const file = join(folder, "Ana.png");
      await writeFile(
        file,
        Buffer.from(
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
          "base64",
        ),
      );
      const undo = replace(vscode.window, "showOpenDialog", () => () => Promise.resolve([vscode.Uri.file(file)]));
      try {
        const done = run(row(user));
        await pick(edit, "Avatar", "Avatar");
        await look(edit, "Avatar");
        await enterIn(edit, "Identity", "ldapmain");
        await typeAt("Identity", "Enter the user's ID at ldapmain", "cn=ana");
        await look(edit, "cn=ana at ldapmain");
        await pick(edit, "Skip Confirmation of a New Email", "Skip");
        await look(edit, "yes");
        await enterIn(edit, "Email", `${people.prefix}new@example.com`);
        await look(edit, `${people.prefix}new@example.com`);
        await escape(edit);
        await done;
      } finally {
        undo.dispose();
        await rm(folder, { recursive: true });
      }
      const { avatar_url: avatar, identities, email } = await now();
      assert.match(avatar ?? "", /Ana\.png$/);
      const found = identities?.map(({ provider, extern_uid: uid }) => [provider, uid]);
      assert.deepEqual(found, [["ldapmain", "cn=ana"]]);
      assert.equal(email, `${people.prefix}new@example.com`);
    });

    command("forgeline.user.delete", "keeps contributions by default", async (run) => {
      const user = await people.make("ana");
      const done = run(row(user));
      const said = await stage.answer("Delete User");
      assert.match(
        said,
        new RegExp(`Delete the user Person ${user.username} \\(@${user.username}\\) of 127\\.0\\.0\\.1`),
      );
      assert.match(said, /“.*”: issues, merge requests, comments and snippets are moved to a ghost user/);
      assert.match(said, /contributions are deleted too, as well as groups without another owner/);
      assert.match(said, /This cannot be undone/);
      await done;
      assert.deepEqual(await people.onHost(), []);
    });

    command("forgeline.user.delete", "requires the username to delete everything", async (run) => {
      const user = await people.make("ana");
      const since = await last();
      const box = `Delete Person ${user.username}`;
      let done = run(row(user));
      await stage.answer("Delete User and Contributions…");
      await type(box, "somebody");
      await look(box, "Enter the username of the user to delete");
      await escape(box);
      await done;
      assert.deepEqual([(await people.onHost()).length, await writes(since)], [1, []]);
      done = run(row(user));
      await stage.answer("Delete User and Contributions…");
      await type(box, `@${user.username}`);
      await done;
      assert.match((await writes(since)).join(), new RegExp(`^DELETE /users/${user.id}\\?hard_delete=`));
      assert.deepEqual(await people.onHost(), []);
    });

    const filter = "Filter Users";
    command("forgeline.administration.filterUsers", "filters field by field", async (run) => {
      const users = (await stage.app.administration.view.load())?.users ?? assert.fail("there is no view");
      const done = run();
      await choose(filter, "State", "Blocked");
      await look(filter, "blocked");
      await pick(filter, "External Users", "External");
      await look(filter, "only external users");
      await enterIn(filter, "Custom Attributes", "team");
      await typeAt("Custom Attributes", "Enter key=value pairs, separated by commas", "team=a, b, office=north");
      await look(filter, "team=a, b, office=north");
      await pick(filter, "Identity at Another Service", "Identity");
      await type("Identity", "ldapmain");
      await typeAt("Identity", "Enter the user's ID at ldapmain", "cn=ana");
      await look(filter, "cn=ana at ldapmain");
      await escape(filter);
      await done;
      assert.deepEqual(users.filter.value, {
        state: "blocked",
        external: true,
        attributes: { team: "a, b", office: "north" },
        identity: { provider: "ldapmain", uid: "cn=ana" },
      });
    });

    command("forgeline.administration.clearUserFilter", "shows all users again", async (run) => {
      const users = (await stage.app.administration.view.load())?.users ?? assert.fail("there is no view");
      await users.filter.set({ state: "blocked" });
      await run();
      assert.deepEqual(users.filter.value, {});
    });
  });

  describe("commands about custom attributes", () => {
    const people = new MadeUsers();
    let user: User;
    let ref: AttributesRef;
    beforeEach(async () => {
      people.renew();
      user = await people.make("ana");
      ref = { instance: stage.info.url, owner: { kind: "users", name: user.username, id: user.id } };
    });
    afterEach(async () => {
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      const documents = await stage.app.administration.attributes.load();
      for (const uri of documents.unsent) await documents.forget(uri);
      await people.removeAll();
    });

    const attributes = () => stage.client.customAttributes;
    const set = (key: string, value: string): Promise<unknown> => attributes().set("users", user.id, key, { value });
    const onHost = async (): Promise<Record<string, string>> =>
      Object.fromEntries((await attributes().list("users", user.id).all()).items.map(({ key, value }) => [key, value]));
    const editor = async (): Promise<vscode.TextDocument> =>
      (await editorInFront("the attributes", ({ uri }) => uri.scheme === "forgeline-attributes")).document;
    const write = async (text: string): Promise<vscode.TextDocument> => {
      const document = await editor();
      await retype(document, text);
      return document;
    };
    const last = (): Promise<number> => control.lastRequest();
    const writes = async (since: number): Promise<string[]> =>
      (await control.requests(since))
        .filter(({ method, path }) => method !== "GET" && path.includes("/custom_attributes/"))
        .map(({ method, path }) => `${method} ${decodeURIComponent(path.replace(/^.*custom_attributes\//, ""))}`);

    const editAll = "forgeline.customAttribute.editAll";
    command(editAll, "opens a table of all, and sends on save only what differs", async (run) => {
      await set("team", "storm");
      await set("cost", "1");
      await run(ref);
      const document = await editor();
      const seen = [document.languageId, document.getText()];
      assert.deepEqual(seen, ["json", '{\n  "cost": "1",\n  "team": "storm"\n}\n']);
      const since = await last();
      await write('{ "team": "storm", "cost": "2", "a b/ü": "line\\nline" }');
      assert.equal(await document.save(), true);
      assert.deepEqual(await writes(since), ["PUT a b/ü", "PUT cost"]);
      assert.deepEqual(await onHost(), { team: "storm", cost: "2", "a b/ü": "line\nline" });
      assert.match(stage.notices.join(), /1 attribute added, 1 changed/);
    });

    command(editAll, "asks before anything is deleted, names it, and compares on demand", async (run) => {
      await set("team", "storm");
      await set("cost", "1");
      await run(ref);
      const document = await write('{ "cost": "2" }');
      const since = await last();
      let saved = document.save();
      const said = await stage.answer("Compare First");
      assert.match(said, new RegExp(`Delete 1 custom attribute of user ${user.username} on 127\\.0\\.0\\.1`));
      assert.match(said, /Will be set:\s*cost: 2\s*Will be deleted:\s*team: storm/);
      assert.equal(await saved, false);
      await diffInFront();
      assert.deepEqual(await writes(since), []);
      saved = document.save();
      await stage.answer("Save and Delete");
      assert.equal(await saved, true);
      assert.deepEqual([await onHost(), await writes(since)], [{ cost: "2" }, ["PUT cost", "DELETE team"]]);
    });

    command(editAll, "keeps another administrator's edits until they were compared", async (run) => {
      await set("team", "storm");
      await run(ref);
      const document = await write('{ "team": "calm" }');
      await set("team", "theirs");
      assert.equal(await document.save(), false);
      await stage.says(/Someone else changed the custom attributes of user u\w+ana while you were editing/);
      assert.deepEqual(await onHost(), { team: "theirs" });
      await stage.press("Overwrite Theirs");
      await until("the text to be sent", () => !document.isDirty, vscode.workspace.onDidSaveTextDocument);
      assert.deepEqual(await onHost(), { team: "calm" });
    });

    command(editAll, "from the palette finds a group by its path and a project by its number", async (run) => {
      const box = "Edit Custom Attributes";
      const { subgroup } = await control.info();
      let done = run();
      await pick(box, "A Group…");
      await stage.typeAt(box, "Enter the path (demo/team) or ID of a group", `/${subgroup.path}/`);
      await done;
      assert.match((await editor()).uri.path, new RegExp(`^/groups/${subgroup.path}\\.attributes\\.json$`));
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      done = run();
      await pick(box, "A Project…");
      await stage.typeAt(
        box,
        "Enter the path (demo/weather-station) or ID of a project",
        String(stage.info.project.id),
      );
      await done;
      assert.match((await editor()).uri.path, new RegExp(`^/projects/${stage.info.project.path}\\.attributes\\.json$`));
    });

    const one = "forgeline.customAttribute.set";
    const named = (): string => `Set Custom Attribute of user ${user.username}`;
    command(one, "adds one, changes one, and tells what another administrator did meanwhile", async (run) => {
      let done = run(ref);
      await stage.typeAt(named(), "Enter a key. An existing attribute is changed, a new one is added", "team");
      await look(named(), "Value of the new attribute");
      await writeLines(stage, { box: named(), use: "Use This Value", text: "storm\nand rain" });
      await done;
      assert.deepEqual(await onHost(), { team: "storm\nand rain" });
      done = run({ ...ref, attribute: { key: "team", value: "old" } });
      await look(named(), "Use This Value");
      await set("team", "theirs");
      await replaceLines(stage, { box: named(), use: "Use This Value", before: "storm\nand rain", text: "mine" });
      assert.equal((await look(named(), "Someone set “team” to “theirs” in the meantime")).value, "mine");
      assert.deepEqual(await onHost(), { team: "theirs" });
      await stage.enter(named());
      await done;
      assert.deepEqual(await onHost(), { team: "mine" });
    });

    command(one, "keeps a value whose box is closed, and what it was begun upon", async (run) => {
      await set("team", "storm");
      const row = { ...ref, attribute: { key: "team", value: "storm" } };
      const first = run(row);
      await stage.fillAt(named(), "New value of “team”", "mine");
      await stage.escape(named());
      await first;
      await set("team", "theirs");
      const done = run(row);
      assert.equal((await look(named(), "New value of “team”")).value, "mine");
      await stage.enter(named());
      await look(named(), "Someone set “team” to “theirs” in the meantime");
      await stage.enter(named());
      await done;
      assert.deepEqual(await onHost(), { team: "mine" });
      const next = run(row);
      assert.equal((await look(named(), "New value of “team”")).value, "mine", "as on the host");
      await stage.escape(named());
      await next;
      assert.deepEqual(await draftsOf(stage.app, "customAttribute"), []);
    });

    command(one, "tells that the user is gone", async (run) => {
      await people.delete(user.id);
      await run({ ...ref, attribute: { key: "team", value: "storm" } });
      await stage.says(/Not found on .*: user u\w+ana\. It may have been deleted/);
    });

    const remove = "forgeline.customAttribute.delete";
    command(remove, "asks with key, value and whose it is, from the row and the palette", async (run) => {
      await set("team", "storm");
      await set("cost", "1");
      let done = run({ ...ref, attribute: { key: "team", value: "storm" } });
      const said = await stage.answer("Delete");
      assert.match(
        said,
        new RegExp(`Delete the custom attribute “team” of user ${user.username} on 127\\.0\\.0\\.1[^]*“storm”`),
      );
      await done;
      done = run();
      const box = "Delete Custom Attribute";
      await pick(box, "A User…");
      await look(box, `Person ${user.username}`);
      await pick(box, `Person ${user.username}`, user.username);
      await pick(box, "cost");
      await stage.answer("Delete");
      await done;
      assert.deepEqual(await onHost(), {});
      await Promise.all([run({ ...ref, attribute: { key: "team", value: "storm" } }), stage.answer("Delete")]);
      assert.match(stage.notices.at(-1) ?? "", /is already deleted/);
    });

    command("forgeline.customAttribute.show", "keeps a user in the view, refuses unknown ones", async (run) => {
      const box = "Show Custom Attributes";
      let done = run();
      await pick(box, "A Project…");
      await stage.typeAt(box, "Enter the path (demo/weather-station) or ID of a project", "no/such-project");
      await done;
      await stage.says(/The ID of project no\/such-project was not found on/);
      done = run();
      await pick(box, "A User…");
      await look(box, `Person ${user.username}`);
      await pick(box, `Person ${user.username}`, user.username);
      await done;
      const folder = (await stage.app.administration.view.load())?.attributes ?? assert.fail("there is no view");
      assert.ok(folder.owners.some(({ owner }) => owner.name === user.username));
      await folder.hide(ref.owner);
      await hideViews(stage.app);
    });

    command("forgeline.customAttribute.hide", "takes it out of the view, and nothing from the host", async (run) => {
      await set("team", "storm");
      const folder = (await stage.app.administration.view.load())?.attributes ?? assert.fail("there is no view");
      await folder.add(ref.owner);
      await run(ref);
      const found = folder.owners.some(({ owner }) => owner.name === user.username);
      assert.equal(found, false);
      assert.deepEqual(await onHost(), { team: "storm" });
    });
  });
});

/** The view, with an administrator signed in, for the suite around it. */
function administrationSuite() {
  before(async () => {
    await administrator();
  });
  return viewSuite(
    VIEWS.administration,
    "Administration",
    ({ administration }) => administration.view,
    accountOf("admin"),
  );
}

describe("the Administration view", () => {
  const suite = administrationSuite();
  const { control } = suite;
  const client = (): Client => suite.app.connections.get(suite.project.instance).client;
  const hooks = async (): Promise<Row<unknown>[]> => suite.rows.below(await suite.rows.at("System Hooks"));
  const last = (): Promise<number> => control.lastRequest();
  const asked = async (since: number): Promise<string[]> =>
    (await control.requests(since))
      .map(({ method, path }) => `${method} ${path.replace(/^.*\/api\/v4/, "").replace(/\?.*$/, "")}`)
      .filter((text) => /hooks|\/user$/.test(text));

  afterEach(removeHooks);

  it("lists system hooks with their triggers, on demand @oldest", async () => {
    const since = await last();
    await suite.open();
    assert.deepEqual(await asked(since), []);
    assert.deepEqual(labels(await hooks()), [sampleHook]);
    await client().systemHooks.create({
      url: "http://127.0.0.1:9/a?key=abc",
      push_events: true,
      repository_update_events: false,
      enable_ssl_verification: false,
    });
    const second = await client().systemHooks.create({ url: "https://hooks.example.com/all" });
    await suite.refreshed();
    const seen = (await hooks()).map(({ label, description, icon, context }) => [label, description, icon, context]);
    assert.deepEqual(seen, [
      [sampleHook, "Tag pushes", "plug", "systemHook"],
      ["http://127.0.0.1:9/a?key=***", "SSL verification disabled · Pushes", "unlock", "systemHook"],
      ["https://hooks.example.com/all", "Repository updates", "plug", "systemHook"],
    ]);
    const row = (await hooks())[2];
    assert.ok(row);
    assert.match(row.spoken, /^System hook https:\/\/hooks\.example\.com\/all, Repository updates$/);
    const { value } = await suite.rows.tooltip(row);
    for (const part of ["**Triggers** Repository updates", "**SSL verification** yes", `**ID** ${second.id}`])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
  });

  it("explains missing rights and hides for other accounts", async () => {
    await suite.open();
    await refuse("/hooks\\?");
    assert.match(labels(await hooks()).join("|"), /^Only administrators of 127\.0\.0\.1/);
    // The host still says that the account is an administrator's: it is the token that may not.
    await offered(suite.app, true);
    const { id, username, name } =
      suite.app.connections.get(suite.project.instance).session?.user ?? assert.fail("not signed in");
    await control.fault({ path: "/user$", status: 200, body: { id, username, name } });
    await suite.refreshed();
    await hooks();
    // It goes by itself: nothing is to be closed that is about to.
    await offered(suite.app, false);
    await until("the view to be out of sight", () => !suite.view.visible, suite.view.onDidChangeVisibility);
    await showPipelines(suite.app);
    await control.clearFaults();
    await client().users.current();
    await offered(suite.app, true);
    await showAlone(suite.app, VIEWS.administration);
    await suite.refreshed();
    assert.deepEqual(labels(await hooks()), [sampleHook]);
  });
});

describe("users and custom attributes in the Administration view", () => {
  const suite = administrationSuite();
  const { control } = suite;
  const people = new MadeUsers();
  const client = (): Client => suite.app.connections.get(suite.project.instance).client;
  beforeEach(() => people.renew());
  afterEach(async () => {
    await suite.contents.users.filter.set({});
    await people.removeAll();
  });

  const filtered = async (filter: AdminUserFilter): Promise<Row<unknown>[]> => {
    await suite.contents.users.filter.set({ search: people.prefix, ...filter });
    return suite.rows.below(await suite.rows.at("Users"));
  };
  const found = async (filter: AdminUserFilter): Promise<string[]> =>
    (await filtered(filter)).map(({ element }) =>
      (element as { user: { username: string } }).user.username.slice(people.prefix.length),
    );
  const last = (): Promise<number> => control.lastRequest();

  it("lists users with their state, details in the tooltip", async () => {
    const since = await last();
    await suite.open();
    const left = (await control.requests(since)).filter(({ path }) => path.includes("/users"));
    assert.deepEqual(left, [], "nothing before it is opened");
    const zoe = await people.make("zoe", {
      name: "Zoë Größe 🌦 \u202e$(x)",
      external: true,
      admin: true,
      bio: "Likes `rain`",
      skip_confirmation: true,
    });
    const bo = await people.make("bo", { name: "Bo" });
    await control.setUserState(bo.username, "blocked");
    await client().customAttributes.set("users", zoe.id, "team", { value: "storm" });
    const rows = await filtered({});
    assert.deepEqual(cells(rows, "label", "description", "icon", "context"), [
      `Bo | @${bo.username} · blocked | circle-slash disabledForeground | adminUser blocked hasPage`,
      `Zoë Größe 🌦  $​(x) | @${zoe.username} · administrator · external | shield | adminUser active administrator hasPage`,
    ]);
    const [, row] = rows;
    assert.ok(row);
    const { value, isTrusted } = await suite.rows.tooltip(row);
    assert.equal(isTrusted, false);
    for (const part of [
      `**Username** ${zoe.username}`,
      "**Administrator** yes",
      "**Bio** Likes &#96;rain&#96;",
      "**team** storm",
      `**ID** ${zoe.id}`,
    ])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
    const seen = (await filtered({ withAttributes: true }))[1]?.description;
    assert.equal(seen, `@${zoe.username} · administrator · external · team=storm`);
  });

  it("filters and sorts users, named in the folder's row", async () => {
    await suite.open();
    const ana = await people.make("ana", { external: true, provider: "ldapmain", extern_uid: "cn=ana" });
    await people.make("cy");
    const bob = await people.make("bob");
    await control.setUserState(bob.username, "blocked");
    await client().customAttributes.set("users", ana.id, "team", { value: "a, b" });
    assert.deepEqual(await found({}), ["bob", "cy", "ana"]);
    for (const [filter, names] of [
      [{ orderBy: "username", sort: "asc" }, "ana bob cy"],
      [{ orderBy: "username" }, "cy bob ana"],
      [{ state: "active" }, "cy ana"],
      [{ state: "blocked" }, "bob"],
      [{ external: true }, "ana"],
      [{ identity: { provider: "ldapmain", uid: "cn=ana" } }, "ana"],
      [{ attributes: { team: "a, b" } }, "ana"],
      [{ username: ana.username.toUpperCase() }, "ana"],
      [{ twoFactor: "disabled" }, "bob cy ana"],
      [{ createdBefore: "2999-01-01T00:00:00Z" }, "bob cy ana"],
    ] as const)
      assert.equal((await found(filter)).join(" "), names, JSON.stringify(filter));
    for (const filter of [{ twoFactor: "enabled" }, { createdAfter: "2999-01-01T00:00:00Z" }] as const)
      assert.deepEqual(labels(await filtered(filter)), ["No users match the filter"]);
    await filtered({ state: "active", sort: "asc" });
    const folder = await suite.rows.at("Users");
    const seen = [folder.description, folder.context];
    assert.deepEqual(seen, [`“${people.prefix}”, active, oldest or lowest first`, "adminUsers filtered"]);
    await suite.contents.users.filter.set({});
    assert.equal((await suite.rows.at("Users")).context, "adminUsers");
  });

  it("lists attributes of project, group and added owners, and explains hidden ones", async () => {
    await suite.open();
    const [group] = suite.project.path.split("/");
    await client().customAttributes.set("projects", suite.project.id, "cost-center", { value: "4711" });
    const ana = await people.make("ana");
    const of = async (...owner: string[]): Promise<string[]> =>
      cells(
        await suite.rows.below(await suite.rows.at("Custom Attributes", ...owner)),
        "label",
        "description",
        "context",
      );
    assert.deepEqual(await of(), [
      `${suite.project.path} | project (current) | attributeOwner projects open`,
      `${group} | group (current) | attributeOwner groups open`,
    ]);
    assert.deepEqual(await of(suite.project.path), ["cost-center | 4711 | customAttribute"]);
    assert.deepEqual(await of(group ?? ""), ["No custom attributes |  | note"]);
    await suite.contents.attributes.add({ kind: "users", name: ana.username, id: ana.id });
    assert.deepEqual(await of(ana.username), ["No custom attributes |  | note"]);
    await client().customAttributes.set("users", ana.id, "a b/ü", { value: "" });
    await suite.refreshed();
    assert.deepEqual(await of(ana.username), ["a b/ü | (empty) | customAttribute"]);
    await people.delete(ana.id);
    await suite.refreshed();
    assert.match((await of(ana.username)).join(), /^Not found on .*: user u\w+\. It may have been deleted/);
    await suite.contents.attributes.hide({ kind: "users", name: ana.username });
    assert.equal((await of()).length, 2);
    await refuse("/custom_attributes");
    await suite.refreshed();
    assert.match((await of(suite.project.path)).join(), /^Only administrators of 127\.0\.0\.1[^|]* can do this/);
  });
});
