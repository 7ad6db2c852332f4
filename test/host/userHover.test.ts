import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { User } from "../../src/api/resources/userTypes.ts";
import { descriptionParts } from "../../src/core/addresses/descriptions.ts";
import { DESCRIPTION_SCHEME } from "../../src/core/addresses/schemes.ts";
import { ownProject } from "./ownProject.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { setStage } from "./stage.ts";
import { freshKey, userStage } from "./userStage.ts";

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
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", uri, at);
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

  it("tell who is meant in Markdown and plain text of the project, with nothing of it alive, and are read once", async () => {
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

  it("tell nothing, and ask nobody, in code, for addresses and packages, and in files of no known project", async () => {
    const user = await users.make("Quiet");
    const name = `@${user.username}`;
    const since = await users.now();
    const code = await write(
      inside,
      "code.md",
      `a ${name}/pkg joe${name}.example \`${name} one\`\n\n\`\`\`ts\n${name}()\n\`\`\`\n`,
    );
    for (const words of [`${name}/pkg`, `${name}.example`, `${name} one`, `${name}()`])
      assert.equal(await hover(code, words), undefined, words);
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

  it("tell who is meant in descriptions of merge requests and pages of the wiki", async () => {
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
    assert.match(
      (await hover((await stage.app.wiki.files.load()).uriOf(scope, page), "@u"))?.text ?? "",
      /Widely Known/,
    );
  });

  it("tell nothing to who is not signed in", async () => {
    const user = await users.make("Unknown Then");
    const uri = await markdown(user, "out.md");
    await signedOut();
    try {
      const since = await users.now();
      assert.equal(await hover(uri, "@u"), undefined);
      assert.deepEqual(await users.asked(since), []);
    } finally {
      stage.client = (await signedIn()).connection.client;
    }
  });
});
