import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { jobScopes } from "../../../../src/features/jobs/filter.ts";
import { InMemoryMemento } from "../../../support/fakes/inMemoryMemento.ts";

const here = { instance: "https://git.example.com", project: "group/app" };
const there = { instance: "https://git.example.com", project: "group/other" };

describe("the scope of the Jobs view", () => {
  it("is kept per project without what is no status", async () => {
    const memory = new InMemoryMemento();
    await jobScopes.write(memory, here, ["failed", "running"]);
    assert.deepEqual(jobScopes.read(memory, here), ["failed", "running"]);
    assert.deepEqual(jobScopes.read(memory, there), []);
    await memory.update(memory.keys()[0]!, ["failed", 3, "", "failed"]);
    assert.deepEqual(jobScopes.read(memory, here), ["failed"]);
    await jobScopes.write(memory, here, []);
    assert.deepEqual(memory.keys(), []);
  });
});
