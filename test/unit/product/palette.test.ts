import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { found } from "../../support/paletteFilter.ts";
import { isTrue, type Keys } from "../../support/whenClause.ts";
import { menus, titles as titleOf } from "./sources.ts";

/** What titles are about; the palette shows them without the row or view that would say it. */
const objects = new RegExp(
  `\\b(?:${[
    "Account|API Request|MCP Configuration|Artifacts?|Blame|Branch|Branch Protection|CI Findings|Commits?|Coverage|Current User",
    "Custom Attributes?|People|Extension Log|Feed|Files?|Job|Jobs|Job Log|Job Token|Merge Requests?|Milestones?|My Status|My Work",
    "Network|Packages?|PackageReference|Pipelines?|Project|Project ID|Session|Settings|Snippets?|SSH Keys?|Submodule|Symbol",
    "System Hook|Template|Test Reports?|Thread|Users?|Views?|Vulnerability|Wiki",
  ].join("|")})\\b`,
);

/** Titles that say all without an object. */
const verbs = ["Cancel Auto-Merge", "Check Merge Result", "Get Started", "Sign In", "Sign Out"];

describe("the Command Palette", () => {
  const conditions = new Map(menus["commandPalette"]?.map(({ command, when }) => [command, when]));
  const titles = [...titleOf].map(([command, title]) => ({ command, title }));
  const possible = titles.filter(({ command }) => conditions.get(command) !== "false");
  const offered = (keys: Keys): string[] =>
    possible.filter(({ command }) => isTrue(conditions.get(command) ?? "true", keys)).map(({ title }) => title);
  const labels = (shown: readonly string[]): string[] => shown.map((title) => `Forgeline: ${title}`);

  it("offers at most 30 commands before the sign-in", () => {
    for (const state of ["signedOut", "noFolder", "noInstance"]) {
      const shown = offered({ "forgeline.state": state });
      assert.ok(shown.length <= 30, `${shown.length}: ${shown.join(", ")}`);
      assert.ok(shown.includes("Sign In") && shown.includes("Open Settings"));
      for (const title of ["Approve Merge Request", "Delete Pipeline…", "Send API Request…"])
        assert.ok(!shown.includes(title), title);
    }
  });

  it("offers commands for the file of an editor only while one is open", () => {
    const ready = { "forgeline.state": "ready", "forgeline.signedIn": true };
    const needEditor = offered({ ...ready, editorIsOpen: true }).filter((title) => !offered(ready).includes(title));
    for (const title of ["Copy File Permalink", "Toggle Blame Annotations", "Delete File on Host…"])
      assert.ok(needEditor.includes(title), title);
  });

  it("has no title twice", () => {
    const all = possible.map(({ title }) => title.replace(/…$/, ""));
    assert.deepEqual(
      all.filter((title, at) => all.indexOf(title) !== at),
      [],
    );
  });

  it("names the object in each title", () =>
    assert.deepEqual(
      possible
        .map(({ title }) => title)
        .filter((title) => !objects.test(title))
        .sort(),
      verbs,
    ));

  it("finds each command first by its whole title", () => {
    const all = labels(possible.map(({ title }) => title));
    const wrong = possible.flatMap(({ title }) => {
      const first = found(title.replace(/…$/, ""), all)[0];
      return first === `Forgeline: ${title}` ? [] : [`${title} finds ${first}`];
    });
    assert.deepEqual(wrong, []);
  });
});
