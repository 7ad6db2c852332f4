import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { parseAllDocuments } from "yaml";
import { editedText, type TextEdit } from "../../../../../src/core/base/textEdit.ts";
import { includeTemplate } from "../../../../../src/features/ci/merge/include.ts";
import { planMerge } from "../../../../../src/features/ci/merge/merge.ts";
import { type CiEntry, style, value, type Value, written } from "../ciTexts.ts";

type Config = Record<string, unknown>;

/** What the configuration of a text says, read by the library alone. */
function says(text: string): Config {
  const documents = parseAllDocuments(text, { merge: true, uniqueKeys: false, logLevel: "silent" });
  const all = Array.isArray(documents) ? documents : [];
  for (const { errors } of all) assert.deepEqual(errors, [], JSON.stringify(text));
  const values = all.map((document) => document.toJS() as unknown);
  const [first] = values;
  const headed = values.length > 1 && typeof first === "object" && first !== null && "spec" in first;
  return ((headed ? values.at(-1) : first) ?? {}) as Config;
}

/** The merged text without what was put in, and the original without what was taken out. */
function outside(original: string, merged: string, edits: readonly TextEdit[]): [string, string] {
  let [kept, left, at, moved] = ["", "", 0, 0];
  for (const { start, end, text } of edits) {
    kept += original.slice(at, start);
    left += merged.slice(at + moved, start + moved);
    moved += text.length - (end - start);
    at = end;
  }
  return [kept + original.slice(at), left + merged.slice(at + moved)];
}

const names = fc.constantFrom("build", "test", ".base", "deploy it", "lint", "image", "default");
const stageNames = fc.uniqueArray(fc.constantFrom("build", "test", "deploy", "lint", "review", "a stage"), {
  maxLength: 4,
});
const variables = fc.dictionary(
  fc.constantFrom("A", "B", "LONG_NAME", "C"),
  fc.oneof(
    fc.constantFrom<Value>("x", "two\nlines\n", "kept\n\n", 1, "a: b"),
    fc.record({ value: fc.constant("v"), description: fc.constant("what\nfor") }),
  ),
  { maxKeys: 3, noNullPrototype: true },
);

/** A configuration whose jobs may share texts by anchors: those of file and template have the same names. */
const entries: fc.Arbitrary<readonly CiEntry[]> = fc
  .record({
    jobs: fc.uniqueArray(fc.record({ name: names, value, flow: fc.boolean() }), {
      selector: ({ name }) => name,
      maxLength: 4,
    }),
    stages: fc.option(fc.record({ value: stageNames, flow: fc.boolean() }), { nil: undefined }),
    variables: fc.option(fc.record({ value: variables, flow: fc.boolean() }), { nil: undefined }),
    shared: fc.option(
      fc.record({
        value: fc.dictionary(fc.constantFrom("tags", "retry"), value, {
          minKeys: 1,
          maxKeys: 2,
          noNullPrototype: true,
        }),
        flow: fc.boolean(),
      }),
      { nil: undefined },
    ),
    order: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ jobs, stages, variables: vars, shared, order }) => {
    const settings: CiEntry[] = [
      ...(stages ? [{ name: "stages", ...stages }] : []),
      ...(vars ? [{ name: "variables", ...vars }] : []),
    ];
    const based: CiEntry[] = shared
      ? [
          { name: ".shared", ...shared, anchor: "shared" },
          { name: "user", value: { script: "run" }, flow: false, merges: "shared" },
        ]
      : [];
    const made: CiEntry[] = [...jobs.slice(0, order), ...settings, ...jobs.slice(order)];
    made.splice(order, 0, ...based);
    return made;
  });

/** Checks a merge of any file and template. */
const forAll = (check: (file: string, template: string, eol: string) => void): void =>
  fc.assert(
    fc.property(
      entries,
      style,
      entries,
      style.filter(({ frame }) => frame !== "header"),
      (mine, mineStyle, theirs, theirStyle) =>
        check(written(mine, mineStyle), written(theirs, theirStyle), mineStyle.eol),
    ),
    runs,
  );
const runs = { numRuns: 400 };
const object = (of: unknown): Config => (typeof of === "object" && of !== null ? of : {}) as Config;
const listed = (of: unknown): readonly unknown[] => (Array.isArray(of) ? of : []);

/** The union without stages; the second wins what both have. */
function union(first: Config, second: Config): Config {
  const { stages: _, ...others } = { ...first, ...second };
  const shared = "variables" in first && "variables" in second;
  return shared ? { ...others, variables: { ...object(first["variables"]), ...object(second["variables"]) } } : others;
}

describe("merging a template, for any file and template", () => {
  it("parses to the union if mine are kept, changes no byte of the file, and nothing the second time", () => {
    forAll((file, template, eol) => {
      const { edits, text } = planMerge(file, template).outcome(new Map());
      for (const { start, end } of edits) assert.equal(start, end, "nothing is taken out");
      assert.deepEqual(outside(file, text, edits), [file, file]);
      const { stages, ...now } = says(text);
      const [mine, theirs] = [says(file), says(template)];
      assert.deepEqual(now, union(theirs, mine));
      const [all, own] = [listed(stages), listed(mine["stages"])];
      assert.equal(new Set(all).size, all.length);
      if (Array.isArray(mine["stages"])) {
        assert.deepEqual(
          all.filter((name) => own.includes(name)),
          own,
        );
        for (const name of listed(theirs["stages"])) assert.ok(all.includes(name), `stage ${String(name)}`);
      }
      if (file.includes("\n")) assert.ok(eol === "\r\n" ? !/(?<!\r)\n/.test(text) : !text.includes("\r"), "line ends");
      assert.deepEqual(planMerge(text, template).outcome(new Map()).edits, []);
    });
  });

  it("parses to the union if the template's are taken, and changes no other byte", () => {
    forAll((file, template) => {
      const merge = planMerge(file, template);
      const { edits, text } = merge.outcome(new Map(merge.clashes.map(({ id }) => [id, { take: "template" }])));
      const [kept, left] = outside(file, text, edits);
      assert.equal(left, kept);
      const { stages: _, ...now } = says(text);
      const wanted = union(says(file), says(template));
      for (const { name, usedAnchor } of merge.clashes) if (usedAnchor !== undefined) wanted[name] = says(file)[name];
      assert.deepEqual(now, wanted);
    });
  });

  it("keeps both if the template's are renamed", () => {
    forAll((file, template) => {
      const merge = planMerge(file, template);
      const jobs = merge.clashes.filter(({ kind }) => kind === "job");
      const { edits, text } = merge.outcome(
        new Map(jobs.map(({ id, rename }) => [id, { take: "rename", name: rename ?? "" }])),
      );
      assert.deepEqual(outside(file, text, edits), [file, file]);
      const now = says(text);
      for (const { name, rename } of jobs)
        assert.deepEqual([now[name], now[rename ?? ""]], [says(file)[name], says(template)[name]]);
    });
  });

  const included: fc.Arbitrary<Value> = fc.oneof(
    fc.constantFrom<Value>(
      "/a.yml",
      "https://example.com/b.yml",
      "a b,c.yml",
      { local: "/a.yml" },
      { project: "p", file: ["x", "y"] },
      { template: "Ruby.gitlab-ci.yml" },
    ),
    fc.array(fc.constantFrom<Value>("/a.yml", { local: "/b.yml" }, { template: "Go.gitlab-ci.yml" }), { maxLength: 3 }),
  );
  it("includes it once behind what is included, with every byte of the file as it was", () => {
    fc.assert(
      fc.property(
        entries,
        style,
        fc.option(fc.record({ value: included, flow: fc.boolean() }), { nil: undefined }),
        fc.nat(5),
        (others, how, include, at) => {
          const all = [...others];
          if (include) all.splice(at, 0, { name: "include", ...include });
          const file = written(all, how);
          const edits = includeTemplate(file, "Ruby.gitlab-ci.yml");
          const text = editedText(file, edits);
          // The space before a single value becomes a line of its own.
          const [kept, left] = outside(file, text, edits);
          assert.equal(left, kept);
          for (const { start, end } of edits) assert.match(file.slice(start, end), /^ ?$/);
          const had = include?.value ?? [];
          const items = Array.isArray(had) ? had : [had];
          const wanted = { template: "Ruby.gitlab-ci.yml" };
          const there = items.some((item) => JSON.stringify(item) === JSON.stringify(wanted));
          assert.deepEqual(says(text), { ...says(file), ...(there ? {} : { include: [...items, wanted] }) });
          assert.deepEqual(includeTemplate(text, "Ruby.gitlab-ci.yml"), []);
        },
      ),
      runs,
    );
  });
});
