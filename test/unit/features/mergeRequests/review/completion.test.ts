import assert from "node:assert/strict";
import { afterEach, before, describe, it } from "mocha";
import type { CompletionItem, Position, TextDocument, Uri } from "vscode";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

type Completion = typeof import("../../../../../src/features/mergeRequests/review/completion.ts");
type Offers = typeof import("../../../../../src/features/mergeRequests/review/offers.ts");
type BoxPlace = typeof import("../../../../../src/features/mergeRequests/review/boxPlace.ts");

const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => {} }) };
const place = { instance: "https://git.example", project: "a/b", iid: 5 };
const user = (username: string, name: string) => ({ id: 1, username, name });

describe("completion in the boxes of comments", () => {
  let completion: Completion;
  let offers: Offers;
  let boxPlace: BoxPlace;
  before(async () => {
    completion = await import("../../../../../src/features/mergeRequests/review/completion.ts");
    offers = await import("../../../../../src/features/mergeRequests/review/offers.ts");
    boxPlace = await import("../../../../../src/features/mergeRequests/review/boxPlace.ts");
  });
  afterEach(() => vscodeFakes.reset());

  /** What is offered at the end of the last of some texts that are typed, and what was asked for. */
  const offered = async (
    given: string | readonly string[],
    { authors = [user("bob", "Bob Beretta")], members = true, more = false, paused = false, open = true } = {},
  ): Promise<{ readonly names: string[]; readonly items: readonly CompletionItem[]; readonly asked: string[] }> => {
    const asked: string[] = [];
    const list = (what: string) => (query: object) => ({
      page: () => {
        asked.push(`${what} ${JSON.stringify(query)}`);
        return Promise.resolve({ items: [user("bill", "Bill B.")], ...(more && { next: {} }) });
      },
    });
    const client = {
      extras: { available: () => members, members: (_: string, query: object) => list("members")(query) },
      users: { list: list("users") },
    };
    const connection = { client };
    const context = {
      connections: { get: () => connection },
      polling: { silentUntil: () => (paused ? 1 : undefined) },
      report: { background: (error: unknown) => assert.ifError(error) },
    } as unknown as ConstructorParameters<Offers["CommentOffers"]>[0];
    const provider = new completion.CommentCompletion(
      new offers.CommentOffers(context),
      {
        known: () => ({ discussions: [{ id: "1", notes: authors.map((author) => ({ author })) }] }),
      } as unknown as ConstructorParameters<Completion["CommentCompletion"]>[1],
      () => (open ? place : undefined),
    );
    const typed = [given].flat().map((text) => {
      const document = { uri: {}, lineAt: () => ({ text }) } as unknown as TextDocument;
      const position = { line: 0, character: text.length, translate: () => ({}) } as unknown as Position;
      return provider.provideCompletionItems(document, position, token);
    });
    const items = (await Promise.all(typed)).at(-1)?.items ?? [];
    return { names: items.map(({ insertText }) => insertText as string), items, asked };
  };

  it("offers who takes part at once, and members with the letters that are typed", async () => {
    const { names, asked } = await offered("Thanks @");
    assert.deepEqual([names, asked], [["@bob "], []]);
    const typed = await offered("(@bi");
    assert.deepEqual([typed.names, typed.asked], [["@bob ", "@bill "], ["members {}"]]);
    assert.deepEqual((await offered("@", { authors: [] })).names, ["@bill "]);
  });

  it("asks once for the members of a project while a name is typed, and for its letters only where there are many", async () => {
    const letters = ["@b", "@bi", "@bil", "@bill", "@x"];
    const few = await offered(letters);
    assert.deepEqual([few.names, few.asked], [["@bob "], ["members {}"]]);
    const many = await offered(letters, { more: true });
    assert.deepEqual(many.asked, [
      "members {}",
      ...["b", "bi", "bil", "bill", "x"].map((query) => `members {"query":"${query}"}`),
    ]);
  });

  it("asks for users where the host has no list of members, and for nothing while requests are paused", async () => {
    assert.deepEqual((await offered("@bi", { members: false })).asked, ['users {"search":"bi"}']);
    const { names, asked } = await offered("@bi", { paused: true });
    assert.deepEqual([names, asked], [["@bob "], []]);
  });

  it("takes an answer to three letters for further ones, as hosts look for fewer in whole names", async () => {
    const { names, asked } = await offered(["@bi", "@bil", "@bill", "@billy"], { members: false });
    assert.deepEqual([names, asked], [["@bob "], ['users {"search":"bi"}', 'users {"search":"bil"}']]);
  });

  it("offers emoji, those that begin with the letters first", async () => {
    const { names } = await offered("Done :up");
    assert.ok(names.includes(":thumbsup: "));
    const begins = names.map((name) => name.startsWith(":up"));
    assert.ok(begins[0]);
    assert.equal(begins.lastIndexOf(true), begins.indexOf(false) - 1);
    assert.equal((await offered(":")).names.length, 50);
  });

  it("offers nothing within words and addresses, or outside of merge requests", async () => {
    for (const text of ["a@b", "https://", "10:30", "@a b", "a::b"]) assert.deepEqual((await offered(text)).names, []);
    assert.deepEqual((await offered("@bo", { open: false })).names, []);
  });

  it("is for the merge request of the active tab, or the only one that is visible, and for no box of others", async () => {
    const { TabInputTextDiff } = await import("vscode");
    const documents: Record<string, number> = { one: 1, same: 1, two: 2 };
    const threads = {
      controller: { id: "forgelineReview" },
      threadsIn: (uri: Uri) =>
        String(uri) in documents ? { document: { place: { ...place, iid: documents[String(uri)] } } } : undefined,
    } as unknown as Parameters<BoxPlace["placeOfBox"]>[0];
    const placeOf = (authority: string, visible: readonly string[], input: object = {}): number | undefined => {
      vscodeFakes.window = {
        tabGroups: { activeTabGroup: { activeTab: { input } } },
        visibleTextEditors: visible.map((uri) => ({ document: { uri } })),
      };
      return boxPlace.placeOfBox(threads, { authority })?.iid;
    };
    assert.equal(placeOf("forgelinereview", ["one", "same", "box"]), 1);
    assert.equal(placeOf("", ["two"]), 2);
    assert.equal(placeOf("", ["one", "two"]), undefined);
    const diff = Object.assign(Object.create(TabInputTextDiff.prototype) as object, { modified: "two" });
    assert.equal(placeOf("", ["one", "two"], diff), 2);
    assert.equal(placeOf("other", ["one"]), undefined);
  });
});
