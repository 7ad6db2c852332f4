import assert from "node:assert/strict";
import { onlyStep } from "../../../../src/core/ui/quickInput.ts";
import { operations } from "../../../../src/features/apiConsole/contractTable.ts";
import { describeParameter } from "../../../../src/features/apiConsole/labels.ts";
import { pickOperation } from "../../../../src/features/apiConsole/pick.ts";
import { operationTitles } from "../../../../src/features/apiConsole/titles.ts";
import { FakePick, nextBox, settled, stubBoxes } from "../../core/ui/stubBoxes.ts";

describe("the list of operations", () => {
  beforeEach(stubBoxes);

  it("has one title for each operation", () => {
    const titles: Readonly<Record<string, string>> = operationTitles();
    assert.deepEqual(Object.keys(titles).toSorted(), operations.map(({ id }) => id).toSorted());
    const all = Object.values(titles);
    const found = all.filter((title, at) => all.indexOf(title) !== at);
    assert.deepEqual(found, []);
  });

  it("describes parameters", () => {
    const described = (operation: string, name: string): string => {
      const one = operations.find(({ id }) => id === operation)?.parameters.find((other) => other.name === name);
      return one ? describeParameter(one) : assert.fail(name);
    };
    assert.match(described("pipelines.list", "per_page"), /a list request returns 20 results\.$/);
    const date = described("milestones.project.update", "due_date");
    assert.equal(date, "date, for example 2024-02-29 · YYYY-MM-DD.");
  });

  it("finds an operation by words, name, path and method", async () => {
    const shown = nextBox(FakePick);
    const answer = pickOperation(onlyStep("Send API Request", false), operations);
    const box = await shown;
    const typed = async (text: string): Promise<string[]> => {
      box.type(text);
      await settled();
      return box.labels;
    };
    for (const [text, first] of [
      ["list pipelines", "List pipelines"],
      ["pipeline list", "List pipelines"],
      ["get job log", "Get job log"],
      ["log of a job", "Get job log"],
      ["show the jobs trace", "Get job log"],
      ["run pipeline", "Create pipeline"],
      ["get pipelines", "Get pipeline"],
      ["edit merge request", "Update merge request"],
      ["remove branch protection", "Unprotect branch"],
      ["list vulnerability", undefined],
      ["get vulnerabilities", "Get vulnerability"],
      ["jobs.trace", "Get job log"],
      ["POST /projects/:id/pipeline", "Create pipeline"],
      ["/jobs/:job_id/trace", "Get job log"],
      ["list all my snippets", "List snippets of the current user"],
      ["ssh keys", "List SSH keys of the current user"],
    ] as const) {
      const [heading, label] = await typed(text);
      assert.equal(label, first, `${text}: ${heading ?? ""}`);
      if (first === undefined) assert.equal(heading, "No matching operations");
    }
    assert.deepEqual(await typed("create milestone"), [
      "Milestones",
      "Create group milestone",
      "Create project milestone",
    ]);
    await typed("list pipelines");
    box.choose("List pipelines");
    assert.equal((await answer).id, "pipelines.list");
  });
});
