import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import type { Row } from "./rows.ts";
import { freshKey, userStage } from "./userStage.ts";
import { labels, viewSuite } from "./viewSuite.ts";

describe("the users of the People view", () => {
  const suite = viewSuite(VIEWS.people, "People", ({ people }) => people.view);
  const users = userStage();
  const rows = async (): Promise<Row<unknown>[]> => suite.rows.below(await suite.rows.at("Users"));
  const text = ({ label, description }: Row<unknown>): string => `${label} | ${description}`;
  afterEach(async () => suite.contents.users.filter.set({}));

  it("are found by part of the name, by user name in any case, and by state, which stays with the host", async () => {
    const [ann, blocked] = [await users.make("Änn Øre"), await users.make("Änn Other")];
    await suite.control.setUserState(blocked.username, "blocked");
    await suite.open();
    const { users: folder } = suite.contents;
    await folder.filter.set({ search: "änn o" });
    assert.deepEqual((await rows()).map(text), [`Änn Other | @${blocked.username} · Blocked`]);
    await folder.filter.set({ search: "änn" });
    assert.deepEqual(
      (await rows()).map(({ label, icon, context, item }) => [label, icon, context, item.collapsibleState]),
      [
        ["Änn Other", "circle-slash descriptionForeground", "user blocked", vscode.TreeItemCollapsibleState.Collapsed],
        ["Änn Øre", "person", "user active", vscode.TreeItemCollapsibleState.Collapsed],
      ],
    );
    await folder.filter.set({ search: "änn", state: "active" });
    assert.deepEqual(labels(await rows()), ["Änn Øre"]);
    assert.equal(suite.message, "Filter: “änn”, active");
    await folder.filter.set({ state: "blocked", search: "Änn" });
    assert.deepEqual(labels(await rows()), ["Änn Other"]);
    const before = await users.now();
    await folder.filter.set({ username: ann.username.toUpperCase() });
    assert.deepEqual(labels(await rows()), ["Änn Øre"]);
    assert.deepEqual(await users.asked(before), [`GET /users?username=${ann.username.toUpperCase()}&per_page=20`]);
    assert.equal(suite.message, `Filter: @${ann.username.toUpperCase()}`);
    await folder.filter.set({ search: "nobody is called so" });
    assert.deepEqual(labels(await rows()), ["No users match the filter"]);
  });

  it("tell their status, their profile and their keys with fingerprints below, asked for with the first look alone", async () => {
    const user = await users.make("Zoë", { bio: "Builds _things_", location: "Zürich" });
    await users.as(user, "PUT", "/user/status", { emoji: "palm_tree", message: "Away :tada: [x](y)" });
    await users.as(user, "POST", "/user/keys", { title: "laptop\u202e", key: `${freshKey("zoë@laptop")}\r\n` });
    await suite.open();
    await suite.contents.users.filter.set({ username: user.username });
    const [row] = await rows();
    assert.ok(row);
    const before = await users.now();
    const facts = await suite.rows.below(row);
    const shown = facts.map(({ label, description, icon }) => [icon, description, label]);
    assert.deepEqual(shown.slice(0, 4), [
      ["comment", "Status", "🌴 Away 🎉 [x]\u200b(y)"],
      ["pass", "State", "Active"],
      ["info", "About", "Builds _things_"],
      ["location", "Location", "Zürich"],
    ]);
    assert.match(facts.at(-1)?.label ?? "", /^ED25519 SHA256:[\w+/]{43}$/);
    assert.deepEqual(
      [facts.at(-1)?.icon, facts.at(-1)?.description, facts.at(-1)?.context],
      ["key", "SSH key “laptop”", "userFact key"],
    );
    const { value, isTrusted } = await suite.rows.tooltip(row);
    assert.equal(isTrusted, false);
    for (const part of [
      `**Zoë &#40;&#64;${user.username}&#41;**`,
      "**Status** 🌴 Away 🎉",
      "**Location** Zürich",
      "SHA256&#58;",
      "Open in browser",
    ])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
    assert.deepEqual((await users.asked(before)).sort(), [
      `GET /users/${user.id}`,
      `GET /users/${user.id}/keys?per_page=20`,
      `GET /users/${user.id}/status`,
    ]);
    // What was written of oneself is no news of others; what was written of a user is.
    const since = await users.now();
    const change = { instance: suite.project.instance, project: suite.project.path };
    const { signal } = new AbortController();
    suite.contents.written({ ...change, subject: "ownStatus" });
    await suite.contents.refresh(signal);
    assert.deepEqual(await users.asked(since), []);
    suite.contents.written({ ...change, subject: "user", id: user.id });
    await suite.contents.refresh(signal);
    assert.deepEqual(
      (await users.asked(since)).filter((one) => one.startsWith("GET /users?")),
      [`GET /users?username=${user.username}&per_page=20`],
    );
    await users.as(user, "PUT", "/user/status", { emoji: "", message: "Back" });
    await suite.refreshed();
    assert.match((await suite.rows.below((await rows())[0]))[0]?.label ?? "", /Back$/);
  });

  it("show what the list tells where the host tells no more, and say once that there is no list", async () => {
    const user = await users.make("<b>Bo</b> `x` [y](https://evil.example)");
    await suite.open();
    await suite.contents.users.filter.set({ username: user.username });
    for (const path of [`/users/${user.id}$`, `/users/${user.id}/keys`])
      await suite.control.fault({ path, status: 403, body: { message: "403 Forbidden" } });
    await suite.control.fault({
      path: `/users/${user.id}/status`,
      status: 404,
      body: { message: "404 User Not Found" },
    });
    const [row] = await rows();
    assert.ok(row);
    assert.deepEqual(labels(await suite.rows.below(row)), ["Active", String(user.id)]);
    const { value } = await suite.rows.tooltip(row);
    assert.ok(!/<b>|`x`|\]\(https:\/\/evil/.test(value), value);
    await suite.control.fault({ path: "/api/v4/users\\?", status: 403, body: { message: "403 Forbidden" } });
    await suite.contents.users.filter.set({ search: "anybody" });
    const refused = await rows();
    assert.equal(refused.length, 1);
    assert.match(refused[0]?.label ?? "", /The list of users on .* is not available to your account\.$/);
  });
});
