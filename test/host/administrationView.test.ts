import assert from "node:assert/strict";
import { afterEach, before, describe, it } from "mocha";
import type { Client } from "../../src/api/client.ts";
import { VIEWS } from "../../src/core/views.ts";
import { administrator, offered, removeHooks, sampleHook } from "./administrators.ts";
import { type Row } from "./rows.ts";
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

  it("lists system hooks by their address, what they hear of and what is wrong with them, and nothing before it is opened", async () => {
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

  it("reads again after what was written here, and keeps the rows through a failure", async () => {
    await suite.open();
    await hooks();
    const { id } = await client().systemHooks.create({ url: "https://late.example.com/" });
    suite.app.changes.fire({ instance: suite.project.instance, project: "", subject: "systemHook", id });
    await until(
      "the new hook",
      async () => labels(await hooks()).includes("https://late.example.com/"),
      suite.view.provider.onDidChangeTreeData,
    );
    await control.fault({ path: "/hooks\\?", status: 503, body: "" });
    await suite.refreshed();
    assert.ok(labels(await hooks()).includes("https://late.example.com/"));
    assert.match(suite.message ?? "", /^Not up to date: /);
  });

  it("says once that the account may not look, and goes when the host says that it is no administrator's any more", async () => {
    await suite.open();
    await control.fault({ path: "/hooks\\?", status: 403, body: { message: "403 Forbidden" } });
    assert.match(
      labels(await hooks()).join("|"),
      /^Only administrators of 127\.0\.0\.1[^|]* can do this, with a sign-in that has full access to the API\. [^|]*$/,
    );
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
