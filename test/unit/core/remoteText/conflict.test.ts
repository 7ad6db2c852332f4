import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { RemoteText } from "../../../../src/core/remoteText/remoteText.ts";
import { InMemoryDrafts } from "../../../support/fakes/inMemoryDrafts.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { deferred } from "../deferred.ts";

const { Uri } = await import("vscode");
const { RemoteTextFileSystem } = await import("../../../../src/core/remoteText/fileSystem.ts");

const instance = "https://git.example.com";
const silent = () => ({ dispose: () => undefined });

describe("the message about a text that someone else changed", () => {
  let account: string;
  let commands: string[];
  beforeEach(() => {
    [account, commands] = ["alice", []];
    const names = ["WillSave", "DidSave", "DidOpen", "DidClose", "DidChange"];
    const events = Object.fromEntries(names.map((name) => [`on${name}TextDocument`, silent]));
    const openTextDocument = () => Promise.resolve({});
    vscodeFakes.workspace = { textDocuments: [], openTextDocument, ...events };
    const showTextDocument = () => Promise.resolve();
    vscodeFakes.window = { onDidChangeWindowState: silent, setStatusBarMessage: silent, showTextDocument };
  });
  afterEach(() => vscodeFakes.reset());

  /** Saves a text that the host has otherwise by then, and presses a button. @returns the error that is reported */
  const press = async (theirs: string | undefined, button: string, meanwhile: () => void): Promise<unknown> => {
    const uri = Uri.from({ scheme: "test", path: "/text.md" });
    let there: string | undefined = "before";
    const text: RemoteText = {
      ...{ instance, key: "text", name: "the text", file: "text.md" },
      read: () => Promise.resolve(there),
      send: () => Promise.reject(new Error("was sent")),
      announce: () => undefined,
    };
    const { promise: settled, resolve: settle } = deferred<unknown>();
    vscodeFakes.window["showWarningMessage"] = (...shown: unknown[]) => {
      assert.ok(shown.includes(button), shown.join(" | "));
      meanwhile();
      return Promise.resolve(button);
    };
    vscodeFakes.commands["executeCommand"] = (id: string) => {
      commands.push(id);
      settle(undefined);
      return Promise.resolve();
    };
    const context = {
      connections: { instances: [{ url: instance }], get: () => ({ session: { id: account } }) },
      drafts: new InMemoryDrafts(),
      report: { error: async (error: unknown) => settle(await error) },
      texts: { show: () => Promise.resolve({ uri }) },
    };
    const options = { scheme: "test", textOf: () => text, changed: () => undefined };
    const files = new RemoteTextFileSystem({ context: context as never, ...options });
    await files.readFile(uri);
    there = theirs;
    await assert.rejects(files.writeFile(uri, Buffer.from("mine")));
    const error = await settled;
    files.dispose();
    return error;
  };

  for (const [theirs, button] of [
    ["theirs", "Overwrite Theirs"],
    [undefined, "Create Again"],
  ] as const)
    it(`saves nothing on ${button} once another account is in use, else the text`, async () => {
      assert.equal(await press(theirs, button, () => undefined), undefined);
      assert.deepEqual(commands.splice(0), ["workbench.action.files.save"]);
      const error = await press(theirs, button, () => (account = "bob"));
      assert.equal((error as Error).message, "Stopped: the account on git.example.com has changed.");
      assert.deepEqual(commands, []);
    });
});
