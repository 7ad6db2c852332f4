import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, before, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { User } from "../../src/api/resources/userTypes.ts";
import type { UserRef } from "../../src/core/people/refs.ts";
import { administrator } from "./administrators.ts";
import { command } from "./commandTest.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { MadeUsers } from "./madeUsers.ts";
import { hideViews } from "./shownView.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";

describe("commands of administrators about users who are made and changed", () => {
  const stage = setStage();
  const { look, pick, type, escape, enter, typeAt } = stage;
  const { control } = stage;
  const people = new MadeUsers();
  before(async () => {
    stage.client = (await administrator()).connection.client;
    await hideViews(stage.app);
  });
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
  /** Everything that is logged meanwhile, down to what errors carry. */
  const logged = async (work: () => Promise<void>): Promise<string> => {
    const lines: string[] = [];
    const undo = (["trace", "debug", "info", "warn", "error"] as const).map((level) =>
      replace(
        stage.app.log,
        level,
        () =>
          (...args: unknown[]) =>
            void lines.push(inspect(args, { depth: 10, showHidden: true })),
      ),
    );
    try {
      await work();
    } finally {
      for (const one of undo) one.dispose();
    }
    return lines.join("\n");
  };
  const kept = async (): Promise<string> =>
    JSON.stringify([await draftsOf(stage.app), stage.app.memory.keys().map((key) => stage.app.memory.get(key))]);
  const create = "Create User";

  command("forgeline.user.create", "requires missing fields and sends the chosen ones only", async (run) => {
    const { username, email } = people.request("new");
    const done = run();
    await pick(create, "Create", "Create");
    await type("Email", "no address");
    await typeAt("Email", "Enter a valid email address", email);
    await pick(create, "Create", "Create");
    await type("Username", username);
    await pick(create, "Create", "Create");
    await type("Name", "Zoë Größe 🌦");
    await pick(create, "Create", "Create");
    await pick("Password", "Send Reset Link");
    await pick(create, "External", "External");
    await pick("External", "Yes");
    await pick(create, "Bio", "Bio");
    await type("Bio", "Likes rain");
    await pick(create, "Create", "Create");
    await done;
    const user = await now();
    assert.deepEqual(
      [user.name, user.email, user.external, user.bio, user.is_admin, user.confirmed_at],
      ["Zoë Größe 🌦", email, true, "Likes rain", false, null],
    );
    assert.match(stage.notices.join(), /User Zoë Größe 🌦 \(@u\w+new\) created on 127\.0\.0\.1/);
  });

  command("forgeline.user.create", "keeps fields of a refused user, logs no password", async (run) => {
    const taken = await people.make("taken");
    const secret = "hunter2-Ünder-cover";
    const text = await logged(async () => {
      const done = run();
      for (const [field, value] of [
        ["Email", taken.email ?? ""],
        ["Username", taken.username],
        ["Name", "Ana"],
      ] as const) {
        await pick(create, field, field);
        await type(field, value);
      }
      await pick(create, "Password");
      await pick("Password", "Enter Password…");
      await typeAt("Password", "Enter a password of at least 8 characters", "short");
      await pick(create, "Create", "Create");
      await look(create, "too short");
      // The row that says so begins with the field's name, too: it goes with the next answer.
      await pick(create, "Bio", "Bio");
      await type("Bio", "Rain");
      await pick(create, "Password");
      await pick("Password", "Enter Password…");
      await typeAt("Password", "Enter a password of at least 8 characters", secret);
      await pick(create, "Create", "Create");
      await look(create, "This email address is already used on");
      assert.equal((await kept()).includes(secret), false);
      await pick(create, "Email", "Email");
      assert.equal((await look("Email", "Address for signing in and for notifications")).value, taken.email);
      await type("Email", `${people.prefix}other@example.com`);
      await pick(create, "Create", "Create");
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
    await pick(create, "Username", "Username");
    await type("Username", `${people.prefix}other`);
    await pick(create, "Create", "Create");
    await pick("Password", "Random Password");
    await pick(create, "Create", "Create");
    await again;
    assert.deepEqual(
      (await people.onHost()).map(({ username }) => username),
      [taken.username, `${people.prefix}other`],
    );
    assert.deepEqual(await draftsOf(stage.app, "newUser"), []);
  });

  command("forgeline.user.edit", "sends one field at a time and no unchanged one", async (run) => {
    const user = await people.make("ana");
    const edit = `Edit Person ${user.username}`;
    const since = await last();
    const done = run(row(user));
    await pick(edit, "Name", "Name");
    await type("Name", "Åsa");
    const renamed = `Edit Åsa (@${user.username})`;
    await pick(renamed, "Administrator", "Administrator");
    await pick("Administrator", "Yes");
    await pick(renamed, "External", "External");
    await pick("External", "No");
    await pick(renamed, "Projects Limit", "Projects");
    await type("Projects Limit", "many");
    await typeAt("Projects Limit", "Enter a whole number", "7");
    await look(renamed, "7");
    await escape(renamed);
    await done;
    assert.deepEqual(await writes(since), Array(3).fill(`PUT /users/${user.id}`));
    const { name, is_admin: admin, projects_limit: limit, external, email } = await now();
    assert.deepEqual([name, admin, limit, external, email], ["Åsa", true, 7, false, user.email]);
  });

  command("forgeline.user.edit", "reports taken values at the field, by 409 or 404", async (run) => {
    const other = await people.make("other");
    const user = await people.make("user");
    const edit = `Edit Person ${user.username}`;
    const done = run(row(user));
    await pick(edit, "Email", "Email");
    await type("Email", other.email ?? "");
    assert.equal((await look("Email", "This email address is already used on")).value, other.email);
    await control.fault({
      method: "PUT",
      path: `/users/${user.id}$`,
      status: 404,
      body: { message: "404 User Not Found" },
    });
    await type("Email", other.email ?? "");
    await look("Email", "This email address is already used on");
    await control.clearFaults();
    await type("Email", `${people.prefix}new@example.com`);
    await look(edit, `${people.prefix}new@example.com`);
    await escape(edit);
    await done;
  });

  command("forgeline.user.edit", "asks before it overwrites someone else's change", async (run) => {
    const user = await people.make("ana");
    const edit = `Edit Person ${user.username}`;
    const done = run(row(user));
    await pick(edit, "Organization", "Organization");
    await look("Organization", "Organization of the user");
    await people.change(user.id, { organization: "Theirs" });
    await type("Organization", "Mine");
    assert.equal(
      (await look("Organization", "Someone changed “Organization” to “Theirs” in the meantime")).value,
      "Mine",
    );
    assert.equal((await now()).organization, "Theirs");
    await enter("Organization");
    await look(edit, "Mine");
    assert.equal((await now()).organization, "Mine");
    const changes: unknown[] = [];
    const listening = stage.app.changes.event((change) => changes.push(change));
    await people.delete(user.id);
    await pick(edit, "Location", "Location");
    await type("Location", "Oslo");
    assert.equal((await look("Location", "was deleted by someone else")).value, "Oslo");
    listening.dispose();
    assert.deepEqual(changes, [{ instance: stage.info.url, project: "", subject: "user", id: user.id }]);
    await escape("Location");
    await escape(edit);
    await done;
  });

  command("forgeline.user.edit", "changes a password that no log shows", async (run) => {
    const user = await people.make("ana");
    const edit = `Edit Person ${user.username}`;
    const secret = "correct-horse-battery";
    const text = await logged(async () => {
      const done = run();
      await pick("Edit User", `Person ${user.username}`, user.username);
      await pick(edit, "Password");
      await pick("Password", "Enter Password…");
      await look("Password", "Enter a password of at least 8 characters");
      await control.fault({
        method: "PUT",
        path: `/users/${user.id}$`,
        status: 400,
        body: { message: { password: ["is too common"] } },
      });
      await type("Password", secret);
      await look("Password", "is too common");
      await control.clearFaults();
      await enter("Password");
      await look(edit, "Select a field to change");
      await escape(edit);
      await done;
    });
    assert.match(text, /Edit User failed/);
    assert.equal(text.includes(secret) || (await kept()).includes(secret), false);
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
      await pick(edit, "Identity", "Identity");
      await type("Identity", "ldapmain");
      await typeAt("Identity", "Enter the user's ID at ldapmain", "cn=ana");
      await look(edit, "cn=ana at ldapmain");
      await pick(edit, "Skip Confirmation of a New Email", "Skip");
      await look(edit, "yes");
      await pick(edit, "Email", "Email");
      await type("Email", `${people.prefix}new@example.com`);
      await look(edit, `${people.prefix}new@example.com`);
      await escape(edit);
      await done;
    } finally {
      undo.dispose();
      await rm(folder, { recursive: true });
    }
    const { avatar_url: avatar, identities, email } = await now();
    assert.match(avatar ?? "", /Ana\.png$/);
    assert.deepEqual(
      [identities?.map(({ provider, extern_uid: uid }) => [provider, uid]), email],
      [[["ldapmain", "cn=ana"]], `${people.prefix}new@example.com`],
    );
  });
});
