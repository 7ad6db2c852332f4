import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Proposal } from "../../../../../src/features/mergeRequests/creating/proposal.ts";
import { Scope } from "../../../../../tools/scope.ts";
import { ReloadedWindow } from "../../../../support/reloadedWindow.ts";
import { replaceIntervals } from "../../../../support/repeatedTimers.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";
import { fakeApp } from "../../../core/fakeApp.ts";
import { FakePick, nextBox, stubBoxes } from "../../../core/ui/stubBoxes.ts";

const { CreatingPage } = await import("../../../../../src/features/mergeRequests/creating/panel.ts");
const { Proposals } = await import("../../../../../src/features/mergeRequests/creating/proposals.ts");

const own = { project: "group/app", defaultBranch: "main" };
const proposal: Proposal = {
  source: "topic",
  into: own,
  target: "main",
  title: "Proposed",
  description: "",
  reviewers: [],
  removeSource: true,
  squash: false,
};
const ref = { instance: "https://git.example.com", project: "group/app", source: "topic" };
const silent = () => ({ dispose: () => undefined });

describe("the texts of a new merge request", () => {
  let scope: Scope;
  let window: ReloadedWindow;
  let intervals: ReturnType<typeof replaceIntervals>;
  const pages: { dispose(): void }[] = [];

  beforeEach(async () => {
    scope = new Scope();
    stubBoxes();
    Object.assign(vscodeFakes.window, {
      tabGroups: { all: [], onDidChangeTabs: silent },
      withProgress: (_: unknown, run: (...given: unknown[]) => unknown) =>
        run({ report: () => undefined }, { isCancellationRequested: false, onCancellationRequested: silent }),
    });
    vscodeFakes.workspace = { textDocuments: [] };
    intervals = replaceIntervals();
    window = new ReloadedWindow(await scope.folder("forgeline-proposals-"));
  });
  afterEach(async () => {
    for (const one of pages.splice(0)) one.dispose();
    intervals.restore();
    vscodeFakes.reset();
    await scope[Symbol.asyncDispose]();
  });

  /** Opens the page, which proposes texts as nothing was entered in this window. */
  const open = () => {
    const client = {
      extras: {
        available: () => true,
        mergeRequestTemplates: () => ({ page: () => Promise.resolve({ items: [{ key: "bug", name: "Bug" }] }) }),
        mergeRequestTemplate: () => Promise.resolve({ content: "Steps" }),
      },
    };
    const { app } = fakeApp(client, { current: { value: { kind: "none" }, onDidChange: silent } });
    const proposals = new Proposals(window.next);
    const changed: string[] = [];
    proposals.onDidChange(({ by }) => changed.push(by));
    const page = new CreatingPage(
      app,
      ref,
      proposals,
      () => undefined,
      () => undefined,
    );
    pages.push(page);
    const targets = {
      own,
      usual: own,
      told: true,
      defaults: { removeSource: true, squash: false, squashFixed: false },
    };
    Object.assign(page.reader, { targets, compareAgain: () => undefined });
    const shown = (name: "title" | "description") => {
      const { id, text } = page.value.box(name);
      return { box: name, id, text };
    };
    return { page, shown, changed };
  };

  it("are shown once the window that was reloaded has ended, as other texts than those shown before", async () => {
    await new Proposals(window.ending).keep(ref, { ...proposal, title: "Kept", description: "Kept, too" }, "page");
    const { shown, changed } = open();
    const before = [shown("title"), shown("description")];
    intervals.tick();
    assert.deepEqual([shown("title"), shown("description"), changed], [...before, []]);
    window.end();
    intervals.tick();
    assert.deepEqual([shown("title").text, shown("description").text], ["Kept", "Kept, too"]);
    assert.notEqual(shown("title").id, before[0]?.id);
    assert.notEqual(shown("description").id, before[1]?.id);
    assert.deepEqual(changed, ["page"], "an open document of the description reads it");
    intervals.tick();
    assert.deepEqual(changed, ["page"]);
  });

  it("keep what is typed while a template is picked", async () => {
    await new Proposals(window.next).keep(ref, { ...proposal, description: "Before  " }, "page");
    const { page, shown } = open();
    const picking = nextBox(FakePick);
    const acting = page.act("template", [shown("title"), shown("description")]);
    const pick = await picking;
    page.typed({ ...shown("description"), text: "Before, and typed" });
    pick.choose("Bug");
    await acting;
    assert.equal(shown("description").text, "Before, and typed\n\nSteps");
  });
});
