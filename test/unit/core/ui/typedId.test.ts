import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { typedGroup, typedId, typedProject } from "../../../../src/core/ui/typedId.ts";

it("typedId reads positive whole numbers", () => {
  for (const text of ["12", "#12", " 12 "]) assert.equal(typedId(text), 12, text);
  for (const text of ["0", "-1", "1e3", "1.5", "", "#", "9".repeat(20)]) assert.equal(typedId(text), undefined, text);
});

const git = "https://git.example.com";
const instances = [git, `${git}/forge`, "http://127.0.0.1:3000"];

describe("typedProject", () => {
  const cases: readonly [expected: ReturnType<typeof typedProject>, ...texts: string[]][] = [
    [{ project: 42 }, "42"],
    [{ project: "group/project" }, "group/project", "group/project.git"],
    [{ project: "group/sub/project" }, "/group/sub/project/"],
    [{ project: "a/b", instance: git }, `${git}/a/b`, `${git}/a/b/-/pipelines/7?x=1#y`],
    [{ project: "a/b", instance: `${git}/forge` }, `${git}/forge/a/b.git`],
    [{ project: "a/b", instance: "http://127.0.0.1:3000" }, "http://127.0.0.1:3000/a/b"],
    ["unknownHost", `${git}.evil.org/a/b`, "https://other.example.com/a/b"],
    ["notAPath", "http://127.0.0.1:3000/a/b%20c", `${git}/`, "https://[", "project", "group//project"],
    ["notAPath", "group/../project", "group/project?x", "group/a b"],
    ["empty", ""],
  ];
  for (const [expected, ...texts] of cases)
    it(`reads ${texts.join(" | ")}`, () => {
      for (const text of texts) assert.deepEqual(typedProject(text, instances), expected);
    });
});

describe("typedGroup", () => {
  const cases: readonly [expected: ReturnType<typeof typedGroup>, ...texts: string[]][] = [
    [{ group: 42 }, "42"],
    [{ group: "team" }, "team"],
    [{ group: "group/sub" }, "/group/sub/"],
    [{ group: "group/sub", instance: git }, `${git}/groups/group/sub/-/group_members?x=1`],
    [{ group: "group", instance: `${git}/forge` }, `${git}/forge/group`],
    ["unknownHost", "https://other.example.com/group"],
    ["notAPath", `${git}/`, "https://[", "a b", "../a"],
    ["empty", " "],
  ];
  for (const [expected, ...texts] of cases)
    it(`reads ${texts.join(" | ")}`, () => {
      for (const text of texts) assert.deepEqual(typedGroup(text, instances), expected);
    });
});
