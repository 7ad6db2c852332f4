import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { parseCi } from "../../service/ci/parse.ts";
import { durationSeconds } from "../../service/ci/values.ts";

const job = (text: string) => {
  const { jobs, errors } = parseCi(text);
  assert.deepEqual(errors, []);
  return jobs[0];
};

describe("service: CI file", () => {
  it("reads a job with all the keywords the runner uses", () => {
    const { stages, variables, jobs, errors, name } = parseCi(`
workflow: { name: "Night run" }
stages: [build, check]
variables:
  PLAIN: 1
  EMPTY:
  DATE: 2024-01-02
  TOLD: { value: "yes", description: "What it is", options: ["yes", "no"] }
default:
  before_script: [echo before]
  after_script: echo after
unit tests:
  stage: check
  needs: [compile]
  script:
    - npm test
    - [ "a", [ "b" ] ]
    - |
      multi
      line
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
compile:
  stage: build
  script: make
  before_script: []
`);
    assert.deepEqual(errors, []);
    assert.equal(name, "Night run");
    assert.deepEqual(stages, [".pre", "build", "check", ".post"]);
    assert.deepEqual(variables, { PLAIN: "1", EMPTY: "", DATE: "2024-01-02", TOLD: "yes" });
    assert.deepEqual(jobs, [
      {
        name: "unit tests",
        stage: "check",
        script: ["npm test", "a", "b", "multi\nline\n"],
        beforeScript: ["echo before"],
        afterScript: ["echo after"],
        variables: { LOCAL: "true" },
        artifacts: {
          name: "tests",
          paths: ["dist/"],
          exclude: ["**/*.map"],
          junit: ["report.xml"],
          when: "always",
          expireIn: "1 week",
        },
        allowFailure: true,
        when: "on_success",
        needs: ["compile"],
        coverage: "(\\d+)%",
        timeoutSeconds: 5400,
      },
      {
        name: "compile",
        stage: "build",
        script: ["make"],
        beforeScript: [],
        afterScript: ["echo after"],
        variables: {},
        allowFailure: false,
        when: "on_success",
      },
    ]);
  });

  it("has the default stages, and puts a job without one into test", () => {
    assert.deepEqual(parseCi("a: { script: x }").stages, [".pre", "build", "test", "deploy", ".post"]);
    assert.equal(job("a: { script: x }")?.stage, "test");
    assert.equal(job("a: { script: x, stage: .post }")?.stage, ".post");
  });

  it("takes script defaults from the top level too", () => {
    assert.deepEqual(job("before_script: [one]\na: { script: x }")?.beforeScript, ["one"]);
  });

  it("merges extends deeply, later bases over earlier, arrays replaced, hidden jobs left out", () => {
    const { jobs } = parseCi(`
.base: { script: [base], variables: { A: "1", B: "1" } }
.more: { extends: .base, variables: { B: "2" }, before_script: [more] }
.last: { variables: { C: "3" }, before_script: [last] }
test: { extends: [.more, .last], script: [own] }
`);
    assert.equal(jobs.length, 1);
    assert.deepEqual(jobs[0]?.script, ["own"]);
    assert.deepEqual(jobs[0].beforeScript, ["last"]);
    assert.deepEqual(jobs[0].variables, { A: "1", B: "2", C: "3" });
  });

  it("merges anchors", () => {
    assert.deepEqual(job(".a: &a { script: [x], when: always }\nb: { <<: *a, when: manual }"), {
      name: "b",
      stage: "test",
      script: ["x"],
      beforeScript: [],
      afterScript: [],
      variables: {},
      allowFailure: true,
      when: "manual",
    });
  });

  it("lets a manual job fail unless it says otherwise", () => {
    assert.equal(job("a: { script: x, when: manual }")?.allowFailure, true);
    assert.equal(job("a: { script: x, when: manual, allow_failure: false }")?.allowFailure, false);
    assert.equal(job("a: { script: x, allow_failure: yes }")?.allowFailure, true);
  });

  it("reads needs in all forms; those without artifacts are no dependencies", () => {
    const { jobs, errors } = parseCi(
      "a: { script: x }\nb: { script: x }\nc: { script: x, needs: [a, { job: b, artifacts: false }, { job: gone, optional: true }] }\nd: { script: x, needs: [] }",
    );
    assert.deepEqual(errors, []);
    assert.deepEqual([jobs[2]?.needs, jobs[2]?.dependencies], [["a", "b"], ["a"]]);
    assert.deepEqual(jobs[3]?.needs, []);
  });

  const mistakes: [text: string, ...errors: (string | RegExp)[]][] = [
    ["", "Invalid configuration format"],
    ["just text", "Invalid configuration format"],
    ["[1, 2]", "Invalid configuration format"],
    ["a:\n  script: x\n b: y", /^\(<unknown>\): .+ at line 3 column \d+$/],
    ["a: { script: *nowhere }", /^\(<unknown>\): .+nowhere/],
    ["a: { script: !reference [.x, script] }", /^\(<unknown>\): Unresolved tag: !reference at line 1 column \d+$/],
    [".hidden: { script: x }", "jobs config should contain at least one visible job"],
    ["test: { stage: test }", "jobs:test config should implement the script:, run:, or trigger: keyword"],
    ["test: 5", "jobs:test config should implement the script:, run:, or trigger: keyword"],
    ["test: { script: [] }", "jobs:test script can't be blank"],
    [
      "test: { script: { a: b } }",
      "jobs:test:script config should be a string or a nested array of strings up to 10 levels deep",
    ],
    [
      "test: { script: [1] }",
      "jobs:test:script config should be a string or a nested array of strings up to 10 levels deep",
    ],
    ["test: { script: x, scirpt: y, foo: 1 }", "jobs:test config contains unknown keys: scirpt, foo"],
    ["test: { trigger: other/project, script: x }", "jobs:test config contains unknown keys: script"],
    ["test: { trigger: [x] }", "jobs:test:trigger config has to be either a string or a hash"],
    [
      "test: { trigger: { include: [a.yml, b.yml] } }",
      "jobs:test:trigger needs a project, or one file of the repository to include; this service knows no other form",
    ],
    ["test: { trigger: { project: a/b, strategy: wait } }", "jobs:test:trigger strategy should be depend"],
    ["test: { run: [x] }", "jobs:test run is not supported by this service"],
    ["test: { script: x, when: sometimes }", "jobs:test when should be one of: on_success, on_failure, always, manual"],
    [
      "test: { script: x, stage: staging }",
      "test job: chosen stage staging does not exist; available stages are .pre, build, test, deploy, .post",
    ],
    ["stages: build\ntest: { script: x }", "stages config should be an array of strings"],
    [
      "variables: [a]\ntest: { script: x }",
      "variables config should be a hash of key value pairs, value can be a hash",
    ],
    ["test: { script: x, variables: x }", "jobs:test:variables config should be a hash of key value pairs"],
    [
      "test: { script: x, allow_failure: { exit_codes: 3 } }",
      "jobs:test:allow_failure config should be a boolean value",
    ],
    ["test: { script: x, artifacts: dist }", "jobs:test:artifacts config should be a hash"],
    ["test: { script: x, artifacts: { path: [a] } }", "jobs:test:artifacts config contains unknown keys: path"],
    [
      "test: { script: x, artifacts: { paths: { a: b } } }",
      "jobs:test:artifacts paths should be an array of strings or a string",
    ],
    [
      "test: { script: x, artifacts: { when: later } }",
      "jobs:test:artifacts when should be one of: on_success, on_failure, always",
    ],
    ["test: { script: x, artifacts: { expire_in: soon } }", "jobs:test:artifacts expire in should be a duration"],
    [
      "test: { script: x, artifacts: { reports: { junit: 1 } } }",
      "jobs:test:artifacts:reports junit should be an array of strings or a string",
    ],
    ["test: { script: x, coverage: 90 }", "jobs:test:coverage config must be a regular expression"],
    ["test: { script: x, extends: .no }", "test: unknown keys in `extends` (.no)"],
    [
      ".a: { extends: .b }\n.b: { extends: .a }\ntest: { extends: .a, script: x }",
      ".b: circular dependency detected in `extends`",
    ],
    ["test: { script: x, needs: [lost] }", "test job: undefined need: lost"],
    ["test: { script: x, needs: [1] }", "jobs:test:needs:need has an unsupported type"],
    [
      "a: { script: x, needs: [b] }\nb: { script: x, stage: deploy }",
      "a job: need b is not defined in current or prior stages",
    ],
    ["a: { script: x, dependencies: [lost] }", "a job: undefined dependency: lost"],
    ["a: { script: x, needs: [b] }\nb: { script: x, needs: [a] }", "The pipeline has circular dependencies"],
    ["a: { script: x, needs: [a] }", "The pipeline has circular dependencies"],
    [
      "a: { when: x }\nb: { stage: z, script: s }",
      "jobs:a config should implement the script:, run:, or trigger: keyword",
      "jobs:a when should be one of: on_success, on_failure, always, manual",
      "b job: chosen stage z does not exist; available stages are .pre, build, test, deploy, .post",
    ],
  ];
  for (const [text, ...expected] of mistakes) {
    it(`reports ${JSON.stringify(text)}`, () => {
      const { jobs, errors } = parseCi(text);
      assert.deepEqual(jobs, []);
      assert.equal(errors.length, expected.length, errors.join("\n"));
      for (const [index, message] of expected.entries()) {
        if (typeof message === "string") assert.equal(errors[index], message);
        else assert.match(errors[index] ?? "", message);
      }
    });
  }

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { jobs, errors } = parseCi(text);
        assert.ok(jobs.length > 0 || errors.length > 0);
      }),
    );
  });

  for (const [text, seconds] of [
    ["90", 90],
    [90, 90],
    ["1h 30m", 5400],
    ["2 weeks", 1_209_600],
    ["1 day and 2 hours", 93_600],
    ["3 mins 4 sec", 184],
    ["", undefined],
    ["soon", undefined],
    ["0", undefined],
    ["5 moons", undefined],
    [null, undefined],
  ] as const) {
    it(`reads the duration ${JSON.stringify(text)}`, () => assert.equal(durationSeconds(text), seconds));
  }
});
