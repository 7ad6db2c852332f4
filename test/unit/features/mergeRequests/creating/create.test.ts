import assert from "node:assert/strict";
import type { Drafts } from "../../../../../src/core/base/drafts.ts";
import { CancelledError } from "../../../../../src/core/base/errors.ts";
import { CreatingPage } from "../../../../../src/features/mergeRequests/creating/panel.ts";
import type { Proposal } from "../../../../../src/features/mergeRequests/creating/proposal.ts";
import { Proposals } from "../../../../../src/features/mergeRequests/creating/proposals.ts";
import type { Source } from "../../../../../src/features/mergeRequests/creating/source.ts";
import { InMemoryDrafts } from "../../../../support/fakes/inMemoryDrafts.ts";
import { ReloadedWindow } from "../../../../support/reloadedWindow.ts";
import { replaceIntervals } from "../../../../support/repeatedTimers.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";
import { fakeApp, project } from "../../../core/fakeApp.ts";
import { FakePick, nextBox, rowsOf, stubBoxes } from "../../../core/ui/stubBoxes.ts";

const { instance } = project;
const ref = { instance, project: project.project, source: "topic" };
const own = { project: project.project, defaultBranch: "main" };
const defaults = { removeSource: true, squash: false, squashFixed: false };
const texts = { title: "Title", description: "Description" };
const choices = { target: "main", reviewers: [], removeSource: true, squash: false };
const proposal: Proposal = { ...texts, ...choices, source: "topic", into: own };
const nothing = (): void => undefined;
const silent = () => ({ dispose: nothing });

describe("the page of a new merge request", () => {
  let account: string;
  let sent: unknown[];
  let head: string;
  /** Happens at each look where the branch is, and at each push. */
  let looked: () => void;
  let afterPush: () => void;
  const pages: { dispose(): void }[] = [];
  beforeEach(() => {
    [account, sent, head, looked, afterPush] = ["alice", [], "a".repeat(40), nothing, nothing];
    stubBoxes();
    Object.assign(vscodeFakes.window, {
      setStatusBarMessage: silent,
      tabGroups: { all: [], onDidChangeTabs: silent, close: silent },
      withProgress: (_: unknown, run: (...given: unknown[]) => unknown) =>
        run({ report: nothing }, { isCancellationRequested: false, onCancellationRequested: silent }),
    });
    vscodeFakes.workspace = { textDocuments: [] };
    vscodeFakes.commands = { executeCommand: () => Promise.resolve() };
  });
  afterEach(() => {
    for (const one of pages.splice(0)) one.dispose();
  });

  const source = (): Source => {
    const push = (remote: string, name: string, there: string): Promise<void> => {
      sent.push([remote, name, there, head].join(" "));
      afterPush();
      return Promise.resolve();
    };
    return {
      local: { tree: { push }, remote: "origin", name: "topic", head } as unknown as Source["local"],
      ahead: true,
    };
  };
  const open = async (kept?: Partial<Proposal>, drafts: Drafts = new InMemoryDrafts()) => {
    const client = {
      hostTime: () => Date.now(),
      users: { list: () => ({ page: () => Promise.resolve({ items: [{ id: 7, name: "Bob", username: "bob" }] }) }) },
      extras: {
        available: () => true,
        createMergeRequest: (_: unknown, request: object) => {
          sent.push(request);
          return Promise.resolve({ iid: 1, title: "Title" });
        },
        mergeRequestTemplates: () => ({ page: () => Promise.resolve({ items: [{ key: "bug", name: "Bug" }] }) }),
        mergeRequestTemplate: () => Promise.resolve({ content: "Steps" }),
      },
    };
    const connection = {
      get session() {
        return { id: account };
      },
      client,
    };
    const { app } = fakeApp(client, {
      connections: { get: () => connection, instances: [{ url: instance }] },
      current: { value: { kind: "none" }, onDidChange: silent },
      projects: { rescan: () => Promise.resolve() },
    });
    const proposals = new Proposals(drafts);
    if (kept) await proposals.keep(ref, { ...proposal, ...kept }, "page");
    const changed: string[] = [];
    proposals.onDidChange(({ by }) => changed.push(by));
    const page = new CreatingPage(app, ref, proposals, nothing, nothing);
    pages.push(page);
    const readSource = (): Promise<Source> => {
      looked();
      return Promise.resolve(source());
    };
    const targets = { own, usual: own, told: true, defaults };
    Object.assign(page.reader, { targets, source: source(), loaded: true, readSource, compareAgain: nothing });
    const shown = (box: "title" | "description") => {
      const { id, text } = page.value.box(box);
      return { box, id, text };
    };
    return { page, shown, changed };
  };

  /** Presses Create on a page that was drawn. @returns why nothing was created */
  const press = async (): Promise<string> => {
    const { page, shown } = await open({});
    page.draw({ now: 0, language: "en" });
    await page.act("create", [shown("title"), shown("description")]);
    return page.value.refusal?.message ?? "";
  };

  it("creates nothing if another account was chosen during the push", async () => {
    afterPush = () => (account = "bob");
    assert.equal(await press(), "Stopped: the account on git.example.com has changed.");
    assert.deepEqual(sent, [`origin topic topic ${head}`]);
  });

  it("does not push commits that were made after the page was drawn", async () => {
    looked = () => (head = "b".repeat(40));
    assert.match(await press(), /has commits that are not on the host yet/);
    assert.deepEqual(sent, []);
  });

  it("keeps what is typed while a template is picked", async () => {
    const { page, shown } = await open({ description: "Before  " });
    const picking = nextBox(FakePick);
    const acting = page.act("template", [shown("title"), shown("description")]);
    const pick = await picking;
    page.typed({ ...shown("description"), text: "Before, and typed" });
    pick.choose("Bug");
    await acting;
    assert.equal(shown("description").text, "Before, and typed\n\nSteps");
  });

  it("creates with the reviewers that are ticked in an open list, and closes it", async () => {
    const { page, shown } = await open({});
    page.draw({ now: 0, language: "en" });
    const listing = nextBox(FakePick);
    const editing = page.act("reviewers", [shown("title"), shown("description")]);
    const list = await listing;
    await rowsOf(list, (labels) => labels.includes("Bob"));
    list.choose("Bob");
    await page.act("create", [shown("title"), shown("description")]);
    await assert.rejects(editing, CancelledError);
    assert.deepEqual((sent.at(-1) as { reviewer_ids?: unknown }).reviewer_ids, [7]);
    assert.ok(list.disposed);
  });

  it("shows the texts of a reloaded window once that has ended, in new boxes", async () => {
    const intervals = replaceIntervals();
    try {
      const window = new ReloadedWindow(temporaryFolder());
      await new Proposals(window.ending).keep(ref, { ...proposal, title: "Kept", description: "Kept, too" }, "page");
      const { shown, changed } = await open(undefined, window.next);
      const before = [shown("title"), shown("description")];
      intervals.tick();
      assert.deepEqual([shown("title"), shown("description"), changed], [...before, []]);
      window.end();
      intervals.tick();
      assert.deepEqual([shown("title").text, shown("description").text], ["Kept", "Kept, too"]);
      for (const { box, id } of before) assert.notEqual(shown(box).id, id);
      intervals.tick();
      assert.deepEqual(changed, ["page"], "an open document of the description reads it once");
    } finally {
      intervals.restore();
    }
  });
});
