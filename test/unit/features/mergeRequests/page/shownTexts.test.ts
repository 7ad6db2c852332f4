import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { Uri, type WebviewPanel } from "vscode";
import type { Client } from "../../../../../src/api/client.ts";
import type { Context } from "../../../../../src/core/context.ts";
import { PollScheduler } from "../../../../../src/core/tree/poll.ts";
import { PagePanel, type Page, type PageKind } from "../../../../../src/core/webview/pagePanel.ts";
import { CreatingPage } from "../../../../../src/features/mergeRequests/creating/panel.ts";
import { Proposals } from "../../../../../src/features/mergeRequests/creating/proposals.ts";
import { MergeRequestPage } from "../../../../../src/features/mergeRequests/page/panel.ts";
import { Discussions } from "../../../../../src/features/mergeRequests/review/discussions.ts";
import { KeptReviews } from "../../../../../src/features/mergeRequests/review/keptReviews.ts";
import { PendingReviews } from "../../../../../src/features/mergeRequests/review/pendingReviews.ts";
import { waitPatience } from "../../../../../tools/patience.ts";
import { InMemoryDrafts } from "../../../../support/fakes/inMemoryDrafts.ts";
import { PageInDom, pageScript } from "../../../../support/pageInDom.ts";
import { seedVariable, shuffled } from "../../../../support/seed.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";
import { fakeApp } from "../../../core/fakeApp.ts";
import { fakeConnection } from "../../../core/fakeConnection.ts";
import { alice, commentOf, threadOf } from "./activities.ts";
import { full, instance } from "./overviews.ts";

const seed = Number(process.env[seedVariable] ?? 0);

const place = { instance, project: "group/app", iid: 7 };
const silent = () => ({ dispose: () => undefined });
/** Until nothing more follows from what has been done: files are read and written as well. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn++) await new Promise(setImmediate);
};

/** A box of a page, by its name, with the buttons that send its text. */
interface Box {
  readonly page: "mergeRequest" | "creating";
  readonly source: string;
  readonly box: string;
  readonly buttons: readonly string[];
  /** Presses what opens it. */
  readonly opens?: string;
}

const activity = "mergeRequests/page/activity/";
const creating = { page: "creating", source: "mergeRequests/creating/page.ts", buttons: ["create"] } as const;
const box = (source: string, name: string, buttons: readonly string[], opens?: string): Box => ({
  page: "mergeRequest",
  source: activity + source,
  box: name,
  buttons,
  ...(opens !== undefined && { opens }),
});
/** Every place that draws boxes: a new one gets a line here. */
const boxes: readonly Box[] = [
  box("section.ts", "comment", ["comment", "startThread", "addCommentToReview"]),
  box("thread.ts", "edit 1", ["saveNote 1"], "editNote 1"),
  box("thread.ts", "reply t2", ["reply t2", "addToReview t2"]),
  box("pending.ts", "pending p1", ["savePending p1"], "editPending p1"),
  { ...creating, box: "title" },
  { ...creating, box: "description" },
];

describe("the boxes of pages", () => {
  let script: string;
  let storage: string;
  let drafts: InMemoryDrafts;
  let sent: string[];
  let requests: Set<string>;
  /** Request whose answer is held back. */
  let held: string | undefined;
  let gate: Promise<void>;
  let release: () => void;
  const opened: { close(): Promise<void> }[] = [];

  before(async () => {
    script = await pageScript("src/features/mergeRequests/page/browser/overview.ts");
    // Loads the DOM, so that pages open at once.
    await (await PageInDom.open(script, () => undefined)).close();
  });
  beforeEach(() => {
    storage = temporaryFolder();
    drafts = new InMemoryDrafts();
    [sent, requests, held] = [[], new Set(), undefined];
    vscodeFakes.window = {
      withProgress: (_: unknown, run: (...given: unknown[]) => unknown) =>
        run({ report: () => undefined }, { isCancellationRequested: false, onCancellationRequested: silent }),
      showInformationMessage: () => Promise.resolve(),
      setStatusBarMessage: silent,
      tabGroups: { all: [], onDidChangeTabs: silent },
      state: { focused: true },
    };
    vscodeFakes.commands = { executeCommand: () => Promise.resolve() };
    vscodeFakes.workspace = { textDocuments: [] };
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  /** Answers once it is no longer held. */
  const answer = async <T>(name: string, value: T): Promise<T> => {
    requests.add(name);
    if (name === held) await gate;
    return value;
  };
  const paged = (name: string, items: readonly unknown[]) => {
    const page = async () => ({ items: await answer(name, items), capped: false, pages: [] });
    return { page, all: page };
  };
  /** A write, which keeps what it sends. */
  const write =
    (value: unknown) =>
    (...given: readonly unknown[]): Promise<unknown> => {
      for (const one of given)
        for (const [name, text] of Object.entries(Object(one) as object))
          if (/^(?:body|note|title|description)$/.test(name) && typeof text === "string") sent.push(text);
      return Promise.resolve(value);
    };
  const note = { id: 99, body: "", author: alice, system: false };
  const writes = new Proxy({}, { get: () => write({ ...note, notes: [note] }) });
  const withWrites = (reads: object): object =>
    new Proxy(reads, { get: (_, name): unknown => Reflect.get(reads, name) ?? Reflect.get(writes, name) });
  const client = (): Client =>
    ({
      baseUrl: instance,
      hostTime: () => Date.now(),
      extras: withWrites({
        available: () => true,
        approvals: () => answer("approvals", { approved_by: [] }),
        mergeRequest: () => answer("merge request", full),
      }),
      mergeRequests: { listForProject: () => paged("labels", [full]) },
      pipelines: { list: () => paged("pipelines", []) },
      discussions: withWrites({
        drafts: { available: () => false },
        available: () => true,
        reviewersAvailable: () => true,
        reviewers: () => paged("reviewers", []),
        list: () => paged("discussions", [commentOf(1, "Mine", { author: alice }), threadOf(2, "Why?")]),
      }),
    }) as unknown as Client;

  /** Opens a page as a window does that starts now; the page's script runs as soon as its HTML is set. */
  const open = (kind: Box["page"]) => {
    gate = new Promise((resolve) => (release = resolve));
    const connection = { ...fakeConnection(client()), session: { id: "alice", user: alice } };
    const polling = new PollScheduler();
    const { app } = fakeApp(
      {},
      {
        extension: Uri.file("/extension"),
        storage,
        drafts,
        polling,
        connections: { get: () => connection, instances: [], onDidChange: silent, onDidChangeRecords: silent },
        current: { value: { kind: "none" }, onDidChange: silent },
        report: { background: () => undefined, error: (error: unknown) => assert.fail(String(error)) },
      },
    );
    const discussions = new Discussions(app);
    const pending = new PendingReviews(app, discussions);
    const talk = { discussions, pending, offers: { find: () => Promise.resolve([]) } };
    const panelKind = {
      files: "overview",
      icon: "mergeRequest",
      name: () => kind,
      tab: () => kind,
      title: () => kind,
      key: () => ({ project: { instance, project: "group/app" }, id: 7 }),
      readKept: () => undefined,
      open: (context: Context, _: unknown, changed: () => void) => {
        if (kind === "mergeRequest") {
          const mergeRequest = { iid: 7, title: "", state: "", web_url: "" };
          return new MergeRequestPage(context, { instance, project: "group/app", mergeRequest }, talk, changed);
        }
        const ref = { instance, project: "group/app", source: "topic" };
        const page = new CreatingPage(context, ref, new Proposals(drafts), changed, () => undefined);
        const own = { project: "group/app", defaultBranch: "main" };
        const source = { there: "a".repeat(40), ahead: false };
        const targets = {
          own,
          usual: own,
          told: true,
          defaults: { removeSource: true, squash: false, squashFixed: false },
        };
        Object.assign(page.reader, {
          readSource: () => answer("source", source),
          load: async () => {
            const read = await answer("targets", { targets, source: await answer("source", source) });
            Object.assign(page.reader, read, { loaded: true });
            changed();
          },
        });
        return page;
      },
    } as unknown as PageKind<unknown, Page<unknown>>;
    let dom: PageInDom | undefined;
    let opening: Promise<PageInDom> | undefined;
    let hear: (message: unknown) => void = () => undefined;
    const webview = {
      cspSource: "",
      asWebviewUri: (uri: unknown) => uri,
      postMessage: async (message: unknown) => {
        (await opening)?.receive(message);
        return true;
      },
      onDidReceiveMessage: (listener: typeof hear) => {
        hear = listener;
        return silent();
      },
      set html(_: string) {
        opening = PageInDom.open(script, (message) => hear(message)).then((page) => (dom = page));
      },
    };
    const panel = new PagePanel(
      app,
      panelKind,
      { title: "", visible: true, webview, onDidChangeViewState: silent } as unknown as WebviewPanel,
      {},
    );
    opened.push({
      close: async () => {
        panel.dispose();
        polling.dispose();
        await (await opening)?.close();
      },
    });
    return () => dom ?? assert.fail("The page is not loaded");
  };
  const keepPending = () =>
    new KeptReviews({ drafts, storage }).change(place, alice.id, () => ({ comments: [{ id: "p1", text: "Pending" }] }));
  const keepProposal = () => {
    const ref = { instance, project: "group/app", source: "topic" };
    const into = { project: "group/app", defaultBranch: "main" };
    const choices = { reviewers: [], removeSource: true, squash: false };
    const proposal = { source: "topic", into, target: "main", title: "Title", description: "Description", ...choices };
    return new Proposals(drafts).keep(ref, proposal, "page");
  };

  /** What was sent, or added to the review that is kept here. */
  const said = (): readonly string[] => {
    const { comments = [] } = new KeptReviews({ drafts, storage }).get(place, alice.id) ?? {};
    return [...sent, ...comments.map(({ text }) => text)];
  };

  /** Types in each box of a page, and reloads it. */
  const kept = async (page: Box["page"]): Promise<ReadonlyMap<string, string>> => {
    drafts = new InMemoryDrafts();
    await (page === "creating" ? keepProposal() : keepPending());
    const dom = open(page);
    await settled();
    const own = boxes.filter((one) => one.page === page);
    for (const { opens } of own) if (opens !== undefined) assert.ok(dom().press(opens), opens);
    await settled();
    for (const { box } of own) dom().type(box, `Kept in ${box}`);
    await settled();
    for (const one of opened.splice(0)) await one.close();
    requests.clear();
    return new Map(own.map(({ box }) => [box, `Kept in ${box}`]));
  };

  const known = new Map<Box["page"], readonly string[]>();
  /** The requests of a page that opens with kept texts. */
  const requestsOf = async (page: Box["page"]): Promise<readonly string[]> => {
    if (!known.has(page)) {
      await kept(page);
      open(page);
      await settled();
      known.set(page, [...requests]);
    }
    return known.get(page) ?? [];
  };

  for (const page of ["mergeRequest", "creating"] as const) {
    it(`show every kept text of the page ${page} after a reload, in whatever order its answers come`, async () => {
      const all = await requestsOf(page);
      const texts = await kept(page);
      assert.ok(all.length >= 2, all.join(", "));
      for (const last of all) {
        for (const one of opened.splice(0)) await one.close();
        held = last;
        const dom = open(page);
        await settled();
        for (const [box, text] of dom().texts) assert.equal(text, texts.get(box), `${box}, before ${last}`);
        held = undefined;
        release();
        await settled();
        assert.deepEqual(new Map([...dom().texts].sort()), new Map([...texts].sort()), `${last} came last`);
      }
    });
  }

  for (const [at, { page, box, buttons }] of boxes.entries())
    for (const [number, button] of buttons.entries()) {
      it(`send what ${box} shows: ${button}, in whatever order answers come`, async () => {
        // Of many requests, two are held back for each button, dealt by the run's seed.
        const some = shuffled(await requestsOf(page), seed + at * 10 + number).slice(0, 2);
        assert.equal(some.length, 2);
        for (const last of some) {
          const texts = await kept(page);
          held = last;
          const dom = open(page);
          await settled();
          const early = dom().texts;
          sent = [];
          dom().press(button);
          await settled();
          for (const text of said().filter((one) => one !== "Pending"))
            assert.ok([...early.values()].includes(text), `${text}, before ${last}`);
          held = undefined;
          release();
          await settled();
          const late = dom().texts;
          if (!said().includes(early.get(box) ?? "")) dom().press(button);
          const wanted = texts.get(box) ?? "";
          // What is kept here is written to the disk first.
          const end = performance.now() + waitPatience;
          while (!said().includes(wanted) && performance.now() < end) await new Promise(setImmediate);
          assert.ok(said().includes(wanted), `${last} came last: ${said().join(", ")}`);
          const shown = new Set(["Pending", ...early.values(), ...late.values()]);
          const found = said().filter((text) => !shown.has(text));
          assert.deepEqual(found, [], `${last} came last`);
          for (const one of opened.splice(0)) await one.close();
        }
      });
    }

  it("are all in this table", async () => {
    const root = new URL("../../../../../src/features/", import.meta.url);
    const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".ts"));
    const drawing: string[] = [];
    for (const name of files) {
      const text = await readFile(new URL(name, root), "utf8");
      const calls = [...text.matchAll(/\btextBox\(|element\(\s*"(?:textarea|input)"/g)].length;
      for (let call = 0; call < calls; call++) drawing.push(name);
    }
    assert.deepEqual(drawing.sort(), boxes.map(({ source }) => source).sort());
  });
});
