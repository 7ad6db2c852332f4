import assert from "node:assert/strict";
import { fixed, problems, told, type Texts } from "../../../core/ciFile/read.ts";

/** A CI file in which each line `name = more` is a job with a script and what is behind it. */
const ci = (text: string): string =>
  text.replace(/^(.+?) = ?(.*)$/gm, (_, name: string, more: string) =>
    more === "" ? `${name}: {script: "true"}` : `${name}: {script: "true", ${more}}`,
  );
type Row = readonly [text: string, expected: string, texts?: Texts, of?: string];
/** Checks the kinds and places of the problems of each text. */
const finds = (title: string, ...rows: readonly Row[]): unknown =>
  it(title, async () => {
    for (const [text, expected, texts, of] of rows)
      assert.equal((await told(ci(text), texts, of)).join(", "), expected, text);
  });

describe("unknown stages of a CI file", () => {
  finds(
    "knows the default stages where none are listed, and those around every pipeline",
    ["a = stage: .pre\nb = stage: build\nc = stage: test\nd = stage: deploy\ne = stage: .post\n", ""],
    ["a = stage: check\n", "unknownStage check"],
  );

  finds(
    "reads the list of stages, with anchors, references and the old name",
    ["stages: [check]\na = stage: build\nb = stage: check\n", "unknownStage build"],
    [".s: &s [check, ship]\nstages: *s\nb = stage: ship\n", ""],
    [".s: {all: [check, ship]}\nstages:\n  - first\n  - !reference [.s, all]\nb = stage: ship\nc = stage: first\n", ""],
    ["types: [check]\nb = stage: check\n", ""],
  );

  finds(
    "checks a hidden job's stage where a job that runs inherits it",
    [".a: {stage: nope}\nb = stage: test\n", ""],
    [".a: {stage: nope}\nb = extends: .a\nc = extends: .a\n", "unknownStage nope"],
    [".a: {stage: nope}\nb = extends: .a, stage: test\n", ""],
    [".a: &a {stage: nope}\nb:\n  <<: *a\n  script: x\n", "unknownStage nope"],
    [".a: {stage: nope}\nb = stage: !reference [.a, stage]\n", "unknownStage nope"],
  );

  const files = { "a.yml": ci("j = stage: one\n") };
  finds(
    "takes the last of several extended jobs and of several definitions",
    [".a: {stage: one}\n.b: {stage: two}\nj = extends: [.a, .b]\n", "unknownStage two"],
    [".a: {stage: one}\n.b: {stage: two}\nj = extends: [.b, .a]\n", "unknownStage one"],
    ["include: a.yml\nj: {stage: two}\n", "unknownStage two", { files }],
    ["include: a.yml\nj: {stage: two}\n", "", { files }, "a.yml"],
    ["include: a.yml\nj: {tags: [x]}\n", "unknownStage one", { files }, "a.yml"],
  );

  const unreadable =
    "{project: a/b, file: /x.yml}|https://h.example/x.yml|{remote: 'https://h.example/x.yml'}|{component: h/c@1}|missing.yml|{template: Missing.gitlab-ci.yml}|{local: '$FILE'}";
  finds(
    "says nothing of inputs, nor where a file that cannot be read may list the stages",
    ['a = stage: "$[[ inputs.stage ]]"\n', ""],
    ...unreadable.split("|").flatMap((include): Row[] => [
      [`include: ${include}\na = stage: check\n`, ""],
      [`include: ${include}\nstages: [build]\na = stage: check\n`, "unknownStage check"],
    ]),
  );

  const stages = { files: { "ci/s.yml": "stages: [check]\n" } };
  finds(
    "takes the stages of included files, unless the including one lists its own",
    ["include: ci/s.yml\na = stage: check\nb = stage: build\n", "unknownStage build", stages],
    ["include: [/ci/s.yml]\nstages: [build]\na = stage: check\n", "unknownStage check", stages],
    ["include: {local: ci/*.yml, rules: [{if: $X}]}\na = stage: check\nb = stage: build\n", "", stages],
  );
});

describe("fixes of unknown stages", () => {
  const check = async (...rows: readonly (readonly [text: string, expected: string])[]): Promise<void> => {
    for (const [text, expected] of rows) {
      const [problem] = await problems(ci(text));
      const fix = problem?.fixes.find(({ kind }) => kind === "addStage");
      assert.equal(fixed(ci(text), fix), ci(expected));
    }
  };

  it("add one to a list of any form, after the stage of the job before", async () => {
    const jobs = "a = stage: build\nb = stage: check\nc = stage: ship\n";
    await check(
      [`stages: [build, ship]\n${jobs}`, `stages: [build, check, ship]\n${jobs}`],
      [`stages:\n  - build # first\n  - ship\n${jobs}`, `stages:\n  - build # first\n  - check\n  - ship\n${jobs}`],
      [`stages:\r\n- build\r\n- ship\r\n${jobs}`, `stages:\r\n- build\r\n- check\r\n- ship\r\n${jobs}`],
      [`${jobs}stages:\n  - build\n  - ship`, `${jobs}stages:\n  - build\n  - check\n  - ship`],
      ["stages: []\nb = stage: check\n", "stages: [check]\nb = stage: check\n"],
    );
  });

  it("add one before the stage of the job after, behind what is needed, or before the last", async () => {
    const [before, needing] = [
      "a = stage: check\nb = stage: build\n",
      "a = stage: check, needs: [b]\nb = stage: build\n",
    ];
    const free = "b = stage: ship\na = stage: check, needs: []\n";
    await check(
      [`stages:\n  - build\n${before}`, `stages:\n  - check\n  - build\n${before}`],
      [`stages: [build, ship]\n${free}`, `stages: [build, ship, check]\n${free}`],
      [
        `stages: [build, ship]\n${needing}c = stage: ship\n`,
        `stages: [build, check, ship]\n${needing}c = stage: ship\n`,
      ],
      ["stages: [build, .post]\na = stage: check\n", "stages: [build, check, .post]\na = stage: check\n"],
    );
  });

  it("write the default stages where there is no list, below the comment of the file", () =>
    check(
      [
        "# About\nimage: x\na = stage: build\nb = stage: check\n",
        "# About\nstages:\n  - build\n  - check\n  - test\n  - deploy\n\nimage: x\na = stage: build\nb = stage: check\n",
      ],
      [
        "spec:\n  inputs: {}\n---\nb = stage: check\n",
        "spec:\n  inputs: {}\n---\nstages:\n  - build\n  - test\n  - deploy\n  - check\n\nb = stage: check\n",
      ],
    ));

  it("offer the nearest name first, in the same quotes", async () => {
    const text = ci("a = stage: 'biuld'\n");
    const [problem] = await problems(text);
    const kinds = problem?.fixes.map(({ kind }) => kind);
    assert.deepEqual(kinds, ["replace", "addStage"]);
    assert.equal(fixed(text, problem?.fixes[0]), ci("a = stage: 'build'\n"));
  });

  it("edit the file that the list is in", async () => {
    const files = { "s.yml": "stages:\n  - build\n" };
    const [problem] = await problems(ci("include: s.yml\na = stage: check\n"), { files });
    assert.equal(fixed(files["s.yml"], problem?.fixes[0], "s.yml"), "stages:\n  - build\n  - check\n");
  });
});

describe("unknown jobs of a CI file", () => {
  const jobs = "build =\nlint job = parallel: 3\n.hidden =\n";

  const forms =
    "[]|build|[build, lint job]|[{job: build, artifacts: false}]|['lint job 1/3']|[\"lint job: [linux, arm]\"]|[{pipeline: $UP, job: other}]|[{project: a/b, job: other, ref: main}]|[{job: other, optional: true}]|[{job: lint job, parallel: {matrix: [{A: b}]}}]|['$[[ inputs.job ]]']";
  finds("are none in any form of needs", ...forms.split("|").map((form): Row => [`${jobs}t = needs: ${form}\n`, ""]));

  finds(
    "are reported in needs, dependencies, rules and extends",
    [`${jobs}t = needs: [build, biuld, {job: lnit job}]\n`, "unknownJob biuld, unknownJob lnit job"],
    [`${jobs}t = dependencies: [nope]\n`, "unknownJob nope"],
    [`${jobs}t = needs: [.hidden]\n`, "hiddenJob .hidden"],
    [`${jobs}t = rules: [{if: $A, needs: [nope]}]\n`, "unknownJob nope"],
    [`${jobs}t = extends: nope\nu = extends: [.hidden, .nope]\n`, "unknownJob nope, unknownJob .nope"],
  );

  const shared = `${jobs}.s: {needs: [build, nope]}\n.list: &list [build, [nope]]\n`;
  finds(
    "are found behind references, nested lists and anchors",
    [`${shared}t = needs: !reference [.s, needs]\n`, "unknownJob nope"],
    [`${shared}t = needs: [!reference [.s, needs], nope]\n`, "unknownJob nope, unknownJob nope"],
    [`${shared}t = needs: *list\n`, "unknownJob nope"],
    [`${jobs}t: {script: [!reference [.hidden, script], !reference [.hiden, script]]}\n`, "unknownJob .hiden"],
    [`${jobs}a: {script: !reference [b, script]}\nb: {script: !reference [a, script]}\n`, ""],
  );

  const files = { "a.yml": ci("include: b.yml\na = needs: [other]\n"), "b.yml": ci("b = needs: [mian]\n") };
  const around = "include: {local: a.yml}\nmain = needs: [a, b, c]\nother =\n";
  const templates = { "T.gitlab-ci.yml": ci("t =\n") };
  const circle = { "a.yml": "include: b.yml\n", "b.yml": ci("include: a.yml\nb =\n") };
  finds(
    "are looked for in included and including files",
    [around, "unknownJob c", { files }],
    [around, "", { files }, "a.yml"],
    [around, "unknownJob mian", { files }, "b.yml"],
    ["include:\n  - template: T.gitlab-ci.yml\nx = needs: [t, u]\n", "unknownJob u", { templates }],
    ["include: a.yml\nx = needs: [b, c]\n", "unknownJob c", { files: circle }],
  );

  const x = "x = needs: [n], extends: e, dependencies: [d]\n";
  finds(
    "are not reported where a file or a part of it cannot be read, or names are inputs",
    [`include: {project: a/b, file: c.yml}\n${x}`, ""],
    [`include: a.yml\n${x}`, "", { files: { "a.yml": "include: {component: c}\n" } }],
    [`include: a.yml\n${x}`, "", { files: { "a.yml": "a: [\nn:d: 'e:\n n: x\n  d: x\ne: x\n" } }],
    [`include: [a.yml\n${x}`, "yaml x"],
    [`"$[[ inputs.name ]]" =\n${x}`, ""],
    [x, "", { alone: true }],
    ['include: {remote: "https://h.example/c.yml"}\na = extends: a\n', "cycle a"],
  );

  it("are replaced by the nearest, quoted where it must be", async () => {
    for (const [text, expected] of [
      [`"it's" =\nt = needs: ['itss']\n`, `"it's" =\nt = needs: ["it's"]\n`],
      [`"a: b" =\nt = needs: [a b]\n`, `"a: b" =\nt = needs: ["a: b"]\n`],
    ] as const)
      assert.equal(fixed(ci(text), (await problems(ci(text))).at(0)?.fixes[0]), ci(expected));
  });
});

describe("null in a CI file", () => {
  const job = (key: string): string => `a:\n  script: x\n  stage: nope\n${key}b:\n  needs: [a, c]\n`;
  const keys =
    "  needs|  dependencies|  extends|  rules|  parallel|  trigger|stages|types|include|variables|default|workflow|spec|.c|c";
  const forms = ": null| : ~|: NULL|:".split("|");
  it("has the findings of a file without the key", async () => {
    for (const key of keys.split("|"))
      for (const form of forms) assert.deepEqual(await told(job(`${key}${form}\n`)), await told(job("")), key + form);
    for (const form of forms)
      assert.deepEqual(
        await told(job("").replace("stage: nope", `stage${form}`)),
        await told(job("").replace("  stage: nope\n", "")),
      );
  });

  const files = { "a.yml": ci("b = needs: [nope]\nc = stage: nope\n") };
  finds(
    "drops what is inherited",
    [".a: {needs: [nope], stage: nope, extends: nope}\nb = extends: .a, needs: null, stage: ~\n", "unknownJob nope"],
    ["include: a.yml\nb: {needs: null}\nc: {stage: ~}\n", "", { files }, "a.yml"],
  );
});

describe("cycles of a CI file", () => {
  it("are reported with the way back, at each job on them alone", async () => {
    for (const [text, ...expected] of [
      [
        "a = needs: [b]\nb = needs: [{job: c}]\nc = needs: [a]\nd = needs: [a]\n",
        "needs: a b c a",
        "needs: b c a b",
        "needs: c a b c",
      ],
      [
        ".a: {extends: .b}\n.b: {extends: [.c, .a]}\n.c: {}\nd = extends: .a\n",
        "extends: .a .b .a",
        "extends: .b .a .b",
      ],
      ["a = needs: [a]\n", "needs: a a"],
      ["a = needs: ['a 1/2']\n", "needs: a a"],
      ["a =\nb = needs: [a]\nc = needs: [a, b]\nd = needs: [b, c], dependencies: [d]\n"],
    ])
      assert.deepEqual(
        (await problems(ci(text ?? ""))).map((one) => one.kind === "cycle" && `${one.of}: ${one.chain.join(" ")}`),
        expected,
      );
  });

  const files = { "a.yml": ci("a = needs: [b]\n") };
  finds(
    "are found through what jobs extend, in the file of each",
    [".n: {needs: [b]}\na = extends: .n\nb = needs: [a]\n", "cycle b, cycle a"],
    ["include: a.yml\nb = needs: [a]\n", "cycle a", { files }],
    ["include: a.yml\nb = needs: [a]\n", "cycle b", { files }, "a.yml"],
  );
});

describe("YAML problems of a CI file", () => {
  finds(
    "are reported at their places, beside everything else",
    ["a:\n\t- b\nc: {needs: [nope]}\n", "yaml \t, unknownJob nope"],
    ["a: *nope\nb = stage: nope\n", "anchor *nope, unknownStage nope"],
    ["stages: [build\na = stage: nope\nb = needs: [a, c]\n", "yaml a, unknownJob c"],
    ["a: 'open\n", "yaml "],
    // Merge keys may repeat, and keys of other documents and maps.
    [".a: &a {x: 1}\n.b: &b {x: 2}\nc:\n  <<: *a\n  <<: *b\n  x: 3\n", ""],
    ["spec: {inputs: {}}\n---\na: {b: {c: 1}, c: 1}\n---\na: {}\n", ""],
  );

  it("remove either of two same keys with its lines and nothing else", async () => {
    for (const [text, ...expected] of [
      [
        "a:\n  x: 1\n  # kept\nb: {}\na: # gone\n  y: |\n    2\n\nc: {}\n",
        "  # kept\nb: {}\na: # gone\n  y: |\n    2\n\nc: {}\n",
        "a:\n  x: 1\n  # kept\nb: {}\n\nc: {}\n",
      ],
      ["a:\r\n  k: 1\r\n  k: 2", "a:\r\n  k: 2", "a:\r\n  k: 1\r\n"],
      ["a: {k: 1, m: 2, k: 3}\n", "a: {m: 2, k: 3}\n", "a: {k: 1, m: 2}\n"],
      ["a:\n  - k: 1\n    k: 2\n", "a:\n  - k: 2\n", "a:\n  - k: 1\n"],
      ["a: {k: 1,\n  'k': 2}\n", "a: {'k': 2}\n", "a: {k: 1}\n"],
    ] as const) {
      const [problem] = await problems(text);
      assert.equal(problem?.kind, "repeatedKey");
      const found = problem.fixes.map((fix) => fixed(text, fix));
      assert.deepEqual(found, expected);
    }
  });
});
