import assert from "node:assert/strict";
import fc from "fast-check";
import { parseAllDocuments } from "yaml";
import { editedText, type TextEdit } from "../../../../../src/core/base/textEdit.ts";
import { includeTemplate } from "../../../../../src/features/ci/merge/include.ts";
import { planMerge } from "../../../../../src/features/ci/merge/merge.ts";

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

/** Entries of the top level in many styles, by name; of each, one is in a file at most. */
const fragments: readonly (readonly string[])[] = [
  [
    "build:\n  script: make # mine\n",
    "build: { script: [a, 'b: c'], tags: [x] } # behind\n",
    "build:\n  script:\n  - a\n",
  ],
  ["\n# about test\ntest:\n    script: |\n        two\n        lines\n", '"test":\n  script: ["# none"]\n\n'],
  ["deploy it:\n  script: >-\n    folded\n    text\n  rules: []\n", "deploy it: {}\n"],
  ["image: ruby\n", "image: { name: ruby, entrypoint: [''] }\n", "image: 'a: b'\n# below\n"],
  ["default:\n  tags: [a]\n  # in it\n\n  retry: 1\n", "default: null\n"],
  [
    "stages: [build, test] # c\n",
    "stages:\n  - test\n  # two\n  - deploy\n",
    "stages:\n- lint\n- 'a stage'\n",
    "stages: []\n",
  ],
  [
    "variables:\n  A: x\n  B: |+\n    kept\n\n",
    "variables: { A: 1, C: { value: v, description: 'd' } }\n",
    "variables: {}\n",
  ],
  [
    ".shared: &shared { tags: [x] }\nuser:\n  <<: *shared\n  script: run\n",
    ".shared: &shared\n  retry: 2\nuser:\n  <<: *shared\n",
  ],
];
const entries = fc
  .shuffledSubarray([...fragments.keys()])
  .chain((kinds) => fc.tuple(...kinds.map((kind) => fc.constantFrom(...(fragments[kind] ?? [])))))
  .map((texts) => texts.join(""));
type Frame = (text: string) => string;
const frames: readonly Frame[] = [
  (text) => text,
  (text) => text.replace(/\n$/, ""),
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => `\ufeff${text}`,
  (text) => `---\n${text}`,
  (text) => `${text}...\n# behind the end\n`,
  (text) => `${text}---\nother: 1\n`,
];
const header: Frame = (text) => `spec:\n  inputs: {}\n---\n${text}`;
const file = fc.tuple(fc.constantFrom(...frames, header), entries).map(([frame, text]) => frame(text));
const template = fc.tuple(fc.constantFrom(...frames), entries).map(([frame, text]) => frame(text));
/** Checks a merge of any file and template. */
const forAll = (check: (file: string, template: string) => void): void =>
  fc.assert(fc.property(file, template, check), runs);
const runs = { numRuns: 60 };
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
    forAll((file, template) => {
      const { edits, text } = planMerge(file, template).outcome(new Map());
      for (const { start, end } of edits) assert.equal(start, end, "nothing is taken out");
      assert.deepEqual(outside(file, text, edits), [file, file]);
      const { stages, ...now } = says(text);
      const [mine, theirs] = [says(file), says(template)];
      assert.deepEqual(now, union(theirs, mine));
      const [all, own] = [listed(stages), listed(mine["stages"])];
      assert.equal(new Set(all).size, all.length);
      if (Array.isArray(mine["stages"])) {
        const found = all.filter((name) => own.includes(name));
        assert.deepEqual(found, own);
        for (const name of listed(theirs["stages"])) assert.ok(all.includes(name), `stage ${String(name)}`);
      }
      if (file.includes("\n"))
        assert.ok(file.includes("\r") ? !/(?<!\r)\n/.test(text) : !text.includes("\r"), "line ends");
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

  it("includes a template once, behind what is included, and changes no byte of the file", () => {
    const includes = [
      "",
      "include: /a.yml\n",
      "include: { local: /a.yml }\n",
      "include:\n  template: Ruby.gitlab-ci.yml\n",
      "include: [/a.yml, { project: p, file: [x, y] }]\n",
      "include:\n- https://example.com/b.yml # c\n- template: Go.gitlab-ci.yml\n",
    ];
    const name = "Ruby.gitlab-ci.yml";
    fc.assert(
      fc.property(fc.constantFrom(...frames, header), fc.constantFrom(...includes), entries, (frame, include, rest) => {
        const before = frame(include + rest);
        const edits = includeTemplate(before, name);
        const text = editedText(before, edits);
        // The space before a single value becomes a line of its own.
        const [kept, left] = outside(before, text, edits);
        assert.equal(left, kept);
        for (const { start, end } of edits) assert.match(before.slice(start, end), /^ ?$/);
        const had = says(before)["include"] ?? [];
        const items: readonly unknown[] = Array.isArray(had) ? had : [had];
        const isThere = items.some((item) => JSON.stringify(item) === JSON.stringify({ template: name }));
        const added = isThere ? {} : { include: [...items, { template: name }] };
        assert.deepEqual(says(text), { ...says(before), ...added });
        assert.deepEqual(includeTemplate(text, name), []);
      }),
      runs,
    );
  });
});
