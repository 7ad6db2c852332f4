import assert from "node:assert/strict";
import { after, afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { Change } from "../../src/core/changes.ts";
import type { Box } from "../support/testLine.ts";
import { command } from "./commandTest.ts";
import { draftsOf } from "./drafts.ts";
import { localService } from "./localService.ts";
import { aliceTells } from "./onHost.ts";
import { outer } from "./outer.ts";
import { closeView } from "./shownView.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("commands about oneself", () => {
  const stage = setStage();
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

  const look = async (title: string, saying?: string): Promise<Box> =>
    JSON.parse(await stage.person({ action: "look", box: title, ...(saying === undefined ? {} : { saying }) })) as Box;
  const pick = (title: string, row: string, type?: string): Promise<string> =>
    stage.person({ action: "pick", box: title, row, ...(type !== undefined && { type }) });
  const type = (title: string, text: string): Promise<string> => stage.person({ action: "type", box: title, text });
  const escape = (title: string): Promise<string> => stage.person({ action: "key", box: title, key: "Escape" });
  const now = async (): Promise<(string | null)[]> => {
    const { emoji, message } = await stage.client.users.currentStatus();
    return [emoji, message];
  };
  /** The instance names its port, too. */
  const { host } = new URL(localService().url);

  command(
    "forgeline.status.set",
    "sends a message alone, leaves the emoji to the host, and tells the views what it answered",
    async (run) => {
      const changes: Change[] = [];
      const listening = stage.app.changes.event((change) => changes.push(change));
      const done = run();
      await look(box, "enter an emoji or a message");
      // There is nothing to set yet: the message is asked for.
      await pick(box, "Set Status");
      await look("Message", "What's your status?");
      await type("Message", " Back at :clock3: ");
      await look(box, "💬 Back at 🕒");
      await pick(box, "Set Status");
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
    },
  );

  command("forgeline.status.set", "takes an emoji found by what it shows, alone", async (run) => {
    const done = run();
    await look(box, "default of the host (");
    await pick(box, "Emoji");
    await look("Emoji", "grinning");
    await pick("Emoji", "☕ coffee", "espresso");
    await look(box, "☕ coffee");
    await pick(box, "Set Status");
    await done;
    assert.deepEqual(sent, [{ emoji: "coffee", message: "" }]);
    assert.deepEqual(await now(), ["coffee", ""]);
  });

  command(
    "forgeline.status.set",
    "sends an empty emoji where none is wanted, and says that the host shows one all the same",
    async (run) => {
      await aliceTells("coffee", "Break");
      const done = run();
      await look(box, `on ${host}, currently: ☕ Break`);
      await pick(box, "Emoji");
      await pick("Emoji", "No Emoji", "No Emoji");
      await look(box, "Message");
      await pick(box, "Set Status");
      await done;
      assert.deepEqual(sent, [{ emoji: "", message: "Break" }]);
      assert.deepEqual(stage.notices, [`Status set: 💬 Break. ${host} requires an emoji.`]);
    },
  );

  command("forgeline.status.set", "keeps what was typed when the host refuses, over Escape too", async (run) => {
    await control.fault({
      method: "PUT",
      path: "/user/status$",
      times: 1,
      status: 400,
      body: { message: { emoji: ["is not a valid emoji name"] } },
    });
    const long = "x".repeat(101);
    const done = run();
    await look(box, "default of the host (");
    await pick(box, "Emoji");
    await pick("Emoji", "Other…", "Other");
    await look("Emoji", "without colons");
    await stage.person({ action: "fill", box: "Emoji", text: "No such" });
    await look("Emoji", "Use only lowercase letters, digits, _, + and -");
    await type("Emoji", ":no_such:");
    await look(box, "no_such");
    await pick(box, "Message");
    await type("Message", long);
    await look(box, "xxxx");
    await pick(box, "Set Status");
    await look(box, `Emoji “no_such” does not exist on ${host}. Choose another emoji.`);
    await pick(box, "Set Status");
    await look(box, "message is too long");
    await escape(box);
    await done;
    assert.deepEqual(await now(), [null, null]);
    const again = run();
    await look(box, "no_such");
    await pick(box, "Message");
    assert.equal((await look("Message", "What's your status?")).value, long);
    await stage.person({ action: "fill", box: "Message", text: "Short" });
    await escape("Message");
    await again;
    const last = run();
    await look(box, ":no_such: Short");
    await pick(box, "Set Status");
    await last;
    assert.deepEqual(
      sent,
      [long, long, "Short"].map((message) => ({ emoji: "no_such", message })),
    );
    assert.deepEqual(await now(), ["no_such", "Short"]);
    assert.deepEqual(await draftsOf(stage.app, "status"), []);
  });

  command("forgeline.status.set", "says that it ends “busy”, and clears what is set", async (run) => {
    await control.fault({
      method: "GET",
      path: "/user/status$",
      times: 1,
      status: 200,
      body: { emoji: "coffee", message: "Break", message_html: "Break", availability: "busy" },
    });
    const done = run();
    await look(box, "clears “busy”");
    await pick(box, "Clear Status");
    await done;
    assert.deepEqual(sent, [{ emoji: "", message: "" }]);
    assert.deepEqual(stage.notices, ["Status cleared."]);
  });

  command("forgeline.status.clear", "takes the status away without asking", async (run) => {
    await aliceTells("coffee", "Break");
    await run();
    assert.deepEqual(sent, [{ emoji: "", message: "" }]);
    assert.deepEqual(await now(), [null, null]);
    assert.deepEqual(stage.notices, ["Status cleared."]);
  });

  command("forgeline.status.clear", "says why the host refuses", async (run) => {
    await control.fault({
      method: "PUT",
      path: "/user/status$",
      times: 1,
      status: 403,
      body: { message: "403 Forbidden" },
    });
    await run();
    assert.match((await stage.message()).text, /Your account on .* does not have permission to do this/);
  });

  command("forgeline.counts.show", "leads to the folder of what is to be reviewed, in all projects", async (run) => {
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

  command("forgeline.counts.show", "opens what is no merge request on the host's own pages", async (run) => {
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
