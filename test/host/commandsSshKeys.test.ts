import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, describe } from "mocha";
import * as vscode from "vscode";
import type { SshKey } from "../../src/api/resources/userTypes.ts";
import { sha256 } from "../../src/features/people/sshKeys/fingerprint.ts";
import type { SshKeyRef } from "../../src/features/people/sshKeys/refs.ts";
import { hostKey } from "../../src/features/people/sshKeys/text.ts";
import { command } from "./commandTest.ts";
import { draftsOf } from "./drafts.ts";
import { localService } from "./localService.ts";
import { onHost } from "./onHost.ts";
import { homeWith, newKey, privateKey } from "./ownKeys.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";

describe("commands about SSH keys", () => {
  const stage = setStage();
  const { look, pick, type, escape, typeAt, pickAt, enterAt } = stage;
  const { control } = stage;
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
    const { value } = await look(
      box,
      `Enter a title for ED25519 ${fingerprint(two)}, used by @alice to sign in to ${host}`,
    );
    assert.equal(value, "Älice’s läptop");
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
      await look(box, "Not added: choose another key");
      await pickAt(
        box,
        "This is a private key, which must never leave your computer. It was not sent",
        "Not added: choose another key",
      );
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
    assert.ok(
      !JSON.stringify([
        stage.app.memory.keys().map((key) => stage.app.memory.get(key)),
        await draftsOf(stage.app),
        await control.requests(since),
      ]).includes("b3BlbnNzaC1rZXktdjE"),
    );
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

  command("forgeline.sshKey.add", "asks which of several copied keys to add", async (run) => {
    await using home = await homeWith({});
    assert.ok(home.path);
    const [one, two] = [newKey("first@copied"), newKey("second@copied")];
    await vscode.env.clipboard.writeText(`${one}\r\n${two}`);
    await control.fault({
      method: "POST",
      path: "/user/keys$",
      times: 1,
      status: 400,
      body: { message: { key: ["type is forbidden. Must be RSA or ECDSA"] } },
    });
    const done = run();
    await pick(box, "From the Clipboard");
    await pickAt(box, "2 keys found. Select one", "second@copied");
    await typeAt(box, "Enter a title for", " ");
    await look(box, "Enter a title.");
    const title = unique();
    await type(box, title);
    await enterAt(box, `${host} does not accept this type of key: key type is forbidden. Must be RSA or ECDSA`);
    await done;
    assert.equal((await titled(title))?.key, two);
  });

  command("forgeline.sshKey.show", "shows type, fingerprints and dates", async (run) => {
    const line = newKey("alice@shown");
    const ref = await added(unique(), line);
    await control.fault({
      path: `/user/keys/${ref.key.id}$`,
      times: 1,
      status: 200,
      body: { ...ref.key, expires_at: "2020-01-02T03:04:05.000Z", usage_type: "signing" },
    });
    await run(ref);
    const text = vscode.window.activeTextEditor?.document.getText() ?? "";
    for (const part of [
      `Title: ${ref.key.title}`,
      "Type: ED25519",
      `SHA256 fingerprint: ${fingerprint(line)}`,
      "MD5 fingerprint: MD5:",
      "Comment: alice@shown",
      "Valid: expired on Jan 2, 2020",
      "Used for: signing commits",
      line,
      `${url}/-/profile/keys`,
    ])
      assert.ok(text.includes(part), `${part} is not in ${text}`);
  });

  command("forgeline.sshKey.show", "reports a deleted key", async (run) => {
    const { key } = await added(unique());
    await run({ instance: url, key: { ...key, id: 999_999 } });
    assert.match(
      (await stage.message()).text,
      new RegExp(
        `“${key.title}” is no longer one of your SSH keys\\. It was removed, or belongs to another account\\.`,
      ),
    );
  });

  command("forgeline.sshKey.copyFingerprint", "copies the fingerprint of the picked key", async (run) => {
    const line = newKey();
    const { key } = await added(unique(), line);
    const done = run();
    await look("Copy Fingerprint", key.title);
    await pick("Copy Fingerprint", key.title, key.title);
    await done;
    assert.equal(await vscode.env.clipboard.readText(), fingerprint(line));
    assert.deepEqual(stage.notices, ["Copied fingerprint."]);
  });

  command("forgeline.sshKey.copyFingerprint", "reports an unknown key format", async (run) => {
    const { key } = await added(unique());
    await control.fault({ path: `/user/keys/${key.id}$`, times: 1, status: 200, body: { ...key, key: "ssh-novel" } });
    await run({ instance: url, key: { id: key.id, title: key.title } });
    assert.match(
      (await stage.message()).text,
      /The fingerprint of “.*” cannot be computed because its format is unknown/,
    );
  });

  command("forgeline.sshKey.copy", "copies the public key, requesting it if needed", async (run) => {
    const line = newKey();
    const { key } = await added(unique(), line);
    await run({ instance: url, key: { id: key.id, title: key.title } });
    assert.equal(await vscode.env.clipboard.readText(), line);
    assert.deepEqual(stage.notices, ["Copied public key."]);
  });

  command("forgeline.sshKey.remove", "explains why not and opens the page", async (run) => {
    const line = newKey();
    const ref = await added(unique(), line);
    const remove = (button: string) => async (): Promise<void> => {
      const done = run(ref);
      const said = await stage.dialog(button);
      assert.ok(said.includes(`Remove “${ref.key.title}” in your SSH key settings`), said);
      assert.ok(
        said.includes(`The API of ${host} cannot remove SSH keys, so the page opens in the browser`) &&
          said.includes(fingerprint(line)),
        said,
      );
      await done;
    };
    assert.deepEqual(await stage.opened(remove("Cancel")), []);
    assert.deepEqual(await stage.opened(remove("Open in Browser")), [`${url}/-/profile/keys`]);
    stage.messages.take();
    assert.ok(await titled(ref.key.title));
  });

  command("forgeline.sshKeys.openInBrowser", "opens the page of the keys", async (run) => {
    assert.deepEqual(await stage.opened(() => run()), [`${url}/-/profile/keys`]);
  });
});
