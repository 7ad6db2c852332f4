import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { OpenProject } from "../../../../../src/git/project.ts";
import "../../../../support/vscodeStub.ts";

const { entryNodes, whoOf } = await import("../../../../../src/features/projectSettings/jobTokenScope/nodes.ts");
const { entryName, whoWords } = await import("../../../../../src/features/projectSettings/jobTokenScope/items.ts");

const scope = { instance: "https://host", project: "g/p" };
const open = { ...scope, name: "p" } as OpenProject;
const own = { id: 1, name: "p", path_with_namespace: "G/P", web_url: "https://host/g/p" };
const access = {
  limited: true,
  projects: [
    { id: 9, name: null, path_with_namespace: null },
    { id: 3, name: "b", path_with_namespace: "x/b", web_url: "javascript:alert(1)" },
    own,
    { id: 4, name: "a", path_with_namespace: "x/a" },
  ],
  groups: [
    { id: 7, name: "" },
    { id: 8, name: "Team" },
  ],
};

describe("who could use a job token", () => {
  it("lists the project itself first, then others by name", () => {
    const { projects, groups } = entryNodes(scope, access, open);
    assert.deepEqual(
      projects.map((node) => [entryName(node), node.itself]),
      [
        ["G/P", true],
        ["x/a", false],
        ["x/b", false],
        ["project 9", false],
      ],
    );
    assert.deepEqual(groups?.map(entryName), ["Team", "group 7"]);
    assert.deepEqual(whoOf({ projects, groups }), { projects: 3, groups: 2 });
  });

  for (const [projects, groups, limited, words] of [
    [0, 0, true, "only this project"],
    [1, 0, true, "this project, 1 other project"],
    [2, 1, true, "this project, 2 other projects, all projects of 1 group"],
    [0, 3, true, "this project, all projects of 3 groups"],
    [5, 5, false, "all projects"],
  ] as const)
    it(`is summarized: ${words}`, () => assert.equal(whoWords(limited, { projects, groups }), words));
});
