import assert from "node:assert/strict";
import { parseBody } from "../../../src/api/json.ts";
import { jsonProblem } from "../../../src/api/jsonCost.ts";
import { parseJson } from "../../../src/api/parseJson.ts";
import { resourceNames, resourceOf } from "../../contract/contract.ts";
import { testServer } from "./sentRequests.ts";
import { json, pipeline } from "./server.ts";

const large = "9007199254740993";

/** ID fields of the contract, by name; packages have their own, which are names. */
const idFields = new Map(
  resourceNames()
    .filter((resource) => !/Package|V2/.test(resource))
    .flatMap((resource) => resourceOf(resource)!.fields)
    .filter(({ name }) => /(^|_)i?ids?$/.test(name) && name !== "id")
    .map(({ name, type }) => [name, type ?? ""] as const),
);

describe("JSON of a host", () => {
  it("reads every ID field of the contract that comes as text by its documented type", () => {
    assert.deepEqual(new Set(idFields.values()), new Set(["integer", "string", "array<integer>", "array<string>"]));
    for (const [name, type] of idFields) {
      const [sent, read] = type.startsWith("array") ? [["12345678"], [12345678]] : ["12345678", 12345678];
      const parsed = parseJson(JSON.stringify([{ a: { [name]: sent } }]));
      assert.deepEqual(parsed, [{ a: { [name]: type.includes("integer") ? read : sent } }], name);
    }
  });

  for (const [what, record] of [
    ["a SHA", { id: "1234567890123456789012345678901234567890" }],
    ["the ID of a discussion", { id: "6a9c1750b37d513a43987b574953fceb50b03ce7" }],
    ["an ID with leading zeros", { id: "007", user_id: "0x1f" }],
    ["an empty ID", { id: "" }],
    ["an ID beyond exact numbers", { id: large, user_id: "123456789012345678901" }],
    ["other text", { title: "7", uid: "7", valid: "7", ref: "2026", content_sha256: "77", size: "none" }],
    ["the front matter of a wiki page", { front_matter: { id: "7", tags: [{ page_id: "8" }] } }],
    ["__proto__", JSON.parse('{"__proto__":{"title":"7"}}') as object],
  ] as const)
    it(`leaves ${what} as text`, () => assert.deepEqual(parseJson(JSON.stringify(record)), record));

  it("changes nothing where IDs are names", () => {
    const record = { id: "7", items: [{ id: "8", size: "9" }] };
    assert.deepEqual(parseJson(JSON.stringify(record), true), record);
  });

  it("reads sizes that come as text as numbers", () => {
    assert.deepEqual(parseJson('{"artifacts_file":{"size":"1000"}}'), { artifacts_file: { size: 1000 } });
  });

  it("keeps IDs beyond exact numbers as text", () => {
    const text = `[{"id":${large},"iid":9007199254740991,"project_id":-${large},"build_ids":[1,${large}],"user":{"id":1${large}}}]`;
    const kept = { id: large, iid: 9007199254740991, project_id: `-${large}`, build_ids: [1, large] };
    assert.deepEqual(parseJson(text), [{ ...kept, user: { id: `1${large}` } }]);
  });

  it("reads other large numbers as numbers", () => {
    for (const id of [1, large]) {
      const read = parseJson(`{"id":${id},"count":${large},"ratio":1e300,"title":"${large}"}`);
      assert.deepEqual(read, { id, count: 9007199254740992, ratio: 1e300, title: large });
    }
  });

  describe("of an operation", () => {
    const on = testServer();

    it("sends an ID beyond exact numbers unchanged", async () => {
      on.server.handler = (_request, response) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(pipeline(0)).replace('"id":0', `"id":${large}`));
      };
      const { id } = await on.server.client().pipelines.get(1, 2);
      await on.server.client().pipelines.get(1, id);
      assert.deepEqual(on.server.asked.at(-1), `GET /projects/1/pipelines/${large}`);
    });

    const deep = (levels: number): string => `${'{"a":['.repeat(levels)}${"]}".repeat(levels)}`;
    for (const [what, text] of [
      ["a record", `{"id":1,"status":"x","ref":"r","sha":"s","more":${deep(200_000)}}`],
      ["nothing but brackets", `${"[".repeat(200_000)}${"]".repeat(200_000)}`],
      ["a record with a large ID", `{"id":${large},"more":${deep(200_000)}}`],
    ] as const)
      it(`refuses ${what} nested too deeply`, async () => {
        on.server.handler = (_request, response) => response.end(text);
        await assert.rejects(on.server.client().pipelines.get(1, 2), {
          name: "ApiError",
          kind: "invalidResponse",
          message: /the answer is nested too deeply/,
        });
      });

    it("ignores the text of an error nested too deeply", async () => {
      on.server.handler = (_request, response) => {
        response.writeHead(400, { "content-type": "application/json" });
        response.end(`{"message":${deep(200_000)}}`);
      };
      await assert.rejects(on.server.client().pipelines.get(1, 2), { name: "ApiError", kind: "invalidRequest" });
    });

    it("refuses a feed nested too deeply", async () => {
      on.server.handler = (_request, response) =>
        response.end(`{"version":"3","resources":[],"more":${deep(200_000)}}`);
      await assert.rejects(on.server.client().packages.v3.serviceIndex({ project: 1 }), { kind: "invalidResponse" });
    });

    it("reads the target of a job token allowlist as a number", async () => {
      const { allowlist, groupsAllowlist } = on.server.client().jobTokenScope;
      const answers: unknown[] = [];
      for (const [name, add] of [
        ["target_project_id", () => allowlist.add(1, { target_project_id: 3 })],
        ["target_group_id", () => groupsAllowlist.add(1, { target_group_id: 3 })],
      ] as const) {
        on.server.handler = (_request, response) => json(response, { source_project_id: "1", [name]: "3" }, 201);
        answers.push(await add());
      }
      assert.deepEqual(answers, [
        { source_project_id: 1, target_project_id: 3 },
        { source_project_id: 1, target_group_id: 3 },
      ]);
    });

    it("reports the outcome of a write with an odd answer as unknown", async () => {
      on.server.handler = (_request, response) => json(response, { ok: true }, 201);
      await assert.rejects(on.server.client().jobTokenScope.allowlist.add(1, { target_project_id: 3 }), {
        kind: "invalidResponse",
        status: 201,
        outcomeUnknown: true,
      });
    });
  });
});

const long = "x".repeat(100_000);

const testCase = {
  status: "success",
  name: "adds two numbers",
  classname: "spec.models.sum",
  file: "spec/models/sum_spec.rb",
  execution_time: 0.012,
  system_output: null,
  stack_trace: null,
  recent_failures: { count: 0, base_branch: "main" },
};
const diff = { old_path: "a", new_path: "a", new_file: false, diff: '+  "a\\": 1,\n'.repeat(6_000) };

describe("what a JSON text costs", () => {
  for (const [what, text, problem] of [
    ["levels", `["${long}",${"[".repeat(1_000)}`, "is nested too deeply"],
    ["levels of records", `["${long}",${'{"a":'.repeat(1_000)}`, "is nested too deeply"],
    ["records", `[${"{},".repeat(100_000)}{}]`, "has too many values"],
    ["values", `[${"1,".repeat(600_001)}1]`, "has too many values"],
    [
      "names that are all different",
      `{${Array.from({ length: 12_000 }, (_, at) => `"name${at}":1`).join(",")}}`,
      "has too many values",
    ],
    [
      "records whose names are all different",
      `[${Array.from({ length: 60_000 }, (_, at) => `{"name${at % 1_000}":1}`).join(",")}]`,
      "has too many values",
    ],
    ["digits", "9".repeat(3_000_001), "has too many values"],
  ] as const)
    it(`is refused for its ${what}`, () => {
      assert.equal(jsonProblem(text), problem);
      assert.throws(() => parseBody(text, "application/json"), new RegExp(problem));
    });

  it("does not count what is written in texts, also behind escapes", () => {
    for (const text of [`["${'[{,\\"'.repeat(100_000)}"]`, `["${"\\\\".repeat(100_000)}",["a"]]`])
      assert.equal(jsonProblem(text), undefined);
  });

  for (const [what, text] of [
    ["a test report of 20,000 cases", JSON.stringify({ test_suites: [{ test_cases: Array(20_000).fill(testCase) }] })],
    ["a page of a hundred large diffs", JSON.stringify(Array(100).fill(diff))],
  ] as const)
    it(`is no reason to refuse ${what}`, () => assert.doesNotThrow(() => parseBody(text, "application/json")));
});
