import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Current } from "../../../../src/core/currentProject.ts";
import "../../../support/vscodeStub.ts";
import { project } from "../fakeApp.ts";

const { awaitedProject } = await import("../../../../src/core/tree/awaitedProject.ts");

const named = (current: Partial<Current>): string | undefined => awaitedProject(current as Current);
const [one, other] = ["https://git.example.org", "https://git.example.net/forge"];

describe("awaitedProject", () => {
  it("names project and host until somebody has signed in", () => {
    for (const kind of ["signedOut", "expired"] as const)
      assert.equal(named({ kind, project }), "project · git.example.com");
    assert.equal(named({ kind: "noInstance", hosts: [other], paths: ["a/b"] }), "b · git.example.net/forge");
  });

  it("names the host alone where its remotes point to several projects, and nothing where there are several hosts", () => {
    assert.equal(named({ kind: "noInstance", hosts: [one], paths: ["a/b", "a/c"] }), "git.example.org");
    assert.equal(named({ kind: "noInstance", hosts: [one, other], paths: ["a/b"] }), undefined);
  });

  it("leaves the view its own title otherwise", () => {
    for (const kind of ["loading", "noFolder"] as const) assert.equal(named({ kind }), undefined);
    assert.equal(named({ kind: "ready", project }), undefined);
  });
});
