import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { createBranch } from "../../../../../src/features/repository/commitFiles/newBranch.ts";
import { type OnHost, onHost, project } from "./onHost.ts";

describe("a branch that is made on the host by git", () => {
  let here: OnHost;
  before(async () => {
    here = await onHost();
  });
  after(() => here.close());
  const tip = async (branch: string): Promise<string> => (await here.client.commits.get(project, branch)).id;

  it("begins where the host's branch stands now, and leaves the clone's own branches alone", async () => {
    const { sha } = await here.at.service.control.commit({ "z.txt": "z" }, { project, branch: "main" });
    const locals = await here.git("for-each-ref", "refs/heads");
    await createBranch(here.repository, "origin", { branch: "topic/new", start: "main" });
    assert.equal(await tip("topic/new"), sha);
    assert.equal(await here.git("for-each-ref", "refs/heads"), locals);
  });

  it("never moves one that is there already, be it behind or elsewhere", async () => {
    await createBranch(here.repository, "origin", { branch: "behind", start: "main" });
    const before = await tip("behind");
    await here.at.service.control.commit({ "y.txt": "y" }, { project, branch: "main" });
    await assert.rejects(createBranch(here.repository, "origin", { branch: "behind", start: "main" }), /stale info/);
    assert.equal(await tip("behind"), before);
  });

  it("takes only names that git takes", async () => {
    for (const [branch, start] of [
      ["a:b", "main"],
      ["--delete", "main"],
      ["x", "a*"],
    ] as const)
      await assert.rejects(createBranch(here.repository, "origin", { branch, start }), /name that git does not take/);
  });
});
