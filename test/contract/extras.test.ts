/** The routes beyond the documents, on a host that has them and on one that has none: the 146 do without. */
import assert from "node:assert/strict";
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

/** Calls of each route: what it brings, and what it should. */
const calls: Readonly<Record<RouteName, (client: Client, on: Subjects) => Promise<readonly [unknown, unknown]>>> = {
  project: async ({ extras }, on) => [(await extras.project("demo/weather-station")).id, on.project],
  projects: async ({ extras }, on) => {
    const { items } = await extras.projects({ search: "demo/weather-station" }).page();
    return [items.map(({ id }) => id), [on.project]];
  },
  group: async ({ extras }) => [(await extras.group("demo/weather")).full_path, "demo/weather"],
  branches: async ({ extras }, on) => {
    const { items } = await extras.branches(on.project, { search: "extra" }).page();
    return [items.map(({ name }) => name), ["extra"]];
  },
  playJob: async ({ extras }, on) => [(await extras.playJob(on.project, on.manualJob)).id, on.manualJob],
  bridges: async ({ extras }, on) => {
    const { items } = await extras.bridges(on.project, on.pipeline).all();
    return [items.map(({ name }) => name), ["downstream"]];
  },
  ciLint: async ({ extras }, on) => [
    (await extras.ciLint(on.project, { content: "a: { script: [echo] }" })).valid,
    true,
  ],
  createMergeRequest: async ({ extras }, on) => {
    const request = { source_branch: "extra", target_branch: "main", title: "Extra", labels: ["a", "b"] };
    const { state, labels } = await extras.createMergeRequest(on.project, request);
    return [
      [state, labels],
      ["opened", ["a", "b"]],
    ];
  },
  mergeRequest: async ({ extras }, on) => [
    (await extras.mergeRequest(on.project, on.mergeRequest)).iid,
    on.mergeRequest,
  ],
  approve: async ({ extras }, on) => [(await extras.approve(on.project, on.mergeRequest)).approved_by.length, 1],
  versions: async ({ discussions }, on) => {
    const { items } = await discussions.versions(on.project, on.mergeRequest).page();
    const { diffs } = await discussions.version(on.project, on.mergeRequest, items[0]!.id);
    return [
      [items.length, ...diffs.map(({ new_path: path }) => path)],
      [1, "other.txt"],
    ];
  },
  mergeRequestDiffs: async ({ discussions }, on) => [
    (await discussions.diffs(on.project, on.mergeRequest).page()).items.length,
    1,
  ],
  discussions: async ({ discussions }, on) => {
    const discussion = await discussions.create(on.project, on.mergeRequest, { body: "Why?" });
    return [discussion?.notes[0]?.body, "Why?"];
  },
  mergeRequestNotes: async ({ discussions }, on) => {
    const note = await discussions.comment(on.project, on.mergeRequest, { body: "Thanks." });
    return [note?.body, "Thanks."];
  },
  suggestions: async ({ discussions }, { suggestion }) => {
    const applied = await discussions.applySuggestions([suggestion]);
    return [applied.map((one) => [one.id, one.applied]), [[suggestion, true]]];
  },
  draftNotes: async ({ discussions }, on) => {
    const draft = await discussions.drafts.create(on.project, on.mergeRequest, { note: "Why?" });
    return [draft.note, "Why?"];
  },
  members: async ({ extras }, on) => {
    const { items } = await extras.members(on.project, { query: "ali" }).page();
    return [items.map(({ username }) => username), ["alice"]];
  },
  unapprove: async ({ extras }, on) => [(await extras.unapprove(on.project, on.mergeRequest)).approved_by.length, 0],
  approvals: async ({ extras }, on) => [(await extras.approvals(on.project, on.mergeRequest)).user_has_approved, false],
  mergeRequestTemplates: async ({ extras }, on) => {
    const { items } = await extras.mergeRequestTemplates(on.project).page();
    return [items, [{ key: "Change", name: "Change" }]];
  },
  mergeRequestTemplate: async ({ extras }, on) => [
    (await extras.mergeRequestTemplate(on.project, "Change")).content,
    "## Why\n",
  ],
  reviewers: async ({ discussions }, on) => [
    (await discussions.reviewers(on.project, on.mergeRequest).page()).items,
    [],
  ],
  upload: async ({ extras }, { project }) => {
    const bytes = Buffer.of(1, 2, 3);
    const { url, markdown } = await extras.upload(project, uploadBytes("a b.png", bytes));
    const [, , secret = "", filename = ""] = url.split("/");
    await assert.rejects(extras.readUpload(project, { secret, filename: "x" }, 3), { kind: "notFound" });
    const [whole, tooLong] = [
      await extras.readUpload(project, { secret, filename }, 3),
      await extras.readUpload(project, { secret, filename }, 2),
    ];
    return [
      [markdown, Buffer.from(whole ?? []), tooLong, extras.available("readUpload")],
      [`![a_b](${url})`, bytes, undefined, true],
    ];
  },
  rebase: async ({ extras }, on) => [(await extras.rebase(on.project, on.mergeRequest)).rebase_in_progress, true],
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

    it(`${extras ? "sends" : "is requested once"} parts of a log by offset`, async () => {
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
        it(`answers ${name}, and is then known to have it`, async () => {
          assert.equal(client.extras.available(name), undefined);
          assert.deepEqual(...(await calls[name](client, subjects)));
          assert.equal(client.extras.available(name), true);
        });
      } else {
        it(`is requested ${name} once`, async () => {
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

  for (const name of names)
    it(`is refused for ${name}`, async () => {
      const client = createClient({ baseUrl: server.origin, dispatcher: way.dispatcher });
      const subjects = { project: 1, pipeline: 2, manualJob: 3, mergeRequest: 4, suggestion: 5 };
      const record = ["projects", "branches", "bridges", "versions", "mergeRequestDiffs", "members"].includes(name)
        ? '[{"ok":true}]'
        : '{"ok":true}';
      server.fault = answering(answer(200, record));
      await assert.rejects(calls[name](client, subjects), { kind: "invalidResponse", operation: `extras.${name}` });
    });
});
