import assert from "node:assert/strict";
import { userTooltip } from "../../../../../src/features/people/users/tooltip.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const user = { id: 7, username: "ünï.code", name: "</b>[Ünï](command:x) `a` 山田", state: "active" };
const key = (
  id: number,
  text = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDNKTrtrQR763sh1IkgtukajY2rsDA9KEpa5LG1KByd1 a@b\r\n",
) => ({ id, title: `key ${id}`, key: text, created_at: null });
describe("the card of a user", () => {
  it("is inert but for the link to the page", async () => {
    const bio = "![x](https://evil.example/i.png) $(bug)";
    const { value } = await userTooltip({ user: { ...user, bio, web_url: "https://host.example/ünï.code" } }, now);
    const found = [...value.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target);
    assert.deepEqual(found, ["https://host.example/%C3%BCn%C3%AF.code"]);
    assert.ok(!/[<>`]|\$\(/.test(value.replaceAll("&#60;", "")), value);
  });

  it("shows its age from a minute on, and five keys", async () => {
    const card = { user, keys: [1, 2, 3, 4, 5, 6, 7].map((id) => key(id)), at: now - 59_000 };
    const { value } = await userTooltip(card, now);
    assert.deepEqual([value.match(/SHA256/g)?.length, /read\*\*/i.test(value)], [5, false]);
    assert.ok(value.includes("**SSH keys** and 2 more"), value);
    assert.match((await userTooltip({ ...card, at: now - 180_000 }, now)).value, /\*\*Last read\*\* .*3/);
  });
});
