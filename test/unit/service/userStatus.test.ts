import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { running } from "./calling.ts";

const ed25519 = `ssh-ed25519 ${Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from("ssh-ed25519"), Buffer.from([0, 0, 0, 32]), Buffer.alloc(32, 7)]).toString("base64")}`;

describe("service: user status", () => {
  it("keeps what is said, with a balloon for a missing emoji, and is cleared by nothing", async () => {
    for (const [dialect, none] of [
      ["gitlab", null],
      ["neutral", ""],
    ] as const) {
      await using at = await running({ dialect });
      const set = async (body: object) => {
        const { emoji, message, message_html } = (await at.call("PUT", "/api/v4/user/status", { body })).json as Record<
          string,
          unknown
        >;
        return [emoji, message, message_html];
      };
      assert.deepEqual(await set({ emoji: "coffee", message: "Back :soon: & <b>" }), [
        "coffee",
        "Back :soon: & <b>",
        'Back <gl-emoji title="soon" data-name="soon">:soon:</gl-emoji> &amp; &lt;b&gt;',
      ]);
      assert.deepEqual(await set({ message: "Away" }), ["speech_balloon", "Away", "Away"]);
      const read = (await at.call("GET", "/api/v4/user/status")).json as Record<string, unknown>;
      assert.deepEqual([read["emoji"], "availability" in read], ["speech_balloon", dialect === "gitlab"]);
      assert.deepEqual(await set({ emoji: "palm_tree" }), ["palm_tree", "", ""]);
      assert.deepEqual(await set({ emoji: "", message: "" }), [none, none, none], dialect);
    }
  });

  it("is shown to anybody, by number or name", async () => {
    await using at = await running();
    await at.call("PUT", "/api/v4/user/status", { body: { emoji: "coffee" } });
    for (const who of ["1", "alice", "ALICE"]) {
      const answer = await at.call("GET", `/api/v4/users/${who}/status`, { headers: {} });
      assert.equal((answer.json as { emoji: string }).emoji, "coffee", who);
    }
    assert.equal((await at.call("GET", "/api/v4/users/nobody/status", { headers: {} })).status, 404);
  });

  it("refuses what is no emoji, no text, or too long", async () => {
    await using at = await running();
    const set = async (body: object) => (await at.call("PUT", "/api/v4/user/status", { body })).status;
    assert.deepEqual(
      [await set({ emoji: "no such!" }), await set({ message: ["x"] }), await set({ message: "x".repeat(101) })],
      [400, 400, 400],
    );
  });
});

describe("service: user counts", () => {
  it("count opened merge requests, in one number or five", async () => {
    await using real = await running();
    assert.deepEqual((await real.call("GET", "/api/v4/user_counts")).json, {
      merge_requests: 0,
      assigned_issues: 0,
      assigned_merge_requests: 0,
      review_requested_merge_requests: 0,
      todos: 0,
    });
    await using documented = await running({ dialect: "neutral" });
    assert.deepEqual((await documented.call("GET", "/api/v4/user_counts")).json, { merge_requests: 0 });
  });
});

describe("service: SSH keys", () => {
  it("are added, read and listed for oneself, and listed for others", async () => {
    await using at = await running({ dialect: "neutral" });
    const added = await at.call("POST", "/api/v4/user/keys", {
      body: { title: "Laptop", key: `${ed25519} alice@laptop` },
    });
    assert.equal(added.status, 201);
    const key = added.json as { id: number };
    assert.deepEqual(Object.keys(key).sort(), ["created_at", "id", "key", "title"]);
    assert.deepEqual((await at.call("GET", `/api/v4/user/keys/${key.id}`)).json, key);
    assert.deepEqual((await at.call("GET", "/api/v4/user/keys")).json, [key]);
    const bob = { headers: { "PRIVATE-TOKEN": at.info.users.bob.token } };
    assert.deepEqual((await at.call("GET", "/api/v4/users/1/keys", bob)).json, [key]);
    assert.deepEqual((await at.call("GET", "/api/v4/user/keys", bob)).json, []);
    assert.equal((await at.call("GET", `/api/v4/user/keys/${key.id}`, bob)).status, 404);
    assert.equal((await at.call("GET", "/api/v4/users/77/keys")).status, 404);
  });

  it("are refused when they are none, or known", async () => {
    await using at = await running();
    const add = async (body: object) => at.call("POST", "/api/v4/user/keys", { body });
    assert.deepEqual((await add({ key: ed25519 })).json, { error: "title is missing" });
    assert.deepEqual((await add({ title: "x" })).json, { error: "key is missing" });
    for (const key of [
      "",
      "ssh-ed25519",
      "ssh-ed25519 AAAA",
      ed25519.replace("ssh-ed25519", "ssh-rsa"),
      "-----BEGIN OPENSSH PRIVATE KEY-----",
    ])
      assert.equal((await add({ title: "x", key })).status, 400, key);
    assert.equal((await add({ title: "x", key: ed25519 })).status, 201);
    const again = await add({ title: "y", key: `${ed25519} under another name` });
    assert.deepEqual([again.status, again.json], [400, { message: { key: ["has already been taken"] } }]);
  });
});
