import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";
import { fakeApp, project } from "../../../core/fakeApp.ts";

const { switchToTarget } = await import("../../../../../src/features/mergeRequests/commands/switchToTarget.ts");

const root = "/nowhere";
const merged = { iid: 1, title: "Do it", state: "merged", web_url: "", source_branch: "topic", target_branch: "main" };

describe("Switch to Target Branch", () => {
  beforeEach(() => {
    vscodeFakes.workspace = {
      isTrusted: true,
      workspaceFile: undefined,
      workspaceFolders: [{ uri: { scheme: "file", path: root } }],
    };
  });
  afterEach(() => vscodeFakes.reset());

  it("does nothing if the merge request has another target than the one on the button", async () => {
    let scanned = 0;
    const scope = { instance: project.instance, project: project.project };
    const { app } = fakeApp(
      {
        extras: { available: () => true, mergeRequest: () => Promise.resolve({ ...merged, target_branch: "release" }) },
      },
      {
        projects: {
          state: { kind: "ready", project: { ...scope, root } },
          candidates: [{ ...scope, root, remote: "origin" }],
          rescan: () => Promise.resolve(void scanned++),
        },
      },
    );
    await assert.rejects(switchToTarget(app, { ...scope, mergeRequest: merged }), {
      message: "The target branch of !1 changed from “main” to “release”. Nothing was changed.",
    });
    assert.equal(scanned, 0);
  });
});
