import assert from "node:assert/strict";
import fc from "fast-check";
import { after, afterEach, before, describe, it } from "mocha";
import { endpointIds } from "../../../../contract/endpointIds.ts";
import endpoints from "../../../../contract/endpoints.json" with { type: "json" };
import { type Upload, uploadBytes } from "../../../../src/api/upload.ts";
import { operations } from "../../../../src/features/apiConsole/contractTable.ts";
import { maskedInput } from "../../../../src/features/apiConsole/masked.ts";
import { keyOf, type Operation, type Parameter } from "../../../../src/features/apiConsole/operation.ts";
import { requestOf } from "../../../../src/features/apiConsole/request.ts";
import { curlText, requestText } from "../../../../src/features/apiConsole/requestText.ts";
import { type RequestInput, problemsOf } from "../../../../src/features/apiConsole/values.ts";
import { judgeRequest } from "../../../contract/requestProblems.ts";
import { TestServer } from "../../api/server.ts";

const file = "/tmp/there.bin";
const uploads: ReadonlyMap<string, Upload> = new Map([[file, uploadBytes("there.bin", Buffer.from("bytes"))]]);
const word = fc.stringMatching(/^[A-Za-z0-9 äöß€?&=%#+"'<>()\u{1F600}-]{0,12}[a-z]$/u);
const number = fc.nat({ max: 10 ** 9 }).map(String);

/** Texts that a person could type for a parameter, as the documents allow it. */
function textOf({ name, in: place, type, choices, template }: Parameter): fc.Arbitrary<string> {
  if (place === "header") return fc.stringMatching(/^[!-~]{1,12}$/);
  if (template !== undefined) return fc.constant(template);
  if (choices) return fc.constantFrom(...choices.map(String));
  switch (type) {
    case "text":
      return place === "path" ? word : place === "body" ? fc.oneof(word, fc.constant("two\nlines")) : word;
    case "integer":
    case "number":
      return number;
    case "id":
      return fc.oneof(
        number,
        fc.tuple(word, word).map(([group, project]) => `${group.trim()}/${project.trim()}`),
      );
    case "boolean":
      return fc.constantFrom("true", "false");
    case "time":
      return fc
        .date({ min: new Date("1970-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
        .map((at) => at.toISOString());
    case "date":
      return fc
        .date({ min: new Date("1970-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
        .map((at) => at.toISOString().slice(0, 10));
    case "integers":
      return fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 4 }).map((all) => all.join(", "));
    case "texts":
      return fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(","));
    case "list":
      return fc.constant("[]");
    case "hash":
      return fc.constant(name === "not" ? '{"labels": "bug"}' : '{"key": "value"}');
    case "file":
      return fc.constant(file);
  }
}

/** Every parameter that is required and any of the others, on any of the routes. */
const answersOf = ({ parameters, routes }: Operation): fc.Arbitrary<RequestInput> =>
  fc.record({
    route: fc.nat({ max: routes.length - 1 }),
    texts: fc
      .tuple(
        ...parameters.map((one) =>
          fc.tuple(fc.constant(keyOf(one)), one.required ? textOf(one) : fc.option(textOf(one), { nil: undefined })),
        ),
      )
      .map((all) => Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined))),
  });

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
      assert.deepEqual(
        parameters.filter((one) => one.in !== "header").map(({ name }) => name),
        documented,
        id,
      );
      assert.deepEqual(
        routes.map(({ path }) => path),
        fullPaths.map(({ path }) => path),
        id,
      );
    }
  });

  for (const operation of operations) {
    it(`${operation.id} is sent as documented, whatever is given`, async () => {
      const { requests } = client();
      server.handler = (_request, response) => response.end("{}");
      await fc.assert(
        fc.asyncProperty(answersOf(operation), async (answers) => {
          assert.deepEqual(problemsOf(operation, answers), []);
          const answer = await requests.send(requestOf(operation, answers, uploads));
          await answer.close();
          const { method, path, headers, body } = server.last;
          const judged = judgeRequest({ method, target: path, headers, body: Buffer.from(body), given: false });
          assert.equal(judged.endpoint?.id, operation.id);
          assert.deepEqual(
            judged.problems.filter((problem) => !isExpected(problem, answers)),
            [],
          );
        }),
        { numRuns: 2 },
      );
    });
  }

  /** A job's token takes the place of the account's; which grant has which fields is for the person to know. */
  const isExpected = (problem: string, { texts }: RequestInput): boolean =>
    ("header JOB-TOKEN" in texts && /its credential is absent/.test(problem)) ||
    ("query access_token" in texts && /its credential is absent/.test(problem)) ||
    /no documented grant/.test(problem);

  it("show no secret, neither as text nor as curl", async () => {
    const { requests } = client();
    for (const operation of operations) {
      const secret = "s3cr3t-v4lue";
      await fc.assert(
        fc.asyncProperty(answersOf(operation), async ({ route, texts }) => {
          const filled = {
            ...texts,
            ...Object.fromEntries(operation.parameters.filter((one) => one.secret).map((one) => [keyOf(one), secret])),
          };
          const request = requestOf(operation, maskedInput(operation, { route: route ?? 0, texts: filled }), uploads);
          const shown = { request, shown: await requests.preview(request) };
          for (const text of [requestText(shown), curlText(shown, () => file)]) {
            assert.doesNotMatch(text, /s3cr3t|__FORGELINE_/);
          }
        }),
        { numRuns: 1 },
      );
    }
    assert.deepEqual(server.seen, []);
  });
});
