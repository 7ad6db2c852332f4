import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { uploadBytes } from "../../../../src/api/upload.ts";
import { operations } from "../../../../src/features/apiConsole/contractTable.ts";
import { indentJson } from "../../../../src/features/apiConsole/indentJson.ts";
import { maskedInput } from "../../../../src/features/apiConsole/masked.ts";
import type { Operation, Parameter, ParameterType } from "../../../../src/features/apiConsole/operation.ts";
import { maxShown, receive } from "../../../../src/features/apiConsole/received.ts";
import { requestOf } from "../../../../src/features/apiConsole/request.ts";
import { curlText, requestText } from "../../../../src/features/apiConsole/requestText.ts";
import { responseDocument } from "../../../../src/features/apiConsole/responseText.ts";
import { problemsOf, readValue } from "../../../../src/features/apiConsole/values.ts";

const operation = (id: string): Operation => operations.find((one) => one.id === id)!;
const parameter = (type: ParameterType, more: Partial<Parameter> = {}): Parameter => ({
  name: "x",
  in: "query",
  type,
  ...more,
});

describe("the table of operations", () => {
  it("knows which parameters are secrets", () => {
    const secrets = operations.flatMap(({ id, parameters }) =>
      parameters.flatMap(({ secret, name }) => (secret ? `${id} ${name}` : [])),
    );
    const some =
      "oauth.token client_secret, oauth.token code_verifier, oauth.revoke token, users.create password, systemHooks.create token, jobs.artifacts JOB-TOKEN, oauth.tokenInfo access_token";
    for (const one of some.split(", ")) assert.ok(secrets.includes(one), one);
    const others = "users.create reset_password, users.create force_random_password, pipelines.list status";
    for (const one of others.split(", ")) assert.ok(!secrets.includes(one), one);
  });

  it("uses the documented credentials", () => {
    const ids = ["packages.v3.publish", "packages.v2.package", "oauth.token", "oauth.userinfo", "pipelines.list"];
    const expected = ["basic", "none", "none", "bearer", undefined];
    const found = ids.map((id) => operation(id).auth);
    assert.deepEqual(found, expected);
  });
});

describe("a value that is typed", () => {
  const cases: readonly [Parameter, string, unknown][] = [
    [parameter("integer"), " 12 ", 12],
    [parameter("integer"), "12.5", "integer"],
    [parameter("integer", { specialValues: ["None", "Any"] }), "None", "None"],
    [parameter("id"), "7", 7],
    [parameter("id"), "group/project", "group/project"],
    [parameter("id", { in: "path" }), "group/../project", "dots"],
    [parameter("text", { in: "path" }), " ", "empty"],
    [parameter("text", { in: "body" }), " two\nlines ", " two\nlines "],
    [parameter("text", { in: "body" }), "", ""],
    [parameter("boolean"), "yes", "flag"],
    [parameter("boolean"), "false", false],
    [parameter("boolean", { choices: [true] }), "false", "choice"],
    [parameter("time"), "2024-02-30T00:00:00Z", "time"],
    [parameter("time"), "2024-02-29T12:00:00+01:00", "2024-02-29T12:00:00+01:00"],
    [parameter("date"), "2024-02-29", "2024-02-29"],
    [parameter("date"), "29.2.2024", "date"],
    [parameter("number"), "87.5", 87.5],
    [parameter("integers"), "1, 2", [1, 2]],
    [parameter("integers"), "1,", "integers"],
    [parameter("texts", { choices: ["failed", "success"] }), "failed, success", ["failed", "success"]],
    [parameter("texts", { choices: ["failed", "success"] }), "red", "choice"],
    [parameter("integer", { choices: [0, 30, 40] }), "30", 30],
    [parameter("list"), '[{"key":"A"}]', [{ key: "A" }]],
    [parameter("list"), "{}", "list"],
    [parameter("hash"), "[]", "hash"],
    [parameter("text", { in: "header" }), "a\r\nb", "header"],
  ];
  it("is read by the parameter's type, or refused with the problem", () => {
    for (const [one, text, due] of cases) {
      const read = readValue(one, text);
      assert.deepEqual("problem" in read ? read.problem : read.value, due, `${text} as ${one.type} in ${one.in}`);
    }
  });

  it("is missing where it is required, and only there", () => {
    const texts = { "path id": "1", "body branch": "main" };
    const problems = problemsOf(operation("repositoryFiles.create"), { texts });
    const found = problems.map(({ parameter: { name }, problem }) => `${name} ${problem}`);
    assert.deepEqual(found, ["file_path empty", "commit_message empty", "content empty"]);
  });
});

describe("a request that is shown", () => {
  const uploads = new Map([["/tmp/it's a.nupkg", uploadBytes("it's a.nupkg", Buffer.from("12345"))]]);
  const shownOf = (
    id: string,
    texts: Record<string, string>,
    scheme: "private-token" | "bearer" | "basic" | undefined,
  ) => {
    const request = requestOf(operation(id), maskedInput(operation(id), { texts }), uploads);
    const { json, multipart } = request;
    const body = { ...(json && { json }), ...(multipart && { multipart }) };
    return { request, shown: { url: `https://h/api/v4${request.path}`, scheme, ...body } };
  };

  it("is its line, its headers and its body, with secrets hidden", () => {
    const texts = { "body url": "https://ci.example.com/hook", "body token": "it's secret" };
    const shown = shownOf("systemHooks.create", texts, "private-token");
    assert.equal(
      requestText(shown),
      'POST https://h/api/v4/hooks\nPRIVATE-TOKEN: [hidden]\nContent-Type: application/json\n\n{\n  "url": "https://ci.example.com/hook",\n  "token": "[hidden]"\n}\n',
    );
    assert.equal(
      curlText(shown, String),
      `curl \\\n  --request POST \\\n  --header "PRIVATE-TOKEN: $FORGELINE_TOKEN" \\\n  --header 'Content-Type: application/json' \\\n  --data-raw '{"url":"https://ci.example.com/hook","token":"'"$FORGELINE_TOKEN"'"}' \\\n  'https://h/api/v4/hooks'`,
    );
  });

  const run = (variables: string) =>
    ["pipelines.create", { "path id": "1", "body ref": "main", "body variables": variables }] as const;
  for (const [what, [id, texts], secrets, text, curl] of [
    [
      "variables with telling names",
      run('[{"key":"DEPLOY_TOKEN","value":"abc"},{"key":"STAGE","value":"it\'s"}]'),
      ["abc"],
      /"key": "DEPLOY_TOKEN",\s+"value": "\[hidden\]"/,
      /"value":"'"\$FORGELINE_DEPLOY_TOKEN"'".*"value":"it'\\''s"/,
    ],
    [
      "whatever has the name of a secret",
      run(
        '[{"key":"PASSWORD","value":12345},{"key":"API_KEY","value":"k1"},{"key":"DB_PWD","value":"w1"},{"secret":{"a":["s1"]}},{"key":"URL","value":"https://u:p1@h/x"}]',
      ),
      ["12345", "k1", "w1", "s1", "p1"],
      /Authorization: Bearer \[hidden\]/,
      /FORGELINE/,
    ],
    [
      "passwords and tokens in addresses",
      ["systemHooks.create", { "body url": "https://bot:hunter2@ci.example.com:8080/hook?a=1&access_token=t1&b=2" }],
      ["hunter2", "t1"],
      /"url": "https:\/\/bot:\[hidden\]@ci\.example\.com:8080\/hook\?a=1&access_token=\[hidden\]&b=2"/,
      /ci\.example\.com/,
    ],
  ] as const)
    it(`hides ${what}`, () => {
      const shown = shownOf(id, texts, "bearer");
      assert.match(requestText(shown), text);
      assert.match(curlText(shown, String), curl);
      for (const secret of secrets)
        assert.ok(!`${requestText(shown)} ${curlText(shown, String)}`.includes(secret), secret);
    });

  it("names files, and gives curl their paths", () => {
    const shown = shownOf("packages.v3.publish", { "path id": "1", "body package": "/tmp/it's a.nupkg" }, "basic");
    assert.match(
      requestText(shown),
      /Authorization: Basic \[hidden\]\nContent-Type: multipart\/form-data\n\npackage: it's a\.nupkg \(5 B\)/,
    );
    const curl = curlText(shown, () => "/tmp/it's a.nupkg");
    assert.match(curl, /--user "\$FORGELINE_USER:\$FORGELINE_TOKEN"/);
    assert.ok(curl.includes(`--form 'package=@"/tmp/it'\\''s a.nupkg"'`), curl);
  });

  it("asks curl for headers only where that is the request", () => {
    const texts = { "path id": "1", "path file_path": "a b.txt", "query ref": "main" };
    const address = "https://h/api/v4/projects/1/repository/files/a%20b.txt";
    const curl = curlText(shownOf("repositoryFiles.head", texts, undefined), String);
    assert.equal(curl, `curl \\\n  --head \\\n  '${address}'`);
  });
});

describe("JSON with its lines", () => {
  it("changes nothing but white space", () => {
    const text =
      '{"id":12345678901234567890,"a":[],"o":{},"n":1.0e+2,"t":"a \\"b\\", {c}: [d]","l":[1,{"x":null}],"id":1}';
    assert.equal(
      indentJson(text),
      '{\n  "id": 12345678901234567890,\n  "a": [],\n  "o": {},\n  "n": 1.0e+2,\n  "t": "a \\"b\\", {c}: [d]",\n  "l": [\n    1,\n    {\n      "x": null\n    }\n  ],\n  "id": 1\n}',
    );
    assert.equal(indentJson(JSON.stringify(JSON.parse('[ {"a" : 1} ]'), undefined, 4)), '[\n  {\n    "a": 1\n  }\n]');
    assert.equal(indentJson('"x"'), '"x"');
    assert.equal(indentJson("<html>"), undefined);
  });
});

describe("the document of an answer", () => {
  const documentOf = (id: string, text: string, headers: Record<string, string> = {}, status = 200) =>
    responseDocument(
      operation(id),
      { request: "GET https://h/x", status, took: 12.4, header: (name: string) => headers[name], text, notes: [] },
      "Tokens are hidden.",
    );

  const json = { "content-type": "application/json", "x-request-id": "r1", server: "x" };
  for (const [what, document, name, text, hidden] of [
    [
      "JSON with comments, without tokens",
      documentOf("oauth.token", '{"access_token":"abc","token_type":"bearer","expires_in":7200}', json),
      "oauth.token.jsonc",
      '// GET https://h/x\n// 200 OK (12 ms)\n// content-type: application/json\n// x-request-id: r1\n// Tokens are hidden.\n{\n  "access_token": "[hidden]",\n  "token_type": "bearer",\n  "expires_in": 7200\n}\n',
      true,
    ],
    [
      "text",
      documentOf("jobs.trace", "line\n", { "content-type": "text/plain" }),
      "jobs.trace.txt",
      "GET https://h/x\n200 OK (12 ms)\ncontent-type: text/plain\n\nline\n",
      false,
    ],
    [
      "XML",
      documentOf("packages.v2.packages", '<?xml version="1.0"?><feed/>', {
        "content-type": "application/xml",
        etag: "a--b",
      }),
      "packages.v2.packages.xml",
      '<?xml version="1.0"?><feed/>\n\n<!--\nGET https://h/x\n200 OK (12 ms)\ncontent-type: application/xml\netag: a- -b\n-->\n',
      false,
    ],
    [
      "its head alone",
      documentOf("users.delete", "", {}, 204),
      "users.delete.txt",
      "GET https://h/x\n204 No Content (12 ms)\n",
      false,
    ],
  ] as const)
    it(`is ${what}`, () => assert.deepEqual(document, { name, text, hidden }));

  it("hides secrets of every name, also in quotes, and values of variables that are some", () => {
    const body = String.raw`[{"key":"DEPLOY_TOKEN","variable_type":"env_var","value":"v1\"v2"},{"key":"STAGE","value":"open"},{"client_secret":"c1","password":"w\"1","token_id":"seen","code":"too"}]`;
    const link = '<https://h/x?page=2&private_token=q1>; rel="next"';
    const { text, hidden } = documentOf("pipelines.variables", body, { link });
    for (const secret of ["v1", "v2", "c1", "w\\", "q1"]) assert.ok(!text.includes(secret), `${secret} in ${text}`);
    for (const word of ["open", "seen", "too", 'page=2&private_token=[hidden]>; rel="next"', '"value": "[hidden]"'])
      assert.ok(text.includes(word), `${word} in ${text}`);
    assert.equal(hidden, true);
  });
});

describe("an answer that comes", () => {
  const received = async (chunks: readonly Uint8Array[], type = "", heard = (_: number): void => undefined) => {
    // eslint-disable-next-line @typescript-eslint/require-await -- the form of all bodies
    const body = (async function* () {
      yield* chunks;
    })();
    const header = (name: string) => (name === "content-type" ? type : undefined);
    const answer = { status: 200, header, body, close: () => Promise.resolve() };
    const got = await receive(answer, new AbortController().signal, heard);
    const bytes = readFileSync(got.file);
    await got.discard();
    assert.equal(existsSync(got.file), false);
    return { ...got, bytes };
  };

  it("is text, whatever its type, and whole in a file", async () => {
    let heard = 0;
    const parts = [Buffer.from("Grüße "), Buffer.from("from here")];
    const { text, whole, size, bytes } = await received(parts, "application/octet-stream", (count) => (heard = count));
    const found = [text, whole, size, heard, bytes.toString()];
    assert.deepEqual(found, ["Grüße from here", true, 17, 17, "Grüße from here"]);
  });

  it("is no text with null bytes or the type of an archive", async () => {
    const types = { "50004b": "text/plain", fffe4100: "", "504b": "application/zip" };
    for (const [bytes, type] of Object.entries(types))
      assert.equal((await received([Buffer.from(bytes, "hex")], type)).text, undefined, bytes);
  });

  it("shows the beginning of a long one, which may end within a character", async () => {
    const { text, whole, bytes } = await received([Buffer.alloc(maxShown - 1, "a"), Buffer.from("ü and more")]);
    assert.deepEqual([text?.length, whole], [maxShown - 1, false]);
    assert.equal(bytes.length, maxShown - 1 + Buffer.byteLength("ü and more"));
  });
});

describe("the path of a request", () => {
  it("is encoded as its operation needs it", () => {
    const pathOf = (id: string, texts: Record<string, string>) => requestOf(operation(id), { texts }, new Map()).path;
    const artifact = { "path id": "1", "path job_id": "2", "path artifact_path": "a b/c.txt" };
    assert.equal(pathOf("jobs.artifactFile", artifact), "/projects/1/jobs/2/artifacts/a%20b/c.txt");
    const file = { "path id": "g/p", "path file_path": "a b/c.txt", "query ref": "x" };
    assert.equal(pathOf("repositoryFiles.head", file), "/projects/g%2Fp/repository/files/a%20b%2Fc.txt");
    const entry = { "path id": "1", "path package_name": "it's", "path package_version": "1.0" };
    const packages = "/projects/1/packages/nuget/v2/Packages";
    assert.equal(pathOf("packages.v2.package", entry), `${packages}(Id='it''s',Version='1.0')`);
  });
});
