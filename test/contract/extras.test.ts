/** The routes beyond the documents, on a host that has them and on one that has none: the 146 do without. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { directDispatcher } from "../../src/api/agent.ts";
import { type Client, createClient } from "../../src/api/client.ts";
import type { ExtraName } from "../../src/api/extraAvailability.ts";
import { uploadBytes } from "../../src/api/upload.ts";
import { type Service, startService } from "../service/service.ts";
import { answer, always as answering, FaultServer } from "./faultServer.ts";
import { always } from "./opened.ts";

/** What the calls are about. */
interface Subjects {
  readonly project: number;
  readonly pipeline: number;
  readonly manualJob: number;
  readonly mergeRequest: number;
  readonly suggestion: number;
}

/** All but the parameter of a route that each host has. */
type RouteName = Exclude<ExtraName, "tracePart" | "readUpload">;

const calls: Readonly<Record<RouteName, (client: Client, subjects: Subjects) => Promise<unknown>>> = {
  project: async (client, { project }) =>
    assert.equal((await client.extras.project("demo/weather-station")).id, project),
  projects: async (client, { project }) =>
    assert.deepEqual(
      (await client.extras.projects({ search: "demo/weather-station" }).page()).items.map(({ id }) => id),
      [project],
    ),
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
  createMergeRequest: async (client, { project }) => {
    const request = { source_branch: "extra", target_branch: "main", title: "Extra", labels: ["a", "b"] };
    const { state, labels } = await client.extras.createMergeRequest(project, request);
    assert.deepEqual([state, labels], ["opened", ["a", "b"]]);
  },
  mergeRequest: async (client, { project, mergeRequest }) =>
    assert.equal((await client.extras.mergeRequest(project, mergeRequest)).iid, mergeRequest),
  approve: async (client, { project, mergeRequest }) =>
    assert.equal((await client.extras.approve(project, mergeRequest)).approved_by.length, 1),
  versions: async (client, { project, mergeRequest }) => {
    const { items } = await client.discussions.versions(project, mergeRequest).page();
    assert.equal(items.length, 1);
    const { diffs } = await client.discussions.version(project, mergeRequest, items[0]!.id);
    assert.deepEqual(
      diffs.map(({ new_path: name }) => name),
      ["other.txt"],
    );
  },
  mergeRequestDiffs: async (client, { project, mergeRequest }) =>
    assert.equal((await client.discussions.diffs(project, mergeRequest).page()).items.length, 1),
  discussions: async (client, { project, mergeRequest }) =>
    assert.equal((await client.discussions.create(project, mergeRequest, { body: "Why?" }))?.notes[0]?.body, "Why?"),
  mergeRequestNotes: async (client, { project, mergeRequest }) =>
    assert.equal((await client.discussions.comment(project, mergeRequest, { body: "Thanks." }))?.body, "Thanks."),
  suggestions: async (client, { suggestion }) =>
    assert.deepEqual(
      (await client.discussions.applySuggestions([suggestion])).map(({ id, applied }) => ({ id, applied })),
      [{ id: suggestion, applied: true }],
    ),
  draftNotes: async (client, { project, mergeRequest }) =>
    assert.equal((await client.discussions.drafts.create(project, mergeRequest, { note: "Why?" })).note, "Why?"),
  members: async (client, { project }) =>
    assert.deepEqual(
      (await client.extras.members(project, { query: "ali" }).page()).items.map(({ username }) => username),
      ["alice"],
    ),
  unapprove: async (client, { project, mergeRequest }) =>
    assert.equal((await client.extras.unapprove(project, mergeRequest)).approved_by.length, 0),
  approvals: async (client, { project, mergeRequest }) =>
    assert.equal((await client.extras.approvals(project, mergeRequest)).user_has_approved, false),
  mergeRequestTemplates: async (client, { project }) =>
    assert.deepEqual((await client.extras.mergeRequestTemplates(project).page()).items, [
      { key: "Change", name: "Change" },
    ]),
  mergeRequestTemplate: async (client, { project }) =>
    assert.equal((await client.extras.mergeRequestTemplate(project, "Change")).content, "## Why\n"),
  reviewers: async (client, { project, mergeRequest }) =>
    assert.deepEqual((await client.discussions.reviewers(project, mergeRequest).page()).items, []),
  upload: async (client, { project }) => {
    const bytes = new Uint8Array([1, 2, 3]);
    const { url, markdown } = await client.extras.upload(project, uploadBytes("a b.png", bytes));
    assert.equal(markdown, `![a_b](${url})`);
    const [, , secret = "", filename = ""] = url.split("/");
    assert.deepEqual(new Uint8Array((await client.extras.readUpload(project, { secret, filename }, 3)) ?? []), bytes);
    assert.equal(await client.extras.readUpload(project, { secret, filename }, 2), undefined);
    await assert.rejects(client.extras.readUpload(project, { secret, filename: "x" }, 3), { kind: "notFound" });
    assert.equal(client.extras.available("readUpload"), true);
  },
  rebase: async (client, { project, mergeRequest }) =>
    assert.equal((await client.extras.rebase(project, mergeRequest)).rebase_in_progress, true),
};
const names = Object.keys(calls) as RouteName[];

/** Suggests another first line for `other.txt`, and returns the ID of the suggestion. */
async function suggest({ discussions }: Client, project: number, iid: number): Promise<number> {
  const [version] = (await discussions.versions(project, iid).page()).items;
  const discussion = await discussions.create(project, iid, {
    body: "```suggestion\ntwo\n```",
    position: {
      base_sha: version!.base_commit_sha!,
      start_sha: version!.start_commit_sha!,
      head_sha: version!.head_commit_sha!,
      old_path: "other.txt",
      new_path: "other.txt",
      position_type: "text",
      new_line: 1,
    },
  });
  return discussion!.notes[0]!.suggestions![0]!.id;
}

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
      await control.commit({ ".gitlab/merge_request_templates/Change.md": "## Why\n" }, { branch: "main" });
      await control.commit({ "extra.txt": "one\n" }, { branch: "extra" });
      const { id: pipeline, jobs } = await control.addPipeline({
        jobs: [
          { name: "by hand", status: "manual" },
          { name: "downstream", downstream: null },
        ],
      });
      await control.commit({ "other.txt": "one\n" }, { branch: "other" });
      const { iid } = await control.addMergeRequest({ sourceBranch: "other", title: "Other", by: "bob" });
      const open = (): Client =>
        createClient({
          baseUrl: service.url,
          dispatcher: way.dispatcher,
          credentials: always("private-token", users.alice.token),
        });
      client = open();
      subjects = {
        project: project.id,
        pipeline,
        manualJob: jobs[0]!,
        mergeRequest: iid,
        suggestion: extras ? await suggest(open(), project.id, iid) : 1,
      };
    });
    after(async () => {
      await way.close();
      await service.close();
    });

    it(`${extras ? "sends" : "is asked once for"} parts of a log by offset`, async () => {
      const log = Array.from({ length: 200 }, (_, line) => `line ${line}\n`).join("");
      const { jobs } = await service.control.addPipeline({ jobs: [{ name: "log", status: "running", trace: log }] });
      const part = {
        start: 1000,
        known: { head: Buffer.from(log.slice(0, 64)), overlap: Buffer.from(log.slice(1000, 1064)) },
      };
      const read = async (): Promise<[status: number, start: number, text: string]> => {
        const { status, start, body } = await client.extras.tracePart(subjects.project, jobs[0]!, part);
        const chunks: Uint8Array[] = [];
        for await (const chunk of body) chunks.push(chunk);
        return [status, start, Buffer.concat(chunks).toString()];
      };
      assert.equal(client.extras.available("tracePart"), undefined);
      assert.deepEqual(await read(), extras ? [206, 1000, log.slice(1000)] : [200, 0, log]);
      assert.equal(client.extras.available("tracePart"), extras);
      if (extras) assert.deepEqual(await read(), [206, 1000, log.slice(1000)]);
      else await assert.rejects(read(), { kind: "invalidArgument", code: "extraUnavailable" });
      // A host that was replaced by an older one is noticed, too.
      if (!extras) return;
      await service.control.traceParts({ offsets: false });
      assert.deepEqual(await read(), [200, 0, log]);
      assert.equal(client.extras.available("tracePart"), false);
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

describe("extras: a host that answers with other records", () => {
  const way = directDispatcher();
  let server: FaultServer;
  before(async () => {
    server = await FaultServer.start();
  });
  after(async () => {
    await way.close();
    await server.close();
  });

  for (const name of names) {
    it(`is refused for ${name}`, async () => {
      const client = createClient({ baseUrl: server.origin, dispatcher: way.dispatcher });
      const subjects = { project: 1, pipeline: 2, manualJob: 3, mergeRequest: 4, suggestion: 5 };
      const record = ["projects", "branches", "bridges", "versions", "mergeRequestDiffs", "members"].includes(name)
        ? '[{"ok":true}]'
        : '{"ok":true}';
      server.fault = answering(answer(200, record));
      await assert.rejects(calls[name](client, subjects), { kind: "invalidResponse", operation: `extras.${name}` });
    });
  }
});
