import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { command } from "./commandTest.ts";
import { draftsOf } from "./drafts.ts";
import { editorInFront, clipboard } from "./inFront.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

const id = "forgeline.api.sendRequest";

describe("Send API Request", () => {
  const stage = setStage();
  let own: OwnProject;
  let folder: string;
  before(async () => {
    own = await ownProject(stage.app);
    await own.open();
    folder = await mkdtemp(join(tmpdir(), "forgeline-console-"));
  });
  beforeEach(() => own.forget());
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await workspaceProject(stage.app);
  });

  const box = "Send API Request";
  const look = (saying: string) => stage.look(box, saying);
  const pick = (row: string, typed?: string): Promise<string> =>
    stage.person({ action: "pick", box, row, ...(typed !== undefined && { type: typed }) });
  const enter = (): Promise<string> => stage.enter(box);
  const typeAt = (saying: string, text: string) => stage.typeAt(box, saying, text);
  const pickAt = async (saying: string, row: string, typed?: string): Promise<void> => {
    await look(saying);
    await pick(row, typed);
  };
  const enterAt = (saying: string) => stage.enterAt(box, saying);
  const checkAt = async (saying: string, ...rows: string[]): Promise<void> => {
    await look(saying);
    await stage.check(box, rows);
  };
  /** The optional parameters are all left out. */
  const noOptions = () => enterAt("Select optional parameters to send");
  /** The editor in front, once it is the named one with such a text: VS Code may show for a moment what it had before. */
  const shown = async (name: string, text: RegExp): Promise<vscode.TextDocument> => {
    const is = (document: vscode.TextDocument) => document.uri.path === `/${name}` && text.test(document.getText());
    return (await editorInFront(name, is)).document;
  };

  command(id, "finds an operation, asks for its input, shows the answer @oldest", async (run) => {
    await stage.client.milestones.project.create(own.path, { title: "2.0" });
    const done = run();
    await pickAt("by name, method or path", "List project milestones", "milestones list project");
    const asked = await look("id — ");
    assert.equal(asked.value, own.path, "the open project is already configured as");
    await enter();
    await checkAt("Select optional parameters to send", "state", "per_page");
    await pickAt("state — ", "active");
    await stage.fillAt(box, "per_page — ", "many");
    await typeAt("Expected: whole number", "1");
    await pickAt("Copy as curl", "Send");
    await done;
    const document = await shown("milestones.project.list.jsonc", /"title": "2\.0"/);
    assert.equal(document.languageId, "jsonc");
    assert.match(
      document.getText(),
      new RegExp(
        `^// GET ${own.instance}/api/v4/projects/${encodeURIComponent(own.path)}/milestones\\?state=active&per_page=1\\n// 200 OK \\(\\d+ ms\\)\\n// content-type: application/json`,
      ),
    );
    assert.match(document.getText(), /^\/\/ x-total: 1$/m);
    assert.match(document.getText(), /^ {4}"title": "2\.0",$/m);
    assert.deepEqual(await own.asked(/^GET .*milestones/), ["GET /milestones?state=[masked]&per_page=1"]);
  });

  command(id, "asks before it writes, hides what is secret, and shows a refusal as the answer it is", async (run) => {
    const done = run("systemHooks.create");
    await typeAt("url — ", "https://ci.example.com/hook");
    await checkAt("Select optional parameters to send", "token");
    await typeAt("token — ", "s3cr3t-of-hook");
    await pickAt("Copy as curl", "Copy as curl");
    await look("copied");
    const curl = await clipboard();
    assert.match(curl, /--header "PRIVATE-TOKEN: \$FORGELINE_TOKEN"/);
    assert.match(curl, /--data-raw '\{"url":"https:\/\/ci\.example\.com\/hook","token":"'"\$FORGELINE_TOKEN"'"\}'/);
    await pick("Show the Request");
    await look("in the editor");
    const request = (await shown("systemHooks.create request.txt", /ci\.example\.com/)).getText();
    assert.equal(
      request,
      `POST ${own.instance}/api/v4/hooks\nPRIVATE-TOKEN: [hidden]\nContent-Type: application/json\n\n{\n  "url": "https://ci.example.com/hook",\n  "token": "[hidden]"\n}\n`,
    );
    const since = await stage.control.lastRequest();
    await pick("Send…");
    const said = await stage.dialog("Send");
    assert.match(said, /Send POST .*\/api\/v4\/hooks\?/);
    assert.match(said, /systemHooks\.create on .*, as alice/);
    assert.doesNotMatch(said, /s3cr3t/);
    await done;
    const [asking] = stage.messages.take();
    assert.equal(asking?.level, "warning");
    const answer = (await shown("systemHooks.create.jsonc", /403 Forbidden/)).getText();
    assert.match(answer, /^\/\/ POST .*\n\/\/ 403 Forbidden/);
    assert.doesNotMatch(answer, /s3cr3t/);
    assert.equal(await stage.asked("POST", /\/hooks$/, since), 1);
    const kept = JSON.stringify(await draftsOf(stage.app, "apiRequest"));
    assert.match(kept, /ci\.example\.com\/hook/);
    assert.doesNotMatch(kept, /s3cr3t/);
  });

  command(id, "sends nothing when declined, and remembers the input", async (run) => {
    const done = run("milestones.project.create");
    await enterAt("id — ");
    await typeAt("title — ", "Third Ünion");
    await noOptions();
    await pickAt("Send…", "Send…");
    await stage.answer("Cancel");
    await done;
    assert.deepEqual(await own.asked(/^POST/), []);
    const again = run("milestones.project.create");
    await enterAt("id — ");
    assert.equal((await look("title — ")).value, "Third Ünion");
    await enter();
    await noOptions();
    await pickAt("Send…", "Send…");
    await stage.answer("Send");
    await again;
    await shown("milestones.project.create.jsonc", /201 Created[^]*"title": "Third Ünion"/);
  });

  command(id, "sends files of the disk", async (run) => {
    const file = join(folder, "plan ü.txt");
    await writeFile(file, "the plan");
    const dialog = replace(vscode.window, "showOpenDialog", () => () => Promise.resolve([vscode.Uri.file(file)]));
    const done = run("wikis.uploadAttachment");
    await enterAt("id — ");
    await pickAt("Choose File…", "Choose File…");
    await noOptions();
    await pickAt("Send…", "Send…");
    assert.match(await stage.dialog("Send"), /file: plan ü\.txt \(8 B\)/);
    await done;
    dialog.dispose();
    stage.messages.take();
    await shown("wikis.uploadAttachment.jsonc", /201 Created[^]*"file_name"/);
  });

  command(id, "offers to save what is no text", async (run) => {
    const bytes = Buffer.from("89504e470d0a1a0a00000000", "hex");
    await stage.client.repositoryFiles.create(own.path, "logo.png", {
      branch: "main",
      commit_message: "Add the logo",
      content: bytes.toString("base64"),
      encoding: "base64",
    });
    const target = join(folder, "saved.png");
    const dialog = replace(vscode.window, "showSaveDialog", () => () => Promise.resolve(vscode.Uri.file(target)));
    const done = run("repositoryFiles.raw");
    await enterAt("id — ");
    await typeAt("file_path — ", "logo.png");
    await noOptions();
    await pickAt("Copy as curl", "Send");
    await done;
    await shown("repositoryFiles.raw.txt", /200 OK[^]*12 bytes of binary data\./);
    await stage.press("Save As…");
    const isSaved = () => stage.notices.some((text) => text.startsWith("Saved "));
    await until("the file to be saved", isSaved, stage.onDidNotify.event);
    dialog.dispose();
    stage.messages.take();
    assert.deepEqual(await readFile(target), bytes);
  });

  command(id, "says where no such operation is", async (run) => {
    await run("pipelines.explode");
    await stage.says(/There is no operation pipelines\.explode/);
  });
});
