import assert from "node:assert/strict";
import { createAddresses } from "../../../src/api/addresses.ts";
import { ApiError } from "../../../src/api/errors.ts";
import type { FieldsOf, RequiredFields } from "../../../src/api/fieldsOf.ts";
import { checkList, checkObject, UnexpectedBody } from "../../../src/api/json.ts";
import { path, queryString, segments } from "../../../src/api/path.ts";
import { redirectOf } from "../../../src/api/redirect.ts";
import type { RequestSpec } from "../../../src/api/request.ts";
import {
  checkDates,
  checkExclusive,
  checkFilled,
  checkLength,
  checkNotEmpty,
  checkTimes,
} from "../../../src/api/rules.ts";
import { testServer } from "./sentRequests.ts";
import { bytes, json } from "./server.ts";

const refused = (make: () => unknown) =>
  assert.throws(make, (error: unknown) => error instanceof ApiError && error.kind === "invalidArgument");

describe("path", () => {
  const holes: [hole: string | number, encoded: string][] = [
    [7, "7"],
    [0, "0"],
    ["group/sub/project", "group%2Fsub%2Fproject"],
    ["feature/a b", "feature%2Fa%20b"],
    ["50%2F", "50%252F"],
    ["q?x=1#y", "q%3Fx%3D1%23y"],
    ["C++", "C%2B%2B"],
    ["..a", "..a"],
    ["v1.0", "v1.0"],
    ["ünï", "%C3%BCn%C3%AF"],
    ["\\..\\", "%5C..%5C"],
    ["a\nb", "a%0Ab"],
  ];
  for (const [hole, encoded] of holes)
    it(`encodes ${JSON.stringify(hole)}`, () => assert.equal(path`/x/${hole}/y`, `/x/${encoded}/y`));

  for (const hole of ["", ".", "..", "a/../b", "./a", "a/.", NaN, -1, 1.5, Infinity, 2 ** 53, "\ud800"])
    it(`refuses ${JSON.stringify(hole)} before anything is sent`, () => refused(() => path`/x/${hole}/y`));
});

describe("segments", () => {
  it("encodes a file path segment by segment", () => {
    assert.equal(path`/artifacts/${segments("out dir/a#b/c%.txt")}`, "/artifacts/out%20dir/a%23b/c%25.txt");
  });

  for (const file of ["", "/a", "a/", "a//b", "../a", "a/./b"])
    it(`refuses ${JSON.stringify(file)}`, () => refused(() => segments(file)));
});

describe("queryString", () => {
  const queries: [query: object, text: string][] = [
    [{}, ""],
    [{ a: undefined, b: null }, ""],
    [{ page: 2, per_page: 100 }, "?page=2&per_page=100"],
    [{ yaml_errors: true, x: false }, "?yaml_errors=true&x=false"],
    [{ name: "" }, "?name="],
    [{ ref: "a+b c&d=é" }, "?ref=a%2Bb%20c%26d%3D%C3%A9"],
    [{ updated_after: new Date(Date.UTC(2026, 0, 2, 3, 4, 5)) }, "?updated_after=2026-01-02T03%3A04%3A05.000Z"],
    [{ since: "2026-01-02T03:04:05+02:00" }, "?since=2026-01-02T03%3A04%3A05%2B02%3A00"],
    [{ scope: ["running", "pending"] }, "?scope%5B%5D=running&scope%5B%5D=pending"],
    [{ scope: [] }, ""],
    [{ not: { labels: "x", ids: [1, 2] } }, "?not%5Blabels%5D=x&not%5Bids%5D%5B%5D=1&not%5Bids%5D%5B%5D=2"],
    [{ name: "\ud800" }, "?name=%EF%BF%BD"],
  ];
  for (const [query, text] of queries)
    it(`writes ${text === "" ? "nothing" : text}`, () => assert.equal(queryString(query), text));
});

describe("rules before sending", () => {
  const addresses = createAddresses("https://git.example.com");
  const http: Parameters<typeof checkDates>[0] = {
    invalidArgument: (call, code, why, ...fields) => addresses.invalidArgument(call, code, why, fields),
  };
  const call: RequestSpec = { operation: "test.rule", path: path`/x` };
  const refused =
    (code: string, ...fields: string[]) =>
    (error: unknown) => {
      assert.ok(error instanceof ApiError);
      const found = [error.kind, error.code, Object.keys(error.fields ?? {}), error.operation, error.instance];
      assert.deepEqual(found, ["invalidArgument", code, fields, "test.rule", "https://git.example.com"]);
      return true;
    };

  it("accept times with an offset, and dates that exist", () => {
    const day = "2024-02-29";
    const times = [`${day}T12:00:00Z`, `${day}T12:00:00.123+02:00`, `${day}T12:00:00-0500`];
    for (const since of [undefined, null, new Date(0), ...times]) checkTimes(http, call, { since }, "since");
    for (const due of [undefined, null, "", day]) checkDates(http, call, { due }, "due");
  });

  const noTimes = ["2024-02-29", "2023-02-29T12:00:00Z", "2024-02-29T25:00:00Z", "2024-02-29T12:00:00"];
  for (const since of ["", "yesterday", ...noTimes, new Date(NaN), 5])
    it(`refuse ${String(since) || "nothing"} (${typeof since}) as a time`, () =>
      assert.throws(() => checkTimes(http, call, { since }, "since"), refused("date", "since")));
  for (const due of ["2023-02-29", "24-02-29", "2024-2-9", "2024-02-29T00:00:00Z", 20240229])
    it(`refuse ${due} as a date`, () =>
      assert.throws(() => checkDates(http, call, { due }, "due"), refused("date", "due")));

  it("refuse exclusive fields, of which undefined is none", () => {
    checkExclusive(http, call, { a: 1, b: undefined }, "a", "b");
    assert.throws(() => checkExclusive(http, call, { a: 1, b: "" }, "a", "b"), refused("exclusive", "a", "b"));
  });

  it("refuse an empty change, where null and empty text are changes", () => {
    for (const changes of [{ a: "" }, { a: null }, { a: 0 }, { a: [] }]) checkNotEmpty(http, call, changes);
    for (const none of [{}, { a: undefined }])
      assert.throws(() => checkNotEmpty(http, call, none), refused("nothingToChange"));
  });

  it("refuse blank fields", () => {
    checkFilled(http, call, { a: 0, b: "x", c: [] }, "a", "b", "c");
    for (const empty of [{}, { a: null }, { a: "" }, { a: " \n" }])
      assert.throws(() => checkFilled(http, call, empty, "a"), refused("required", "a"));
  });

  it("count characters, not UTF-16 units", () => {
    checkLength(http, call, { a: "😀😀" }, "a", 2);
    assert.throws(() => checkLength(http, call, { a: "😀😀x" }, "a", 2), refused("length", "a"));
  });
});

interface Author {
  readonly username: string;
  readonly name?: string | null;
}
interface Note {
  readonly id: number;
  readonly text: string;
  readonly emoji: string | null;
  readonly title?: string | null;
  readonly author?: Author | null;
  readonly readers: readonly Author[];
}

const author = { username: "text" } as const;
const fields = {
  id: "id",
  text: "text",
  emoji: "text|null",
  author: { kind: "object?", of: author },
  readers: { kind: "list", of: author },
} as const;
const note = { id: 1, text: "x", emoji: null, readers: [{ username: "alice" }] };

const refusal = (value: unknown): string => {
  try {
    checkObject<Note>(value, fields);
    return "";
  } catch (error) {
    assert.ok(error instanceof UnexpectedBody);
    return error.message;
  }
};

describe("the check of a response", () => {
  it("requires what the type promises, in nested records and in each item of a list too", () => {
    assert.equal(checkObject<Note>(note, fields), note);
    assert.equal(refusal({ ...note, author: null }), "");
    for (const [change, message] of [
      [{ id: undefined }, "lacks the field id"],
      [{ text: null }, "lacks the field text"],
      [{ emoji: undefined }, "lacks the field emoji"],
      [{ emoji: 1 }, "has something else than its text in the field emoji"],
      [{ author: {} }, "lacks the field author.username"],
      [{ readers: null }, "lacks the field readers"],
      [{ readers: [null] }, "holds something else than an object at readers[0]"],
      [{ readers: [{ username: "alice" }, {}] }, "lacks the field readers[1].username"],
    ] as const)
      assert.equal(refusal({ ...note, ...change }), message);
    assert.throws(() => checkList<Author>([{ username: "alice" }, {}], author), { field: "[1].username" });
  });

  it("does not compile where it admits less than the type promises", () => {
    type Admits<Checks extends RequiredFields> = Checks extends FieldsOf<Note> ? "all" : "less";
    type Whole = typeof fields;
    const promised: [
      Admits<Whole>,
      Admits<Omit<Whole, "text"> & RequiredFields>,
      Admits<Omit<Whole, "text"> & { text: "text?" }>,
      Admits<Omit<Whole, "emoji"> & { emoji: "text?" }>,
      Admits<Omit<Whole, "author"> & { author: "object?" }>,
      Admits<Omit<Whole, "readers"> & { readers: "list" }>,
      Admits<Omit<Whole, "readers"> & { readers: { kind: "list?"; of: typeof author } }>,
    ] = ["all", "less", "less", "less", "less", "less", "less"];
    assert.equal(promised.filter((one) => one === "less").length, 6);
  });
});

describe("redirectOf", () => {
  const from = new URL("https://git.test/forge/api/v4/x?y=1");
  const rows: [method: string, status: number, location: string | undefined, to: string | undefined][] = [
    ["GET", 200, "/z", undefined],
    ["GET", 304, "/z", undefined],
    ["GET", 302, undefined, undefined],
    ["GET", 301, "/z?a=b", "https://git.test/z?a=b"],
    ["GET", 302, "z", "https://git.test/forge/api/v4/z"],
    ["HEAD", 307, "https://cdn.test/f", "https://cdn.test/f"],
    ["GET", 302, "https://me:pw@cdn.test/f#part", "https://cdn.test/f"],
    ["GET", 302, "http://git.test/z", "refused"],
    ["GET", 302, "http://cdn.test/z", "refused"],
    ["GET", 302, "data:text/plain,x", "refused"],
    ["POST", 308, "/z", "https://git.test/z"],
    ["DELETE", 302, "/z", "refused"],
    ["PUT", 308, "https://other.test/z", "refused"],
  ];
  for (const [method, status, location, to] of rows)
    it(`${method}, ${status}, ${location ?? "nowhere"}: ${to ?? "no redirect"}`, () => {
      const redirect = redirectOf(method, status, location, from);
      assert.equal(redirect && ("to" in redirect ? redirect.to.href : "refused"), to);
    });

  it("allows http to http, and http to https", () => {
    for (const to of ["http://b.test/", "https://a.test/"])
      assert.deepEqual(redirectOf("GET", 302, to, new URL("http://a.test/")), { to: new URL(to) });
  });
});

const user = { operation: "users.get", path: path`/users/${7}` } as const;

describe("a request of any operation", () => {
  const on = testServer();

  it("returns any answer of the host, refusals too", async () => {
    on.server.handler = (_request, response) =>
      json(response, { message: "403 Forbidden" }, 403, { "x-request-id": "r9" });
    const answer = await on.client().requests.send(user);
    const found = [answer.status, answer.header("x-request-id"), (await bytes(answer.body)).toString()];
    assert.deepEqual(found, [403, "r9", '{"message":"403 Forbidden"}']);
    assert.equal(on.server.last.headers["private-token"], "t1");
  });

  it("is sent once, also after 503 and 429", async () => {
    on.server.handler = (_request, response) => json(response, { message: "busy" }, 503);
    assert.equal((await on.client().requests.send(user)).status, 503);
    on.server.handler = (_request, response) => json(response, {}, 429, { "retry-after": "1" });
    assert.equal((await on.client().requests.send({ ...user, method: "DELETE" })).status, 429);
    assert.equal(on.server.seen.length, 2);
  });

  it("renews a refused token, and returns the last answer", async () => {
    const client = on.server.client({
      credentials: { scheme: "bearer", token: ({ stale }) => Promise.resolve(stale === undefined ? "old" : "new") },
    });
    on.server.handler = ({ headers }, response) =>
      headers.authorization === "Bearer new"
        ? json(response, { id: 7 })
        : json(response, { message: "401 Unauthorized" }, 401);
    assert.equal((await client.requests.send(user)).status, 200);
    on.server.handler = (_request, response) => json(response, { message: "401 again" }, 401);
    const answer = await client.requests.send(user);
    assert.deepEqual([answer.status, (await bytes(answer.body)).toString()], [401, '{"message":"401 again"}']);
  });

  it("tries the other spelling of a path before it returns 404", async () => {
    const client = on.server.client({ dialect: "auto" });
    on.server.handler = ({ path: asked }, response) =>
      asked.includes("/templates/service_ci_ymls")
        ? json(response, [{ key: "Go" }])
        : json(response, { message: "404" }, 404);
    const templates = { operation: "ciTemplates.list", path: path`/templates/service_ci_ymls`, auth: "none" } as const;
    const answer = await client.requests.send(templates);
    assert.deepEqual([answer.status, (await bytes(answer.body)).toString()], [200, '[{"key":"Go"}]']);
    assert.deepEqual(on.server.asked, ["GET /templates/gitlab_ci_ymls", "GET /templates/service_ci_ymls"]);
  });

  it("fails only without an answer", async () => {
    on.server.handler = (_request, response) => response.destroy();
    await assert.rejects(on.client().requests.send(user), { kind: "network", operation: "users.get" });
    assert.equal(on.server.seen.length, 1);
  });

  it("sends its body with the host's field names", async () => {
    on.server.handler = (_request, response) => json(response, {}, 201);
    const request = {
      operation: "users.create",
      method: "POST",
      path: path`/users`,
      json: { name: "Ü", chat_account: "s" },
      hostFieldNames: true,
    } as const;
    await (await on.client().requests.send(request)).close();
    assert.deepEqual(JSON.parse(on.server.last.body), { name: "Ü", skype: "s" });
    assert.deepEqual(await on.client().requests.preview(request), {
      url: `${on.server.origin}/api/v4/users`,
      scheme: "private-token",
      json: { name: "Ü", skype: "s" },
    });
  });
});
