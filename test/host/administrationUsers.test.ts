import assert from "node:assert/strict";
import { afterEach, before, beforeEach, describe, it } from "mocha";
import type { Client } from "../../src/api/client.ts";
import { VIEWS } from "../../src/core/views.ts";
import type { AdminUserFilter } from "../../src/features/administration/users/filter.ts";
import { administrator } from "./administrators.ts";
import { MadeUsers } from "./madeUsers.ts";
import { cells, type Row } from "./rows.ts";
import { accountOf } from "./snippetStage.ts";
import { labels, viewSuite } from "./viewSuite.ts";

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

  it("shows who users are and what sets them apart, and everything else in the tooltip", async () => {
    const since = await last();
    await suite.open();
    assert.deepEqual(
      (await control.requests(since)).filter(({ path }) => path.includes("/users")),
      [],
      "nothing before it is opened",
    );
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
    assert.equal(
      (await filtered({ withAttributes: true }))[1]?.description,
      `@${zoe.username} · administrator · external · team=storm`,
    );
  });

  it("is narrowed and ordered by everything that administrators have, and says so in the folder's row", async () => {
    await suite.open();
    const ana = await people.make("ana", { external: true, provider: "ldapmain", extern_uid: "cn=ana" });
    await people.make("cy");
    const bob = await people.make("bob");
    await control.setUserState(bob.username, "blocked");
    await client().customAttributes.set("users", ana.id, "team", { value: "a, b" });
    assert.deepEqual(await found({}), ["bob", "cy", "ana"]);
    assert.deepEqual(
      [await found({ orderBy: "username", sort: "asc" }), await found({ orderBy: "username" })],
      [
        ["ana", "bob", "cy"],
        ["cy", "bob", "ana"],
      ],
    );
    assert.deepEqual([await found({ state: "active" }), await found({ state: "blocked" })], [["cy", "ana"], ["bob"]]);
    assert.deepEqual(
      [
        await found({ external: true }),
        await found({ identity: { provider: "ldapmain", uid: "cn=ana" } }),
        await found({ attributes: { team: "a, b" } }),
      ],
      [["ana"], ["ana"], ["ana"]],
    );
    assert.deepEqual(
      [await found({ username: ana.username.toUpperCase() }), await found({ twoFactor: "disabled" })],
      [["ana"], ["bob", "cy", "ana"]],
    );
    assert.deepEqual(labels(await filtered({ twoFactor: "enabled" })), ["No users match the filter"]);
    assert.deepEqual(
      [
        labels(await filtered({ createdAfter: "2999-01-01T00:00:00Z" })),
        await found({ createdBefore: "2999-01-01T00:00:00Z" }),
      ],
      [["No users match the filter"], ["bob", "cy", "ana"]],
    );
    await filtered({ state: "active", sort: "asc" });
    const folder = await suite.rows.at("Users");
    assert.deepEqual(
      [folder.description, folder.context],
      [`“${people.prefix}”, active, oldest or lowest first`, "adminUsers filtered"],
    );
    await suite.contents.users.filter.set({});
    assert.equal((await suite.rows.at("Users")).context, "adminUsers");
  });

  it("shows the attributes of the open project, its group, and of what was asked for, and remembers those", async () => {
    await suite.open();
    const [group] = suite.project.path.split("/");
    await client().customAttributes.set("projects", suite.project.id, "cost-center", { value: "4711" });
    const ana = await people.make("ana");
    assert.deepEqual(
      (await suite.rows.below(await suite.rows.at("Custom Attributes"))).map(({ label, description, context }) => [
        label,
        description,
        context,
      ]),
      [
        [suite.project.path, "project (current)", "attributeOwner projects open"],
        [group, "group (current)", "attributeOwner groups open"],
      ],
    );
    assert.deepEqual(
      cells(
        await suite.rows.below(await suite.rows.at("Custom Attributes", suite.project.path)),
        "label",
        "description",
        "context",
      ),
      ["cost-center | 4711 | customAttribute"],
    );
    assert.deepEqual(labels(await suite.rows.below(await suite.rows.at("Custom Attributes", group ?? ""))), [
      "No custom attributes",
    ]);
    await suite.contents.attributes.add({ kind: "users", name: ana.username, id: ana.id });
    assert.deepEqual(labels(await suite.rows.below(await suite.rows.at("Custom Attributes", ana.username))), [
      "No custom attributes",
    ]);
    await client().customAttributes.set("users", ana.id, "a b/ü", { value: "" });
    await suite.refreshed();
    assert.deepEqual(
      cells(await suite.rows.below(await suite.rows.at("Custom Attributes", ana.username)), "label", "description"),
      ["a b/ü | (empty)"],
    );
    await people.delete(ana.id);
    await suite.refreshed();
    assert.match(
      labels(await suite.rows.below(await suite.rows.at("Custom Attributes", ana.username))).join(),
      /Not found on .*: user u\w+\. It may have been deleted, or your account cannot see it\.$/,
    );
    await suite.contents.attributes.hide({ kind: "users", name: ana.username });
    assert.equal((await suite.rows.below(await suite.rows.at("Custom Attributes"))).length, 2);
  });

  it("says in one row that the account may not see attributes", async () => {
    await suite.open();
    await control.fault({ path: "/custom_attributes", status: 403, body: { message: "403 Forbidden" } });
    const rows = labels(await suite.rows.below(await suite.rows.at("Custom Attributes", suite.project.path)));
    assert.match(rows.join("|"), /^Only administrators of 127\.0\.0\.1[^|]* can do this[^|]*$/);
  });
});
