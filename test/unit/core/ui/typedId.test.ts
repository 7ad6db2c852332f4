import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { typedGroup, typedId, typedProject } from "../../../../src/core/ui/typedId.ts";

describe("typedId", () => {
  for (const [text, id] of [
    ["12", 12],
    ["#12", 12],
    [" 12 ", 12],
    ["0", undefined],
    ["-1", undefined],
    ["1e3", undefined],
    ["1.5", undefined],
    ["", undefined],
    ["#", undefined],
    ["9".repeat(20), undefined],
  ] as const) {
    it(`reads ${JSON.stringify(text)} as ${String(id)}`, () => assert.equal(typedId(text), id));
  }
});

describe("typedProject", () => {
  const instances = ["https://git.example.com", "https://git.example.com/forge", "http://127.0.0.1:3000"];
  const cases: readonly [text: string, expected: ReturnType<typeof typedProject>][] = [
    ["42", { project: 42 }],
    ["group/project", { project: "group/project" }],
    ["/group/sub/project/", { project: "group/sub/project" }],
    ["group/project.git", { project: "group/project" }],
    ["https://git.example.com/group/project", { project: "group/project", instance: "https://git.example.com" }],
    [
      "https://git.example.com/group/project/-/pipelines/7?x=1#y",
      { project: "group/project", instance: "https://git.example.com" },
    ],
    [
      "https://git.example.com/forge/group/project.git",
      { project: "group/project", instance: "https://git.example.com/forge" },
    ],
    ["http://127.0.0.1:3000/a/b%20c", "notAPath"],
    ["http://127.0.0.1:3000/a/b", { project: "a/b", instance: "http://127.0.0.1:3000" }],
    ["https://git.example.com.evil.org/a/b", "unknownHost"],
    ["https://other.example.com/a/b", "unknownHost"],
    ["https://git.example.com/", "notAPath"],
    ["https://[", "notAPath"],
    ["", "empty"],
    ["project", "notAPath"],
    ["group//project", "notAPath"],
    ["group/../project", "notAPath"],
    ["group/project?x", "notAPath"],
    ["group/a b", "notAPath"],
  ];
  for (const [text, expected] of cases)
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(typedProject(text, instances), expected));
});

describe("typedGroup", () => {
  const instances = ["https://git.example.com", "https://git.example.com/forge"];
  const cases: readonly [text: string, expected: ReturnType<typeof typedGroup>][] = [
    ["42", { group: 42 }],
    ["team", { group: "team" }],
    ["/group/sub/", { group: "group/sub" }],
    [
      "https://git.example.com/groups/group/sub/-/group_members?x=1",
      { group: "group/sub", instance: "https://git.example.com" },
    ],
    ["https://git.example.com/forge/group", { group: "group", instance: "https://git.example.com/forge" }],
    ["https://other.example.com/group", "unknownHost"],
    ["https://git.example.com/", "notAPath"],
    ["https://[", "notAPath"],
    ["a b", "notAPath"],
    ["../a", "notAPath"],
    [" ", "empty"],
  ];
  for (const [text, expected] of cases)
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(typedGroup(text, instances), expected));
});
