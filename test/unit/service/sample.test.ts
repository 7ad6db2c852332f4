import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "mocha";
import { running } from "./calling.ts";

interface Listed {
  readonly id: number;
  readonly status: string;
  readonly name: string;
}

describe("service: sample project", () => {
  it("starts with a history, private, and retrying a job of it runs the job for real", async () => {
    await using at = await running({ seed: "sample" });
    const project = at.info.project;
    assert.equal((await at.call("GET", `/api/v4/projects/${project.id}/pipelines`, { headers: {} })).status, 404);
    const pipelines = (await at.call("GET", `/api/v4/projects/${project.id}/pipelines`)).json as Listed[];
    assert.ok(pipelines.length >= 3);
    const jobs = (await at.call("GET", `/api/v4/projects/${project.id}/jobs?scope=failed`)).json as Listed[];
    const attempt = (await at.call("POST", `/api/v4/projects/${project.id}/jobs/${jobs[0]!.id}/retry`)).json as Listed;
    await at.service.control.waitFor({ jobId: attempt.id, status: ["running"] });
    await at.call("POST", `/api/v4/projects/${project.id}/jobs/${attempt.id}/cancel`);
    await at.service.control.waitFor({ jobId: attempt.id, status: ["canceled", "failed", "success"] });
  });

  it("has no quotes in the names of its tests, which node's JUnit report escapes twice", () => {
    const folder = new URL("../../service/sample/project/test/", import.meta.url);
    for (const file of readdirSync(folder))
      for (const [, name] of readFileSync(new URL(file, folder), "utf8").matchAll(/\b(?:it|describe)\((["`].*?["`]),/g))
        assert.doesNotMatch((name ?? "").slice(1, -1), /"/, file);
  });

  it("leaves a made-up job of a test alone when it is retried", async () => {
    await using at = await running();
    const { jobs } = await at.service.control.addPipeline({
      jobs: [
        { name: "build", status: "failed" },
        { name: "next", stage: "deploy", status: "skipped" },
      ],
    });
    const attempt = (await at.call("POST", `/api/v4/projects/1/jobs/${jobs[0]!}/retry`)).json as Listed;
    assert.equal(attempt.status, "pending");
    await at.service.control.appendTrace(attempt.id, "by hand\n");
    await at.service.control.finishJob(attempt.id, "success");
    await at.service.control.waitFor({ pipelineId: 101, status: ["success"] });
  });
});
