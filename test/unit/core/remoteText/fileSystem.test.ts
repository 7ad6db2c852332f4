import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Uri } from "vscode";
import type { RemoteText } from "../../../../src/core/remoteText/remoteText.ts";
import { ReloadedWindow } from "../../../support/reloadedWindow.ts";
import { replaceIntervals } from "../../../support/repeatedTimers.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { RemoteTextFileSystem } = await import("../../../../src/core/remoteText/fileSystem.ts");

const uri = { scheme: "wiki", path: "/Home.md", toString: () => "wiki:/Home.md" } as unknown as Uri;

describe("a text of the host in a window that is reloaded", () => {
  let window: ReloadedWindow;
  let intervals: ReturnType<typeof replaceIntervals>;
  const systems: { dispose(): void }[] = [];

  beforeEach(() => {
    const silent = () => ({ dispose: () => undefined });
    const names = ["WillSave", "DidSave", "DidOpen", "DidClose", "DidChange"];
    const events = Object.fromEntries(names.map((name) => [`on${name}TextDocument`, silent]));
    vscodeFakes.workspace = { textDocuments: [], ...events };
    vscodeFakes.window = { onDidChangeWindowState: silent };
    intervals = replaceIntervals();
    window = new ReloadedWindow(temporaryFolder());
  });
  afterEach(() => {
    for (const one of systems.splice(0)) one.dispose();
    intervals.restore();
    vscodeFakes.reset();
  });

  const open = (drafts: ReloadedWindow["next"]) => {
    const changes = new EventEmitter();
    const text: RemoteText = {
      ...{ instance: "https://git.example.com", key: "home", name: "Home", file: "Home.md" },
      read: () => Promise.resolve("Of the host"),
      send: () => Promise.reject(new Error("Nothing is sent")),
      announce: () => undefined,
    };
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
