import assert from "node:assert/strict";
import { type Position, TabInputTextDiff, type TextDocument, type Uri } from "vscode";
import { placeOfBox } from "../../../../../src/features/mergeRequests/review/boxPlace.ts";
import { CommentCompletion } from "../../../../../src/features/mergeRequests/review/completion.ts";
import { CommentOffers } from "../../../../../src/features/mergeRequests/review/offers.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => {} }) };
const place = { instance: "https://git.example", project: "a/b", iid: 5 };
const user = (username: string, name: string) => ({ id: 1, username, name });

describe("completion in the boxes of comments", () => {
  /** What is offered at the end of the last of some texts that are typed, and what was asked for. */
  const offered = async (
    given: string | readonly string[],
    { authors = [user("bob", "Bob Beretta")], members = true, more = false, paused = false, open = true } = {},
  ): Promise<{ readonly names: string[]; readonly asked: string[] }> => {
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
    } as unknown as ConstructorParameters<typeof CommentOffers>[0];
    const provider = new CommentCompletion(
      new CommentOffers(context),
      {
        known: () => ({ discussions: [{ id: "1", notes: authors.map((author) => ({ author })) }] }),
      } as unknown as ConstructorParameters<typeof CommentCompletion>[1],
      () => (open ? place : undefined),
    );
    const typed = [given].flat().map((text) => {
      const document = { uri: {}, lineAt: () => ({ text }) } as unknown as TextDocument;
      const position = { line: 0, character: text.length, translate: () => ({}) } as unknown as Position;
      return provider.provideCompletionItems(document, position, token);
    });
    const items = (await Promise.all(typed)).at(-1)?.items ?? [];
    return { names: items.map(({ insertText }) => insertText as string), asked };
  };

  it("offers participants at once, and members by the letters that are typed", async () => {
    for (const [text, options, names, asked] of [
      ["Thanks @", {}, ["@bob "], []],
      ["(@bi", {}, ["@bob ", "@bill "], ["members {}"]],
      ["@", { authors: [] }, ["@bill "], ["members {}"]],
      ["@bi", { paused: true }, ["@bob "], []],
      ["@bo", { open: false }, [], []],
    ] as const) {
      const found = await offered(text, options as Parameters<typeof offered>[1]);
      assert.deepEqual([found.names, found.asked], [names, asked], text);
    }
  });

  it("requests the members of a project once, and by letters only where there are many", async () => {
    const letters = ["@b", "@bi", "@bil", "@bill", "@x"];
    assert.deepEqual((await offered(letters)).asked, ["members {}"]);
    const byLetters = letters.map((typed) => `members {"query":"${typed.slice(1)}"}`);
    assert.deepEqual((await offered(letters, { more: true })).asked, ["members {}", ...byLetters]);
  });

  it("searches users where the host lists no members, reusing the answer to three letters", async () => {
    const { asked } = await offered(["@bi", "@bil", "@bill", "@billy"], { members: false });
    assert.deepEqual(asked, ['users {"search":"bi"}', 'users {"search":"bil"}']);
  });

  it("offers emoji, those that begin with the letters first", async () => {
    const { names } = await offered("Done :up");
    assert.ok(names.includes(":thumbsup: "));
    const begins = names.map((name) => name.startsWith(":up"));
    assert.ok(begins[0]);
    assert.equal(begins.lastIndexOf(true), begins.indexOf(false) - 1);
    assert.equal((await offered(":")).names.length, 50);
  });

  it("offers nothing within words and addresses", async () => {
    for (const text of ["a@b", "https://", "10:30", "@a b", "a::b"]) assert.deepEqual((await offered(text)).names, []);
  });

  it("is for the merge request of the active tab, or the only visible one", () => {
    const documents: Record<string, number> = { one: 1, same: 1, two: 2 };
    const threads = {
      controller: { id: "forgelineReview" },
      threadsIn: (uri: Uri) =>
        String(uri) in documents ? { document: { place: { ...place, iid: documents[String(uri)] } } } : undefined,
    } as unknown as Parameters<typeof placeOfBox>[0];
    const placeOf = (authority: string, visible: readonly string[], input: object = {}): number | undefined => {
      vscodeFakes.window = {
        tabGroups: { activeTabGroup: { activeTab: { input } } },
        visibleTextEditors: visible.map((uri) => ({ document: { uri } })),
      };
      return placeOfBox(threads, { authority })?.iid;
    };
    assert.equal(placeOf("forgelinereview", ["one", "same", "box"]), 1);
    assert.equal(placeOf("", ["two"]), 2);
    assert.equal(placeOf("", ["one", "two"]), undefined);
    const diff = Object.assign(Object.create(TabInputTextDiff.prototype) as object, { modified: "two" });
    assert.equal(placeOf("", ["one", "two"], diff), 2);
    assert.equal(placeOf("other", ["one"]), undefined);
  });
});
