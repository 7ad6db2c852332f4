import assert from "node:assert/strict";
import { parse } from "yaml";
import { longestYaml } from "../../../../../src/core/ciFile/parseYaml.ts";
import { type Choice, planMerge } from "../../../../../src/features/ci/merge/merge.ts";
import { MergeProblem } from "../../../../../src/features/ci/merge/problem.ts";

type Given = Readonly<Record<string, "mine" | "template" | { readonly name: string }>>;

/** The merged text, with choices by the clashes' ids. */
function merged(file: string, template: string, given: Given = {}): string {
  const choices = Object.entries(given).map(([id, choice]): [string, Choice] => [
    id,
    typeof choice === "string" ? { take: choice } : { take: "rename", ...choice },
  ]);
  return planMerge(file, template).outcome(new Map(choices)).text;
}

/** Checks what a template makes of a file. */
const merges = (file: string, template: string, expected: string, given?: Given): void =>
  assert.equal(merged(file, template, given), expected);

const clashes = (file: string, template: string): string[] => planMerge(file, template).clashes.map(({ id }) => id);

function problem(file: string, template: string): MergeProblem {
  try {
    planMerge(file, template);
  } catch (error) {
    if (error instanceof MergeProblem) return error;
    throw error;
  }
  throw new Error("No problem was found");
}

describe("merging stages", () => {
  const template = "stages: [prepare, build, test, deploy]\n";
  const cases: readonly [file: string, expected: string][] = [
    ["stages: [build, deploy] # c\n", "stages: [prepare, build, test, deploy] # c\n"],
    [
      "stages: [\n  build, # first\n  deploy, # last\n]\n",
      "stages: [\n  prepare, build, test, # first\n  deploy, # last\n]\n",
    ],
    [
      "stages:\n  # first\n  - build # one\n\n  - deploy\n",
      "stages:\n  # first\n  - prepare\n  - build # one\n  - test\n\n  - deploy\n",
    ],
    ["stages:\r\n- build\r\n- 'deploy'\r\n", "stages:\r\n- prepare\r\n- build\r\n- test\r\n- 'deploy'\r\n"],
    ["stages: [ ]\n", "stages: [prepare, build, test, deploy ]\n"],
    ["stages: # none\na: { script: x }\n", "stages: [prepare, build, test, deploy] # none\na: { script: x }\n"],
    ["stages: [deploy, build]\n", "stages: [deploy, prepare, build, test]\n"],
    [".s: &s [build, deploy]\nstages: *s\n", ".s: &s [build, deploy]\nstages: [prepare, build, test, deploy]\n"],
    ["# mine\na:\n  script: x\n", "# mine\nstages:\n  - prepare\n  - build\n  - test\n  - deploy\n\na:\n  script: x\n"],
    ["stages: [a]\nstages: [build]\n", "stages: [a]\nstages: [prepare, build, test, deploy]\n"],
    ["stages:\n  - deploy", "stages:\n  - prepare\n  - build\n  - test\n  - deploy"],
  ];
  it("is merged into lists of any form", () => {
    for (const [file, expected] of cases) merges(file, template, expected);
  });

  it("keeps the usual ones of a file that lists null", () =>
    merges(
      "stages:\na: { script: x }\n",
      "stages: [pack]\n",
      "stages: [build, test, deploy, pack]\na: { script: x }\n",
    ));

  it("adds the usual ones that the template's jobs use, where it lists none", () =>
    merges(
      "stages: [compile]\n",
      "t:\n  script: x\nd:\n  stage: deploy\n  script: y\n",
      "stages: [compile, test, deploy]\n\nt:\n  script: x\n\nd:\n  stage: deploy\n  script: y\n",
    ));

  it("asks where they may come from what the file includes", () => {
    const file = "include: /a.yml\n";
    assert.deepEqual(clashes(file, template), ["stages:"]);
    merges(file, template, file);
    merges(file, template, `stages:\n  - prepare\n  - build\n  - test\n  - deploy\n\n${file}`, {
      "stages:": "template",
    });
  });

  it("takes a `spec` at the top level for no job", () => {
    merges(
      "spec:\n  inputs: {}\n",
      "stages: [check]\nlint:\n  stage: check\n  script: x\n",
      "stages:\n  - check\n\nspec:\n  inputs: {}\n\nlint:\n  stage: check\n  script: x\n",
    );
    assert.deepEqual(clashes("spec:\n  inputs: {}\n", "spec: { inputs: { a: {} } }\n"), ["setting:spec"]);
  });

  it("takes what is no list of names for a setting", () =>
    assert.deepEqual(clashes("stages: { a: 1 }\n", template), ["setting:stages"]));
});

describe("merging variables", () => {
  const template = "variables:\n  # about A\n  A: theirs # behind\n  B:\n    value: x\n    description: y\n";
  const cases: readonly [file: string, expected: string][] = [
    [
      "variables:\n    C: 1 # c\n\njob: {}\n",
      "variables:\n    C: 1 # c\n    # about A\n    A: theirs # behind\n    B:\n      value: x\n      description: y\n\njob: {}\n",
    ],
    ["variables: {C: 1}\n", "variables: {C: 1, A: theirs, B: { value: x, description: y }}\n"],
    ["variables: {} # c\n", "variables: { A: theirs, B: { value: x, description: y } } # c\n"],
    [
      "variables: # c\njob: {}\n",
      "variables: # c\n  # about A\n  A: theirs # behind\n  B:\n    value: x\n    description: y\njob: {}\n",
    ],
    [
      ".v: &v { C: 1 }\nvariables: *v\n",
      ".v: &v { C: 1 }\nvariables: { <<: *v, A: theirs, B: { value: x, description: y } }\n",
    ],
    ["job: {}\n", "job: {}\n\nvariables:\n  # about A\n  A: theirs # behind\n  B:\n    value: x\n    description: y\n"],
  ];
  it("are merged into maps of any form", () => {
    for (const [file, expected] of cases) merges(file, template, expected);
  });

  it("takes the place of mine alone, or goes under another name that the template's scripts use", () => {
    const file = "variables:\n  A: mine # c\n  D: 1\n";
    const uses = "variables:\n  A: theirs\nrun:\n  script: echo $A ${A} $AB\n";
    merges(file, uses, "variables:\n  A: theirs # c\n  D: 1\n\nrun:\n  script: echo $A ${A} $AB\n", {
      "variable:A": "template",
    });
    merges(file, uses, "variables:\n  A: mine # c\n  D: 1\n  A_2: theirs\n\nrun:\n  script: echo $A_2 ${A_2} $AB\n", {
      "variable:A": { name: "A_2" },
    });
  });

  it("knows those of merge keys", () => {
    const file = ".v: &v\n  A: mine\nvariables:\n  <<: *v\n  C: 1\n";
    assert.deepEqual(clashes(file, template), ["variable:A"]);
    const found = merged(file, template, { "variable:A": "template" });
    assert.match(found, /\n {2}C: 1\n {2}# about A\n {2}A: theirs # behind\n {2}B:/);
  });
});

describe("merging jobs", () => {
  const file = "build:\n  script: make # mine\n\n# about test\ntest:\n  script: check\n";

  it("brings the comments above and below, and keeps every other line", () => {
    const template =
      "# This is a template.\n\n# about lint\nlint:\n  script:\n    - a\n    # - off\n\n# about fmt\nfmt: { script: b } # behind\n";
    merges(
      file,
      template,
      `${file}\n# about lint\nlint:\n  script:\n    - a\n    # - off\n\n# about fmt\nfmt: { script: b } # behind\n`,
    );
  });

  it("takes the template's at the place of mine", () =>
    merges(
      file,
      "build:\n  script:\n    - a\n    - b\n",
      "build:\n  script:\n    - a\n    - b # mine\n\n# about test\ntest:\n  script: check\n",
      { "job:build": "template" },
    ));

  it("lets no comment of mine become part of the template's text", () => {
    const text = merged(file, "build:\n  script: |\n    a\n    b\n", { "job:build": "template" });
    assert.deepEqual((parse(text) as { build: unknown }).build, { script: "a\nb\n" });
    assert.match(text, / # mine\n/);
  });

  it("renames the template's, and what refers to it there: needs, extends, dependencies, on_stop and !reference", () => {
    const template = [
      "build:",
      "  script: cargo",
      "after:",
      "  extends: [.x, build]",
      "  needs: [build, { job: build, artifacts: true }, { project: p, job: build, ref: main }]",
      "  dependencies:",
      "    - build",
      "  rules:",
      "    - if: $A",
      "      needs: [build]",
      "  environment:",
      "    on_stop: build",
      "  script:",
      "    - !reference [build, script]",
      "    - build",
      "",
    ].join("\n");
    const text = merged(file, template, { "job:build": { name: "cargo build" } });
    assert.ok(text.startsWith(file));
    assert.equal(
      text.slice(file.length),
      "\n" +
        template
          .replace(/\bbuild\b/g, "cargo build")
          .replace("job: cargo build, ref", "job: build, ref")
          .replace(/- cargo build\n$/, "- build\n")
          .replace("\nafter:", "\n\nafter:"),
    );
  });

  it("offers free names, and no names that mean something else", () => {
    const plan = planMerge("a: 1\na-2: 1\n", "a: 2\na-3: 1\n");
    assert.equal(plan.clashes[0]?.rename, "a-4");
    for (const name of ["a", "a-3", "stages", "", " x", "x"]) assert.equal(plan.isFree("job", name), name === "x");
  });

  it("finds the same however it is written, and of a name given twice the last", () => {
    assert.deepEqual(clashes("a: {script: [x, 'y']}\n", "a:\n  script:\n    - x\n    - y\n"), []);
    assert.equal(merged("a: 1\na: 2\n", "a: 3\n", { "job:a": "template" }), "a: 1\na: 3\n");
  });
});

describe("merging anchors", () => {
  it("gives the template's other names where the file has these, and follows its aliases", () => {
    const file = ".a: &x { k: 1 }\nmine:\n  <<: *x\n";
    const template = ".b: &x\n  k: 2\ntheirs:\n  <<: *x\n  other: &y [*x]\nlast: *y\n";
    const text = merged(file, template);
    assert.equal(text, `${file}\n.b: &x-2\n  k: 2\n\ntheirs:\n  <<: *x-2\n  other: &y [*x-2]\n\nlast: *y\n`);
    assert.deepEqual(parse(text, { merge: true }), {
      ...(parse(file, { merge: true }) as object),
      ...(parse(template, { merge: true }) as object),
    });
  });

  it("writes out what an alias stands for where its anchor does not come along", () => {
    const text = merged(".a: mine\n", ".a: &x\n  k: [1, !reference [j, s]]\njob:\n  <<: *x\n  too: *x\n");
    assert.equal(text, ".a: mine\n\njob:\n  <<: { k: [1, !reference [j, s]] }\n  too: { k: [1, !reference [j, s]] }\n");
  });

  it("does not take the place of what the file refers to elsewhere", () => {
    const file = "a: &x\n  k: 1\nb: *x\n";
    const merge = planMerge(file, "a: 2\n");
    assert.equal(merge.clashes[0]?.usedAnchor, "x");
    assert.equal(merge.outcome(new Map([["job:a", { take: "template" }]])).text, file);
  });

  it("keeps names apart that a template uses twice", () => {
    const template = "a: &x 1\nb: *x\nc: &x 2\nd: *x\n";
    assert.deepEqual(parse(merged("m: 1\n", template)), { m: 1, a: 1, b: 1, c: 2, d: 2 });
  });
});

describe("merging into files of every kind", () => {
  const template = "job:\n  script: x\n";
  const cases: readonly [file: string, expected: string][] = [
    ["", template],
    ["# c", `# c\n${template}`],
    ["---\n", `---\n${template}`],
    ["\ufeffa: 1\r\n", "\ufeffa: 1\r\n\r\njob:\r\n  script: x\r\n"],
    ["a: 1", "a: 1\n\njob:\n  script: x"],
    ["a: 1\n...\n# c\n", "a: 1\n\njob:\n  script: x\n...\n# c\n"],
    ["spec:\n  inputs: {}\n---\na: 1\n", "spec:\n  inputs: {}\n---\na: 1\n\njob:\n  script: x\n"],
    ["a: 1\n---\nb: 1\n", "a: 1\n\njob:\n  script: x\n---\nb: 1\n"],
    ["{ a: 1 }\n", "{ a: 1, job: { script: x } }\n"],
    ["  a: 1\n  b: 2\n", "  a: 1\n  b: 2\n\n  job:\n    script: x\n"],
    ["a: |+\n  x\n\n", "a: |+\n  x\n\njob:\n  script: x\n"],
    [".a: &a { k: 1 }\nb:\n  <<: *a\n", ".a: &a { k: 1 }\nb:\n  <<: *a\n\njob:\n  script: x\n"],
  ];
  it("keeps documents of any form", () => {
    for (const [file, expected] of cases) merges(file, template, expected);
  });

  it("takes a whole template without the start that it has", () => {
    merges("---\n# mine\n", "# head\n---\na: 1\n", "---\n# mine\n# head\na: 1\n");
    merges("", "%YAML 1.2\n--- { a: 1 }\n", "{ a: 1 }\n");
  });

  it("takes over a template's tabs in texts", () =>
    merges("a: 1\n", "job:\n  script: |\n    if x\n    \tthen\n", "a: 1\n\njob:\n  script: |\n    if x\n    \tthen\n"));

  it("adds to an include of each kind, and nothing that is there", () => {
    const brings = "include:\n  - template: A.yml\n  - local: /b.yml\n";
    merges("include: /b.yml\n", brings, "include:\n  - /b.yml\n  - template: A.yml\n");
    merges(
      "include:\n  local: b\n  rules: # c\n    - if: x\n",
      brings,
      "include:\n  - local: b\n    rules: # c\n      - if: x\n  - template: A.yml\n  - local: /b.yml\n",
    );
    merges("include: [{template: A.yml}]\n", brings, "include: [{template: A.yml}, { local: /b.yml }]\n");
    merges("include:\n- template: A.yml # c\n", brings, "include:\n- template: A.yml # c\n- local: /b.yml\n");
  });

  const wrong: readonly [name: string, file: string, template: string, expected: string][] = [
    ["a file that is no YAML", "a: 1\nb: [\nc: 2\n", template, "file syntax 2:0"],
    ["a template with tabs for indentation", "a: 1\n", "b:\n\tc: 1\n", "template syntax 1:0"],
    ["a file that is a list", "# c\n- a\n", template, "file noMapping 1:0"],
    ["a template that is a text", "a: 1\n", "just text\n", "template noMapping 0:0"],
    ["an alias of nothing", "a: 1\nb: *x\n", template, "file alias 1:3 x"],
    ["a template with inputs", "a: 1\n", "spec:\n  inputs: {}\n---\nb: 1\n", "template inputs 0:0"],
  ];
  for (const [name, file, brought, expected] of wrong) {
    it(`reports the place in ${name}`, () => {
      const { side, kind, line, character, detail } = problem(file, brought);
      assert.equal(`${side} ${kind} ${line}:${character}${kind === "alias" ? ` ${detail}` : ""}`, expected);
    });
  }

  it("refuses aliases in aliases that grow without end, and what is too long to parse", () => {
    const line = (n: number) => `.a${n}: &a${n} [${n === 0 ? "'xxxxxxxxxx'" : `*a${n - 1}, `.repeat(10)}]\n`;
    const lines = Array.from({ length: 12 }, (_, n) => line(n));
    assert.equal(problem(lines.join(""), ".a11: 1\n").kind, "size");
    const long = `# ${"x".repeat(longestYaml)}\n`;
    const problems = [problem(long, "a: 1\n"), problem("a: 1\n", long)];
    const found = problems.map(({ kind, side }) => `${kind} ${side}`);
    assert.deepEqual(found, ["length file", "length template"]);
  });
});
