import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { running } from "./calling.ts";

describe("service: custom attributes", () => {
  it("are set, changed, read and deleted for people, groups and projects", async () => {
    await using at = await running();
    const call = (method: string, path: string, body?: object) =>
      at.call(method, `/api/v4${path}`, {
        headers: { "PRIVATE-TOKEN": at.info.users.admin.token },
        ...(body ? { body } : {}),
      });
    for (const owner of ["/users/2", `/groups/${at.info.group.id}`, "/projects/1"]) {
      const all = `${owner}/custom_attributes`;
      assert.deepEqual((await call("GET", all)).json, []);
      const put = await call("PUT", `${all}/cost%2Fcentre`, { value: "12" });
      assert.deepEqual([put.status, put.json], [200, { key: "cost/centre", value: "12" }]);
      await call("PUT", `${all}/room`, { value: "" });
      assert.deepEqual((await call("PUT", `${all}/cost%2Fcentre`, { value: "13" })).json, {
        key: "cost/centre",
        value: "13",
      });
      assert.deepEqual((await call("GET", all)).json, [
        { key: "cost/centre", value: "13" },
        { key: "room", value: "" },
      ]);
      assert.deepEqual((await call("GET", `${all}/cost%2Fcentre`)).json, { key: "cost/centre", value: "13" });
      assert.equal((await call("DELETE", `${all}/cost%2Fcentre`)).status, 204);
      assert.equal((await call("DELETE", `${all}/cost%2Fcentre`)).status, 404);
      assert.equal((await call("GET", `${all}/cost%2Fcentre`)).status, 404);
    }
  });

  it("are shown with projects and groups, and filter them, for administrators", async () => {
    await using at = await running();
    const admin = { headers: { "PRIVATE-TOKEN": at.info.users.admin.token } };
    await at.service.control.createProject({ path: "demo/other" });
    for (const [kind, id] of [
      ["projects", 1],
      ["groups", at.info.subgroup.id],
    ] as const) {
      await at.call("PUT", `/api/v4/${kind}/${id}/custom_attributes/room`, { ...admin, body: { value: "3" } });
      const list = async (query: string, who: object = admin) =>
        (
          (await at.call("GET", `/api/v4/${kind}?${query}`, who)).json as { id: number; custom_attributes?: unknown }[]
        ).map((one) => [one.id, one.custom_attributes]);
      assert.deepEqual(
        await list("custom_attributes[room]=3&with_custom_attributes=true"),
        [[id, [{ key: "room", value: "3" }]]],
        kind,
      );
      assert.deepEqual(await list("custom_attributes[room]=4"), []);
      assert.equal(
        (await list("custom_attributes[room]=4&with_custom_attributes=true", {})).length,
        2,
        "ignored for others",
      );
    }
  });

  it("are for administrators, on what there is, with a value", async () => {
    await using at = await running();
    const admin = { headers: { "PRIVATE-TOKEN": at.info.users.admin.token } };
    assert.equal((await at.call("GET", "/api/v4/users/1/custom_attributes")).status, 403);
    assert.equal((await at.call("GET", "/api/v4/users/1/custom_attributes", { headers: {} })).status, 401);
    assert.deepEqual(
      (await at.call("GET", "/api/v4/groups/1/custom_attributes", admin)).json,
      { message: "404 Group Not Found" },
      "a project's number is no group's",
    );
    assert.deepEqual((await at.call("PUT", "/api/v4/users/1/custom_attributes/a", { ...admin, body: {} })).json, {
      error: "value is missing",
    });
    assert.deepEqual((await at.call("GET", "/api/v4/users/alice/custom_attributes", admin)).json, {
      error: "id is invalid",
    });
    assert.equal((await at.call("PUT", "/api/v4/users/1/custom_attributes/a", { body: {} })).status, 403);
  });
});
