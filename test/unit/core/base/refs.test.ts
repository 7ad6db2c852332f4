import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { projectNumber, sameProject } from "../../../../src/core/base/refs.ts";

describe("a project", () => {
  const instance = "https://git.example.com";
  const named = { instance, project: "Group/App" };

  it("is the same by its path, in whatever case, or by its number where both are known", () => {
    for (const other of [named, { instance, project: "group/app" }, { instance, project: "group/app", projectId: 9 }])
      assert.ok(sameProject(named, other));
    assert.ok(sameProject({ ...named, projectId: 7 }, { instance, project: 7 }));
    assert.ok(sameProject({ ...named, projectId: 7 }, { instance, project: "7" }));
    assert.ok(sameProject({ ...named, projectId: 7 }, { instance, project: "renamed/app", projectId: 7 }));
  });

  it("is another on another instance, by another path, or while its number is not known", () => {
    assert.ok(!sameProject(named, { ...named, instance: "https://other.example.com" }));
    assert.ok(!sameProject(named, { instance, project: "group/app2" }));
    assert.ok(!sameProject(named, { instance, project: 7 }));
    assert.ok(!sameProject({ ...named, projectId: 7 }, { instance, project: 8 }));
  });

  it("has the number that it is named by, or the one that was learned", () => {
    assert.deepEqual(
      [{ instance, project: 7 }, { instance, project: "7" }, { ...named, projectId: 9 }, named].map(projectNumber),
      [7, 7, 9, undefined],
    );
  });
});
