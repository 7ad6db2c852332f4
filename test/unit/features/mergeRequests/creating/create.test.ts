import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Source } from "../../../../../src/features/mergeRequests/creating/source.ts";
import { InMemoryDrafts } from "../../../../support/fakes/inMemoryDrafts.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";
import { fakeApp, project } from "../../../core/fakeApp.ts";

const { TabInputText } = await import("vscode");
const { newDescriptionUri } = await import("../../../../../src/features/mergeRequests/creating/descriptionFile.ts");
const { CreatingPage } = await import("../../../../../src/features/mergeRequests/creating/panel.ts");
const { Proposals } = await import("../../../../../src/features/mergeRequests/creating/proposals.ts");

const { instance } = project;
const ref = { instance, project: project.project, source: "topic" };
const own = { project: project.project, defaultBranch: "main" };
const targets = { own, usual: own, told: true, defaults: { removeSource: true, squash: false, squashFixed: false } };
const texts = { title: "Title", description: "Description" };
const silent = () => ({ dispose: () => undefined });

describe("Create on the page of a new merge request", () => {
  let account: string;
  let pushed: string[];
  let created: unknown[];
  let head: string;
  /** Whether the branch is on the host. */
  let isThere: boolean;
  /** Happens at each look where the branch is, and at each push. */
  let looked: () => void;
  let afterPush: () => void;
  beforeEach(() => {
    [account, pushed, created, head, isThere] = ["alice", [], [], "a".repeat(40), false];
    looked = afterPush = () => undefined;
    vscodeFakes.window = {
      setStatusBarMessage: silent,
      tabGroups: { all: [], onDidChangeTabs: silent, close: silent },
    };
    vscodeFakes.workspace = { textDocuments: [] };
    vscodeFakes.commands = { executeCommand: () => Promise.resolve() };
  });
  afterEach(() => vscodeFakes.reset());

  const source = (): Source => {
    const push = (remote: string, name: string, there: string): Promise<void> => {
      pushed.push([remote, name, there, head].join(" "));
      isThere = true;
      afterPush();
      return Promise.resolve();
    };
    const local = { tree: { push }, remote: "origin", name: "topic", head } as unknown as Source["local"];
    return { local, ahead: !isThere, ...(isThere && { there: head }) };
  };
  /** Presses Create on a page that was drawn. @returns why nothing was created */
  const press = async (): Promise<string | undefined> => {
    const client = {
      hostTime: () => Date.now(),
      extras: {
        available: () => true,
        createMergeRequest: (_: unknown, request: object) => {
          created.push(request);
          return Promise.resolve({ iid: 1, title: "Title" });
        },
      },
    };
    const connection = {
      get session() {
        return { id: account };
      },
      client,
    };
    const { app } = fakeApp(
      {},
      {
        connections: { get: () => connection, instances: [{ url: instance }] },
        current: { value: { kind: "none" }, onDidChange: silent },
        projects: { rescan: () => Promise.resolve() },
      },
    );
    const proposals = new Proposals(new InMemoryDrafts());
    await proposals.keep(
      ref,
      { source: "topic", into: own, target: "main", ...texts, reviewers: [], removeSource: true, squash: false },
      "page",
    );
    const page = new CreatingPage(
      app,
      ref,
      proposals,
      () => undefined,
      () => undefined,
    );
    Object.assign(page.reader, {
      targets,
      source: source(),
      loaded: true,
      readSource: () => {
        looked();
        return Promise.resolve(source());
      },
      compareAgain: () => undefined,
    });
    page.draw({ now: 0, language: "en" });
    const boxes = (["title", "description"] as const).map((box) => ({ box, id: `new-${box}-0`, text: texts[box] }));
    await page.act("create", boxes);
    page.dispose();
    return page.value.refusal?.message;
  };
  const stopped = "Stopped: the account on git.example.com has changed.";

  it("pushes the branch and sends the texts of the page", async () => {
    assert.equal(await press(), undefined);
    assert.deepEqual(pushed, [`origin topic topic ${head}`]);
    assert.partialDeepStrictEqual(created, [{ source_branch: "topic", target_branch: "main", ...texts }]);
  });

  it("creates nothing if another account was chosen during the push", async () => {
    afterPush = () => (account = "bob");
    assert.equal(await press(), stopped);
    assert.deepEqual(created, []);
  });

  it("pushes nothing if another account was chosen before", async () => {
    looked = () => (account = "bob");
    assert.equal(await press(), stopped);
    assert.deepEqual([pushed, created], [[], []]);
  });

  it("does not push commits that were made after the page was drawn", async () => {
    looked = () => (head = "b".repeat(40));
    assert.match((await press()) ?? "", /has commits that are not on the host yet/);
    assert.deepEqual([pushed, created], [[], []]);
  });

  it("sends the description that its editor shows after an undo", async () => {
    const uri = newDescriptionUri(ref);
    vscodeFakes.workspace["textDocuments"] = [{ uri, getText: () => "Before\r\n", save: () => Promise.resolve(true) }];
    const input = Object.setPrototypeOf({ uri }, TabInputText.prototype) as object;
    vscodeFakes.window["tabGroups"] = { all: [{ tabs: [{ input }] }], onDidChangeTabs: silent, close: silent };
    await press();
    assert.partialDeepStrictEqual(created, [{ description: "Before\n" }]);
  });
});
