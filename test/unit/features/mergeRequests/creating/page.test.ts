import assert from "node:assert/strict";
import { wordsOf, type PageElement, type PageNode } from "../../../../../src/core/webview/element.ts";
import { appended, messagesOf } from "../../../../../src/features/mergeRequests/creating/fields.ts";
import { willPush, type Creation } from "../../../../../src/features/mergeRequests/creating/model.ts";
import { creatingPage, mostFiles } from "../../../../../src/features/mergeRequests/creating/page.ts";
import type { Proposal } from "../../../../../src/features/mergeRequests/creating/proposal.ts";

const own = { project: "group/app", defaultBranch: "main" };
const proposal: Proposal = {
  source: "topic",
  into: own,
  target: "main",
  title: "Do it",
  description: "So that it is done.",
  reviewers: [],
  removeSource: true,
  squash: false,
};
const local = { tree: {} as never, remote: "origin", name: "topic", head: "b".repeat(40) };
const there = "a".repeat(40);
const creationOf = (part: Partial<Creation> = {}): Creation => ({
  ref: { instance: "https://git.example.com", project: "group/app", source: "topic" },
  proposal,
  targets: { own, usual: own, told: true, defaults: { removeSource: true, squash: false, squashFixed: false } },
  source: { there, local, ahead: false },
  difference: { commits: [{ id: there, title: "Do it" }] },
  loaded: true,
  sending: false,
  inEditor: false,
  box: (name) => ({ name, id: `new-${name}-0`, text: proposal[name], sending: false }),
  ...part,
});
const drawn = (part?: Partial<Creation>): PageElement[] => creatingPage(creationOf(part), { now: 0, language: "en" });
const all = (nodes: readonly PageNode[]): PageElement[] =>
  nodes.flatMap((node) => (typeof node === "string" ? [] : [node, ...all(node.children ?? [])]));
const named = (nodes: readonly PageNode[], words: string): PageElement => {
  const found = all(nodes).find((one) => one.tag === "button" && wordsOf(one) === words);
  assert.ok(found, `there is no button ${words}`);
  return found;
};
const box = (nodes: readonly PageNode[], name: string) =>
  all(nodes).find(({ attributes }) => attributes?.name === name)?.attributes;
const isDisabled = ({ attributes }: PageElement): boolean => attributes?.disabled !== undefined;

describe("the page of a new merge request", () => {
  it("says with its button whether something is pushed", () => {
    assert.equal(isDisabled(named(drawn(), "Create Merge Request")), false);
    const unpushed = drawn({ source: { local, ahead: true } });
    assert.equal(isDisabled(named(unpushed, "Push and Create")), false);
    assert.match(wordsOf(unpushed), /Not pushed yet: 1 commit is pushed when you create the merge request\./);
    const ahead = { source: { there, local, ahead: true, unpushed: 2 } };
    const toggle = "Push 2 commits that are not on the host yet";
    for (const [part, button, checked] of [
      [ahead, "Push and Create", "true"],
      [{ ...ahead, proposal: { ...proposal, keepLocal: true } }, "Create Merge Request", "false"],
    ] as const) {
      assert.equal(named(drawn(part), toggle).attributes?.["aria-checked"], checked);
      assert.equal(named(drawn(part), button).attributes?.value, "create");
    }
  });

  it("is disabled for a branch that nobody has, before the host has answered, and while it is sent", () => {
    const nowhere = drawn({ source: { ahead: false } });
    assert.match(wordsOf(nowhere), /“topic” is not on the host, and no clone is open that has it/);
    const sending = drawn({ sending: true });
    for (const [nodes, button] of [
      [nowhere, "Create Merge Request"],
      [drawn({ loaded: false }), "Create Merge Request"],
      [sending, "Creating…"],
      [sending, "Discard…"],
    ] as const)
      assert.equal(isDisabled(named(nodes, button)), true, button);
    for (const name of ["title", "description"]) assert.equal(box(sending, name)?.readonly, "");
  });

  it("says at the title what is wrong with it, and beside the button what the host refused", () => {
    const refused = drawn({
      refusal: { message: "Too long", field: "title" },
      box: (name) => ({ name, id: name, text: "", sending: false, ...(name === "title" && { problem: "Too long" }) }),
    });
    assert.equal(box(refused, "title")?.["aria-invalid"], "true");
    assert.equal(box(refused, "title")?.["aria-describedby"], "title-about");
    assert.equal(box(refused, "description")?.["aria-invalid"], undefined);
    const alerts = (nodes: readonly PageNode[]) => all(nodes).filter(({ attributes }) => attributes?.role === "alert");
    assert.deepEqual(alerts(refused), [], "it is said once");
    const there = drawn({ refusal: { message: "There is one", remedy: "Show !1" } });
    assert.equal(wordsOf(alerts(there)), "There is oneShow !1");
    assert.equal(named(there, "Show !1").attributes?.value, "help");
  });

  it("offers a target project in forks only, and lists as many files as a page can take", () => {
    const files = Array.from({ length: mostFiles + 2 }, (_, at) => {
      const path = `${at}.txt`;
      return { status: "added" as const, path, oldPath: path };
    });
    const comparison = { instance: "", project: "group/app", base: there, head: there };
    const origin = { project: "upstream/app", id: 1, defaultBranch: "main" };
    const difference = { commits: [], changes: { comparison, files, from: "clone" } } as const;
    const fork = drawn({ targets: { ...creationOf().targets!, origin }, difference });
    named(fork, "Change Target Project…");
    assert.throws(() => named(drawn(), "Change Target Project…"));
    assert.equal(all(fork).filter(({ attributes }) => attributes?.value?.startsWith("openFile ")).length, mostFiles);
    assert.match(wordsOf(fork), /2 more files/);
  });

  it("tells commits that are not there from those that cannot be determined", () => {
    assert.match(wordsOf(drawn({ difference: { commits: [] } })), /“topic” has no commits that “main” lacks\./);
    const unknown = wordsOf(drawn({ difference: { commits: [], unknown: true } }));
    assert.match(unknown, /The commits cannot be determined here\./);
    assert.doesNotMatch(unknown, /no commits/);
    assert.match(wordsOf(drawn({ difference: undefined })), /Loading…/);
  });

  it("pushes only what a clone has", () => {
    const keep = { ...proposal, keepLocal: true };
    for (const [source, of, pushes] of [
      [{ ahead: false }, proposal, false],
      [{ local, ahead: true }, keep, true],
      [{ there, local, ahead: true }, keep, false],
      [undefined, proposal, false],
    ] as const)
      assert.equal(willPush({ source, proposal: of }), pushes);
  });
});

describe("what is inserted into a description", () => {
  it("stands below what is there", () => {
    assert.equal(appended("", "## Why\n"), "## Why");
    assert.equal(appended("Words\n\n\n", "\n## Why\n"), "Words\n\n## Why");
  });

  it("are the messages of commits as a list, the oldest first, with their bodies", () => {
    const commits = [
      { id: "2", title: "Second", message: "Second" },
      { id: "1", title: "First", message: "First\n\nA body\n\nof two parts\n" },
    ];
    assert.equal(messagesOf(commits), "- First\n\n  A body\n\n  of two parts\n\n- Second");
    assert.throws(() => messagesOf([]), /no commits whose messages could be inserted/);
  });
});
