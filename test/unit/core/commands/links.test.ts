import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { UserError } from "../../../../src/core/base/errors.ts";
import "../../../support/vscodeStub.ts";
import { jobRef, pipelineRef } from "../fakeApp.ts";

const { pageOf } = await import("../../../../src/core/commands/links.ts");

describe("the page of a row", () => {
  it("is that of the job, the pipeline or the link", () => {
    assert.equal(pageOf(jobRef), jobRef.job.web_url);
    assert.equal(pageOf(pipelineRef), pipelineRef.pipeline.web_url);
    assert.equal(pageOf({ webUrl: "http://127.0.0.1/x" }), "http://127.0.0.1/x");
  });
  it("is never another address", () => {
    for (const webUrl of [
      ...["javascript:alert(1)", "file:///etc/passwd", "command:workbench.action.quit", "vscode://x/y"],
      ...["//git.example.com/x", "not an address", "", null as unknown as string],
    ])
      assert.throws(() => pageOf({ webUrl }), UserError, webUrl);
  });
});
