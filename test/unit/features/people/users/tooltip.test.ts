import "../../../../support/vscodeStub.ts";
import assert from "node:assert/strict";
import { describe, it } from "mocha";

const { userFacts } = await import("../../../../../src/features/people/users/facts.ts");
const { userTooltip } = await import("../../../../../src/features/people/users/tooltip.ts");

const now = Date.parse("2026-03-01T12:00:00Z");
const user = { id: 7, username: "ünï.code", name: "</b>[Ünï](command:x) `a` 山田", state: "active" };
const key = (
  id: number,
  text = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDNKTrtrQR763sh1IkgtukajY2rsDA9KEpa5LG1KByd1 a@b\r\n",
) => ({ id, title: `key ${id}`, key: text, created_at: null });
const words = async (card: Parameters<typeof userFacts>[0]): Promise<string[]> =>
  (await userFacts(card, now)).map(({ name, value }) => `${name}: ${value}`);

describe("what a host tells of a user", () => {
  it("is as much as it tells: hosts send null, nothing, and states of their own", async () => {
    assert.deepEqual(await words({ user: { ...user, state: "ldap_blocked", bio: null, location: "", locked: true } }), [
      "State: ldap blocked, locked",
      "ID: 7",
    ]);
    assert.deepEqual(
      await words({
        user: { id: 7, username: "x", name: "X" },
        status: { emoji: null, message: null, message_html: null },
        keys: [],
      }),
      ["ID: 7"],
    );
  });

  it("has the status with its emoji, and says who is busy", async () => {
    const status = { emoji: "coffee", message: "Back at :clock1:", message_html: "", availability: "busy" } as const;
    assert.equal((await words({ user, status }))[0], "Status: ☕ Back at 🕐 · busy");
    assert.equal(
      (await words({ user, status: { ...status, emoji: "of_this_host", message: "", availability: "not_set" } }))[0],
      "Status: :of_this_host:",
    );
    assert.equal(
      (await words({ user, status: { ...status, emoji: "", message: "plain" } }))[0],
      "Status: plain · busy",
    );
  });

  it("has the fingerprint of each key, which is copied whole, and says what is no key", async () => {
    const facts = (await userFacts({ user, keys: [key(1), key(2, "nonsense")] }, now)).slice(-2);
    assert.deepEqual(
      facts.map(({ name, value, copied }) => [name, value, copied]),
      [
        ["SSH key “key 1”", "ED25519 SHA256:/mtNIfFKX/d4s/Il/lzR0L0hKAt7ZJE6pKndgfkiJhw", key(1).key],
        ["SSH key “key 2”", "unreadable key", "nonsense"],
      ],
    );
  });
});

describe("the card of a user", () => {
  it("has nothing alive in it but the link to the page", async () => {
    const { value } = await userTooltip(
      { user: { ...user, bio: "![x](https://evil.example/i.png) $(bug)", web_url: "https://host.example/ünï.code" } },
      now,
    );
    assert.ok(
      value.startsWith("**&#60;/b&#62;&#91;Ünï&#93;&#40;command&#58;x&#41; &#96;a&#96; 山田 &#40;&#64;ünï.code&#41;**"),
      value,
    );
    assert.deepEqual(
      [...value.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target),
      ["https://host.example/%C3%BCn%C3%AF.code"],
    );
    assert.ok(!/[<>`]|\$\(/.test(value.replaceAll("&#60;", "")), value);
  });

  it("says how old it is once that may matter, and counts keys past the fifth", async () => {
    const card = { user, keys: [1, 2, 3, 4, 5, 6, 7].map((id) => key(id)), at: now - 59_000 };
    const { value } = await userTooltip(card, now);
    assert.equal(value.match(/SHA256/g)?.length, 5);
    assert.ok(value.includes("**SSH keys** and 2 more"), value);
    assert.ok(!value.includes("**Read**"), value);
    assert.match((await userTooltip({ ...card, at: now - 180_000 }, now)).value, /\*\*Last read\*\* .*3/);
  });
});
