import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { isOpen, open, optional } from "../../service/contract/exceptions.ts";
import { operations } from "../../service/contract/operations.ts";
import { isListed, suits } from "../../service/contract/values.ts";
import type { Value } from "../../service/http/nested.ts";
import { running } from "./calling.ts";

describe("service: checks built from the contract", () => {
  const values: [type: string, good: Value[], bad: Value[]][] = [
    ["string", ["", "x", 1, true], [["x"], { x: "y" }]],
    ["integer", ["12", 12, -1, "", "0"], ["x", "1.5", 1.5, "1 ", true, ["1"], "0x10"]],
    ["integer|string", [1, "demo/x"], [{}, ["x"]]],
    ["boolean", [true, false, "true", "FALSE", "1", "0", "on", "off", ""], ["yes", 2, ["true"], {}]],
    ["float", ["98.1", 98.1, 3, "-0.5"], ["98,1", "x", "1e3", ".5"]],
    [
      "datetime",
      ["2024-08-27", "2024-08-27T14:56:19Z", "2024-08-27T14:56:19.000+02:00", "2024-08-27T14:56Z"],
      ["soon", "27.8.2024", "2024-08-27T14:56:19 02:00", "2024-13-01T00:00:00Z", 1724770579, ["2024-08-27"]],
    ],
    ["date", ["2024-02-29", ""], ["2024-02-30", "2023-02-29", "2024-08-27T00:00:00Z", "tomorrow", 20240827]],
    ["array", [[], [1], [{ key: "A" }], ""], ["x", { 0: "x" }, 1]],
    ["array<integer>", [["1", 2], 3, "4", "5,6", ""], [["x"], ["1", "y"], "1;2", [{}]]],
    ["string|array<string>", ["x", ["x", "y"]], [{ x: "y" }, [["x"]]]],
    ["hash", [{ labels: "a" }, ""], ["labels", ["labels"], 1]],
  ];
  for (const [type, good, bad] of values) {
    it(`tells what is ${type} from what is not`, () => {
      for (const value of good) assert.equal(suits(type, value), true, `${JSON.stringify(value)} is ${type}`);
      for (const value of bad) assert.equal(suits(type, value), false, `${JSON.stringify(value)} is not ${type}`);
    });
  }

  it("knows every type and every exception of the contract", () => {
    const parameters = operations.flatMap((operation) =>
      [...operation.pathParams, ...operation.query, ...operation.body.fields].map((parameter) => ({
        id: `${operation.id}.${parameter.name}`,
        type: parameter.type,
      })),
    );
    for (const { type } of parameters) if (type !== "file") assert.doesNotThrow(() => suits(type, "1"), type);
    const ids = new Set(parameters.map((parameter) => parameter.id));
    for (const id of [...Object.keys(open), ...Object.keys(optional)])
      assert.equal(ids.has(id), true, `${id} is no parameter of the contract`);
  });

  it("compares numbers of an enumeration as they are sent, and leaves open what was only seen", () => {
    assert.equal(isListed([0, 30, 40, 60], "40"), true);
    assert.equal(isListed([0, 30, 40, 60], 50), false);
    assert.equal(isListed(["a", "b"], ["a", "c"]), false);
    assert.equal(isOpen("any.operation", { name: "state", notes: "Values seen: active, blocked" }), true);
    assert.equal(isOpen("milestones.group.list", { name: "state", notes: null }), false);
  });

  const requests: [what: string, method: string, path: string, body: unknown, error: string][] = [
    ["a required field that is missing", "POST", "/api/v4/projects/1/pipeline", {}, "ref is missing"],
    ["a required field that is null", "POST", "/api/v4/projects/1/pipeline", { ref: null }, "ref is missing"],
    [
      "a list that is none",
      "POST",
      "/api/v4/projects/1/pipeline",
      { ref: "main", variables: "A=1" },
      "variables is invalid",
    ],
    [
      "several wrong fields at once",
      "GET",
      "/api/v4/projects/1/pipelines?sort=up&yaml_errors=maybe",
      undefined,
      "sort does not have a valid value, yaml_errors is invalid",
    ],
    ["a page that is no number", "GET", "/api/v4/projects/1/jobs?page=first", undefined, "page is invalid"],
    [
      "an id in the path that is no number, though the project is unknown too",
      "GET",
      "/api/v4/projects/77/jobs/x/trace",
      undefined,
      "job_id is invalid",
    ],
  ];
  for (const [what, method, path, body, error] of requests) {
    it(`400 for ${what}`, async () => {
      await using at = await running();
      const answer = await at.call(method, path, body === undefined ? {} : { body });
      assert.deepEqual([answer.status, answer.json], [400, { error }]);
    });
  }

  it("checks the field names of one dialect's path and of the other's", async () => {
    for (const [dialect, segment] of [
      ["gitlab", "gitlab_ci_ymls"],
      ["neutral", "service_ci_ymls"],
    ] as const) {
      await using at = await running({ dialect });
      const answer = await at.call("GET", `/api/v4/templates/${segment}?page=x`);
      assert.deepEqual([answer.status, answer.json], [400, { error: "page is invalid" }], dialect);
    }
  });

  it("tells those who may not call before what is wrong with the call", async () => {
    await using at = await running();
    assert.equal((await at.call("POST", "/api/v4/projects/1/pipeline", { headers: {}, body: {} })).status, 401);
    assert.equal(
      (await at.call("POST", "/api/v4/projects/1/repository/commits", { headers: {}, body: "{" })).status,
      401,
    );
    assert.equal(
      (await at.call("GET", "/api/v4/projects/1/jobs?page=x", { headers: { "PRIVATE-TOKEN": "glpat-unknown" } }))
        .status,
      401,
    );
    const { token } = await at.service.control.createToken("alice", ["read_api"]);
    assert.equal(
      (await at.call("POST", "/api/v4/projects/1/pipeline", { headers: { "PRIVATE-TOKEN": token }, body: {} })).status,
      403,
    );
  });
});
