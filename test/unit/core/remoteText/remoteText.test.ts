import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { Uri, type Uri as UriType } from "vscode";
import { authorityPart, readAuthorityPart } from "../../../../src/core/remoteText/authority.ts";
import { RemoteTextFileSystem } from "../../../../src/core/remoteText/fileSystem.ts";
import { sameText, type RemoteText } from "../../../../src/core/remoteText/remoteText.ts";
import { InMemoryDrafts } from "../../../support/fakes/inMemoryDrafts.ts";
import { ReloadedWindow } from "../../../support/reloadedWindow.ts";
import { replaceIntervals } from "../../../support/repeatedTimers.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { deferred } from "../deferred.ts";

it("sameText compares lines, and distinguishes a missing text from an empty one", () => {
  assert.deepEqual([sameText("a\r\nb", "a\nb"), sameText("", undefined)], [true, false]);
  assert.deepEqual([sameText(undefined, undefined), sameText("a", "a\n")], [true, false]);
});

describe("texts in the authority of an address", () => {
  it("are readable, and leave nothing that ends the authority or a part of it", () => {
    assert.equal(authorityPart("http://127.0.0.1:8080/git"), "http:++127.0.0.1:8080+git");
    assert.equal(authorityPart("Größe+~@?#%"), "~47r~c3~b6~c3~9fe~2b~7e~40~3f~23~25");
  });

  it("are invalid where the escapes are", () => {
    for (const odd of ["~E0", "~", "~zz", "%"]) assert.equal(readAuthorityPart(odd), undefined, odd);
  });
});

const instance = "https://git.example.com";
const silent = () => ({ dispose: () => undefined });
/** A window without documents. */
const openEmptyWindow = (): void => {
  const names = ["WillSave", "DidSave", "DidOpen", "DidClose", "DidChange"];
  const events = Object.fromEntries(names.map((name) => [`on${name}TextDocument`, silent]));
  vscodeFakes.workspace = { textDocuments: [], openTextDocument: () => Promise.resolve({}), ...events };
  const showTextDocument = () => Promise.resolve();
  vscodeFakes.window = { onDidChangeWindowState: silent, setStatusBarMessage: silent, showTextDocument };
};
const textWith = (read: RemoteText["read"]): RemoteText => ({
  ...{ instance, key: "text", name: "the text", file: "text.md", resolveCommand: "Resolve", read },
  send: () => Promise.reject(new Error("was sent")),
  announce: () => undefined,
});

describe("the message about a text that someone else changed", () => {
  let account: string;
  let commands: string[];
  beforeEach(() => {
    [account, commands] = ["alice", []];
    openEmptyWindow();
  });

  /** Saves a text that the host has otherwise by then, and presses a button. @returns the error that is reported */
  const press = async (theirs: string | undefined, button: string, meanwhile: () => void): Promise<unknown> => {
    const uri = Uri.from({ scheme: "test", path: "/text.md" });
    let there: string | undefined = "before";
    const text = textWith(() => Promise.resolve(there));
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
    const refused = files.writeFile(uri, Buffer.from("mine"));
    await assert.rejects(refused, /^Someone else .* Nothing was sent.* or run “Resolve”\.$/);
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

const uri = { scheme: "wiki", path: "/Home.md", toString: () => "wiki:/Home.md" } as unknown as UriType;

describe("a text of the host in a window that is reloaded", () => {
  let window: ReloadedWindow;
  let intervals: ReturnType<typeof replaceIntervals>;
  const systems: { dispose(): void }[] = [];

  beforeEach(() => {
    openEmptyWindow();
    intervals = replaceIntervals();
    window = new ReloadedWindow(temporaryFolder());
  });
  afterEach(() => {
    for (const one of systems.splice(0)) one.dispose();
    intervals.restore();
  });

  const open = (drafts: ReloadedWindow["next"]) => {
    const changes = new EventEmitter();
    const text = textWith(() => Promise.resolve("Of the host"));
    const system = new RemoteTextFileSystem({
      context: { drafts, report: { background: (error: unknown) => assert.fail(String(error)) } } as never,
      scheme: "wiki",
      textOf: () => text,
      changed: () => changes.emit("changed"),
    });
    systems.push(system);
    const shown = async (): Promise<string> => new TextDecoder().decode(await system.readFile(uri));
    return { system, shown, changes };
  };

  it("shows what the window has kept once it has ended, and says that it is unsent", async () => {
    await open(window.ending).system.begin(uri, "Kept");
    const { system, shown, changes } = open(window.next);
    assert.deepEqual([await shown(), system.isUnsent(uri)], ["Of the host", false]);
    intervals.tick();
    assert.equal(await shown(), "Of the host");
    const changed = once(changes, "changed");
    window.end();
    intervals.tick();
    await changed;
    assert.deepEqual([await shown(), system.isUnsent(uri)], ["Kept", true]);
  });
});
