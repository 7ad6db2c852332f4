import assert from "node:assert/strict";
import { pathOfPage, repositoryAddress } from "../../../../../src/features/wiki/repository/path.ts";

describe("where the repository of a wiki is", () => {
  it("is told by the address of any page of its project", () => {
    const instance = "https://git.example.com/base";
    assert.equal(pathOfPage(instance, `${instance}/group/sub/project/-/pipelines/7`), "group/sub/project");
    assert.equal(pathOfPage(instance, `${instance}/group/pr%C3%B6ject/merge_requests/1`), "group/pröject");
    assert.equal(pathOfPage(instance, "https://elsewhere.example.com/group/project/-/pipelines/7"), undefined);
    assert.equal(pathOfPage(instance, undefined), undefined);
  });

  it("has the project's path in it, and no credential", () => {
    const found = repositoryAddress("https://git.example.com/base", "group/pröject");
    assert.equal(found, "https://git.example.com/base/group/pr%C3%B6ject.wiki.git");
  });
});
