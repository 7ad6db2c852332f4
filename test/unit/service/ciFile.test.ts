import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { globExpression } from "../../service/ci/glob.ts";
import { parseCi } from "../../service/ci/parse.ts";

describe("service: CI file", () => {
  it("reads a job with all the keywords that the runner uses", () => {
    const { stages, variables, jobs, errors, name } = parseCi(`
workflow: { name: "Night run" }
stages: [build, check]
variables: { PLAIN: 1, EMPTY: , TOLD: { value: "yes", description: "What it is", options: ["yes", "no"] } }
default: { before_script: [echo before], after_script: echo after }
unit tests:
  stage: check
  needs: [compile]
  script: [npm test, [ "a", [ "b" ] ], "multi\\nline\\n"]
  variables: { LOCAL: true }
  artifacts:
    name: tests
    paths: [dist/]
    exclude: ["**/*.map"]
    when: always
    expire_in: 1 week
    reports: { junit: report.xml }
  allow_failure: true
  coverage: '/(\\d+)%/'
  timeout: 1h 30m
  tags: [docker]
compile: { stage: build, script: make, before_script: [], when: manual }
`);
    assert.deepEqual(errors, []);
    assert.equal(name, "Night run");
    assert.deepEqual(stages, [".pre", "build", "check", ".post"]);
    assert.deepEqual(variables, { PLAIN: "1", EMPTY: "", TOLD: "yes" });
    const shared = { afterScript: ["echo after"], allowFailure: true };
    assert.deepEqual(jobs, [
      {
        ...shared,
        name: "unit tests",
        stage: "check",
        script: ["npm test", "a", "b", "multi\nline\n"],
        beforeScript: ["echo before"],
        variables: { LOCAL: "true" },
        artifacts: {
          name: "tests",
          paths: ["dist/"],
          exclude: ["**/*.map"],
          junit: ["report.xml"],
          when: "always",
          expireIn: "1 week",
        },
        when: "on_success",
        needs: ["compile"],
        coverage: "(\\d+)%",
        timeoutSeconds: 5400,
      },
      { ...shared, name: "compile", stage: "build", script: ["make"], beforeScript: [], variables: {}, when: "manual" },
    ]);
  });

  it("merges extends and anchors, later bases over earlier, arrays replaced, hidden jobs left out", () => {
    const { jobs, errors } = parseCi(`
.base: { script: [base], variables: { A: "1", B: "1" } }
.more: { extends: .base, variables: { B: "2" }, before_script: [more] }
.last: &last { variables: { C: "3" }, before_script: [last] }
test: { extends: [.more, .last], script: [own] }
other: { <<: *last, script: [x], stage: deploy }
`);
    assert.deepEqual(errors, []);
    assert.deepEqual(
      jobs.map(({ name, stage, script, beforeScript, variables }) => [name, stage, script, beforeScript, variables]),
      [
        ["test", "test", ["own"], ["last"], { A: "1", B: "2", C: "3" }],
        ["other", "deploy", ["x"], ["last"], { C: "3" }],
      ],
    );
  });

  it("reads needs in all forms; those without artifacts are no dependencies", () => {
    const { jobs, errors } = parseCi(
      "a: { script: x }\nb: { script: x }\nc: { script: x, needs: [a, { job: b, artifacts: false }, { job: gone, optional: true }] }\nd: { script: x, needs: [] }",
    );
    assert.deepEqual(errors, []);
    assert.deepEqual([jobs[2]?.needs, jobs[2]?.dependencies, jobs[3]?.needs], [["a", "b"], ["a"], []]);
  });

  const stages = "available stages are .pre, build, test, deploy, .post";
  const script = "config should implement the script:, run:, or trigger: keyword";
  for (const [text, error] of [
    ["just text", "Invalid configuration format"],
    ["a:\n  script: x\n b: y", /^\(<unknown>\): .+ at line 3 column \d+$/],
    [".hidden: { script: x }", "jobs config should contain at least one visible job"],
    ["test: 5", `jobs:test ${script}`],
    ["test: { script: [] }", "jobs:test script can't be blank"],
    ["test: { script: x, scirpt: y, foo: 1 }", "jobs:test config contains unknown keys: scirpt, foo"],
    ["a: { script: x, when: soon }", "jobs:a when should be one of: on_success, on_failure, always, manual"],
    ["a: { script: x, stage: staging }", `a job: chosen stage staging does not exist; ${stages}`],
    ["test: { script: x, variables: x }", "jobs:test:variables config should be a hash of key value pairs"],
    ["test: { script: x, extends: .no }", "test: unknown keys in `extends` (.no)"],
    [".a: { extends: .b }\n.b: { extends: .a }\nc: { extends: .a }", ".b: circular dependency detected in `extends`"],
    ["test: { script: x, needs: [lost] }", "test job: undefined need: lost"],
    [
      "a: { script: x, needs: [b] }\nb: { script: x, stage: deploy }",
      "a job: need b is not defined in current or prior stages",
    ],
    ["a: { script: x, dependencies: [lost] }", "a job: undefined dependency: lost"],
    ["a: { script: x, needs: [b] }\nb: { script: x, needs: [a] }", "The pipeline has circular dependencies"],
  ] as const) {
    it(`reports ${JSON.stringify(text)}`, () => {
      const { jobs, errors } = parseCi(text);
      assert.deepEqual(jobs, []);
      if (typeof error === "string") assert.equal(errors[0], error);
      else assert.match(errors[0] ?? "", error);
    });
  }

  it("matches globs of artifacts", () => {
    for (const [glob, matching, others] of [
      ["./dist/", ["dist/a", "dist/b/c"], ["dist2/a", "a/dist"]],
      ["dist/*.js", ["dist/a.js"], ["dist/a.ts", "dist/b/a.js", "a.js"]],
      ["**/*.xml", ["a.xml", "a/b/c.xml"], ["a.xmls"]],
      ["a?.{txt,md}", ["ab.txt", "ac.md"], ["a.txt", "ab.js"]],
      ["[!a]x", ["bx"], ["ax", "/x"]],
    ] as const) {
      const expression = globExpression(glob);
      for (const path of matching) assert.match(path, expression);
      for (const path of others) assert.doesNotMatch(path, expression);
    }
  });
});
