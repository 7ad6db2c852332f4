import assert from "node:assert/strict";
import { combineChanges } from "../../../src/core/comparisons/combine.ts";
import { readHostDiff } from "../../../src/core/comparisons/hostDiff.ts";
import { identityOf } from "../../../src/git/changeIdentity.ts";
import { openClone } from "../../../src/git/localClone.ts";
import { gitOnPath } from "../../support/gitOnPath.ts";
import { GitFolder } from "./gitFolder.ts";

describe("identities of changes", () => {
  let repository: GitFolder;
  const identities = async (base: string, head: string): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries(await openClone({ root: repository.root, program: gitOnPath }).identities(base, head));
  const lines = (count: number, change: Readonly<Record<number, string>> = {}): string =>
    Array.from({ length: count }, (_, at) => `${change[at] ?? `line ${at}`}\n`).join("");

  beforeEach(() => {
    repository = new GitFolder();
    repository.init();
  });

  it("equal those of the host's diffs", async () => {
    const base = repository.store({
      "a b.txt": lines(20),
      "old.txt": lines(9),
      "gone.txt": "gone\n",
      "kind.txt": "kind\n",
    });
    const head = repository.store({
      "a b.txt": lines(20, { 4: "diff --git a/x b/x", 17: "changed" }),
      "new.txt": lines(9),
      "added.txt": "no end of line",
      "bytes.bin": "\0\u0001",
      "kind.txt": { mode: "120000", content: "a b.txt" },
    });
    const diffOf = (name: string): string =>
      repository.git("diff", "-M", base, head, "--", name).replace(/^[\s\S]*?^(?=@@|Binary)/m, "");
    const entry = (name: string, more: object = {}) => ({
      ...{ a_mode: "100644", b_mode: "100644", too_large: false },
      ...{ old_path: name, new_path: name, diff: diffOf(name), ...more },
    });
    const isNew = { new_file: true, a_mode: "0" };
    const entries = [
      entry("a b.txt"),
      entry("new.txt", { old_path: "old.txt", diff: "", renamed_file: true }),
      entry("gone.txt", { deleted_file: true, b_mode: "0" }),
      entry("added.txt", isNew),
      entry("bytes.bin", isNew),
    ];
    const onHost = Object.fromEntries(readHostDiff(entries).files.map((file) => [file.path, identityOf(file)]));
    const { "kind.txt": kind, ...here } = await identities(base, head);
    assert.match(kind ?? "", /^[0-9a-f]{24}$/);
    assert.deepEqual({ ...here, "bytes.bin": undefined }, onHost);
    assert.deepEqual(Object.keys(here).sort(), ["a b.txt", "added.txt", "gone.txt", "new.txt"]);
  });

  it("ignore the position of lines, not their text", async () => {
    const commit = (a: string): string => repository.store({ a });
    const [base, head] = [commit(lines(30)), commit(lines(30, { 20: "changed" }))];
    const movedBase = commit(`first\n${lines(30)}`);
    const moved = commit(`first\n${lines(30, { 20: "changed" })}`);
    const other = commit(`first\n${lines(30, { 20: "changed again" })}`);
    assert.deepEqual(await identities(movedBase, moved), await identities(base, head));
    assert.notDeepEqual(await identities(movedBase, other), await identities(base, head));
  });

  it("are unknown without a diff", () => {
    const entry = { old_path: "a", new_path: "a", a_mode: "0", b_mode: "100644", new_file: true, diff: "" };
    const of = (more: object): unknown[] => readHostDiff([{ ...entry, ...more }]).files.map(identityOf);
    assert.deepEqual(of({}), [undefined]);
    assert.deepEqual(of({ too_large: true }), [undefined]);
    assert.match(String(of({ too_large: false })[0]), /^[0-9a-f]{24}$/);
  });

  it("combine the changes of several commits", () => {
    const diff = (line: string) =>
      readHostDiff([
        { old_path: "a", new_path: "a", a_mode: "100644", b_mode: "100644", diff: `@@ -1 +1 @@\n-x\n+${line}\n` },
      ]).files;
    const of = (...texts: string[]) => combineChanges(texts.map(diff)).map(identityOf);
    assert.deepEqual(of("one", "two"), of("one", "two"));
    assert.notDeepEqual(of("one", "two"), of("one", "three"));
    assert.deepEqual(of("one"), diff("one").map(identityOf));
  });
});
