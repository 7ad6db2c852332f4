import assert from "node:assert/strict";
import { after, afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { Change } from "../../src/core/changes.ts";
import { command } from "./commandTest.ts";
import { localService } from "./localService.ts";
import { aliceTells } from "./onHost.ts";
import { outer } from "./outer.ts";
import { closeView } from "./shownView.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("commands about oneself", () => {
  const stage = setStage();
  const { look, pick, typeAt, pickAt } = stage;
  const { control } = stage;
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
  /** The instance names its port, too. */
  const { host } = new URL(localService().url);

  command("forgeline.status.set", "sends a message without an emoji", async (run) => {
    const changes: Change[] = [];
    const listening = stage.app.changes.event((change) => changes.push(change));
    const done = run();
    await look(box, "enter an emoji or a message");
    // There is nothing to set yet: the message is asked for.
    await pick(box, "Set Status");
    await typeAt("Message", "What's your status?", " Back at :clock3: ");
    await pickAt(box, "💬 Back at 🕒", "Set Status");
    await done;
    listening.dispose();
    assert.deepEqual(sent, [{ message: "Back at :clock3:" }]);
    assert.deepEqual(await now(), ["speech_balloon", "Back at :clock3:"]);
    assert.deepEqual(stage.notices, ["Status set: 💬 Back at 🕒"]);
    const [change] = changes.filter(({ subject }) => subject === "ownStatus");
    assert.ok(
      change?.subject === "ownStatus" &&
        change.status?.emoji === "speech_balloon" &&
        change.status.message === "Back at :clock3:",
    );
  });

  command("forgeline.status.set", "sends an emoji alone", async (run) => {
    const done = run();
    await pickAt(box, "default of the host (", "Emoji");
    await look("Emoji", "grinning");
    await pick("Emoji", "☕ coffee", "espresso");
    await pickAt(box, "☕ coffee", "Set Status");
    await done;
    assert.deepEqual(sent, [{ emoji: "coffee", message: "" }]);
    assert.deepEqual(await now(), ["coffee", ""]);
  });

  command("forgeline.status.set", "sends an empty emoji where none is wanted", async (run) => {
    await aliceTells("coffee", "Break");
    const done = run();
    await pickAt(box, `on ${host}, currently: ☕ Break`, "Emoji");
    await pick("Emoji", "No Emoji", "No Emoji");
    await pickAt(box, "Message", "Set Status");
    await done;
    assert.deepEqual(sent, [{ emoji: "", message: "Break" }]);
    assert.deepEqual(stage.notices, [`Status set: 💬 Break. ${host} requires an emoji.`]);
  });

  command("forgeline.status.set", "clears a set status and its “busy”", async (run) => {
    await control.fault({
      method: "GET",
      path: "/user/status$",
      times: 1,
      status: 200,
      body: { emoji: "coffee", message: "Break", message_html: "Break", availability: "busy" },
    });
    const done = run();
    await pickAt(box, "clears “busy”", "Clear Status");
    await done;
    assert.deepEqual(sent, [{ emoji: "", message: "" }]);
    assert.deepEqual(stage.notices, ["Status cleared."]);
  });

  command("forgeline.status.clear", "clears the status without a question", async (run) => {
    await aliceTells("coffee", "Break");
    await run();
    assert.deepEqual(sent, [{ emoji: "", message: "" }]);
    assert.deepEqual(await now(), [null, null]);
    assert.deepEqual(stage.notices, ["Status cleared."]);
  });

  command("forgeline.counts.show", "opens the folder of review requests", async (run) => {
    await control.fault({
      path: "/user_counts$",
      times: 1,
      status: 200,
      body: {
        merge_requests: 3,
        assigned_merge_requests: 3,
        review_requested_merge_requests: 1,
        assigned_issues: 4,
        todos: 0,
      },
    });
    const done = run();
    const title = "Show My Work";
    const { rows } = await look(title, "1 merge request to review");
    assert.deepEqual(rows, [
      "3 merge requests assigned to me",
      "1 merge request to review",
      "4 issues assigned to me",
      "0 to-do items",
    ]);
    await pick(title, "1 merge request to review");
    await done;
    const view = stage.app.mergeRequests.view;
    await until("the view", () => view.visible, view.onDidChangeVisibility);
    await outer().ask({
      action: "find",
      role: "treeitem",
      name: "Review requests",
      states: { selected: true, expanded: true },
    });
    assert.equal(view.contents?.everywhere, true);
    await view.contents.showEverywhere(false);
  });

  command("forgeline.counts.show", "opens other counts on the host's pages", async (run) => {
    const opened: string[] = [];
    const spy = replace(
      vscode.env,
      "openExternal",
      () => (uri) => Promise.resolve(opened.push(uri.toString(true)) > 0),
    );
    await run("issues");
    await run("todos");
    spy.dispose();
    const { url } = localService();
    assert.deepEqual(opened, [`${url}/dashboard/issues?assignee_username=alice`, `${url}/dashboard/todos`]);
  });
});
