import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterEach, describe } from "mocha";
import * as vscode from "vscode";
import { DraftStore } from "../../src/core/base/drafts.ts";
import type { Descriptions } from "../../src/features/mergeRequests/description/documents.ts";
import { command } from "./commandTest.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { until } from "./until.ts";

const id = "forgeline.mergeRequest.editDescription";

describe("descriptions of merge requests that others act on, and after a restart", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const onHost = async (): Promise<string | null | undefined> => (await own.row(1)).mergeRequest.description;
  const editor = (): Promise<vscode.TextEditor> =>
    until(
      "the description",
      () =>
        vscode.window.activeTextEditor?.document.uri.scheme === "forgeline-edit"
          ? vscode.window.activeTextEditor
          : undefined,
      vscode.window.onDidChangeActiveTextEditor,
    );
  const write = async (text: string): Promise<vscode.TextDocument> => {
    const { document } = await editor();
    const edit = new vscode.WorkspaceEdit();
    edit.replace(
      document.uri,
      new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length)),
      text,
    );
    await vscode.workspace.applyEdit(edit);
    return document;
  };

  command(id, "closed meanwhile: what was written is sent all the same", async (run) => {
    await run(await own.request("topic", { description: "Old words" }));
    const document = await write("My words");
    await stage.client.mergeRequests.update(own.project.path, 1, { state_event: "close" });
    assert.equal(await document.save(), true);
    const { mergeRequest } = await own.row(1);
    assert.deepEqual([mergeRequest.description, mergeRequest.state], ["My words", "closed"]);
  });

  command(id, "merged meanwhile: what was written is sent all the same", async (run) => {
    const row = await own.request("topic", { description: "Old words" });
    await run(row);
    const document = await write("My words");
    await stage.client.mergeRequests.merge(own.project.path, 1, { sha: row.mergeRequest.sha! });
    assert.equal(await document.save(), true);
    const { mergeRequest } = await own.row(1);
    assert.deepEqual([mergeRequest.description, mergeRequest.state], ["My words", "merged"]);
  });

  command(id, "deleted meanwhile: what was written stays in the editor, unsaved", async (run) => {
    await run(await own.request("topic", { description: "Old words" }));
    const document = await write("My words");
    await stage.client.mergeRequests.delete(own.project.path, 1);
    assert.equal(await document.save(), false);
    assert.deepEqual([document.getText(), document.isDirty], ["My words", true]);
  });

  command(id, "edited by two people who wrote the same: nobody is asked", async (run) => {
    await run(await own.request("topic", { description: "Old words" }));
    const document = await write("Same words");
    await stage.client.mergeRequests.update(own.project.path, 1, { description: "Same words" });
    assert.equal(await document.save(), true);
    assert.equal((await own.project.asked(/^PUT/)).length, 1, "only theirs was sent");
  });

  command(id, "asks again when the other person writes after the comparison", async (run) => {
    await run(await own.request("topic", { description: "Old words" }));
    const document = await write("My words");
    await stage.client.mergeRequests.update(own.project.path, 1, { description: "Their words" });
    assert.equal(await document.save(), false);
    assert.match((await stage.message()).text, /Someone else changed .* while you were editing/);
    await stage.press("Compare");
    await until(
      "the comparison",
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff,
      vscode.window.tabGroups.onDidChangeTabs,
    );
    await stage.client.mergeRequests.update(own.project.path, 1, { description: "Their second words" });
    assert.equal(await document.save(), false);
    assert.match((await stage.message()).text, /Someone else changed .* while you were editing/);
    assert.deepEqual([await onHost(), document.getText()], ["Their second words", "My words"]);
  });

  describe("after a restart of the editor", () => {
    const made: Descriptions[] = [];
    afterEach(() => {
      for (const one of made.splice(0)) one.dispose();
    });
    /** The documents as a window builds them that starts with what this one kept. */
    const restarted = async (): Promise<Descriptions> => {
      const before = await stage.app.mergeRequests.descriptions.load();
      const drafts = new DraftStore({
        storage: stage.app.storage,
        workspace: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri),
        failed: (error) => assert.fail(String(error)),
        // The window whose texts these are counts as ended.
        mark: { own: randomUUID(), hasEnded: () => true },
      });
      const Same = before.constructor as typeof Descriptions;
      const descriptions = new Same({ ...stage.app, drafts }, () => undefined);
      made.push(descriptions);
      return descriptions;
    };
    const text = async (of: Descriptions, uri: vscode.Uri): Promise<string> =>
      new TextDecoder().decode(await of.readFile(uri));
    /** A description that could not be sent, and whose editor is gone. */
    const unsent = async (run: (row: unknown) => Promise<void>): Promise<vscode.Uri> => {
      await run(await own.request("topic", { description: "Old words" }));
      const { uri } = await write("My words");
      await stage.control.fault({
        path: own.project.address("/merge_requests"),
        status: 500,
        body: { message: "500 Internal Server Error" },
      });
      assert.equal(await (await editor()).document.save(), false);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      return uri;
    };

    command(id, "restores and sends a text that could not be sent", async (run) => {
      const uri = await unsent(run);
      const anew = await restarted();
      assert.equal(anew.isUnsent(uri), true);
      assert.equal(await text(anew, uri), "My words", "while the host fails");
      await stage.control.clearFaults();
      await anew.writeFile(uri, Buffer.from("My words, and more"));
      assert.equal(await onHost(), "My words, and more");
      assert.equal(anew.isUnsent(uri), false);
    });

    command(id, "what somebody else wrote in between is not written over", async (run) => {
      const uri = await unsent(run);
      await stage.control.clearFaults();
      await stage.client.mergeRequests.update(own.project.path, 1, { description: "Their words" });
      const anew = await restarted();
      await assert.rejects(
        anew.writeFile(uri, Buffer.from("My words")),
        /Someone else changed the description of !1 in the meantime\. Both versions are kept/,
      );
      assert.match((await stage.message()).text, /Someone else changed the description of !1 while you were editing/);
      assert.deepEqual([await onHost(), await text(await restarted(), uri)], ["Their words", "My words"]);
    });

    command(id, "what the editor saved by itself is there, and not on the host", async (run) => {
      const files = vscode.workspace.getConfiguration("files");
      await files.update("autoSaveDelay", 50, vscode.ConfigurationTarget.Global);
      await files.update("autoSave", "afterDelay", vscode.ConfigurationTarget.Global);
      try {
        await run(await own.request("topic", { description: "Old words" }));
        const { uri } = await write("Half a sentence");
        await until(
          "the editor to save by itself",
          () => stage.notices.some((notice) => notice.includes("is kept locally")),
          vscode.workspace.onDidSaveTextDocument,
        );
        const anew = await restarted();
        assert.deepEqual(
          [anew.isUnsent(uri), await text(anew, uri), await onHost()],
          [true, "Half a sentence", "Old words"],
        );
      } finally {
        await files.update("autoSave", "off", vscode.ConfigurationTarget.Global);
        await files.update("autoSaveDelay", undefined, vscode.ConfigurationTarget.Global);
      }
    });
  });
});
