/** Where the messages of a host about a CI file belong. The words are those of real hosts. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseCi } from "../../../../../src/core/ciFile/document.ts";
import { locateMessage } from "../../../../../src/features/ci/lint/messagePlace.ts";

const text = `stages: [build]
include:
  - local: /ci/a.yml
  - template: Nope.gitlab-ci.yml
.base: {script: x}
build:
  stage: biuld
  scrpt: make
  artifacts:
    paths: nothing
    expires: 1 day
"build: all":
  needs: [build, "missing"]
  script: {a: b}
config: {extends: .nope}
"test unit": {needs: [{job: build}], stage: test}
colour: red
`;

/** The text at which a message is shown, and that which it is about up to its first line break. */
const at = (message: string, of = text): [at: string, about: string] => {
  const subject = locateMessage(message, parseCi(of));
  return [
    of.slice(subject.at.start, subject.at.end),
    of.slice(subject.about.start, subject.about.end).split("\n")[0] ?? "",
  ];
};

describe("messages of a host about a CI file", () => {
  it("stand at the key of the job that they name, as far as the file has it", () => {
    for (const [message, place, job] of [
      ["jobs:build config contains unknown keys: scrpt", "scrpt", "build"],
      ["jobs:build config contains unknown keys: other", "build", "build"],
      ["jobs:build config should implement the script:, run:, or trigger: keyword", "build", "build"],
      ["jobs build config should implement a script: or a trigger: keyword", "build", "build"],
      ["jobs:build:artifacts config contains unknown keys: expires", "expires", "build"],
      ["jobs:build:artifacts paths should be an array of strings", "artifacts", "build"],
      ["jobs:build: all:script config should be a string or a nested array", "script", "build: all"],
      ["jobs:build: all:rules:rule config contains unknown keys: x", "build: all", "build: all"],
      ["jobs:test unit may allow multiple pipelines due to `rules:when` clause", "test unit", "test unit"],
      ["build job: chosen stage biuld does not exist; available stages are .pre, build, .post", "biuld", "build"],
      ["build: all job: undefined need: missing", "missing", "build: all"],
      ["'build: all' job needs 'missing' job, but 'missing' does not exist in the pipeline", "missing", "build: all"],
      ["test unit job: need build is not defined in current or prior stages", "build", "test unit"],
      ["config: unknown keys in `extends` (.nope)", ".nope", "config"],
      ["jobs:config config should be a hash", "config", "config"],
      ["stages config should be an array of strings", "stages", "stages"],
      ["`.gitlab-ci.yml`: jobs:build config contains unknown keys: scrpt", "scrpt", "build"],
      ["root config contains unknown keys: colour", "colour", "colour"],
    ] as const) {
      const [found, about] = at(message).map((one) => one.replaceAll('"', ""));
      assert.deepEqual([found, about?.startsWith(`${job}:`)], [place, true], message);
    }
  });

  it("stand at the file that they name", () => {
    assert.deepEqual(at("Local file `ci/a.yml` does not exist!"), ["/ci/a.yml", "include:"]);
    assert.deepEqual(at("Included file `Nope.gitlab-ci.yml` is empty or does not exist!"), [
      "Nope.gitlab-ci.yml",
      "include:",
    ]);
    assert.deepEqual(at("Project `x` file `y.yml` does not exist!"), ["include", "include:"]);
  });

  it("stand at the line and column that they name, by the line where nothing is left of it", () => {
    const of = "a:\n  - b\n c: [\n";
    const found = at("(<unknown>): did not find expected key while parsing a block mapping at line 3 column 2", of);
    assert.deepEqual(found, ["c: [", "a:"]);
    assert.deepEqual(at("(<unknown>): bad at line 2, column 99", of), ["  - b", "a:"]);
    assert.deepEqual(at("(<unknown>): bad at line 99 column 1", of)[1], "a:");
  });

  it("stand at the top when they name nothing, and are about everything then", () => {
    assert.deepEqual(at("The pipeline has circular dependencies"), ["stages: [build]", "stages: [build]"]);
    assert.deepEqual(locateMessage("Please provide content of .gitlab-ci.yml", parseCi(text)).about, {
      start: 0,
      end: text.length,
    });
  });

  it("know what is found without the host, too", () => {
    const twins = (message: string): readonly string[] => locateMessage(message, parseCi(text)).duplicateOf;
    assert.deepEqual(twins("build job: chosen stage biuld does not exist; available stages are x"), ["unknownStage"]);
    assert.deepEqual(twins("build job: undefined need: x"), ["unknownJob", "hiddenJob"]);
    assert.deepEqual(twins("(<unknown>): bad at line 1 column 1"), ["yaml", "anchor"]);
    assert.deepEqual(twins("Local file `ci/a.yml` does not exist!"), ["missingFile", "unknownTemplate"]);
    assert.deepEqual(twins("jobs:build config contains unknown keys: scrpt"), []);
  });

  it("have a place in every text, whatever they say", () => {
    const word = fc.constantFrom(
      ..."jobs:|jobs |build| job: |:|'| config|at line 9 column 9|`|file `a`|unknown keys: |constructor|__proto__|root ".split(
        "|",
      ),
    );
    const messages = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 8 }).map((words) => words.join("")),
    );
    fc.assert(
      fc.property(
        messages,
        fc.oneof(fc.string(), fc.constant(text), fc.constant("a: *x\n"), fc.constant("")),
        (message, of) => {
          const { at: place, about } = locateMessage(message, parseCi(of));
          for (const { start, end } of [place, about])
            assert.ok(start >= 0 && start <= end && end <= of.length, `${start}-${end} of ${of.length}`);
        },
      ),
    );
  });
});
