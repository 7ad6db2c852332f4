import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { forgeline, signedIn, signedOut } from "./signedIn.ts";

describe("an account in the store", () => {
  before(() => freshWindow());
  after(() => signedOut());

  it("opens the workspace's project with it, and closes it when it is removed", async () => {
    const { app, project, connection } = await signedIn();
    const { info, url } = localService();
    assert.deepEqual([project.instance, project.project], [url, info.project.path]);
    assert.equal(project.branch, info.project.defaultBranch);
    const user = await connection.client.users.current();
    assert.equal(user.username, "alice");
    await signedOut();
    assert.equal(app.current.value.kind, "signedOut");
    assert.deepEqual((await forgeline()).sessions.list(), []);
  });
});
