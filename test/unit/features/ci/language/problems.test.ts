import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { fixed, problems, told } from "../../../core/ciFile/read.ts";

const job = (more: string): string => `{script: "true"${more === "" ? "" : `, ${more}`}}`;

describe("problems of a CI file: stages", () => {
  it("knows hosts' own stages where none are told, and those around every pipeline", async () => {
    const text = [".pre", "build", "test", "deploy", ".post"]
      .map((stage, index) => `j${index}: ${job(`stage: ${stage}`)}\n`)
      .join("");
    assert.deepEqual(await told(text), []);
    assert.deepEqual(await told(`a: ${job("stage: check")}\n`), ["unknownStage check"]);
  });

  it("takes those that are told instead, as a list, by anchors, references and the old name", async () => {
    assert.deepEqual(await told(`stages: [check]\na: ${job("stage: build")}\nb: ${job("stage: check")}\n`), [
      "unknownStage build",
    ]);
    assert.deepEqual(await told(`.s: &s [check, ship]\nstages: *s\nb: ${job("stage: ship")}\n`), []);
    assert.deepEqual(
      await told(
        `.s: {all: [check, ship]}\nstages:\n  - first\n  - !reference [.s, all]\nb: ${job("stage: ship")}\nc: ${job("stage: first")}\n`,
      ),
      [],
    );
    assert.deepEqual(await told(`types: [check]\nb: ${job("stage: check")}\n`), []);
  });

  it("judges a hidden job's stage where a job that runs takes it, and only there", async () => {
    assert.deepEqual(await told(`.a: {stage: nope}\nb: ${job("stage: test")}\n`), []);
    assert.deepEqual(await told(`.a: {stage: nope}\nb: ${job("extends: .a")}\nc: ${job("extends: .a")}\n`), [
      "unknownStage nope",
    ]);
    assert.deepEqual(await told(`.a: {stage: nope}\nb: ${job("extends: .a, stage: test")}\n`), []);
    assert.deepEqual(await told(`.a: &a {stage: nope}\nb:\n  <<: *a\n  script: x\n`), ["unknownStage nope"]);
    assert.deepEqual(await told(`.a: {stage: nope}\nb: ${job("stage: !reference [.a, stage]")}\n`), [
      "unknownStage nope",
    ]);
  });

  it("takes what counts last: of what is extended, and of files that define the same job", async () => {
    const bases = ".a: {stage: one}\n.b: {stage: two}\n";
    assert.deepEqual(await told(`${bases}j: ${job("extends: [.a, .b]")}\n`), ["unknownStage two"]);
    assert.deepEqual(await told(`${bases}j: ${job("extends: [.b, .a]")}\n`), ["unknownStage one"]);
    const files = { "a.yml": `j: ${job("stage: one")}\n` };
    assert.deepEqual(
      [
        await told(`include: a.yml\nj: {stage: two}\n`, { files }),
        await told(`include: a.yml\nj: {stage: two}\n`, { files }, "a.yml"),
      ],
      [["unknownStage two"], []],
    );
    assert.deepEqual(await told(`include: a.yml\nj: {tags: [x]}\n`, { files }, "a.yml"), ["unknownStage one"]);
  });

  it("is silent where the host fills in the name, or an unknown file may tell the stages", async () => {
    assert.deepEqual(await told(`a: ${job('stage: "$[[ inputs.stage ]]"')}\n`), []);
    for (const include of [
      "{project: a/b, file: /x.yml}",
      "https://host.example/x.yml",
      "{remote: 'https://host.example/x.yml'}",
      "{component: host/c@1}",
      "missing.yml",
      "{template: Missing.gitlab-ci.yml}",
      "{local: '$FILE'}",
    ]) {
      assert.deepEqual(await told(`include: ${include}\na: ${job("stage: check")}\n`), [], include);
      assert.deepEqual(
        await told(`include: ${include}\nstages: [build]\na: ${job("stage: check")}\n`),
        ["unknownStage check"],
        include,
      );
    }
  });

  it("takes the stages of included files, unless the including one tells its own", async () => {
    const files = { "ci/s.yml": "stages: [check]\n" };
    assert.deepEqual(
      await told(`include: ci/s.yml\na: ${job("stage: check")}\nb: ${job("stage: build")}\n`, { files }),
      ["unknownStage build"],
    );
    assert.deepEqual(await told(`include: [/ci/s.yml]\nstages: [build]\na: ${job("stage: check")}\n`, { files }), [
      "unknownStage check",
    ]);
    assert.deepEqual(
      await told(
        `include: {local: ci/*.yml, rules: [{if: $X}]}\na: ${job("stage: check")}\nb: ${job("stage: build")}\n`,
        { files },
      ),
      [],
    );
  });

  const add = async (text: string): Promise<string> =>
    fixed(
      text,
      (await problems(text)).at(0)?.fixes.find(({ kind }) => kind === "addStage"),
    );

  it("adds one to a list of any form, after the stage of the job before", async () => {
    const jobs = `a: ${job("stage: build")}\nb: ${job("stage: check")}\nc: ${job("stage: ship")}\n`;
    assert.equal(await add(`stages: [build, ship]\n${jobs}`), `stages: [build, check, ship]\n${jobs}`);
    assert.equal(
      await add(`stages:\n  - build # first\n  - ship\n${jobs}`),
      `stages:\n  - build # first\n  - check\n  - ship\n${jobs}`,
    );
    assert.equal(
      await add(`stages:\r\n- build\r\n- ship\r\n${jobs}`),
      `stages:\r\n- build\r\n- check\r\n- ship\r\n${jobs}`,
    );
    assert.equal(await add(`${jobs}stages:\n  - build\n  - ship`), `${jobs}stages:\n  - build\n  - check\n  - ship`);
    assert.equal(await add(`stages: []\nb: ${job("stage: check")}\n`), `stages: [check]\nb: ${job("stage: check")}\n`);
  });

  it("adds one before the stage of the job after, behind what is needed, or before the last", async () => {
    const [a, b] = [`a: ${job("stage: check")}\n`, `b: ${job("stage: build")}\n`];
    assert.equal(await add(`stages:\n  - build\n${a}${b}`), `stages:\n  - check\n  - build\n${a}${b}`);
    assert.equal(
      await add(`stages: [build, ship]\nb: ${job("stage: ship")}\na: ${job("stage: check, needs: []")}\n`).then(
        (text) => text.split("\n")[0],
      ),
      "stages: [build, ship, check]",
    );
    const needing = `a: ${job("stage: check, needs: [b]")}\n${b}c: ${job("stage: ship")}\n`;
    assert.equal(await add(`stages: [build, ship]\n${needing}`), `stages: [build, check, ship]\n${needing}`);
    assert.equal(await add(`stages: [build, .post]\n${a}`), `stages: [build, check, .post]\n${a}`);
  });

  it("writes hosts' own with it where there is no list, below the comment of the file", async () => {
    const text = `# What this is\nimage: x\na: ${job("stage: build")}\nb: ${job("stage: check")}\n`;
    assert.equal(
      await add(text),
      `# What this is\nstages:\n  - build\n  - check\n  - test\n  - deploy\n\n${text.slice(15)}`,
    );
    assert.equal(
      await add(`spec:\n  inputs: {}\n---\nb: ${job("stage: check")}\n`),
      `spec:\n  inputs: {}\n---\nstages:\n  - build\n  - test\n  - deploy\n  - check\n\nb: ${job("stage: check")}\n`,
    );
  });

  it("offers the name that was likely meant, in the quotes that stand there", async () => {
    const text = `a: ${job("stage: 'biuld'")}\n`;
    const [problem] = await problems(text);
    assert.deepEqual(
      problem?.fixes.map(({ kind }) => kind),
      ["replace", "addStage"],
    );
    assert.equal(fixed(text, problem.fixes[0]), `a: ${job("stage: 'build'")}\n`);
  });

  it("edits the file that the list is in", async () => {
    const files = { "s.yml": "stages:\n  - build\n" };
    const [problem] = await problems(`include: s.yml\na: ${job("stage: check")}\n`, { files });
    assert.equal(fixed(files["s.yml"], problem?.fixes[0], "s.yml"), "stages:\n  - build\n  - check\n");
  });
});

describe("problems of a CI file: needs, dependencies, extends and references", () => {
  const jobs = `build: ${job("")}\nlint job: ${job("parallel: 3")}\n.hidden: ${job("")}\n`;

  it("knows jobs in each form of needs", async () => {
    const forms = [
      "[]",
      "build",
      "[build, lint job]",
      "[{job: build, artifacts: false}]",
      "['lint job 1/3']",
      '["lint job: [linux, arm]"]',
      "[{pipeline: $UP, job: other}]",
      "[{project: a/b, job: other, ref: main}]",
      "[{job: other, optional: true}]",
      "[{job: lint job, parallel: {matrix: [{A: b}]}}]",
      "['$[[ inputs.job ]]']",
    ];
    for (const form of forms) assert.deepEqual(await told(`${jobs}t: ${job(`needs: ${form}`)}\n`), [], form);
  });

  it("tells of each that there is none of, where it stands", async () => {
    assert.deepEqual(await told(`${jobs}t: ${job("needs: [build, biuld, {job: lnit job}]")}\n`), [
      "unknownJob biuld",
      "unknownJob lnit job",
    ]);
    assert.deepEqual(await told(`${jobs}t: ${job("dependencies: [nope]")}\n`), ["unknownJob nope"]);
    assert.deepEqual(await told(`${jobs}t: ${job("needs: [.hidden]")}\n`), ["hiddenJob .hidden"]);
    assert.deepEqual(await told(`${jobs}t: ${job("rules: [{if: $A, needs: [nope]}]")}\n`), ["unknownJob nope"]);
    assert.deepEqual(await told(`${jobs}t: ${job("extends: nope")}\nu: ${job("extends: [.hidden, .nope]")}\n`), [
      "unknownJob nope",
      "unknownJob .nope",
    ]);
  });

  it("follows references, lists in lists and anchors", async () => {
    const shared = ".s: {needs: [build, nope]}\n.list: &list [build, [nope]]\n";
    assert.deepEqual(await told(`${jobs}${shared}t: ${job("needs: !reference [.s, needs]")}\n`), ["unknownJob nope"]);
    assert.deepEqual(await told(`${jobs}${shared}t: ${job("needs: [!reference [.s, needs], nope]")}\n`), [
      "unknownJob nope",
      "unknownJob nope",
    ]);
    assert.deepEqual(await told(`${jobs}${shared}t: ${job("needs: *list")}\n`), ["unknownJob nope"]);
    assert.deepEqual(await told(`${jobs}t: {script: [!reference [.hidden, script], !reference [.hiden, script]]}\n`), [
      "unknownJob .hiden",
    ]);
    assert.deepEqual(
      await told(`${jobs}a: {script: !reference [b, script]}\nb: {script: !reference [a, script]}\n`),
      [],
    );
  });

  it("finds jobs in included files and in files that include the one that is looked at", async () => {
    const files = { "a.yml": `include: b.yml\na: ${job("needs: [other]")}\n`, "b.yml": `b: ${job("needs: [mian]")}\n` };
    const text = `include: {local: a.yml}\nmain: ${job("needs: [a, b, c]")}\nother: ${job("")}\n`;
    assert.deepEqual(await told(text, { files }), ["unknownJob c"]);
    assert.deepEqual(
      [await told(text, { files }, "a.yml"), await told(text, { files }, "b.yml")],
      [[], ["unknownJob mian"]],
    );
    const templates = { "T.gitlab-ci.yml": `t: ${job("")}\n` };
    assert.deepEqual(
      await told(`include:\n  - template: T.gitlab-ci.yml\nx: ${job("needs: [t, u]")}\n`, { templates }),
      ["unknownJob u"],
    );
  });

  it("is silent where a file cannot be looked up, deep inside, or is no YAML, or names are made by the host", async () => {
    const x = `x: ${job("needs: [n], extends: e, dependencies: [d]")}\n`;
    assert.deepEqual(await told(`include: {project: a/b, file: c.yml}\n${x}`), []);
    assert.deepEqual(await told(`include: a.yml\n${x}`, { files: { "a.yml": "include: {component: c}\n" } }), []);
    assert.deepEqual(await told(`include: a.yml\n${x}`, { files: { "a.yml": "a: [\n" } }), []);
    assert.deepEqual(await told(`"$[[ inputs.name ]]": ${job("")}\n${x}`), []);
    assert.deepEqual(await told(x, { alone: true }), []);
    // What is known stays known.
    assert.deepEqual(await told(`include: {remote: "https://h.example/c.yml"}\na: ${job("extends: a")}\n`), [
      "cycle a",
    ]);
  });

  it("does not go round with files that include each other", async () => {
    const files = { "a.yml": "include: b.yml\n", "b.yml": `include: a.yml\nb: ${job("")}\n` };
    assert.deepEqual(await told(`include: a.yml\nx: ${job("needs: [b, c]")}\n`, { files }), ["unknownJob c"]);
  });

  it("offers the nearest job, quoted where it must be", async () => {
    const odd = `"it's": ${job("")}\nt: ${job("needs: ['itss']")}\n`;
    assert.equal(
      fixed(odd, (await problems(odd)).at(0)?.fixes[0]),
      `"it's": ${job("")}\nt: ${job('needs: ["it\'s"]')}\n`,
    );
    const text = `"a: b": ${job("")}\nt: ${job("needs: [a b]")}\n`;
    const [problem] = await problems(text);
    assert.equal(fixed(text, problem?.fixes[0]), `"a: b": ${job("")}\nt: ${job('needs: ["a: b"]')}\n`);
  });
});

describe("problems of a CI file: cycles", () => {
  const chains = async (text: string): Promise<string[]> =>
    (await problems(text)).flatMap((problem) =>
      problem.kind === "cycle" ? [`${problem.of}: ${problem.chain.join(" ")}`] : [problem.kind],
    );

  it("names the way back for each job on it, and for no other", async () => {
    assert.deepEqual(
      await chains(
        `a: ${job("needs: [b]")}\nb: ${job("needs: [{job: c}]")}\nc: ${job("needs: [a]")}\nd: ${job("needs: [a]")}\n`,
      ),
      ["needs: a b c a", "needs: b c a b", "needs: c a b c"],
    );
    assert.deepEqual(await chains(`.a: {extends: .b}\n.b: {extends: [.c, .a]}\n.c: {}\nd: ${job("extends: .a")}\n`), [
      "extends: .a .b .a",
      "extends: .b .a .b",
    ]);
    assert.deepEqual(await chains(`a: ${job("needs: [a]")}\n`), ["needs: a a"]);
    assert.deepEqual(await chains(`a: ${job("needs: ['a 1/2']")}\n`), ["needs: a a"]);
  });

  it("sees what jobs need by what they extend", async () => {
    assert.deepEqual(await told(`.n: {needs: [b]}\na: ${job("extends: .n")}\nb: ${job("needs: [a]")}\n`), [
      "cycle b",
      "cycle a",
    ]);
  });

  it("tells of each in the file that it stands in", async () => {
    const files = { "a.yml": `a: ${job("needs: [b]")}\n` };
    const text = `include: a.yml\nb: ${job("needs: [a]")}\n`;
    assert.deepEqual([await told(text, { files }), await told(text, { files }, "a.yml")], [["cycle a"], ["cycle b"]]);
  });

  it("finds none where ways only meet", async () => {
    assert.deepEqual(
      await chains(
        `a: ${job("")}\nb: ${job("needs: [a]")}\nc: ${job("needs: [a, b]")}\nd: ${job("needs: [b, c], dependencies: [d]")}\n`,
      ),
      [],
    );
  });
});

describe("problems of a CI file: YAML", () => {
  it("tells of each at its place, and judges no names then", async () => {
    assert.deepEqual(await told(`a:\n\t- b\nc: {needs: [nope]}\n`), ["yaml \t"]);
    assert.deepEqual(await told(`a: *nope\nb: ${job("stage: nope")}\n`), ["anchor *nope"]);
    const [problem] = await problems("a: 'open\n");
    assert.equal(problem?.kind, "yaml");
  });

  const repeated = async (text: string): Promise<string[]> => {
    const [problem] = await problems(text);
    assert.equal(problem?.kind, "repeatedKey");
    return problem.fixes.map((fix) => fixed(text, fix));
  };

  it("removes either of two same keys with its lines and nothing else", async () => {
    assert.deepEqual(await repeated("a:\n  x: 1\n  # kept\nb: {}\na: # gone\n  y: |\n    2\n\nc: {}\n"), [
      "  # kept\nb: {}\na: # gone\n  y: |\n    2\n\nc: {}\n",
      "a:\n  x: 1\n  # kept\nb: {}\n\nc: {}\n",
    ]);
    assert.deepEqual(await repeated("a:\r\n  k: 1\r\n  k: 2"), ["a:\r\n  k: 2", "a:\r\n  k: 1\r\n"]);
    assert.deepEqual(await repeated("a: {k: 1, m: 2, k: 3}\n"), ["a: {m: 2, k: 3}\n", "a: {k: 1, m: 2}\n"]);
    assert.deepEqual(await repeated("a:\n  - k: 1\n    k: 2\n"), ["a:\n  - k: 2\n", "a:\n  - k: 1\n"]);
    assert.deepEqual(await repeated("a: {k: 1,\n  'k': 2}\n"), ["a: {'k': 2}\n", "a: {k: 1}\n"]);
  });

  it("lets merge keys repeat, and the same key in other documents, maps and merged maps", async () => {
    assert.deepEqual(await told(`.a: &a {x: 1}\n.b: &b {x: 2}\nc:\n  <<: *a\n  <<: *b\n  x: 3\n`), []);
    assert.deepEqual(await told(`spec: {inputs: {}}\n---\na: {b: {c: 1}, c: 1}\n---\na: {}\n`), []);
  });
});
