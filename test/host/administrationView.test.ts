import assert from "node:assert/strict";
import { afterEach, before, beforeEach, describe, it } from "mocha";
import type { Client } from "../../src/api/client.ts";
import { VIEWS } from "../../src/core/views.ts";
import type { AdminUserFilter } from "../../src/features/administration/users/filter.ts";
import { administrator, offered, removeHooks, sampleHook } from "./administrators.ts";
import { MadeUsers } from "./madeUsers.ts";
import { refuse } from "./refuse.ts";
import { cells, type Row } from "./rows.ts";
import { showAlone, showPipelines } from "./shownView.ts";
import { accountOf } from "./snippetStage.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

describe("the Administration view", () => {
  before(async () => {
    await administrator();
  });
  const suite = viewSuite(
    VIEWS.administration,
    "Administration",
    ({ administration }) => administration.view,
    accountOf("admin"),
  );
  const { control } = suite;
  const client = (): Client => suite.app.connections.get(suite.project.instance).client;
  const hooks = async (): Promise<Row<unknown>[]> => suite.rows.below(await suite.rows.at("System Hooks"));
  const last = (): Promise<number> => control.lastRequest();
  const asked = async (since: number): Promise<string[]> =>
    (await control.requests(since))
      .map(({ method, path }) => `${method} ${path.replace(/^.*\/api\/v4/, "").replace(/\?.*$/, "")}`)
      .filter((text) => /hooks|\/user$/.test(text));

  afterEach(removeHooks);

  it("lists system hooks with their triggers, on demand @oldest", async () => {
    const since = await last();
    await suite.open();
    assert.deepEqual(await asked(since), []);
    assert.deepEqual(labels(await hooks()), [sampleHook]);
    await client().systemHooks.create({
      url: "http://127.0.0.1:9/a?key=abc",
      push_events: true,
      repository_update_events: false,
      enable_ssl_verification: false,
    });
    const second = await client().systemHooks.create({ url: "https://hooks.example.com/all" });
    await suite.refreshed();
    assert.deepEqual(
      (await hooks()).map(({ label, description, icon, context }) => [label, description, icon, context]),
      [
        [sampleHook, "Tag pushes", "plug", "systemHook"],
        ["http://127.0.0.1:9/a?key=***", "SSL verification disabled · Pushes", "unlock", "systemHook"],
        ["https://hooks.example.com/all", "Repository updates", "plug", "systemHook"],
      ],
    );
    const row = (await hooks())[2];
    assert.ok(row);
    assert.match(row.spoken, /^System hook https:\/\/hooks\.example\.com\/all, Repository updates$/);
    const { value } = await suite.rows.tooltip(row);
    for (const part of ["**Triggers** Repository updates", "**SSL verification** yes", `**ID** ${second.id}`])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
  });

  it("explains missing rights and hides for other accounts", async () => {
    await suite.open();
    await refuse("/hooks\\?");
    assert.match(labels(await hooks()).join("|"), /^Only administrators of 127\.0\.0\.1/);
    // The host still says that the account is an administrator's: it is the token that may not.
    await offered(suite.app, true);
    const { id, username, name } =
      suite.app.connections.get(suite.project.instance).session?.user ?? assert.fail("not signed in");
    await control.fault({ path: "/user$", status: 200, body: { id, username, name } });
    await suite.refreshed();
    await hooks();
    // It goes by itself: nothing is to be closed that is about to.
    await offered(suite.app, false);
    await until("the view to be out of sight", () => !suite.view.visible, suite.view.onDidChangeVisibility);
    await showPipelines(suite.app);
    await control.clearFaults();
    await client().users.current();
    await offered(suite.app, true);
    await showAlone(suite.app, VIEWS.administration);
    await suite.refreshed();
    assert.deepEqual(labels(await hooks()), [sampleHook]);
  });
});

describe("users and custom attributes in the Administration view", () => {
  before(async () => {
    await administrator();
  });
  const suite = viewSuite(
    VIEWS.administration,
    "Administration",
    ({ administration }) => administration.view,
    accountOf("admin"),
  );
  const { control } = suite;
  const people = new MadeUsers();
  const client = (): Client => suite.app.connections.get(suite.project.instance).client;
  beforeEach(() => people.renew());
  afterEach(async () => {
    await suite.contents.users.filter.set({});
    await people.removeAll();
  });

  const filtered = async (filter: AdminUserFilter): Promise<Row<unknown>[]> => {
    await suite.contents.users.filter.set({ search: people.prefix, ...filter });
    return suite.rows.below(await suite.rows.at("Users"));
  };
  const found = async (filter: AdminUserFilter): Promise<string[]> =>
    (await filtered(filter)).map(({ element }) =>
      (element as { user: { username: string } }).user.username.slice(people.prefix.length),
    );
  const last = (): Promise<number> => control.lastRequest();

  it("lists users with their state, details in the tooltip", async () => {
    const since = await last();
    await suite.open();
    const left = (await control.requests(since)).filter(({ path }) => path.includes("/users"));
    assert.deepEqual(left, [], "nothing before it is opened");
    const zoe = await people.make("zoe", {
      name: "Zoë Größe 🌦 \u202e$(x)",
      external: true,
      admin: true,
      bio: "Likes `rain`",
      skip_confirmation: true,
    });
    const bo = await people.make("bo", { name: "Bo" });
    await control.setUserState(bo.username, "blocked");
    await client().customAttributes.set("users", zoe.id, "team", { value: "storm" });
    const rows = await filtered({});
    assert.deepEqual(cells(rows, "label", "description", "icon", "context"), [
      `Bo | @${bo.username} · blocked | circle-slash disabledForeground | adminUser blocked hasPage`,
      `Zoë Größe 🌦  $​(x) | @${zoe.username} · administrator · external | shield | adminUser active administrator hasPage`,
    ]);
    const [, row] = rows;
    assert.ok(row);
    const { value, isTrusted } = await suite.rows.tooltip(row);
    assert.equal(isTrusted, false);
    for (const part of [
      `**Username** ${zoe.username}`,
      "**Administrator** yes",
      "**Bio** Likes &#96;rain&#96;",
      "**team** storm",
      `**ID** ${zoe.id}`,
    ])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
    const seen = (await filtered({ withAttributes: true }))[1]?.description;
    assert.equal(seen, `@${zoe.username} · administrator · external · team=storm`);
  });

  it("filters and sorts users, named in the folder's row", async () => {
    await suite.open();
    const ana = await people.make("ana", { external: true, provider: "ldapmain", extern_uid: "cn=ana" });
    await people.make("cy");
    const bob = await people.make("bob");
    await control.setUserState(bob.username, "blocked");
    await client().customAttributes.set("users", ana.id, "team", { value: "a, b" });
    assert.deepEqual(await found({}), ["bob", "cy", "ana"]);
    for (const [filter, names] of [
      [{ orderBy: "username", sort: "asc" }, "ana bob cy"],
      [{ orderBy: "username" }, "cy bob ana"],
      [{ state: "active" }, "cy ana"],
      [{ state: "blocked" }, "bob"],
      [{ external: true }, "ana"],
      [{ identity: { provider: "ldapmain", uid: "cn=ana" } }, "ana"],
      [{ attributes: { team: "a, b" } }, "ana"],
      [{ username: ana.username.toUpperCase() }, "ana"],
      [{ twoFactor: "disabled" }, "bob cy ana"],
      [{ createdBefore: "2999-01-01T00:00:00Z" }, "bob cy ana"],
    ] as const)
      assert.equal((await found(filter)).join(" "), names, JSON.stringify(filter));
    for (const filter of [{ twoFactor: "enabled" }, { createdAfter: "2999-01-01T00:00:00Z" }] as const)
      assert.deepEqual(labels(await filtered(filter)), ["No users match the filter"]);
    await filtered({ state: "active", sort: "asc" });
    const folder = await suite.rows.at("Users");
    const seen = [folder.description, folder.context];
    assert.deepEqual(seen, [`“${people.prefix}”, active, oldest or lowest first`, "adminUsers filtered"]);
    await suite.contents.users.filter.set({});
    assert.equal((await suite.rows.at("Users")).context, "adminUsers");
  });

  it("lists attributes of project, group and added owners, and explains hidden ones", async () => {
    await suite.open();
    const [group] = suite.project.path.split("/");
    await client().customAttributes.set("projects", suite.project.id, "cost-center", { value: "4711" });
    const ana = await people.make("ana");
    const of = async (...owner: string[]): Promise<string[]> =>
      cells(
        await suite.rows.below(await suite.rows.at("Custom Attributes", ...owner)),
        "label",
        "description",
        "context",
      );
    assert.deepEqual(await of(), [
      `${suite.project.path} | project (current) | attributeOwner projects open`,
      `${group} | group (current) | attributeOwner groups open`,
    ]);
    assert.deepEqual(await of(suite.project.path), ["cost-center | 4711 | customAttribute"]);
    assert.deepEqual(await of(group ?? ""), ["No custom attributes |  | note"]);
    await suite.contents.attributes.add({ kind: "users", name: ana.username, id: ana.id });
    assert.deepEqual(await of(ana.username), ["No custom attributes |  | note"]);
    await client().customAttributes.set("users", ana.id, "a b/ü", { value: "" });
    await suite.refreshed();
    assert.deepEqual(await of(ana.username), ["a b/ü | (empty) | customAttribute"]);
    await people.delete(ana.id);
    await suite.refreshed();
    assert.match((await of(ana.username)).join(), /^Not found on .*: user u\w+\. It may have been deleted/);
    await suite.contents.attributes.hide({ kind: "users", name: ana.username });
    assert.equal((await of()).length, 2);
    await refuse("/custom_attributes");
    await suite.refreshed();
    assert.match((await of(suite.project.path)).join(), /^Only administrators of 127\.0\.0\.1[^|]* can do this/);
  });
});
