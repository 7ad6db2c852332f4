import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ProjectIds } from "../../../src/git/projectIds.ts";
import { InMemoryMemento } from "../../support/fakes/inMemoryMemento.ts";

const instance = "https://git.example.com";

describe("the IDs of projects", () => {
  it("are kept per instance and path, the latest one", async () => {
    const memory = new InMemoryMemento();
    const projectIds = new ProjectIds(memory);
    const app = { instance, project: "group/app" };
    assert.equal(projectIds.of(app), undefined);
    assert.equal(await projectIds.keep(app, 7), true);
    assert.equal(await projectIds.keep({ instance, project: "Group/App" }, 7), false, "no news");
    assert.equal(new ProjectIds(memory).of({ instance, project: "GROUP/app" }), 7);
    assert.equal(projectIds.of({ ...app, instance: "https://other.example.com" }), undefined);
    assert.equal(await projectIds.keep(app, 8), true);
    assert.equal(projectIds.of(app), 8);
  });

  it("are positive integers, whatever was answered or stored", async () => {
    const memory = new InMemoryMemento();
    const projectIds = new ProjectIds(memory);
    const app = { instance, project: "group/app" };
    for (const odd of [0, -1, 1.5, Number.NaN, "7" as unknown as number])
      assert.equal(await projectIds.keep(app, odd), false);
    for (const kept of [
      "x",
      7,
      null,
      [["https://git.example.com group/app"], [7], ["https://git.example.com group/app", "7"]],
    ]) {
      await memory.update("forgeline.projectIds", kept);
      assert.equal(projectIds.of(app), undefined);
    }
  });
});
