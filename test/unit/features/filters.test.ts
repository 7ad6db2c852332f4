/** The filters of views: what they keep of stored values, what they request, and how they are described. */
import assert from "node:assert/strict";
import { isUnfiltered } from "../../../src/core/pipelines/filter.ts";
import { adminUserFilters } from "../../../src/features/administration/users/filter.ts";
import { mergeRequestFilters } from "../../../src/features/mergeRequests/filter.ts";
import { milestoneFilters } from "../../../src/features/milestones/filter.ts";
import { isFiltered, packageFilters } from "../../../src/features/packages/filter.ts";
import { isSha, pipelineFilters } from "../../../src/features/pipelines/filter.ts";
import * as commits from "../../../src/features/repository/filter.ts";
import { InMemoryMemento } from "../../support/fakes/inMemoryMemento.ts";

const { commitFilters, commitQuery } = commits;
const here = { instance: "https://git.example.com", project: "group/app" };
const [since, until] = ["2026-01-31T00:00:00.000Z", "2026-02-28T00:00:00.000Z"];
const mergeRequests = {
  ...{ state: "merged", scope: "assigned_to_me", search: "heat", author: "alice", labels: "bug,ui", milestone: "1.0" },
  ...{ sourceBranch: "topic", targetBranch: "main", draft: "no", orderBy: "updated_at", sort: "asc" },
};
const pipelines = {
  ...{ status: "failed", ref: "main", sha: "abc", source: "push", scope: "finished", username: "alice" },
  ...{ name: "nightly", updated_after: since, updated_before: until, yaml_errors: true },
  ...{ order_by: "updated_at", sort: "asc" },
};
const ofCommits = { ref: "v1..v2", path: "src/a.ts", since, until, firstParent: true, stats: true } as const;
const milestones = { search: "wind", title: "1.0", iids: "1,4", updatedAfter: since, updatedBefore: until };
const odd = [null, undefined, 7, "x", []];

describe("the filter of a view", () => {
  it("is kept per project, and leaves nothing behind when it is cleared", async () => {
    const memory = new InMemoryMemento();
    await mergeRequestFilters.write(memory, here, mergeRequestFilters.parse(mergeRequests));
    assert.deepEqual(mergeRequestFilters.read(memory, here), mergeRequests);
    assert.deepEqual(mergeRequestFilters.read(memory, { ...here, project: "group/other" }), {});
    await mergeRequestFilters.write(memory, here, {});
    assert.deepEqual(memory.keys(), []);
  });

  for (const [name, filters, whole, ...empty] of [
    [
      "merge requests",
      mergeRequestFilters,
      mergeRequests,
      { state: "opened", scope: "all", orderBy: "created_at", sort: "desc" },
      { search: "  ", author: 7, draft: "maybe", extra: 1 },
    ],
    [
      "pipelines",
      pipelineFilters,
      pipelines,
      { order_by: "id", sort: "desc", yaml_errors: false },
      { status: 3, ref: "", sha: "  ", scope: "everything", yaml_errors: "yes", order_by: "age", sort: "up", extra: 1 },
    ],
    [
      "milestones",
      milestoneFilters,
      milestones,
      {},
      { search: " ", title: 7, iids: "one", updatedAfter: "soon", extra: 1 },
    ],
    [
      "commits",
      commitFilters,
      { ...ofCommits, ref: "main", all: true },
      { ref: " ", path: 7, all: "yes", since: "", stats: false, extra: 1 },
    ],
    [
      "packages",
      packageFilters,
      { search: "core", prerelease: false, group: { id: 3, path: "demo" } },
      { search: " ", prerelease: true, group: null },
      ...[0, 1.5, "3"].map((id) => ({ group: { id, path: "x" } })),
      { group: { id: 3, path: "" } },
    ],
    [
      "an administrator's users",
      adminUserFilters,
      { search: "Ana", state: "active", external: true, attributes: { team: "å" }, orderBy: "name", sort: "asc" },
      { state: "any", twoFactor: true, external: false, identity: { provider: "ldap", uid: " " }, search: " " },
      { attributes: { a: 1, "": "b" }, withAttributes: "yes", orderBy: "id", sort: "desc", more: 1 },
    ],
  ] as const)
    it(`keeps what is valid of a stored value and is no default: ${name}`, () => {
      assert.deepEqual(filters.parse(whole), whole);
      for (const kept of [...odd, ...empty]) assert.deepEqual(filters.parse(kept), {});
    });

  it("asks for milestones by what the host offers, without those of parent groups where it ignores numbers", () => {
    assert.deepEqual(milestoneFilters.query(milestones), {
      ...{ search: "wind", title: "1.0", iids: [1, 4], include_ancestors: undefined },
      ...{ updated_after: since, updated_before: until },
    });
  });

  it("trims texts", () => assert.deepEqual(mergeRequestFilters.parse({ search: " heat " }), { search: "heat" }));

  it("has words for each of its fields", () => {
    for (const [filters, whole] of [
      [mergeRequestFilters, mergeRequests],
      [commitFilters, { ...ofCommits, all: true }],
    ] as const)
      for (const [key, value] of Object.entries(whole))
        assert.match(filters.message(filters.parse({ [key]: value })) ?? "", /^Filter: \S/, key);
    const two = mergeRequestFilters.parse({ state: "closed", search: "two\nlines" });
    assert.equal(mergeRequestFilters.message(two), "Filter: closed, “two lines”");
    for (const [filter, words] of [
      [{ ref: "a".repeat(40) }, "Filter: of aaaaaaaa"],
      [{ ref: "v1..v2", path: "src\nx" }, "Filter: between v1..v2, touching src x"],
      [{ ref: "main", all: true }, "Filter: all branches and tags"],
      [{}, undefined],
    ] as const)
      assert.equal(commitFilters.message(filter), words);
  });
});

describe("the filter of pipelines", () => {
  it("leaves out nothing only where none of its fields is set", () => {
    assert.equal(isUnfiltered({}), true);
    for (const [key, value] of Object.entries(pipelines))
      assert.equal(isUnfiltered(pipelineFilters.parse({ [key]: value })), false, key);
  });

  it("takes 4 to 64 hexadecimal digits for the ID of a commit", () => {
    for (const sha of ["abcd", "ABCD1234", "a".repeat(64)]) assert.ok(isSha(sha), sha);
    for (const none of ["abc", "xyz1", "a".repeat(65)]) assert.ok(!isSha(none), none);
  });
});

describe("the filter of commits", () => {
  const onTopic = { branch: "topic", head: "b".repeat(40) };

  it("requests the current branch unless it names a ref, or all", () => {
    for (const [filter, at, query] of [
      [{}, onTopic, { ref_name: "topic" }],
      [{}, { ...onTopic, detached: true }, { ref_name: onTopic.head }],
      [{}, {}, {}],
      [
        ofCommits,
        onTopic,
        { ref_name: "v1..v2", path: "src/a.ts", since, until, first_parent: true, with_stats: true },
      ],
      [{ all: true, ref: "main" }, onTopic, { all: true }],
    ] as const)
      assert.deepEqual(commitQuery(filter, at), query);
  });

  it("knows whether the rows follow the branch, and whether any commit is left out", () => {
    const whole = { stats: true, firstParent: true, all: true } as const;
    assert.deepEqual([{}, { path: "a" }, { ref: "main" }, { all: true as const }].map(commits.followsBranch), [
      true,
      true,
      false,
      false,
    ]);
    assert.deepEqual([{}, whole, { path: "a" }, { ref: "a..b" }].map(commits.isUnfiltered), [true, true, false, false]);
  });
});

describe("the filter of packages", () => {
  it("filters by a search or prereleases, not by another feed", () => {
    const filters = [{}, { search: "x" }, { prerelease: false }, { group: { id: 1, path: "a" } }];
    const found = filters.map((filter) => isFiltered(packageFilters.parse(filter)));
    assert.deepEqual(found, [false, true, true, false]);
  });
});

describe("the filter of an administrator's users", () => {
  it("sends every documented parameter", () => {
    const asked = (filter: object): object =>
      JSON.parse(JSON.stringify(adminUserFilters.query(adminUserFilters.parse(filter)))) as object;
    const attributes = { team: "å", "a[b]": "" };
    const whole = {
      ...{ search: " Ana ", username: "ana", state: "active", twoFactor: "disabled", external: true, attributes },
      ...{ identity: { provider: "ldap", uid: "cn=ana" }, createdAfter: since, createdBefore: until },
      ...{ withAttributes: true, orderBy: "name", sort: "asc" },
    };
    assert.deepEqual(asked(whole), {
      ...{ search: "Ana", username: "ana", active: true, two_factor: "disabled", external: true },
      ...{ extern_uid: "cn=ana", provider: "ldap", created_after: since, created_before: until },
      ...{ custom_attributes: attributes, with_custom_attributes: true, order_by: "name", sort: "asc" },
    });
    assert.deepEqual(asked({ state: "blocked" }), { blocked: true });
    assert.equal(adminUserFilters.isSet({}), false);
  });
});
