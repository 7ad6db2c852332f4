import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { running } from "./calling.ts";
import { workshop, type MergeRequest } from "./mergeRequestsSetup.ts";

interface Bridge {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly failure_reason?: string;
  readonly downstream_pipeline: {
    readonly id: number;
    readonly project_id: number;
    readonly source: string;
    readonly ref: string;
  } | null;
}

interface Listed {
  readonly id: number;
  readonly name: string;
}

const project = "/api/v4/projects/demo%2Fwork";

describe("service: trigger jobs", () => {
  it("start pipelines out of another file and in another project, and are in no list of jobs", async () => {
    await using at = await workshop();
    await at.service.control.createProject({
      path: "demo/other",
      files: { ".gitlab-ci.yml": "hand: { script: [echo], when: manual }\n" },
    });
    const ci = [
      "child: { trigger: { include: child.yml } }",
      "other: { trigger: demo/other, variables: { FROM: here } }",
      "absent: { trigger: demo/nowhere, allow_failure: true }",
      "hand: { script: [echo], when: manual }",
    ].join("\n");
    const { pipelineId } = await at.service.control.commit(
      { ".gitlab-ci.yml": ci, "child.yml": "inner: { script: [echo], when: manual }\n" },
      { project: "demo/work", branch: "main" },
    );
    await at.service.control.waitFor({ pipelineId: pipelineId!, status: ["success"] });
    const bridges = (await at.call("GET", `${project}/pipelines/${pipelineId!}/bridges`)).json as Bridge[];
    assert.deepEqual(
      bridges.map(({ name, status, failure_reason }) => [name, status, failure_reason]),
      [
        ["absent", "failed", "downstream_bridge_project_not_found"],
        ["other", "success", undefined],
        ["child", "success", undefined],
      ],
    );
    const [, other, child] = bridges;
    assert.equal(bridges[0]!.downstream_pipeline, null);
    assert.deepEqual(
      [child!.downstream_pipeline?.source, child!.downstream_pipeline?.ref, other!.downstream_pipeline?.source],
      ["parent_pipeline", "main", "pipeline"],
    );
    const jobs = async (id: number, of = project): Promise<string[]> =>
      ((await at.call("GET", `${of}/pipelines/${id}/jobs`)).json as Listed[]).map((job) => job.name);
    assert.deepEqual(await jobs(child!.downstream_pipeline!.id), ["inner"]);
    assert.deepEqual(await jobs(other!.downstream_pipeline!.id, "/api/v4/projects/demo%2Fother"), ["hand"]);
    assert.deepEqual(
      (await at.call("GET", `/api/v4/projects/demo%2Fother/pipelines/${other!.downstream_pipeline!.id}/variables`))
        .json,
      [{ key: "FROM", value: "here", variable_type: "env_var", raw: false }],
    );
    assert.deepEqual(await jobs(pipelineId!), ["hand"]);
    for (const path of ["", "/trace"])
      assert.equal((await at.call("GET", `${project}/jobs/${child!.id}${path}`)).status, 404);
    // The list of pipelines has no children, and a bridge can be retried all the same.
    assert.ok(
      ((await at.call("GET", `${project}/pipelines`)).json as Listed[]).every(
        (one) => one.id !== child!.downstream_pipeline!.id,
      ),
    );
    assert.equal((await at.call("POST", `${project}/jobs/${child!.id}/retry`)).status, 201);
  });

  it("end as the other pipeline does when they depend on it, and come to an end when a file includes itself", async () => {
    await using at = await workshop();
    const { pipelineId } = await at.service.control.commit(
      {
        ".gitlab-ci.yml": "child: { trigger: { include: child.yml, strategy: depend } }\n",
        "child.yml": "inner: { script: [exit 1] }\n",
      },
      { project: "demo/work", branch: "main" },
    );
    await at.service.control.waitFor({ pipelineId: pipelineId!, status: ["failed"] });
    const loop = await at.service.control.commit(
      { ".gitlab-ci.yml": "self: { trigger: { include: .gitlab-ci.yml, strategy: depend } }\n" },
      { project: "demo/work", branch: "main" },
    );
    await at.service.control.waitFor({ pipelineId: loop.pipelineId!, status: ["failed"] });
  });

  it("can be made up", async () => {
    await using at = await running();
    const child = await at.service.control.addPipeline({ source: "parent_pipeline" });
    const { id } = await at.service.control.addPipeline({
      jobs: [
        { name: "odd", status: "waiting_for_callback", downstream: child.id },
        { name: "none", downstream: null },
        { name: "plain" },
      ],
    });
    const bridges = (await at.call("GET", `/api/v4/projects/1/pipelines/${id}/bridges`)).json as Bridge[];
    assert.deepEqual(
      bridges.map((bridge) => [bridge.name, bridge.status, bridge.downstream_pipeline?.id]),
      [
        ["none", "success", undefined],
        ["odd", "waiting_for_callback", child.id],
      ],
    );
  });
});

describe("service: extras", () => {
  it("lint a CI file by the parser that runs it, and the file of a project", async () => {
    await using at = await workshop();
    const lint = async (content: string): Promise<Record<string, unknown>> =>
      (await at.call("POST", `${project}/ci/lint`, { body: { content, include_jobs: true } })).json as Record<
        string,
        unknown
      >;
    const good = await lint(".base: { before_script: [echo a] }\ntest: { extends: .base, script: [echo b] }");
    assert.deepEqual(
      [good["valid"], good["errors"], (good["jobs"] as Listed[]).map((job) => job.name)],
      [true, [], ["test"]],
    );
    assert.match(String(good["merged_yaml"]), /before_script:\n +- echo a/);
    const bad = await lint("test: { stage: nowhere, script: x }");
    assert.deepEqual([bad["valid"], bad["merged_yaml"]], [false, null]);
    assert.match(String((bad["errors"] as string[])[0]), /chosen stage nowhere does not exist/);
    assert.deepEqual((await at.call("POST", `${project}/ci/lint`, { body: {} })).json, { error: "content is missing" });
    const own = (await at.call("GET", `${project}/ci/lint`)).json as { valid: boolean; errors: string[] };
    assert.deepEqual([own.valid, own.errors], [false, ["Please provide content of .gitlab-ci.yml"]]);
    await at.service.control.commit(
      { ".gitlab-ci.yml": "a: { script: x, when: manual }" },
      { project: "demo/work", branch: "main" },
    );
    assert.equal(((await at.call("GET", `${project}/ci/lint`)).json as { valid: boolean }).valid, true);
  });

  it("tell of a branch whether it is merged and protected, and whether the caller may push", async () => {
    await using at = await workshop();
    await at.open("one");
    await at.open("two");
    assert.equal((await at.mr("PUT", "/1/merge", {})).status, 200);
    await at.call("POST", `${project}/protected_branches`, { body: { name: "main" } });
    const branches = (await at.call("GET", `${project}/repository/branches`, at.as("bob"))).json as Record<
      string,
      unknown
    >[];
    assert.deepEqual(
      branches.map((one) => [one["name"], one["merged"], one["protected"], one["can_push"], one["default"]]),
      [
        ["main", false, true, false, true],
        ["one", true, false, true, false],
        ["two", false, false, true, false],
      ],
    );
    const names = async (search: string): Promise<string[]> =>
      (
        (await at.call("GET", `${project}/repository/branches?search=${encodeURIComponent(search)}`)).json as {
          name: string;
        }[]
      ).map((one) => one.name);
    assert.deepEqual([await names("O"), await names("^t"), await names("e$")], [["one", "two"], ["two"], ["one"]]);
  });

  it("count a project's open merge requests and tell the caller's level", async () => {
    await using at = await workshop();
    await at.open("one");
    const shown = (await at.call("GET", project, at.as("bob"))).json as {
      open_merge_requests_count: number;
      permissions: { project_access: { access_level: number } };
    };
    assert.deepEqual([shown.open_merge_requests_count, shown.permissions.project_access.access_level], [1, 30]);
  });

  it("show the sample's merge requests in every state, none with a pipeline of its own", async () => {
    await using at = await running({ seed: "sample" });
    const all = (await at.call("GET", "/api/v4/projects/1/merge_requests?sort=asc&with_merge_status_recheck=true"))
      .json as MergeRequest[];
    assert.deepEqual(
      all.map((one) => one.iid),
      all.map((_, index) => index + 1),
    );
    assert.deepEqual(new Set(all.map((one) => one.state)), new Set(["opened", "closed", "merged"]));
    assert.ok(all.some((one) => one.sha === null && one["source_project_id"] === null));
    for (const { iid } of all.filter((one) => one.state === "opened"))
      await at.service.control.waitForMergeRequest({ iid, mergeStatus: ["mergeable", "conflict", "draft_status"] });
    const settled = (await at.call("GET", "/api/v4/projects/1/merge_requests?state=opened")).json as MergeRequest[];
    assert.deepEqual(
      new Set(settled.map((one) => one.detailed_merge_status)),
      new Set(["mergeable", "conflict", "draft_status"]),
    );
    assert.equal(((await at.call("GET", "/api/v4/projects/1/pipelines?per_page=100")).json as object[]).length, 10);
  });
});
