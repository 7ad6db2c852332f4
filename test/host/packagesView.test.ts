import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { VIEWS } from "../../src/core/views.ts";
import { cells } from "./rows.ts";
import { watchContextKey } from "./spies.ts";
import { labels, viewSuite } from "./viewSuite.ts";

describe("the Packages view", () => {
  const suite = viewSuite(VIEWS.packages, "Packages", ({ packages }) => packages.view);
  const add = (id: string, version: string, rest: object = {}) =>
    suite.control.addPackage({ id, version, ...rest }, { project: suite.project.path });
  /** What was asked of the project's own feed, and how it was signed: the window's project before it may still be read. */
  const asked = async (since: number): Promise<string[]> =>
    (await suite.control.requests(since))
      .filter(({ path }) => new RegExp(`/projects/${suite.project.id}/packages/nuget/(query|metadata)`).test(path))
      .map(({ path, headers }) => `${headers["authorization"] ?? ""} ${path.replace(/^.*nuget/, "")}`);
  const last = (): Promise<number> => suite.control.lastRequest();

  it("lists packages with their versions, newest first, and dependencies @oldest", async () => {
    await add("Weather.Core", "1.9.0");
    await add("Weather.Core", "1.10.0", {
      authors: "Alice Ahlgren",
      tags: ["weather"],
      description: "What the station measures.",
      dependencyGroups: [
        { targetFramework: "net8.0", dependencies: [{ id: "Weather.Units", range: "[2.0.0, )" }] },
        { targetFramework: "net48", dependencies: [] },
      ],
    });
    await add("Weather.Core", "2.0.0-beta.1");
    await add("Weather.Units", "2.0.0", { dependencyGroups: [{ dependencies: [{ id: "Text", range: "1.0.0" }] }] });
    const since = await last();
    const list = await suite.open();
    assert.deepEqual(labels(list), ["Weather.Core", "Weather.Units"]);
    const [core, units] = list;
    assert.ok(core && units);
    assert.deepEqual([core.icon, core.context], ["package", "package"]);
    assert.match(core.description, / · 3 versions · /);
    const versions = await suite.rows.below(core);
    assert.deepEqual(labels(versions), ["2.0.0-beta.1", "1.10.0", "1.9.0"]);
    const [beta, ten] = versions;
    assert.ok(beta && ten);
    assert.match(beta.description, /^prerelease · /);
    const frameworks = await suite.rows.below(ten);
    assert.deepEqual(cells(frameworks, "label", "description"), [
      "net8.0 | 1 dependency",
      "net48 | no dependencies",
      "Metadata | ",
    ]);
    const [dependency] = await suite.rows.below(frameworks[0]);
    const found = [dependency?.label, dependency?.description, dependency?.spoken];
    assert.deepEqual(found, ["Weather.Units", "[2.0.0, )", "Depends on Weather.Units, [2.0.0, )"]);
    assert.deepEqual(labels(await suite.rows.below((await suite.rows.below(units))[0])), ["Text", "Metadata"]);
    const { value } = await suite.rows.tooltip(ten);
    for (const part of ["**Authors** Alice Ahlgren", "**Tags** weather", "**Description** What the station measures."])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
    // A personal token's session signs in to the feed with itself: nobody is asked.
    assert.deepEqual(await asked(since), [
      "Basic /query?q=&skip=0&take=20&prerelease=true",
      "Basic /metadata/Weather.Core/index",
      "Basic /metadata/Weather.Units/index",
    ]);
  });

  it("lists a group's packages with their projects", async () => {
    const name = `Grouped.${suite.project.id}`;
    const other = `suites/other${suite.project.id}`;
    const { id: group } = await suite.control.createGroup({ path: "suites", members: ["alice"] });
    const { id: otherId } = await suite.control.createProject({
      path: other,
      visibility: "private",
      members: ["alice"],
    });
    await add(name, "1.0.0");
    await suite.control.addPackage({ id: name, version: "1.0.0" }, { project: other });
    await suite.control.addPackage({ id: name, version: "2.0.0" }, { project: other });
    await suite.open();
    const since = await last();
    await suite.contents.filter.set({ search: name, group: { id: group, path: "suites" } });
    const [row] = await suite.rows.below();
    assert.equal(row?.label, name);
    assert.equal(suite.message, `Group suites · Filter: “${name}”`);
    const versions = await suite.rows.below(row);
    assert.deepEqual(
      versions.map(({ label, description }) => [label, /project \d+$/.exec(description)?.[0]]),
      [["2.0.0", `project ${otherId}`], ...[suite.project.id, otherId].map((id) => ["1.0.0", `project ${id}`])],
    );
    assert.equal(new Set(versions.map(({ id }) => id)).size, 3);
    const paths = (await suite.control.requests(since))
      .map(({ path }) => path)
      .filter((path) => path.includes("nuget"));
    assert.deepEqual(
      paths.map((path) => path.replace(/^.*\/api\/v4/, "")),
      [
        `/groups/${group}/-/packages/nuget/query?q=${name}&skip=0&take=20&prerelease=true`,
        `/groups/${group}/-/packages/nuget/metadata/${name}/index`,
      ],
    );
    await suite.contents.filter.set({ search: name });
    assert.deepEqual(labels(await suite.rows.below((await suite.rows.below())[0])), ["1.0.0"]);
  });

  it("explains unreadable and missing feeds in one row", async () => {
    assert.deepEqual(labels(await suite.open()), ["No NuGet packages yet"]);
    await add("Odd", "1.0.0");
    await suite.refreshed();
    await suite.control.fault({
      path: "/packages/nuget/metadata",
      status: 200,
      body: "<?xml version='1.0'?><feed/>",
      headers: { "Content-Type": "application/xml" },
    });
    const [below] = await suite.rows.below(await suite.rows.at("Odd"));
    assert.match(below?.label ?? "", /The response from the package registry of .* has an unexpected format/);
    await suite.control.fault({ path: "/packages/nuget/query", status: 404, body: { message: "404 Not Found" } });
    assert.match(labels(await suite.refreshed()).join(), /^The package registry of this project on .* is not/);
    await suite.contents.filter.set({ group: { id: 999_999, path: "gone" } });
    assert.match(labels(await suite.rows.below()).join(), /^The package registry of the group gone on [^]*, hidden/);
  });

  it("loads more from the current count", async () => {
    for (let at = 10; at < 33; at++) await add(`Many.P${at}`, "1.0.0");
    const list = await suite.open();
    assert.deepEqual([list.length, list.at(-1)?.label], [21, "Load more…"]);
    const since = await last();
    await suite.rows.press(list.at(-1)!);
    assert.deepEqual(await asked(since), ["Basic /query?q=&skip=20&take=20&prerelease=true"]);
    assert.deepEqual([(await suite.rows.below()).length, new Set(labels(await suite.rows.below())).size], [23, 23]);
  });

  it("offers to sign in when the feed refuses the token", async () => {
    await add("Locked", "1.0.0");
    await suite.control.fault({ path: "/packages/nuget/query", status: 401, body: { message: "401 Unauthorized" } });
    const keys = watchContextKey("forgeline.packageFeed");
    assert.deepEqual(await suite.open(), [], "the welcome text has the button");
    assert.equal(keys.values.at(-1), "refused");
    await suite.control.clearFaults();
    assert.deepEqual(labels(await suite.refreshed()), ["Locked"]);
    assert.equal(keys.values.at(-1), "open");
    keys.dispose();
  });
});
