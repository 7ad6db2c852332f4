/** The routes beyond the documents, on a host that has them and on one that has none: the 146 do without. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { directDispatcher } from "../../src/api/agent.ts";
import { type Client, createClient } from "../../src/api/client.ts";
import type { ExtraName } from "../../src/api/extraAvailability.ts";
import { type Service, startService } from "../service/service.ts";
import { always } from "./opened.ts";

/** What the calls are about. */
interface Subjects {
  readonly project: number;
  readonly pipeline: number;
  readonly manualJob: number;
  readonly mergeRequest: number;
}

const calls: Readonly<Record<ExtraName, (client: Client, subjects: Subjects) => Promise<unknown>>> = {
  project: async (client, { project }) =>
    assert.equal((await client.extras.project("demo/weather-station")).id, project),
  group: async (client) => assert.equal((await client.extras.group("demo/weather")).full_path, "demo/weather"),
  branches: async (client, { project }) =>
    assert.deepEqual(
      (await client.extras.branches(project, { search: "extra" }).page()).items.map(({ name }) => name),
      ["extra"],
    ),
  playJob: async (client, { project, manualJob }) =>
    assert.equal((await client.extras.playJob(project, manualJob)).id, manualJob),
  bridges: async (client, { project, pipeline }) =>
    assert.deepEqual(
      (await client.extras.bridges(project, pipeline).all()).items.map(({ name }) => name),
      ["downstream"],
    ),
  ciLint: async (client, { project }) =>
    assert.deepEqual((await client.extras.ciLint(project, { content: "a: { script: [echo] }" })).valid, true),
  createMergeRequest: async (client, { project }) =>
    assert.equal(
      (
        await client.extras.createMergeRequest(project, {
          source_branch: "extra",
          target_branch: "main",
          title: "Extra",
          labels: [],
        })
      ).state,
      "opened",
    ),
  mergeRequest: async (client, { project, mergeRequest }) =>
    assert.equal((await client.extras.mergeRequest(project, mergeRequest)).iid, mergeRequest),
  approve: async (client, { project, mergeRequest }) =>
    assert.equal((await client.extras.approve(project, mergeRequest)).approved_by.length, 1),
};
const names = Object.keys(calls) as ExtraName[];

for (const extras of [true, false]) {
  describe(`extras: a host ${extras ? "that has them" : "without them"}`, () => {
    const way = directDispatcher();
    let service: Service;
    let client: Client;
    let subjects: Subjects;
    before(async () => {
      service = await startService({ extras });
      const { control } = service;
      const { users, project } = await control.info();
      await control.commit({ "extra.txt": "one\n" }, { branch: "extra" });
      const { id: pipeline, jobs } = await control.addPipeline({
        jobs: [
          { name: "by hand", status: "manual" },
          { name: "downstream", downstream: null },
        ],
      });
      const { iid } = await control.addMergeRequest({ sourceBranch: "other", title: "Other", by: "bob" });
      subjects = { project: project.id, pipeline, manualJob: jobs[0]!, mergeRequest: iid };
      client = createClient({
        baseUrl: service.url,
        dispatcher: way.dispatcher,
        credentials: always("private-token", users.alice.token),
      });
    });
    after(async () => {
      await way.close();
      await service.close();
    });

    for (const name of names) {
      if (extras) {
        it(`answers ${name}, and is known to`, async () => {
          assert.equal(client.extras.available(name), undefined);
          await calls[name](client, subjects);
          assert.equal(client.extras.available(name), true);
        });
      } else {
        it(`is asked once for ${name}, and not again`, async () => {
          await assert.rejects(
            calls[name](client, subjects),
            ({ kind }: { readonly kind?: string }) => kind === "notFound" || kind === "methodNotAllowed",
          );
          assert.equal(client.extras.available(name), false);
          const seen = (await service.control.requests()).length;
          await assert.rejects(calls[name](client, subjects), {
            kind: "invalidArgument",
            code: "extraUnavailable",
            operation: `extras.${name}`,
          });
          assert.equal((await service.control.requests()).length, seen);
        });
      }
    }
  });
}
