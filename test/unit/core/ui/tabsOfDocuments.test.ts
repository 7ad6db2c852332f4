import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { Emitter } from "../../../../src/core/base/events.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { TabsOfDocuments } = await import("../../../../src/core/ui/tabsOfDocuments.ts");

const { TabInputText, TabInputTextDiff } = await import("vscode");

// The stand-ins keep nothing of what they get.
const text = (uri: unknown): object => Object.assign(new TabInputText(uri as never), { uri });
const diffOf = (original: unknown, modified: unknown): object =>
  Object.assign(new TabInputTextDiff(original as never, modified as never), { original, modified });

describe("documents that lose their last tab", () => {
  const uri = (name: string): never => ({ toString: () => name }) as never;
  const [old, now] = [uri("old"), uri("now")];
  let tabs: { readonly input: unknown }[];
  let visible: string[];
  let tabsChanged: Emitter<{ readonly closed: readonly unknown[] }>;
  let editorsChanged: Emitter<unknown>;
  let left: string[];
  let told: InstanceType<typeof TabsOfDocuments>;

  const close = (input: unknown): void => {
    tabs = tabs.filter((tab) => tab.input !== input);
    tabsChanged.fire({ closed: [{ input }] });
  };
  const show = (...names: readonly string[]): void => {
    visible = [...names];
    editorsChanged.fire(undefined);
  };

  beforeEach(() => {
    [tabs, visible, left] = [[], [], []];
    tabsChanged = new Emitter();
    editorsChanged = new Emitter();
    vscodeFakes.window = {
      tabGroups: {
        onDidChangeTabs: tabsChanged.event,
        get all() {
          return [{ tabs }];
        },
      },
      onDidChangeVisibleTextEditors: editorsChanged.event,
      get visibleTextEditors() {
        return visible.map((name) => ({ document: { uri: uri(name) } }));
      },
    };
    told = new TabsOfDocuments(() => [old, now]);
    told.onDidLeave((one) => left.push(String(one)));
  });
  afterEach(() => {
    told.dispose();
    vscodeFakes.reset();
  });

  it("are those of a diff that is closed, both of them", () => {
    const diff = diffOf(old, now);
    tabs = [{ input: diff }];
    close(diff);
    assert.deepEqual(left, ["old", "now"]);
  });

  it("are none that another tab has", () => {
    const diff = diffOf(old, now);
    tabs = [{ input: diff }, { input: text(now) }];
    close(diff);
    assert.deepEqual(left, ["old"]);
  });

  it("are told of once no editor shows them", () => {
    const diff = diffOf(old, now);
    tabs = [{ input: diff }];
    visible = ["now"];
    close(diff);
    assert.deepEqual(left, ["old"]);
    show();
    show();
    assert.deepEqual(left, ["old", "now"]);
  });

  it("are all that a diff of many files may have shown", () => {
    tabs = [{ input: undefined }, { input: text(now) }];
    close(undefined);
    assert.deepEqual(left, ["old"]);
  });
});
