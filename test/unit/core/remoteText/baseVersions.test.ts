import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { TextDocument } from "vscode";
import { Emitter } from "../../../../src/core/base/events.ts";
import type { BaseVersionStore } from "../../../../src/core/remoteText/baseVersions.ts";
import { InMemoryDrafts } from "../../../support/fakes/inMemoryDrafts.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { deferred } from "../deferred.ts";

const { BaseVersionStore: Kept } = await import("../../../../src/core/remoteText/baseVersions.ts");

describe("where changed documents began", () => {
  let began: { base: string; version: number };
  const uri = { scheme: "texts", toString: () => "texts:page" } as TextDocument["uri"];
  let document: { uri: typeof uri; isDirty: boolean };
  let opened: Emitter<TextDocument>;
  let changed: Emitter<{ document: TextDocument }>;
  let focus: Emitter<undefined>;
  let drafts: InMemoryDrafts;
  let beginnings: BaseVersionStore;
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  /** Lets the editor answer what it is asked. */
  let answer: () => Promise<void>;

  const change = (isDirty: boolean): Promise<void> => {
    document.isDirty = isDirty;
    changed.fire({ document: document as TextDocument });
    return settle();
  };

  beforeEach(async () => {
    began = { base: "Theirs.", version: 7 };
    document = { uri, isDirty: false };
    opened = new Emitter();
    changed = new Emitter();
    focus = new Emitter();
    drafts = new InMemoryDrafts();
    const never = new Emitter<never>().event;
    const asked = deferred<readonly string[]>();
    answer = () => {
      asked.resolve([]);
      return settle();
    };
    vscodeFakes.workspace = {
      onDidOpenTextDocument: opened.event,
      onDidChangeTextDocument: changed.event,
      onDidSaveTextDocument: never,
      onDidCloseTextDocument: never,
    };
    vscodeFakes.window = { onDidChangeWindowState: focus.event };
    vscodeFakes.languages = { getLanguages: () => asked.promise };
    beginnings = new Kept({ drafts, scheme: "texts", current: () => began });
    await change(true);
    document.isDirty = false;
  });
  afterEach(() => {
    beginnings.dispose();
    vscodeFakes.reset();
  });

  it("is kept for a document that VS Code restores with changes, and forgotten for one without", async () => {
    opened.fire(document as TextDocument);
    document.isDirty = true;
    await answer();
    assert.deepEqual(beginnings.get(uri), began);
    document.isDirty = false;
    opened.fire(document as TextDocument);
    await settle();
    assert.equal(beginnings.get(uri), undefined);
  });

  it("is the version at the first change, and another once that is saved", async () => {
    began.base = "Newer.";
    await change(true);
    assert.equal(beginnings.get(uri)?.base, "Theirs.");
    await change(false);
    assert.equal(beginnings.get(uri), undefined);
    await change(true);
    assert.equal(beginnings.get(uri)?.base, "Newer.");
  });

  it("is stored again if another window dropped it meanwhile", async () => {
    await drafts.keep({ name: "texts-base", parse: () => undefined }, uri.toString(), undefined);
    assert.equal(beginnings.get(uri), undefined);
    focus.fire(undefined);
    await change(true);
    assert.deepEqual(beginnings.get(uri), began);
  });
});
