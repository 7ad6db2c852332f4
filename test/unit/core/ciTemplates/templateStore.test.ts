import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { directDispatcher } from "../../../../src/api/agent.ts";
import { createClient } from "../../../../src/api/client.ts";
import { TemplateStore } from "../../../../src/core/ciTemplates/templateStore.ts";
import { emptyService } from "../../../support/emptyService.ts";
import { atEndOfTests } from "../../../support/endOfTests.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

describe("the store of CI templates", () => {
  const service = emptyService();
  const way = directDispatcher();
  after(() => way.close());
  let directory: string;
  let at = 0;
  const failures: unknown[] = [];
  beforeEach(() => {
    directory = temporaryFolder();
    at = 1_700_000_000_000;
    failures.length = 0;
  });
  afterEach(() => service.control.clearFaults());
  atEndOfTests(() => assert.deepEqual(failures, []));

  /** As another window has it, with a client of its own. */
  const open = (): TemplateStore =>
    new TemplateStore({
      client: createClient({ baseUrl: service.url, dispatcher: way.dispatcher, sleep: () => Promise.resolve() }),
      directory,
      onError: (error) => failures.push(error),
      now: () => at,
    });
  const asked = async (path: string): Promise<number[]> =>
    (await service.control.requests()).filter((request) => request.path.includes(path)).map(({ status }) => status);
  const offline = (): Promise<void> => service.control.fault({ path: "/templates/", action: "reset" });
  const day = 86_400_000;

  it("asks once for those who ask at the same time, and not again within a minute", async () => {
    await service.control.clearRequests();
    const store = open();
    const [one, two] = await Promise.all([store.template("Ruby"), store.template("Ruby")]);
    assert.deepEqual(one, two);
    at += 59_000;
    await store.template("Ruby");
    assert.deepEqual(await asked("/Ruby"), [200]);
    at += 2_000;
    await store.template("Ruby");
    assert.deepEqual(await asked("/Ruby"), [200, 304]);
  });

  it("is stored for other windows, which need no host", async () => {
    const names = await open().names();
    const ruby = await open().template("Ruby");
    await offline();
    at += day;
    const store = open();
    const kept = await store.names();
    assert.deepEqual([kept.value, kept.at], [names.value, names.at]);
    assert.equal(kept.stale?.kind, "network");
    assert.equal((await store.template("Ruby")).value.content, ruby.value.content);
    await assert.rejects(store.template("Go"), { kind: "network" });
  });

  it("asks a host that cannot be reached again after ten seconds, and reports a refusal", async () => {
    await open().names();
    await offline();
    at += day;
    const store = open();
    await store.names();
    const before = (await asked("/templates/")).length;
    at += 9_000;
    assert.equal((await store.names()).stale?.kind, "network");
    assert.equal((await asked("/templates/")).length, before);
    await service.control.clearFaults();
    at += 2_000;
    assert.equal((await store.names()).stale, undefined);
    await service.control.fault({ path: "/templates/", status: 403, body: { message: "403 Forbidden" } });
    at += day;
    await assert.rejects(open().names(), { kind: "forbidden" });
  });

  it("fires when a text has changed", async () => {
    const store = open();
    const heard: (string | undefined)[] = [];
    store.onDidChange((key) => heard.push(key));
    for (const _ of [1, 2]) {
      at += day;
      await store.template("Ruby");
    }
    assert.deepEqual(heard, []);
    await service.control.fault({ path: "/Ruby$", status: 200, body: { name: "Ruby", content: "new: 1\n" } });
    at += day;
    await store.template("Ruby");
    assert.deepEqual(heard, ["Ruby"]);
    assert.equal((await open().cachedTemplate("Ruby"))?.value.content, "new: 1\n");
  });

  it("requests again what is damaged on disk", async () => {
    await open().template("Ruby");
    for (const name of await readdir(directory)) await writeFile(join(directory, name), '{"form":1,"at":17');
    const store = open();
    assert.equal(await store.cachedTemplate("Ruby"), undefined);
    assert.match((await store.template("Ruby")).value.content, /image: ruby/);
  });
});
