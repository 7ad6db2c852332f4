import assert from "node:assert/strict";
import fc from "fast-check";
import { content, plannedActions, unsupported } from "../../../../../src/features/repository/commitFiles/actions.ts";
import type { FileState, TreeChange } from "../../../../../src/features/repository/commitFiles/treeChanges.ts";
import { applied, blobOf, type HostFile, type HostTree } from "./hostTree.ts";

const file = (text: string | Buffer, executable = false): HostFile => ({ bytes: Buffer.from(text), executable });
const stateOf = ({ bytes, executable }: HostFile): FileState => ({
  mode: executable ? "100755" : "100644",
  blob: blobOf(bytes),
});

/** What differs between two trees; pairs of `renames` count as renamed where one of them went and the other came. */
function differences(
  base: HostTree,
  work: HostTree,
  renames: readonly (readonly [from: string, to: string])[],
): TreeChange[] {
  const moved = renames.filter(([from, to]) => base.has(from) && !work.has(from) && work.has(to) && !base.has(to));
  const froms = new Set(moved.map(([from]) => from));
  const tos = new Set(moved.map(([, to]) => to));
  const changes = moved.map(([from, to]): TreeChange => {
    const [before, after] = [stateOf(base.get(from)!), stateOf(work.get(to)!)];
    return { status: "renamed", oldPath: from, path: to, before, after };
  });
  for (const [path, was] of base) {
    const is = work.get(path);
    if (is === undefined) {
      if (!froms.has(path)) changes.push({ status: "deleted", path, oldPath: path, before: stateOf(was) });
    } else if (!is.bytes.equals(was.bytes) || is.executable !== was.executable)
      changes.push({ status: "modified", path, oldPath: path, before: stateOf(was), after: stateOf(is) });
  }
  for (const [path, is] of work)
    if (!base.has(path) && !tos.has(path)) changes.push({ status: "added", path, oldPath: path, after: stateOf(is) });
  return changes;
}

const contentsOf = (tree: HostTree) => {
  const blobs = new Map([...tree.values()].map(({ bytes }) => [blobOf(bytes), bytes]));
  return (blob: string): Buffer => blobs.get(blob) ?? assert.fail(`no content ${blob}`);
};
const planned = (base: HostTree, work: HostTree, renames: readonly (readonly [string, string])[] = []) =>
  plannedActions(differences(base, work, renames), contentsOf(work));
const plain = (tree: HostTree): string[] =>
  [...tree].map(([path, { bytes, executable }]) => `${path} ${bytes.toString("hex")}${executable ? " x" : ""}`).sort();

describe("actions of a commit", () => {
  it("make the working tree out of the base tree, whatever became of its files and folders", () => {
    // Few names, so that files become folders, folders files, and moves cross each other.
    const name = fc.constantFrom("a", "b", "c", "a/x", "b/x", "a/x/y", "c/z", "d");
    const bytes = fc
      .oneof(fc.constantFrom("", "one\n", "two\r\n", "é\u{feff}"), fc.uint8Array({ maxLength: 6 }))
      .map((value) => Buffer.from(value as string));
    const tree = fc
      .array(fc.tuple(name, fc.record({ bytes, executable: fc.boolean() })), { maxLength: 6 })
      // Of a file and a folder of the same name, the first stays.
      .map((entries) => {
        const files = new Map<string, HostFile>();
        for (const [path, one] of entries)
          if (![...files.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`)))
            files.set(path, one);
        return files;
      });
    // Each path takes part in one rename at most, as git finds them.
    const renames = fc
      .uniqueArray(name, { minLength: 2, maxLength: 8 })
      .map((names) =>
        Array.from({ length: Math.floor(names.length / 2) }, (_, at) => [names[2 * at]!, names[2 * at + 1]!] as const),
      );
    fc.assert(
      fc.property(tree, tree, renames, (base, work, pairs) => {
        const actions = planned(base, work, pairs).map(({ action }) => action);
        assert.deepEqual(plain(applied(base, actions)), plain(work));
      }),
      { numRuns: 400 },
    );
  });

  it("expect each old file to be what the person saw", () => {
    const tree = (files: object) => new Map(Object.entries(files) as [string, HostFile][]);
    const base = tree({ gone: file("g"), changed: file("c"), from: file("f"), run: file("r") });
    const work = tree({ changed: file("C"), to: file("f2"), run: file("r", true), new: file("n") });
    const was = (path: string, text: string) => ({ path, blob: blobOf(Buffer.from(text)) });
    assert.deepEqual(
      planned(base, work, [["from", "to"]]).map(({ action, expects }) => [action.action, action.file_path, expects]),
      [
        ["delete", "gone", was("gone", "g")],
        ["move", "to", was("from", "f")],
        ["update", "changed", was("changed", "c")],
        ["create", "new", undefined],
        ["chmod", "run", was("run", "r")],
      ],
    );
  });

  it("move a link where a file would be written anew", () => {
    const [link, file] = ["120000", "100644"].map((mode, at) => ({ mode, blob: "ab"[at]!.repeat(40) }));
    const changes = [
      { status: "renamed", oldPath: "link", path: "folder/link", before: link!, after: link! },
      { status: "renamed", oldPath: "folder", path: "file", before: file!, after: file! },
    ] as const;
    const planned = plannedActions(changes, () => Buffer.from("target"));
    const ofLink = planned.filter(({ action }) => action.file_path.endsWith("link"));
    const found = ofLink.map(({ action }) => action.action);
    assert.deepEqual(found, ["move"]);
  });

  it("move a file with its content only if that changes", () => {
    const [kept] = planned(new Map([["a", file("same")]]), new Map([["b", file("same")]]), [["a", "b"]]);
    assert.deepEqual(kept?.action, { action: "move", file_path: "b", previous_path: "a" });
    const [changed] = planned(new Map([["a", file("same")]]), new Map([["b", file("")]]), [["a", "b"]]);
    assert.deepEqual(changed?.action, { ...kept.action, content: "", encoding: "text" });
  });

  it("carry text as it is and other bytes as base64", () => {
    for (const [bytes, encoding] of [
      [Buffer.alloc(0), "text"],
      [Buffer.from("\u{feff}a\r\nb\n"), "text"],
      [Buffer.from([0x61, 0xff]), "base64"],
      [Buffer.from("a\0b"), "base64"],
    ] as const) {
      const sent = content(bytes);
      assert.equal(sent.encoding, encoding);
      assert.ok(Buffer.from(sent.content, encoding === "text" ? "utf8" : "base64").equals(bytes));
    }
  });

  it("are missing for new or changed links, and for submodules", () => {
    const [file, link, submodule] = ["100644", "120000", "160000"].map((mode) => ({ mode, blob: "1" }));
    const rows: readonly (readonly [before: FileState | undefined, after: FileState | undefined, why?: string])[] = [
      [undefined, link, "link"],
      [link, { mode: "120000", blob: "2" }, "link"],
      [link, link],
      [link, undefined],
      [link, file, "kind"],
      [file, link, "kind"],
      [undefined, submodule, "submodule"],
      [submodule, undefined, "submodule"],
      [file, submodule, "submodule"],
      [file, { mode: "100755", blob: "2" }],
    ];
    for (const [before, after, why] of rows)
      assert.equal(unsupported({ ...(before && { before }), ...(after && { after }) }), why);
  });
});
