import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type Running, running } from "./calling.ts";

const base = "/api/v4/projects/1/job_token_scope";
const ids = (json: unknown): number[] => (json as { id: number }[]).map(({ id }) => id);
const max = (at: Running) => ({ headers: { "PRIVATE-TOKEN": at.info.users.max.token } });

describe("service: job token scope", () => {
  it("is on for a new project, and switched by maintainers", async () => {
    await using at = await running();
    const read = async () => (await at.call("GET", base, max(at))).json;
    assert.deepEqual(await read(), { inbound_enabled: true, outbound_enabled: false });
    for (const enabled of [false, true]) {
      const answer = await at.call("PATCH", base, { ...max(at), body: { enabled } });
      assert.deepEqual([answer.status, answer.text], [204, ""]);
      assert.deepEqual(await read(), { inbound_enabled: enabled, outbound_enabled: false });
    }
    assert.deepEqual((await at.call("PATCH", base, { body: {} })).json, { error: "enabled is missing" });
    assert.deepEqual((await at.call("PATCH", base, { body: { enabled: "perhaps" } })).json, {
      error: "enabled is invalid",
    });
  });

  it("is not for developers", async () => {
    await using at = await running();
    const bob = { headers: { "PRIVATE-TOKEN": at.info.users.bob.token } };
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/allowlist"],
      ["GET", "/groups_allowlist"],
      ["DELETE", "/allowlist/1"],
    ] as const)
      assert.equal((await at.call(method, base + path, bob)).status, 403, path);
    assert.equal((await at.call("PATCH", base, { ...bob, body: { enabled: false } })).status, 403);
    assert.equal((await at.call("GET", base, { headers: {} })).status, 401);
  });

  it("lets projects in and takes them out again", async () => {
    for (const dialect of ["gitlab", "neutral"] as const) {
      await using at = await running({ dialect });
      const other = await at.service.control.createProject({ path: "demo/other" });
      const add = (target_project_id: unknown) => at.call("POST", `${base}/allowlist`, { body: { target_project_id } });
      const added = await add(other.id);
      assert.deepEqual([added.status, added.json], [201, { source_project_id: 1, target_project_id: other.id }]);
      const list = await at.call("GET", `${base}/allowlist`);
      assert.deepEqual(
        [ids(list.json), list.headers.get("x-total")],
        [[1, other.id], "2"],
        "the project itself comes first",
      );
      assert.equal((await add(other.id)).status, 400, "twice");
      assert.equal((await add(1)).status, 400, "itself");
      assert.equal((await at.call("DELETE", `${base}/allowlist/${other.id}`)).status, 204);
      assert.equal((await at.call("DELETE", `${base}/allowlist/${other.id}`)).status, 404);
      assert.deepEqual(ids((await at.call("GET", `${base}/allowlist`)).json), [1]);
    }
  });

  it("lets groups in and takes them out again", async () => {
    await using at = await running();
    const { id } = at.info.subgroup;
    const added = await at.call("POST", `${base}/groups_allowlist`, { body: { target_group_id: id } });
    assert.deepEqual([added.status, added.json], [201, { source_project_id: 1, target_group_id: id }]);
    assert.deepEqual((await at.call("GET", `${base}/groups_allowlist`)).json, [
      { id, web_url: `${at.service.url}/groups/demo/weather`, name: "Weather" },
    ]);
    assert.equal((await at.call("DELETE", `${base}/groups_allowlist/${id}`)).status, 204);
    assert.deepEqual((await at.call("GET", `${base}/groups_allowlist`)).json, []);
  });

  it("says which target is missing, or hidden", async () => {
    await using at = await running();
    const hidden = await at.service.control.createProject({ path: "secret/plans", members: ["rita"] });
    for (const id of [77, hidden.id]) {
      const answer = await at.call("POST", `${base}/allowlist`, { body: { target_project_id: id } });
      assert.deepEqual([answer.status, answer.json], [404, { message: "404 target_project_id not found Not Found" }]);
    }
    const group = await at.call("POST", `${base}/groups_allowlist`, { body: { target_group_id: 1 } });
    assert.deepEqual([group.status, group.json], [404, { message: "404 target_group_id not found Not Found" }]);
    assert.deepEqual((await at.call("POST", `${base}/allowlist`, { body: { target_project_id: "demo/other" } })).json, {
      error: "target_project_id is invalid",
    });
  });
});
