import assert from "node:assert/strict";
import { endpointIds } from "../../../../contract/endpointIds.ts";
import endpoints from "../../../../contract/endpoints.json" with { type: "json" };
import { type Upload, uploadBytes } from "../../../../src/api/upload.ts";
import { operations } from "../../../../src/features/apiConsole/contractTable.ts";
import { maskedInput } from "../../../../src/features/apiConsole/masked.ts";
import {
  keyOf,
  type Operation,
  type Parameter,
  type ParameterType,
} from "../../../../src/features/apiConsole/operation.ts";
import { requestOf } from "../../../../src/features/apiConsole/request.ts";
import { curlText, requestText } from "../../../../src/features/apiConsole/requestText.ts";
import { type RequestInput, problemsOf } from "../../../../src/features/apiConsole/values.ts";
import { judgeRequest } from "../../../contract/requestProblems.ts";
import { TestServer } from "../../api/server.ts";

const file = "/tmp/there.bin";
const uploads: ReadonlyMap<string, Upload> = new Map([[file, uploadBytes("there.bin", Buffer.from("bytes"))]]);
/** Texts that a person could type for a parameter of a type, as the documents allow it. */
const samples: Readonly<Record<ParameterType, readonly [all: string, required: string]>> = {
  text: [`Ab-9 äöß€?&=%#+"'<>()\u{1F600}z`, "a"],
  integer: ["0", "1000000000"],
  number: ["0", "1000000000"],
  id: ["group/some project", "12"],
  boolean: ["false", "true"],
  time: ["2024-02-29T23:59:59.999Z", "1970-01-01T00:00:00.000Z"],
  date: ["2024-02-29", "2100-01-01"],
  integers: ["1, 2,1000", "7"],
  texts: ["a b,c?&d", "a"],
  list: ["[]", "[]"],
  hash: ['{"key": "value"}', '{"key": "value"}'],
  file: [file, file],
};

/** For each route, an input with all parameters and one with those that are required. */
const inputsOf = ({ parameters, routes }: Operation): RequestInput[] =>
  routes.flatMap((_, route) =>
    [0, 1].map((variant) => {
      const textOf = ({ name, in: place, type, choices, template }: Parameter): string => {
        if (place === "header") return "!Token-~";
        if (type === "hash" && name === "not") return '{"labels": "bug"}';
        if (type === "text" && place === "body" && variant === 0 && !choices) return "two\nlines";
        return template ?? String((choices ?? samples[type])[variant % (choices?.length ?? 2)]);
      };
      const given = parameters.filter((one) => one.required === true || variant === 0);
      return { route, texts: Object.fromEntries(given.map((one) => [keyOf(one), textOf(one)])) };
    }),
  );

describe("requests of any operation", () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.start();
  });
  afterEach(() => server.reset());
  after(() => server.close());
  const client = () =>
    server.client({
      credentials: { scheme: "private-token", token: () => Promise.resolve("s3cr3t-account") },
      feedCredentials: { basic: () => Promise.resolve({ username: "alice", password: "s3cr3t-registry" }) },
      dialect: "neutral",
    });

  it("are of every operation of the contract", () =>
    assert.deepEqual(
      operations.map(({ id }) => id),
      endpointIds,
    ));

  it("ask for every documented parameter", () => {
    for (const { id, parameters, routes } of operations) {
      const { pathParams, query, body, fullPaths } = endpoints.find((one) => one.id === id)!;
      const documented = [
        ...pathParams.filter(({ name }) => name !== "kind"),
        ...query.filter(({ name }) => name !== "range"),
        ...body.fields,
      ].map(({ name }) => name);
      const names = parameters.filter((one) => one.in !== "header").map(({ name }) => name);
      assert.deepEqual(names, documented, id);
      const paths = routes.map(({ path }) => path);
      assert.deepEqual(
        paths,
        fullPaths.map(({ path }) => path),
        id,
      );
    }
  });

  for (const operation of operations) {
    it(`${operation.id} is sent as documented, with all parameters and with few`, async () => {
      const { requests } = client();
      server.handler = (_request, response) => response.end("{}");
      for (const input of inputsOf(operation)) {
        assert.deepEqual(problemsOf(operation, input), []);
        const answer = await requests.send(requestOf(operation, input, uploads));
        await answer.close();
        const { method, path, headers, body } = server.last;
        const judged = judgeRequest({ method, target: path, headers, body: Buffer.from(body), given: false });
        assert.equal(judged.endpoint?.id, operation.id);
        const found = judged.problems.filter((problem) => !isExpected(problem, input));
        assert.deepEqual(found, []);
      }
    });
  }

  /** A job's token takes the place of the account's; which grant has which fields is for the person to know. */
  const isExpected = (problem: string, { texts }: RequestInput): boolean =>
    ("header JOB-TOKEN" in texts && /its credential is absent/.test(problem)) ||
    ("query access_token" in texts && /its credential is absent/.test(problem)) ||
    /no documented grant/.test(problem);

  it("show no secret, neither as text nor as curl", async () => {
    const { requests } = client();
    for (const operation of operations)
      for (const { route, texts } of inputsOf(operation)) {
        const secrets = operation.parameters.filter((one) => one.secret).map((one) => [keyOf(one), "s3cr3t-v4lue"]);
        const filled = { ...texts, ...(Object.fromEntries(secrets) as Record<string, string>) };
        const request = requestOf(operation, maskedInput(operation, { route: route ?? 0, texts: filled }), uploads);
        const shown = { request, shown: await requests.preview(request) };
        for (const text of [requestText(shown), curlText(shown, () => file)])
          assert.doesNotMatch(text, /s3cr3t|__FORGELINE_/);
      }
    assert.deepEqual(server.seen, []);
  });
});
