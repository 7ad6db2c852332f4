import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { TextDocument } from "vscode";
import { Emitter } from "../../../../src/core/base/events.ts";
import type { BaseVersionStore } from "../../../../src/core/remoteText/baseVersions.ts";
import { InMemoryDrafts } from "../../../support/fakes/inMemoryDrafts.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

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

  beforeEach(async () => {
    began = { base: "Theirs.", version: 7 };
    document = { uri, isDirty: false };
    opened = new Emitter();
    changed = new Emitter();
    focus = new Emitter();
    drafts = new InMemoryDrafts();
    const never = new Emitter<never>().event;
    let told: () => void;
    const asked = new Promise<readonly string[]>((resolve) => (told = () => resolve([])));
    answer = () => {
      told();
      return settle();
    };
    vscodeFakes.workspace = {
      onDidOpenTextDocument: opened.event,
      onDidChangeTextDocument: changed.event,
      onDidSaveTextDocument: never,
      onDidCloseTextDocument: never,
    };
    vscodeFakes.window = { onDidChangeWindowState: focus.event };
    vscodeFakes.languages = { getLanguages: () => asked };
    beginnings = new Kept({ drafts, scheme: "texts", current: () => began });
    document.isDirty = true;
    changed.fire({ document: document as TextDocument });
    await settle();
    document.isDirty = false;
  });
  afterEach(() => {
    beginnings.dispose();
    vscodeFakes.reset();
  });

  it("is known of one that the editor brings back with what was typed", async () => {
    opened.fire(document as TextDocument);
    document.isDirty = true;
    await answer();
    assert.deepEqual(beginnings.get(uri), began);
  });

  it("is that of the first change, and of the next one once it is settled", async () => {
    began.base = "Newer.";
    document.isDirty = true;
    changed.fire({ document: document as TextDocument });
    assert.equal(beginnings.get(uri)?.base, "Theirs.");
    document.isDirty = false;
    changed.fire({ document: document as TextDocument });
    assert.equal(beginnings.get(uri), undefined);
    document.isDirty = true;
    changed.fire({ document: document as TextDocument });
    await settle();
    assert.equal(beginnings.get(uri)?.base, "Newer.");
  });

  it("is forgotten of one that comes back without", async () => {
    assert.deepEqual(beginnings.get(uri), began);
    opened.fire(document as TextDocument);
    await answer();
    assert.equal(beginnings.get(uri), undefined);
  });

  it("is stored again, if another window dropped it meanwhile", async () => {
    await drafts.keep({ name: "texts-base", parse: () => undefined }, uri.toString(), undefined);
    assert.equal(beginnings.get(uri), undefined);
    focus.fire(undefined);
    document.isDirty = true;
    changed.fire({ document: document as TextDocument });
    await settle();
    assert.deepEqual(beginnings.get(uri), began);
  });
});
