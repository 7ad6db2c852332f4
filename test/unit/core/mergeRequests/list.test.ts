import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Client } from "../../../../src/api/client.ts";
import type { ListOptions } from "../../../../src/api/request.ts";
import type { MergeRequest } from "../../../../src/api/resources/mergeRequests.ts";
import { type MergeRequestFilter, mergeRequestQuery } from "../../../../src/core/mergeRequests/filter.ts";
import { withUserName, mergeRequestFolders } from "../../../../src/core/mergeRequests/folders.ts";
import { ProjectMergeRequests } from "../../../../src/core/mergeRequests/projectMergeRequests.ts";
import { readOwnQueries } from "../../../../src/core/mergeRequests/queries.ts";
import { filterRules, notRules } from "../../../../src/core/mergeRequests/queryRules.ts";
import { settingSchemas } from "../../../support/settingSchemas.ts";
import { FakeHost, fault, pipeline } from "../tree/fakeHost.ts";

const filter: Required<MergeRequestFilter> = {
  ...{ state: "merged", scope: "assigned_to_me", search: "heat", author: "alice", labels: "bug,ui", milestone: "1.0" },
  ...{ sourceBranch: "topic", targetBranch: "main", draft: "no", orderBy: "updated_at", sort: "asc" },
};
const { author: author_username, sourceBranch: source_branch, targetBranch: target_branch, ...same } = filter;

it("the filter of merge requests becomes a query for open ones of everyone by default", () => {
  const { draft: wip, orderBy: order_by, ...rest } = same;
  const query = { ...rest, author_username, source_branch, target_branch, wip, order_by };
  assert.deepEqual(mergeRequestQuery({}, "alice"), { state: "opened", scope: "all" });
  assert.deepEqual(mergeRequestQuery(filter, "alice"), query);
  const reviews = { state: "opened", scope: "all", reviewer_username: "bob" };
  assert.deepEqual(mergeRequestQuery({ scope: "reviews_for_me" }, "bob"), reviews);
});

const root = path.join(import.meta.dirname, "../../../..");
const json = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), "utf8"));
/** What says how the answer looks, not which merge requests are meant. */
const looks = new Set(["view", "with_labels_details", "with_merge_status_recheck", "page", "per_page"]);
const why = (entry: unknown): string | undefined => readOwnQueries([entry]).problems[0]?.why;

interface Operation {
  readonly id: string;
  readonly query: readonly {
    readonly name: string;
    readonly enum?: readonly unknown[] | null;
    readonly specialValues?: readonly unknown[];
  }[];
}
interface Schema {
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly { readonly enum?: readonly unknown[] }[];
  readonly properties?: object;
}

describe("queries in the settings", () => {
  const contract = json("contract/endpoints.json") as
    | readonly Operation[]
    | { readonly operations: readonly Operation[] };
  const parameters = ("operations" in contract ? contract.operations : contract)
    .filter(({ id }) => id === "mergeRequests.list" || id === "mergeRequests.listForProject")
    .flatMap(({ query }) => query)
    .filter(({ name }) => !looks.has(name.replace(/\[.*/, "")));
  const documented = [...new Set(parameters.map(({ name }) => name.replace(/\[.*/, "")))].sort();
  const settings = settingSchemas<{ items: { properties: Record<string, Schema> } }>();
  const schema = settings["forgeline.mergeRequests.queries"]?.items.properties ?? {};

  it("accept every documented filter, as does the schema of the setting", () => {
    assert.ok(documented.length > 25);
    assert.deepEqual([...Object.keys(filterRules), "not"].sort(), documented);
    assert.deepEqual(Object.keys(schema).sort(), [...documented, "name", "projects"].sort());
    assert.deepEqual(Object.keys(schema["not"]?.properties ?? {}).sort(), Object.keys(notRules).sort());
  });

  it("are completed in settings.json with explained names and all documented values", () => {
    const words = json("package.nls.json") as Record<string, string>;
    for (const [name, { description = "", markdownDescription = description }] of Object.entries(schema))
      assert.match(words[markdownDescription.replaceAll("%", "")] ?? "", /\w/, name);
    const values = (name: string): readonly unknown[] => {
      const { enum: all = [], examples = [], anyOf = [] } = schema[name] ?? {};
      return [...all, ...examples, ...anyOf.flatMap((one) => one.enum ?? [])];
    };
    const pairs = parameters.flatMap(({ name, enum: all, specialValues }) =>
      [...(all ?? []), ...(specialValues ?? [])].map((value) => [name, value] as const),
    );
    assert.ok(pairs.length > 40, String(pairs.length));
    for (const [name, value] of pairs) assert.ok(values(name).includes(value), `${name}: ${String(value)}`);
    for (const [name, { fits }] of Object.entries(filterRules))
      for (const value of values(name)) assert.ok(fits(value), `${name}: ${String(value)}`);
    for (const name of ["author_username", "reviewer_username", "merge_user_username"])
      assert.ok(values(name).includes("@me"));
  });

  it("are for open merge requests of everyone by default", () => {
    const { queries } = readOwnQueries([
      { name: " Bugs ", labels: ["bug"] },
      { name: "Mine", scope: "created_by_me", state: "all", projects: "all" },
    ]);
    assert.deepEqual(queries, [
      { name: "Bugs", query: { state: "opened", scope: "all", labels: ["bug"] } },
      { name: "Mine", projects: "all", query: { state: "all", scope: "created_by_me" } },
    ]);
  });

  it("apply where their filters work", () => {
    const { queries } = readOwnQueries([
      { name: "a", deployed_after: "2026-01-31" },
      { name: "b", iids: [1, 2] },
    ]);
    const found = queries.map(({ projects }) => projects);
    assert.deepEqual(found, ["all", "this"]);
  });

  const wrong: readonly (readonly [entry: unknown, why: RegExp])[] = [
    [7, /an object with a name/],
    [[], /an object with a name/],
    [{ state: "opened" }, /needs a name/],
    [{ name: " " }, /needs a name/],
    [{ name: "x", lables: "bug" }, /“lables” is not a filter/],
    [{ name: "x", constructor: 1 }, /“constructor” is not a filter/],
    [{ name: "x", wip: true }, /“wip” must be yes, no/],
    [{ name: "x", author_id: 0 }, /“author_id” must be a number above 0/],
    [{ name: "x", approved_by_ids: [1, 2, 3, 4, 5, 6] }, /up to 5 numbers/],
    [{ name: "x", created_after: "2026-13-40" }, /“created_after” must be a date/],
    [{ name: "x", labels: [] }, /“labels” must be text or a list/],
    [{ name: "x", not: "bug" }, /“not” must be an object/],
    [{ name: "x", not: { state: "opened" } }, /“not\.state” is not a filter/],
    [{ name: "x", author_id: 1, author_username: "m" }, /“author_id” and “author_username” cannot be used together/],
    [{ name: "x", projects: "this", deployed_before: "2026-01-31" }, /“.*” works only for all projects/],
    [{ name: "x", projects: "all", iids: [1] }, /“.*” works only for a single project/],
    [{ name: "x", deployed_after: "2026-01-31", iids: [1] }, /“.*” and “.*” cannot be used together/],
    [{ name: "x", projects: "some" }, /“projects” must be this, all/],
  ];
  for (const [entry, reason] of wrong)
    it(`explain what is wrong with ${JSON.stringify(entry)}`, () => assert.match(why(entry) ?? "", reason));

  it("need unique names, and keep the valid ones", () => {
    const { queries, problems } = readOwnQueries([{ name: "x" }, { name: "x", state: "all" }, null, { name: "y" }]);
    const listed = queries.map(({ name }) => name);
    assert.deepEqual(listed, ["x", "y"]);
    const shown = problems.map(({ name, at }) => `${name} ${at}`);
    assert.deepEqual(shown, ["x 1", "Query 3 2"]);
  });

  it("may be missing or of another type", () => {
    assert.deepEqual(readOwnQueries(undefined), { queries: [], problems: [] });
    assert.equal(readOwnQueries({ name: "x" }).problems[0]?.at, -1);
  });

  it("replace @me in usernames only", () => {
    const told = withUserName(
      { author_username: "@me", search: "@me", not: { reviewer_username: "@me", labels: "@me" } },
      "alice",
    );
    assert.deepEqual(told, {
      author_username: "alice",
      search: "@me",
      not: { reviewer_username: "alice", labels: "@me" },
    });
  });
});

const scope = { instance: "https://git.example.com", project: "group/project" };
const signal = new AbortController().signal;
const mergeRequest = (iid: number, rest: Partial<MergeRequest> = {}): MergeRequest => ({
  ...{ id: 100 + iid, iid, project_id: 1, title: `number ${iid}`, state: "opened", sha: `sha${iid}` },
  ...{ created_at: null, updated_at: null, web_url: "", ...rest },
});

describe("what is known of merge requests", () => {
  let host: FakeHost;
  let listed: MergeRequest[];
  let data: ProjectMergeRequests;
  /** The folder of what is open from a branch. */
  const current = (everywhere: boolean, branch = "main") =>
    mergeRequestFolders({ project: { branch, root: "/x" }, username: "alice", everywhere, filter: {}, own: [] })[0]!;

  beforeEach(() => {
    host = new FakeHost();
    listed = [mergeRequest(1), mergeRequest(2)];
    const mergeRequests = {
      list: (_query: object, options: ListOptions) => host.pages("everywhere", () => listed, options),
      listForProject: (_: unknown, _query: object, options: ListOptions) =>
        host.pages("of the project", () => listed, options),
    };
    const client = { ...host.client, mergeRequests } as unknown as Client;
    data = new ProjectMergeRequests({ scope, client, number: () => 1, now: () => 1 });
  });

  it("leaves out branches of the same name in other projects", async () => {
    listed = [
      mergeRequest(1, { project_id: 9, source_project_id: 1 }),
      mergeRequest(2, { project_id: 9, source_project_id: 9 }),
      mergeRequest(3, { source_project_id: null }),
    ];
    await data.list(current(true)).load(signal);
    const found = data.rows(current(true))?.map(({ iid }) => iid);
    assert.deepEqual(found, [3, 1]);
  });

  it("finds the merge request of a checked-out branch", async () => {
    const query = { state: "opened", scope: "all" };
    for (const [name, everywhere, more] of [
      ["merge-requests/2/topic", false, { source_branch: "topic", iids: [2] }],
      ["merge-requests/2/topic", true, { source_branch: "topic" }],
      ["merge-requests/2", true, { iids: [2] }],
    ] as const)
      assert.deepEqual(current(everywhere, name).query, { ...query, ...more });
    listed = [
      mergeRequest(2, { source_project_id: 7 }),
      mergeRequest(2, { id: 900, project_id: 9, source_project_id: 9 }),
      mergeRequest(1),
    ];
    const folder = current(true, "merge-requests/2/topic");
    await data.list(folder).load(signal);
    const shown = data.rows(folder)?.map(({ id }) => id);
    assert.deepEqual(shown, [102]);
  });

  it("finds pipelines by their refs, then by their heads", async () => {
    host.pipelines = [
      pipeline(5, "success", { sha: "sha1" }),
      pipeline(6, "failed", { sha: "merged", ref: "refs/merge-requests/1/merge" }),
      pipeline(7, "running", { sha: "sha2" }),
    ];
    assert.equal(data.heads.of(mergeRequest(1)), undefined);
    await data.heads.refresh(signal);
    assert.deepEqual([data.heads.of(mergeRequest(1))?.id, data.heads.of(mergeRequest(2))?.id], [6, 7]);
    assert.equal(data.heads.of(mergeRequest(3, { sha: null })), undefined);
    const told = data.pipelineOf(mergeRequest(2, { project_id: 9 }), { everywhere: true });
    assert.equal(told, undefined, "of another project with the same number");
    data.heads.learn(mergeRequest(3), pipeline(9, "manual"));
    assert.equal(data.heads.of(mergeRequest(3))?.id, 9);
    assert.equal(data.heads.of(mergeRequest(3, { sha: "moved" })), undefined, "another head has another pipeline");
  });

  it("stops requesting pipelines after a refusal", async () => {
    await data.list(current(false)).load(signal);
    const opened = { folders: [current(false)], pipelines: [] };
    const keys = (): string =>
      data
        .refreshes(opened)
        .map(({ key }) => key)
        .join();
    assert.equal(keys(), "folder current,heads");
    host.pipelines = [];
    host.fails = (what) => (what.startsWith("list") ? fault("forbidden") : undefined);
    await assert.rejects(data.heads.refresh(signal));
    assert.equal(keys(), "folder current");
  });
});
