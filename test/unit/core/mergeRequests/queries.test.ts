import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { withUserName } from "../../../../src/core/mergeRequests/folders.ts";
import { settingSchemas } from "../../../support/settingSchemas.ts";
import "../../../support/vscodeStub.ts";

const { readOwnQueries } = await import("../../../../src/core/mergeRequests/queries.ts");
const { filterRules, notRules } = await import("../../../../src/core/mergeRequests/queryRules.ts");

const root = path.join(import.meta.dirname, "../../../..");
const json = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), "utf8"));
/** What says how the answer looks, not which merge requests are meant. */
const looks = new Set(["view", "with_labels_details", "with_merge_status_recheck", "page", "per_page"]);
const why = (entry: unknown): string | undefined => readOwnQueries([entry]).problems[0]?.why;

describe("queries in the settings", () => {
  it("take every filter that the documents name, and the schema of the setting names the same", () => {
    const { operations } = asOperations(json("contract/endpoints.json"));
    const named = operations
      .filter(({ id }) => id === "mergeRequests.list" || id === "mergeRequests.listForProject")
      .flatMap(({ query }) => query.map(({ name }) => name.replace(/\[.*/, "")));
    const documented = [...new Set(named)].filter((name) => !looks.has(name)).sort();
    assert.ok(documented.length > 25);
    assert.deepEqual([...Object.keys(filterRules), "not"].sort(), documented);
    const settings = settingSchemas<{ items: { properties: Record<string, { properties?: object }> } }>();
    const schema = settings["forgeline.mergeRequests.queries"]?.items.properties ?? {};
    assert.deepEqual(Object.keys(schema).sort(), [...documented, "name", "projects"].sort());
    assert.deepEqual(Object.keys(schema["not"]?.properties ?? {}).sort(), Object.keys(notRules).sort());
  });

  it("are completed in settings.json: names with words that explain them, and the values that the documents name", () => {
    const { operations } = asOperations(json("contract/endpoints.json"));
    const words = json("package.nls.json") as Record<string, string>;
    const settings = settingSchemas<{ items: { properties: Record<string, Completed> } }>();
    const schema = settings["forgeline.mergeRequests.queries"]?.items.properties ?? {};
    for (const [name, { description, markdownDescription }] of Object.entries(schema)) {
      assert.match(
        words[(markdownDescription ?? description ?? "").replaceAll("%", "")] ?? "",
        /\w/,
        `${name} is explained`,
      );
    }
    const values = (name: string): readonly unknown[] =>
      [
        schema[name]?.enum ?? [],
        schema[name]?.examples ?? [],
        ...(schema[name]?.anyOf ?? []).map((one) => one.enum ?? []),
      ].flat();
    let documented = 0;
    for (const { id, query } of operations) {
      if (id !== "mergeRequests.list" && id !== "mergeRequests.listForProject") continue;
      for (const { name, enum: all, specialValues } of query) {
        if (looks.has(name)) continue;
        for (const value of [...(all ?? []), ...(specialValues ?? [])]) {
          documented++;
          assert.ok(values(name).includes(value), `${name} is completed by ${String(value)}`);
        }
      }
    }
    assert.ok(documented > 40, String(documented));
    for (const [name, { fits }] of Object.entries(filterRules))
      for (const value of values(name)) assert.ok(fits(value), `${name} takes what completes it: ${String(value)}`);
    for (const name of ["author_username", "reviewer_username", "merge_user_username"])
      assert.ok(values(name).includes("@me"));
  });

  it("are open ones of everybody unless they say otherwise", () => {
    const { queries } = readOwnQueries([
      { name: " Bugs ", labels: ["bug"] },
      { name: "Mine", scope: "created_by_me", state: "all", projects: "all" },
    ]);
    assert.deepEqual(queries, [
      { name: "Bugs", query: { state: "opened", scope: "all", labels: ["bug"] } },
      { name: "Mine", projects: "all", query: { state: "all", scope: "created_by_me" } },
    ]);
  });

  it("go where their filters work", () => {
    const { queries } = readOwnQueries([
      { name: "a", deployed_after: "2026-01-31" },
      { name: "b", iids: [1, 2] },
    ]);
    assert.deepEqual(
      queries.map(({ projects }) => projects),
      ["all", "this"],
    );
  });

  const wrong: readonly (readonly [what: string, entry: unknown, why: RegExp])[] = [
    ["no object", 7, /an object with a name/],
    ["a list", [], /an object with a name/],
    ["no name", { state: "opened" }, /needs a name/],
    ["a blank name", { name: " " }, /needs a name/],
    ["an unknown filter", { name: "x", lables: "bug" }, /“lables” is not a filter/],
    ["a name of every object", { name: "x", constructor: 1 }, /“constructor” is not a filter/],
    ["an unknown value", { name: "x", wip: true }, /“wip” must be yes, no/],
    ["an id that is none", { name: "x", author_id: 0 }, /“author_id” must be a number above 0/],
    ["too many approvers", { name: "x", approved_by_ids: [1, 2, 3, 4, 5, 6] }, /up to 5 numbers/],
    ["a time that is none", { name: "x", created_after: "2026-13-40" }, /“created_after” must be a date/],
    ["an empty list", { name: "x", labels: [] }, /“labels” must be text or a list/],
    ["a negation that is none", { name: "x", not: "bug" }, /“not” must be an object/],
    ["a negation of what cannot be negated", { name: "x", not: { state: "opened" } }, /“not\.state” is not a filter/],
    [
      "both forms of an author",
      { name: "x", author_id: 1, author_username: "max" },
      /“author_id” and “author_username” cannot be used together/,
    ],
    [
      "deployments in one project",
      { name: "x", projects: "this", deployed_before: "2026-01-31" },
      /“.*” works only for all projects/,
    ],
    ["numbers in all projects", { name: "x", projects: "all", iids: [1] }, /“.*” works only for a single project/],
    [
      "numbers and deployments",
      { name: "x", deployed_after: "2026-01-31", iids: [1] },
      /“.*” and “.*” cannot be used together/,
    ],
    ["unknown projects", { name: "x", projects: "some" }, /“projects” must be this, all/],
  ];
  for (const [what, entry, reason] of wrong)
    it(`are told apart from ${what}`, () => assert.match(why(entry) ?? "", reason));

  it("need names of their own, and one that is wrong leaves the others as they are", () => {
    const { queries, problems } = readOwnQueries([{ name: "x" }, { name: "x", state: "all" }, null, { name: "y" }]);
    assert.deepEqual(
      queries.map(({ name }) => name),
      ["x", "y"],
    );
    assert.deepEqual(
      problems.map(({ name, at }) => [name, at]),
      [
        ["x", 1],
        ["Query 3", 2],
      ],
    );
  });

  it("may be missing, or no list at all", () => {
    assert.deepEqual(readOwnQueries(undefined), { queries: [], problems: [] });
    assert.equal(readOwnQueries({ name: "x" }).problems[0]?.at, -1);
  });

  it("mean the account in use by @me, in user names only", () => {
    assert.deepEqual(
      withUserName(
        { author_username: "@me", search: "@me", not: { reviewer_username: "@me", labels: "@me" } },
        "alice",
      ),
      {
        author_username: "alice",
        search: "@me",
        not: { reviewer_username: "alice", labels: "@me" },
      },
    );
  });
});

interface Operations {
  readonly operations: readonly {
    readonly id: string;
    readonly query: readonly {
      readonly name: string;
      readonly enum?: readonly unknown[] | null;
      readonly specialValues?: readonly unknown[];
    }[];
  }[];
}
interface Completed {
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly { readonly enum?: readonly unknown[] }[];
}
const asOperations = (value: unknown): Operations =>
  Array.isArray(value) ? { operations: value as Operations["operations"] } : (value as Operations);
