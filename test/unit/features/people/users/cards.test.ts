import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../../src/api/client.ts";
import { ApiError, type ApiErrorKind } from "../../../../../src/api/errors.ts";
import { UserCards } from "../../../../../src/features/people/users/cards.ts";

const bob = { id: 7, username: "Bób", name: "Bob", state: "active" };
const key = { id: 1, title: "laptop", key: "ssh-ed25519 AAAA", created_at: null };
const refusal = (kind: ApiErrorKind): ApiError =>
  new ApiError({ kind, message: "refused", request: { method: "GET", url: "/users/7" } });

describe("the cards of users", () => {
  let asked: string[];
  let failures: Record<string, ApiErrorKind>;
  let now: number;
  let cards: UserCards;
  let connection: { readonly client: Client };
  const { signal } = new AbortController();
  const connect = (): { readonly client: Client } => {
    const answer = <T>(what: string, value: T): Promise<T> => {
      asked.push(what);
      const kind = failures[what.split(" ")[0] ?? ""];
      return kind === undefined ? Promise.resolve(value) : Promise.reject(refusal(kind));
    };
    const users = {
      list: ({ username }: { readonly username: string }) => ({
        page: () => answer(`list ${username}`, { items: [{ ...bob, id: 8, username: "bób2" }, bob] }),
      }),
      get: (id: number) => answer(`get ${id}`, { ...bob, bio: "Builder" }),
      status: (id: number) => answer(`status ${id}`, { emoji: "coffee", message: null, message_html: null }),
      listKeysForUser: (id: number) => ({ page: () => answer(`keys ${id}`, { items: [key] }) }),
    };
    return { client: { users } as unknown as Client };
  };

  beforeEach(() => {
    [asked, failures, now] = [[], {}, 1000];
    cards = new UserCards(() => now);
    connection = connect();
  });

  it("are of exactly the user who is named, in any case and script, and read once for some minutes", async () => {
    const card = await cards.named(connection, "bÓB", signal);
    assert.deepEqual(card, {
      user: { ...bob, bio: "Builder" },
      status: { emoji: "coffee", message: null, message_html: null },
      keys: [key],
      at: 1000,
    });
    assert.deepEqual(asked.splice(0), ["list bÓB", "get 7", "status 7", "keys 7"]);
    now += 4 * 60_000;
    assert.deepEqual(await cards.named(connection, "bób", signal), card);
    assert.deepEqual(cards.known(connection, 7), card);
    assert.deepEqual(asked, []);
    now += 60_000;
    assert.equal((await cards.named(connection, "bób", signal))?.at, now);
    assert.deepEqual(asked.splice(0), ["get 7", "status 7", "keys 7"]);
    cards.forget(connection);
    await cards.named(connection, "bób", signal);
    assert.equal(asked.length, 4);
  });

  it("are none for names that nobody has, which is asked once", async () => {
    assert.equal(await cards.named(connection, "carol", signal), undefined);
    assert.equal(await cards.named(connection, "Carol", signal), undefined);
    assert.deepEqual(asked, ["list carol"]);
  });

  it("are each account's own", async () => {
    await cards.named(connection, "bób", signal);
    await cards.named(connect(), "bób", signal);
    assert.equal(asked.length, 8);
  });

  it("leave out what the host does not tell, and fail for what passes", async () => {
    failures = { get: "forbidden", status: "notFound", keys: "unauthorized" };
    assert.deepEqual(await cards.card(connection, bob, signal), { user: bob, at: 1000 });
    cards.forget(connection);
    failures = { status: "network" };
    await assert.rejects(cards.card(connection, bob, signal), { kind: "network" });
    failures = {};
    assert.equal((await cards.card(connection, bob, signal)).status?.emoji, "coffee");
    failures = { list: "forbidden" };
    assert.equal(await cards.named(connection, "bób", signal), undefined);
    cards.forget(connection);
    failures = { list: "rateLimited" };
    await assert.rejects(cards.named(connection, "bób", signal), { kind: "rateLimited" });
  });
});
