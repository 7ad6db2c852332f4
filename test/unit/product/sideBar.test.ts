/** What the side bar shows at first, and how much each view's title holds. */
import assert from "node:assert/strict";
import { commands, menus, views, viewsWelcome } from "./sources.ts";

const entries = menus["view/title"]!.map((entry) => ({ command: "", when: "", ...entry }));
const icons = entries.filter(({ group }) => group.startsWith("navigation"));

const ready = "forgeline.state == 'ready'";
/** Context keys that a condition reads, but for the view. */
const keysOf = (when: string): string[] => [...when.matchAll(/forgeline\.\w+(?=$| |\))/g)].map(([key]) => key);

describe("the side bar", () => {
  it("shows five views and the list of others at first, and one without an account", () => {
    const [first, ...others] = views["forgeline"]!;
    assert.deepEqual([first?.id, first?.visibility, first?.when], ["forgeline.pipelines", undefined, undefined]);
    assert.ok(Number(first?.initialSize) > 20, "no more room than for each of the others");
    for (const { id, when = "" } of others) assert.ok(when.startsWith(ready), id);
    const ids = others.filter(({ visibility }) => visibility === "collapsed").map(({ id }) => id);
    const expected = ["mergeRequests", "jobs", "packages", "commits", "more"].map((name) => `forgeline.${name}`);
    assert.deepEqual(ids, expected);
    assert.ok(others.every(({ visibility }) => visibility === "collapsed" || visibility === "hidden"));
    for (const { view, when } of viewsWelcome)
      assert.ok(
        !when.includes("forgeline.state") || when.includes(ready) || view === "forgeline.pipelines",
        `${view} is not there when ${when}`,
      );
  });

  it("has an icon for each command in the titles of views, but none for showing all projects", () => {
    const iconOf = new Map(commands.map(({ command, icon }) => [command, icon]));
    const found = icons.filter(({ command }) => iconOf.get(command) === undefined).map(({ command }) => command);
    assert.deepEqual(found, []);
    assert.ok(!icons.some(({ command }) => command === "forgeline.mergeRequests.showAllProjects"));
  });

  it("clears a filter by an icon, and changes it in the menu", () => {
    const filtered = new Set(icons.flatMap(({ when }) => keysOf(when).filter((key) => key.endsWith("Filtered"))));
    assert.equal(filtered.size, 9);
    for (const key of filtered) {
      const on = icons.filter(({ when }) => when.endsWith(` && ${key}`));
      assert.ok(on.length === 1 && on.every(({ command }) => /\.clear(Filter|Search)$/.test(command)), key);
      const shown = entries.filter(({ when, group }) => when.endsWith(` && ${key}`) && group === "1_view@2").length;
      assert.equal(shown, 1, key);
    }
  });

  it("has commands for accounts, projects and settings only in the Pipelines view", () => {
    const once =
      "signIn signOut switchAccount sessionDetails selectProject showView openSettings showExtensionLog".split(" ");
    for (const name of once) {
      const [place, ...more] = entries.filter(({ command }) => command === `forgeline.${name}`);
      assert.deepEqual(more, [], name);
      assert.match(place?.when ?? "", /^view == forgeline\.pipelines\b/, name);
      assert.doesNotMatch(place?.group ?? "", /^navigation/, name);
    }
  });
});
