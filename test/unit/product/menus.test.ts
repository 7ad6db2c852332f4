import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { GROUPS } from "../../../src/core/commands/menus.ts";

const root = path.join(import.meta.dirname, "../../..");
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), "utf8"));

interface Entry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group: string;
}
interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly Entry[]>>;
  };
}

/** The menus whose groups are ours alone. */
const own = ["view/item/context", "forgeline.file"] as const;

describe("menus", () => {
  const { commands, menus } = (read("package.json") as Manifest).contributes;
  const nls = read("package.nls.json") as Readonly<Record<string, string>>;
  const titles = new Map(commands.map(({ command, title }) => [command, nls[title.slice(1, -1)] ?? title]));
  const titleOf = ({ command = "" }: Entry): string => titles.get(command) ?? "";
  const entries = own.flatMap((menu) => menus[menu] ?? []);
  const isInline = ({ group }: Entry): boolean => group.startsWith("inline@");

  it("have an act in the same group everywhere, by the verb of its title", () => {
    const groupOf = (title: string): string | undefined =>
      title.endsWith("in Browser")
        ? "7_link"
        : Object.entries(GROUPS).find(([, verbs]) =>
            (verbs as readonly string[]).some((verb) => title.replace(/…$/, "").split(" ")[0] === verb),
          )?.[0];
    for (const entry of entries.filter((one) => !isInline(one)))
      assert.equal(entry.group.split("@")[0], groupOf(titleOf(entry)), titleOf(entry));
  });

  it("say in a row of what they open a page or copy a link, with the page first", () => {
    const links = entries.filter((one) => !isInline(one) && /\b(in Browser|Link)$/.test(titleOf(one)));
    assert.ok(links.length > 0);
    for (const entry of links) assert.match(titleOf(entry), /^(Open \S.* in Browser|Copy \S.* (Perma)?[lL]ink)$/);
    const pages = links.filter((one) => menus["view/item/context"]?.includes(one) && titleOf(one).startsWith("Open"));
    for (const entry of pages) assert.equal(entry.group, "7_link@1", titleOf(entry));
  });

  it("have what deletes in the last group", () => {
    assert.equal(Object.keys(GROUPS).sort().at(-1), "9_delete");
    for (const entry of entries.filter((one) => /^(Delete|Remove|Unprotect)\b/.test(titleOf(one)) && !isInline(one)))
      assert.match(entry.group, /^9_delete@/, titleOf(entry));
  });

  it("have one entry of ours for files in the Explorer, in the editor and on a tab: a submenu", () => {
    for (const menu of ["explorer/context", "editor/context", "editor/title/context"])
      assert.deepEqual(
        menus[menu]?.map(({ submenu }) => submenu),
        ["forgeline.file"],
        menu,
      );
    const sharing = menus["editor/context/copy"]?.map(titleOf);
    assert.deepEqual(sharing, [
      "Copy File Permalink",
      "Copy Wiki Page Link",
      "Copy Wiki Page Markdown Link",
      "Copy Snippet Link",
    ]);
  });

  it("never have Cancel as an icon, which would stand where Retry was a moment ago", () => {
    const icons = menus["view/item/context"]?.filter(isInline) ?? [];
    assert.deepEqual(icons.filter((icon) => titleOf(icon).startsWith("Cancel")).map(titleOf), []);
    // The icons end at the right edge: without the first the others keep their places.
    for (const icon of icons.filter((one) => titleOf(one).startsWith("Retry"))) assert.equal(icon.group, "inline@1");
  });

  it("offers Create Merge Request as a button in Source Control's title while a project is open with an account", () => {
    const [shown, ...more] =
      menus["scm/title"]?.filter(({ command }) => command === "forgeline.mergeRequest.create") ?? [];
    assert.deepEqual(more, []);
    assert.match(shown?.group ?? "", /^navigation@/);
    assert.match(shown?.when ?? "", /forgeline\.state == 'ready' && scmProvider == git/);
  });

  it("open each row that has a page by their first entry", () => {
    const rows = { mergeRequest: "Open Merge Request", wikiPage: "Open Wiki Page", snippet: "Open Snippet" };
    for (const [item, title] of Object.entries({
      ...rows,
      vulnerability: "Open Vulnerability",
      changedFile: "Open Changes",
    })) {
      const open = menus["view/item/context"]?.filter(
        ({ when = "", group }) =>
          group.startsWith("1_open@") && new RegExp(`viewItem =[=~] .*\\b${item}\\b`).test(when),
      );
      const first = open?.sort((a, b) => Number(a.group.split("@")[1]) - Number(b.group.split("@")[1]))[0];
      assert.equal(first && titleOf(first), title, item);
    }
  });
});
