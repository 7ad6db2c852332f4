import assert from "node:assert/strict";
import { GROUPS } from "../../../src/core/commands/menus.ts";
import { isTrue, type Keys } from "../../support/whenClause.ts";
import { type MenuEntry, menus, titles } from "./sources.ts";

/** The menus whose groups are ours alone. */
const own = ["view/item/context", "forgeline.file"] as const;

describe("menus", () => {
  const titleOf = ({ command = "" }: MenuEntry): string => titles.get(command) ?? "";
  const entries = own.flatMap((menu) => menus[menu] ?? []);
  const isInline = ({ group }: MenuEntry): boolean => group.startsWith("inline@");

  it("have the same group for a verb everywhere", () => {
    const groupOf = (title: string): string | undefined =>
      title.endsWith("in Browser")
        ? "7_link"
        : Object.entries(GROUPS).find(([, verbs]) =>
            (verbs as readonly string[]).some((verb) => title.replace(/…$/, "").split(" ")[0] === verb),
          )?.[0];
    for (const entry of entries.filter((one) => !isInline(one)))
      assert.equal(entry.group.split("@")[0], groupOf(titleOf(entry)), titleOf(entry));
  });

  it("have deleting commands in the last group", () => {
    assert.equal(Object.keys(GROUPS).sort().at(-1), "9_delete");
    for (const entry of entries.filter((one) => /^(Delete|Remove|Unprotect)\b/.test(titleOf(one)) && !isInline(one)))
      assert.match(entry.group, /^9_delete@/, titleOf(entry));
  });

  it("never have Cancel as an icon in the place of Retry", () => {
    const icons = menus["view/item/context"]?.filter(isInline) ?? [];
    assert.deepEqual(icons.filter((icon) => titleOf(icon).startsWith("Cancel")).map(titleOf), []);
    // The icons end at the right edge: without the first the others keep their places.
    for (const icon of icons.filter((one) => titleOf(one).startsWith("Retry"))) assert.equal(icon.group, "inline@1");
  });
});

describe("the Command Palette", () => {
  const conditions = new Map(menus["commandPalette"]?.map(({ command, when }) => [command, when]));
  const listed = [...titles].map(([command, title]) => ({ command, title }));
  const possible = listed.filter(({ command }) => conditions.get(command) !== "false");
  const offered = (keys: Keys): string[] =>
    possible.filter(({ command }) => isTrue(conditions.get(command) ?? "true", keys)).map(({ title }) => title);

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
    const found = all.filter((title, at) => all.indexOf(title) !== at);
    assert.deepEqual(found, []);
  });
});
