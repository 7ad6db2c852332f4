import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { shownValue } from "../../bench/results.ts";
import { aboutOf, resultsPage } from "../../bench/resultsPage.ts";

describe("results of benchmarks", () => {
  it("are written with their goals, whether these are met, and where they were measured", () => {
    const benchmarks = [
      { name: "one", about: "How fast it is." },
      { name: "other", about: "How small it is." },
      { name: "idle", about: "Measures nothing." },
    ];
    const page = resultsPage(
      benchmarks,
      [
        { benchmark: "other", name: "growth", value: 40.04, unit: "MiB", goal: "≤ 32 MiB", met: false, note: "a | b" },
        { benchmark: "one", name: "beside nothing", value: 1.5, unit: "×", goal: "≤ 2", met: true },
        { benchmark: "one", name: "time", value: 12_345.6, unit: "ms" },
      ],
      { machine: "a machine", versions: "Node 1", date: "2026-01-31" },
    );
    assert.equal(
      page,
      `# Results of the benchmarks

Written by \`npm run bench\`. Figures in × are ratios of two measurements in the same run.

- Machine: a machine
- Versions: Node 1
- Date: 2026-01-31

## one

How fast it is.

|  | measured | goal | met |  |
|---|--:|--:|---|---|
| beside nothing | 1.5 × | ≤ 2 | yes |  |
| time | 12,346 ms |  |  |  |

## other

How small it is.

|  | measured | goal | met |  |
|---|--:|--:|---|---|
| growth | 40 MiB | ≤ 32 MiB | **no** | a \\| b |
`,
    );
  });

  it("have three digits", () => {
    assert.equal(shownValue({ value: 0.012345, unit: "ms" }), "0.0123 ms");
    assert.equal(shownValue({ value: 99.95, unit: "ms" }), "100 ms");
    assert.equal(shownValue({ value: 7, unit: "" }), "7");
  });

  it("say what a benchmark measures by its first sentence", () => {
    const source = "/**\n * How fast it is, 2.5 times\n * or more: here.\n *\n * Details.\n */\ncode();";
    assert.equal(aboutOf("one", source), "How fast it is, 2.5 times or more.");
    assert.throws(() => aboutOf("one", "// How fast it is.\n"), /one\.ts does not begin/);
  });
});
