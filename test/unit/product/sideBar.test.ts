/** What the side bar shows at first, and how much each view's title holds. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { type PoorWindow, openPoorWindow } from "../../support/poorWindow.ts";
import { commands, menus, views, viewsWelcome } from "./sources.ts";

const entries = menus["view/title"]!.map((entry) => ({ command: "", when: "", ...entry }));
const icons = entries.filter(({ group }) => group.startsWith("navigation"));

const ready = "forgeline.state == 'ready'";
/** Context keys that a condition reads, but for the view. */
const keysOf = (when: string): string[] => [...when.matchAll(/forgeline\.\w+(?=$| |\))/g)].map(([key]) => key);

/** Whether a condition of `view/title`, which is terms joined by "and", holds in a view. @throws Error for a term of another form */
function holds(when: string, view: string, keys: ReadonlySet<string>): boolean {
  return when.split(" && ").every((term) => {
    const [, key, operator, value = ""] = /^(view|forgeline\.state) (==|=~) (.+)$/.exec(term) ?? [];
    if (key === "view") return operator === "==" ? value === view : new RegExp(value.slice(1, -1)).test(view);
    if (key === "forgeline.state") return value === "'ready'" ? keys.has(ready) : !keys.has(ready);
    const [, not, name = ""] = /^(!?)(forgeline\.\w+)$/.exec(term) ?? assert.fail(`What does ${term} mean?`);
    return keys.has(name) === (not === "");
  });
}

/** Every set of the keys that entries of a view's title read. */
function situations(view: string): ReadonlySet<string>[] {
  const here = entries.filter(({ when }) => new RegExp(`view == ${view}\\b`).test(when) || /view =~/.test(when));
  const keys = [
    ...new Set([ready, ...here.flatMap(({ when }) => keysOf(when.replaceAll(/view =~? \S+/g, "")))]),
  ].filter((key) => key !== "forgeline.state");
  return Array.from({ length: 2 ** keys.length }, (_, at) => new Set(keys.filter((_key, bit) => (at >> bit) & 1)));
}

describe("the side bar", () => {
  let window: PoorWindow;
  before(async () => {
    window = await openPoorWindow("alone");
  });
  after(() => window.close());

  it("shows three views and the list of others at first, and one without an account", () => {
    const [first, ...others] = views["forgeline"]!;
    assert.deepEqual([first?.id, first?.visibility, first?.when], ["forgeline.pipelines", undefined, undefined]);
    for (const { id, when = "" } of others) assert.ok(when.startsWith(ready), id);
    assert.deepEqual(
      others.filter(({ visibility }) => visibility === "collapsed").map(({ id }) => id),
      ["forgeline.mergeRequests", "forgeline.commits", "forgeline.more"],
    );
    assert.ok(others.every(({ visibility }) => visibility === "collapsed" || visibility === "hidden"));
    for (const { view, when } of viewsWelcome)
      assert.ok(
        !when.includes("forgeline.state") || when.includes(ready) || view === "forgeline.pipelines",
        `${view} is not there when ${when}`,
      );
  });

  for (const { id } of views["forgeline"]!)
    it(`has at most three icons in the title of ${id}, Collapse All included`, () => {
      const collapseAll = window.collapsible.has(id) ? 1 : 0;
      for (const keys of situations(id)) {
        const shown = icons.filter(({ when }) => holds(when, id, keys)).map(({ command }) => command);
        assert.ok(shown.length + collapseAll <= 3, `${[...keys].join(", ")}: ${shown.join(", ")}, ${collapseAll}`);
      }
    });

  it("has an icon for each of those, but none for showing all projects", () => {
    const iconOf = new Map(commands.map(({ command, icon }) => [command, icon]));
    assert.deepEqual(
      icons.filter(({ command }) => iconOf.get(command) === undefined).map(({ command }) => command),
      [],
    );
    assert.ok(!icons.some(({ command }) => command === "forgeline.mergeRequests.showAllProjects"));
  });

  it("clears a filter by an icon, and changes it in the menu", () => {
    const filtered = new Set(icons.flatMap(({ when }) => keysOf(when).filter((key) => key.endsWith("Filtered"))));
    assert.equal(filtered.size, 9);
    for (const key of filtered) {
      const on = icons.filter(({ when }) => when.endsWith(` && ${key}`));
      assert.ok(on.length === 1 && on.every(({ command }) => /\.clear(Filter|Search)$/.test(command)), key);
      assert.equal(
        entries.filter(({ when, group }) => when.endsWith(` && ${key}`) && group === "1_view@2").length,
        1,
        key,
      );
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
