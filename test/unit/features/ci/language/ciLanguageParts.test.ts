import assert from "node:assert/strict";
import fc from "fast-check";
import { parseCi } from "../../../../../src/core/ciFile/document.ts";
import { headComment } from "../../../../../src/core/ciFile/headComment.ts";
import { templateAt, templateSlot } from "../../../../../src/core/ciFile/includes.ts";
import { isCiFile } from "../../../../../src/core/ciFile/isCiFile.ts";
import { includeProblems } from "../../../../../src/features/ci/language/includeProblems.ts";
import { jobAt } from "../../../../../src/features/ci/language/jobAt.ts";
import { nearest } from "../../../../../src/features/ci/language/nearest.ts";
import { findProblems } from "../../../../../src/features/ci/language/problems.ts";
import { anyText } from "../../../../support/anyText.ts";
import { fixed, pipelineOf } from "../../../core/ciFile/read.ts";

/** The text without its `|`, and where that was. */
function caret(marked: string): [text: string, offset: number] {
  const offset = marked.indexOf("|");
  return [marked.slice(0, offset) + marked.slice(offset + 1), offset];
}

describe("isCiFile", () => {
  it("knows the names that hosts look for, their endings and their folders", () => {
    const names = "/a/.gitlab-ci.yml /a/b.gitlab-ci.yml /.service-ci.yml /a/.gitlab/ci/b/c.yaml /a/.gitlab-ci/b.yml";
    for (const path of names.split(" ")) assert.ok(isCiFile(path), path);
    const others = "/a/gitlab-ci.yml /a/.gitlab-ci.yml.txt /a/.gitlab/issue.yml /a/b.yml";
    for (const path of others.split(" ")) assert.ok(!isCiFile(path), path);
  });
});

describe("templates that a CI file includes", () => {
  it("are completed in each form of include, and nowhere else", () => {
    for (const [marked, expected] of [
      ["include:\n  - template: |\n", ""],
      ["include:\n  - template: And|roid\n", "Android"],
      ["include:\r\n  template: 'And|'\r\n", "And"],
      ['include:\n  - template: "|"\n', ""],
      ["include: {template: B|}\n", "B"],
      ["a:\n  trigger:\n    include:\n      - template: |\n", ""],
      ["include:\n  - template: 'And|", "And"],
      ["include:\n  - template:|\n", undefined],
      ["include:\n  - local: a|\n", undefined],
      ["a:\n  template: |\n", undefined],
      ["include:\n  - template: A # |\n", undefined],
    ] as const) {
      const [text, offset] = caret(marked);
      const { includes, childIncludes } = parseCi(text);
      const span = templateSlot([...includes, ...childIncludes], text, offset);
      assert.equal(span && text.slice(span.start, span.end), expected, marked);
    }
  });

  it("are found under the cursor", () => {
    const [text, offset] = caret("include:\n  - template: 'And|roid.gitlab-ci.yml'\n");
    assert.equal(templateAt(parseCi(text).includes, offset)?.name, "Android.gitlab-ci.yml");
    assert.equal(templateAt(parseCi(text).includes, 3), undefined);
  });

  it("are reported if the host lacks them, with the nearest name as a fix", () => {
    const text =
      "include:\n  - template: 'Adroid.gitlab-ci.yml'\n  - template: Rust.gitlab-ci.yml\n  - template: Jobs/X.gitlab-ci.yml\n  - local: gone.yml\n";
    const found = includeProblems(parseCi(text), "main", {
      hasTemplate: (name) => (name.startsWith("Jobs/") ? undefined : name.startsWith("Rust")),
      nearestTemplate: () => "Android.gitlab-ci.yml",
      hasFile: () => false,
    });
    const shown = found.map(({ kind, start, end }) => [kind, text.slice(start, end)]);
    assert.deepEqual(shown, [
      ["unknownTemplate", "'Adroid.gitlab-ci.yml'"],
      ["missingFile", "gone.yml"],
    ]);
    assert.ok(fixed(text, found[0]?.fixes[0]).includes("template: 'Android.gitlab-ci.yml'\n"));
  });

  it("describe themselves by their head comment", () => {
    const found = headComment("\ufeff# One\r\n#\r\n#   two\r\n\r\n# three\r\nimage: x # no\r\n# no\r\n");
    assert.equal(found, "One\n\n  two\n\nthree");
    assert.equal(headComment("---\n# One\na: 1\n"), "One");
    assert.equal(headComment("a: 1\n# no\n"), "");
  });
});

describe("jobs under the cursor", () => {
  it("are found in needs, extends, dependencies and references, in whichever file they are", async () => {
    const files = { "a.yml": ".base: {script: x}\n" };
    const named = async (marked: string): Promise<string | undefined> => {
      const [text, offset] = caret(marked);
      const pipeline = await pipelineOf(text, { files });
      const job = jobAt(pipeline, pipeline.files.at(-1)!, offset);
      return job?.definitions.map(({ file, entry }) => `${file.id} ${entry.name}`).join();
    };
    assert.equal(await named("include: a.yml\nb: {extends: .ba|se}\n"), "a.yml .base");
    assert.equal(await named("b: {}\nc: {needs: ['b| 1/2']}\n"), "main b");
    assert.equal(await named("b: {}\nc: {needs: [{job: |b}]}\n"), "main b");
    assert.equal(await named("b: {}\nc: {script: [!reference [|b, script]]}\n"), "main b");
    assert.equal(await named("b: {}\nc: {script: b|}\n"), undefined);
  });
});

describe("nearest names", () => {
  it("are a few letters away", () => {
    assert.equal(nearest("biuld", ["test", "build", "builds"]), "build");
    assert.equal(nearest("Build", ["build", "built"]), "build");
    assert.equal(nearest("builD", ["build", "builD"]), "build", "another case is another name");
    assert.equal(nearest("x", ["deploy"]), undefined);
    assert.equal(nearest("test", ["test"]), undefined);
  });
});

describe("CI files of any text", () => {
  const pieces = fc.constantFrom(
    ..."a¦b¦.x¦stages¦include¦needs¦extends¦stage¦job¦template¦local¦spec¦trigger¦true¦: ¦:\n¦:\r\n  ¦\n¦\n  ¦\n    - ¦- ".split(
      "¦",
    ),
    ..."[¦]¦{¦}¦, ¦'¦\"¦&a ¦*a¦<<: *a¦!reference [a, b]¦# c¦|\n¦\t¦---\n¦...\n¦\ufeff¦é¦😀¦$[[ inputs.a ]]¦\r¦? ¦%YAML 1.2\n".split(
      "¦",
    ),
  );
  const texts = fc.oneof(
    anyText({ maxLength: 60 }),
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("")),
  );

  it("are read without a throw, every place lies within the text, and fixes can be made", async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), async (text, at) => {
        const pipeline = await pipelineOf(text, { files: { a: "a: {stage: b, needs: [a]}\n", b: text } });
        const file = pipeline.files.at(-1)!;
        const offset = at % (text.length + 1);
        jobAt(pipeline, file, offset);
        templateSlot(file.document.includes, text, offset);
        for (const { start, end, fixes } of findProblems(pipeline, file)) {
          assert.ok(start >= 0 && start <= end && end <= text.length);
          for (const edit of fixes.flatMap(({ edits }) => edits))
            assert.ok(
              edit.start >= 0 &&
                edit.start <= edit.end &&
                edit.end <= (edit.file === "main" || edit.file === "b" ? text.length : 100),
            );
        }
        for (const { key } of file.document.entries) assert.ok(key.start <= key.end && key.end <= text.length);
      }),
      { numRuns: 200 },
    );
  });
});
