import assert from "node:assert/strict";
import { temporaryCapabilities } from "../../../src/api/capabilities.ts";
import type { Client } from "../../../src/api/client.ts";
import { createDialect } from "../../../src/api/dialect.ts";
import { authorizeUrl } from "../../../src/api/resources/authorizeUrl.ts";
import { uploadBytes } from "../../../src/api/upload.ts";
import { feed, give, partsOf, testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const bob = { id: 4, username: "bob", name: "Bob" };
const names = { email: "n@example.com", username: "new", name: "New" };
const request = { iid: 3, id: 9, title: "Sun", state: "opened", labels: ["a"] };
const commitStatus = { id: 5, status: "success", name: "lint", ref: "main" };
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString("base64")}`;

/** A call, the request below the API root with its JSON body, the answer, and the result, by default the answer as it is. */
type Sent = readonly [
  what: string,
  run: (client: Client) => Promise<unknown>,
  sends: string,
  json: object | undefined,
  answer?: unknown,
  ...brings: unknown[],
];

const renamed = { ...bob, skype: "s", linkedin: "l", twitter: "t" };
const documented = { ...bob, chat_account: "s", professional_profile: "l", social_account: "t" };
const withPassword = { ...names, reset_password: true, force_random_password: true };
const several = { known: { files: [{ path: "a" }, { path: "b" }] } };

const rows: readonly Sent[] = [
  [
    "joins the labels of a filter, and those of its negation",
    async ({ mergeRequests }) =>
      (await mergeRequests.list({ labels: ["a b", "ä"], not: { labels: ["c", "d"], author_id: 7 } }).page()).items,
    "GET /merge_requests?labels=a%20b%2C%C3%A4&not%5Blabels%5D=c%2Cd&not%5Bauthor_id%5D=7&per_page=20",
    undefined,
    [request],
  ],
  [
    "names auto-merge as hosts before and after 17.11 do",
    ({ mergeRequests }) => mergeRequests.merge(1, 3, { merge_when_pipeline_succeeds: true }),
    "PUT /projects/1/merge_requests/3/merge",
    { merge_when_pipeline_succeeds: true, auto_merge: true },
    request,
  ],
  [
    "returns nothing where auto-merge is canceled and the host answers with a status",
    ({ mergeRequests }) => mergeRequests.cancelAutoMerge(1, 3),
    "POST /projects/1/merge_requests/3/cancel_merge_when_pipeline_succeeds",
    undefined,
    { status: "success" },
    undefined,
  ],
  [
    "renames the fields of a user to and from those of the host",
    ({ users }) =>
      users.create({ ...names, password: "p", chat_account: "s", professional_profile: "l", social_account: "t" }),
    "POST /users",
    { ...names, password: "p", skype: "s", linkedin: "l", twitter: "t" },
    renamed,
    documented,
  ],
  ...[undefined, { message: "Created" }].map((answer): Sent => [
    `returns nothing for a new user after ${answer ? "another record" : "204"}`,
    ({ users }) => users.create(withPassword),
    "POST /users",
    withPassword,
    answer,
    undefined,
  ]),
  [
    "leaves undefined fields of a status out",
    ({ users }) => users.setStatus({ emoji: undefined, message: "" }),
    "PUT /user/status",
    { message: "" },
    { emoji: null, message: "" },
  ],
  [
    "returns nothing for a new milestone after 204",
    ({ milestones }) => milestones.project.create(1, { title: "1.0" }),
    "POST /projects/1/milestones",
    { title: "1.0" },
  ],
  [
    "ignores the answer to a promoted milestone",
    ({ milestones }) => milestones.project.promote("g/p", 5),
    "POST /projects/g%2Fp/milestones/5/promote",
    undefined,
    200,
    undefined,
  ],
  ...[undefined, [commitStatus]].map((answer): Sent => [
    `returns nothing for a commit status after ${answer ? "a list" : "204"}`,
    ({ commits }) => commits.setStatus(1, "a1", { state: "pending" }),
    "POST /projects/1/statuses/a1",
    { state: "pending" },
    answer,
    undefined,
  ]),
  [
    "changes the title of a snippet with several known files",
    ({ snippets }) => snippets.update(7, { title: "New" }, several),
    "PUT /snippets/7",
    { title: "New" },
    { id: 7, title: "New" },
  ],
  [
    "searches a feed for everything with an empty term",
    ({ packages }) => packages.v3.query({ project: 1 }),
    "GET /projects/1/packages/nuget/query?q=",
    undefined,
    { totalHits: 0, data: [] },
  ],
  [
    "asks for recent projects of the user",
    async ({ extras }) => (await extras.projects({ search: "f" }).page()).items,
    "GET /projects?membership=true&simple=true&search_namespaces=true&order_by=last_activity_at&search=f&per_page=20",
    undefined,
    [{ id: 1, path_with_namespace: "a/f" }],
  ],
];

describe("a request of an operation", () => {
  const on = testServer();

  for (const [what, run, sends, body, answer, ...brings] of rows)
    it(what, async () => {
      on.server.handler = (_request, response) => give(response, answer);
      const result = await run(on.client());
      assert.deepEqual(on.server.asked, [sends]);
      const came = on.server.last.body;
      assert.deepEqual(came === "" ? undefined : JSON.parse(came), body);
      assert.deepEqual(result, brings.length > 0 ? brings[0] : answer);
    });

  it("accepts a description of exactly the longest length", async () => {
    on.server.handler = (_request, response) => json(response, request);
    await on.client().mergeRequests.update(1, 3, { description: "ä".repeat(1_048_576) });
    assert.equal(on.server.seen.length, 1);
  });

  it("sends a picture as multipart, beside fields in the host's words", async () => {
    on.server.handler = (_request, response) => json(response, bob);
    const avatar = uploadBytes("a.png", Buffer.from("PNG"), "image/png");
    const texts = { name: "Ü", admin: false, projects_limit: 0, chat_account: "s", bio: undefined };
    await on.client().users.update(4, { ...texts, avatar });
    assert.deepEqual(partsOf(on.server.last.headers["content-type"], on.server.last.body), {
      ...{ name: "Ü", admin: "false", projects_limit: "0", skype: "s" },
      avatar: "a.png|image/png|PNG",
    });
  });

  it("publishes a package with the documented names alone, and the feed's credential", async () => {
    on.server.handler = (_request, response) => response.writeHead(201).end();
    const names = { package_name: "A", package_version: "1", package_filename: "a.nupkg" };
    // What is published may be a whole record of a package.
    const upload = { package: uploadBytes("a.nupkg", Buffer.from("PK")), ...names, catalogEntry: { id: "A" } };
    for (const feedOf of ["v3", "v2"] as const) {
      await on.client().packages[feedOf].publish(7, upload);
      const { headers, body } = on.server.last;
      assert.equal(headers.authorization, basic(`${feed.username}:${feed.password}`));
      const file = "a.nupkg|application/octet-stream|PK";
      assert.deepEqual(partsOf(headers["content-type"], body), { ...names, package: file });
    }
  });

  it("sends no request to a feed without its credential", async () => {
    const error = { kind: "invalidArgument", code: "feedCredentials", operation: "packages.v3.query" };
    await assert.rejects(on.server.client().packages.v3.query({ project: 1 }), error);
    assert.deepEqual(on.server.asked, []);
  });

  const client = { client_id: "c", client_secret: "s" };
  const renewal = { grant_type: "refresh_token", refresh_token: "r", redirect_uri: "x", code_verifier: undefined };
  const password = { grant_type: "password", username: "alice", password: "p&w" };
  const byPassword = "grant_type=password&username=alice&password=p%26w";
  const renewed = "grant_type=refresh_token&refresh_token=r&redirect_uri=x&client_id=c&client_secret=s";
  for (const [what, given, body, authorization] of [
    ["a password, with the application in Basic", { ...password, ...client }, byPassword, basic("c:s")],
    ["a password alone", password, byPassword, undefined],
    ["a secret of another grant, without an undefined verifier", { ...renewal, ...client }, renewed, undefined],
  ] as const)
    it(`sends a token request as a form: ${what}`, async () => {
      on.server.handler = (_request, response) => json(response, { access_token: "a" });
      await on.client().oauth.token(given as Parameters<Client["oauth"]["token"]>[0]);
      const { headers, path } = on.server.last;
      assert.deepEqual(
        [path, on.server.last.body, headers.authorization, headers["private-token"], headers["content-type"]],
        ["/oauth/token", body, authorization, undefined, "application/x-www-form-urlencoded"],
      );
    });

  it("asks about another token without its own credential, and shows it in no error", async () => {
    on.server.handler = (_request, response) => json(response, { error: "invalid_token" }, 401);
    await assert.rejects(
      on.client().oauth.tokenInfo({ access_token: "other-token" }),
      (error: Error & { request: { url: string } }) => !`${error.message} ${error.request.url}`.includes("other-token"),
    );
    const { path, headers } = on.server.last;
    const found = [path, headers.authorization, headers["private-token"]];
    assert.deepEqual(found, ["/oauth/token/info?access_token=other-token", undefined, undefined]);
  });

  it("builds the address of the approval page", () => {
    const given = {
      client_id: "c",
      redirect_uri: "vscode://f.f/callback",
      state: "s&t",
      scope: ["api", "openid"],
      code_challenge: "x_y".padEnd(43, "-"),
    };
    const address = `https://git.test/forge/oauth/authorize?client_id=c&redirect_uri=vscode%3A%2F%2Ff.f%2Fcallback&response_type=code&state=s%26t&scope=api+openid&code_challenge=${given.code_challenge}&code_challenge_method=S256`;
    assert.equal(authorizeUrl("https://git.test/forge/", given), address);
    assert.equal(
      on.server.client({ baseUrl: "https://git.test/forge" }).oauth.authorizeUrl({ ...given, scope: "api openid" }),
      address,
    );
  });

  it("sends below the sub-path of a host", async () => {
    on.server.handler = (_request, response) => json(response, { scope: [], id: 1, username: "alice" });
    const below = on.server.client({ baseUrl: `${on.server.origin}/forge/` });
    await below.users.current();
    await below.oauth.tokenInfo();
    const found = on.server.seen.map(({ path }) => path);
    assert.deepEqual(found, ["/forge/api/v4/user", "/forge/oauth/token/info"]);
  });

  it("reduces the address of an instance to origin and sub-path, and refuses other addresses", () => {
    for (const [given, baseUrl] of [
      ["https://git.test/", "https://git.test"],
      ["https://git.test:8443/forge//?x#y", "https://git.test:8443/forge"],
      ["https://me:pw@git.test/forge", "https://git.test/forge"],
    ] as const)
      assert.equal(on.server.client({ baseUrl: given }).baseUrl, baseUrl);
    for (const given of ["", "git.test", "ftp://git.test", "javascript:1"])
      assert.throws(() => on.server.client({ baseUrl: given }), TypeError, given);
  });
});

const headers = (all: Readonly<Record<string, string>>) => (name: string) => all[name];
const paths = (dialect: ReturnType<typeof createDialect>): (string | undefined)[] =>
  dialect.paths("/templates/service_ci_ymls/Bash").map((one) => one?.path);

describe("the dialect of a host", () => {
  it("tries both names until one works", () => {
    const dialect = createDialect("auto", temporaryCapabilities());
    assert.deepEqual(paths(dialect), ["/templates/gitlab_ci_ymls/Bash", "/templates/service_ci_ymls/Bash"]);
    assert.equal(dialect.name, undefined);
    dialect.paths("/templates/service_ci_ymls")[1]?.confirm();
    assert.deepEqual([dialect.name, paths(dialect)], ["neutral", ["/templates/service_ci_ymls/Bash"]]);
  });

  for (const [header, name] of [
    ["x-gitlab-meta", "gitlab"],
    ["x-gitlab-blob-id", "gitlab"],
    ["x-service-blob-id", "neutral"],
  ] as const)
    it(`is known from ${header}`, () => {
      const capabilities = temporaryCapabilities();
      const dialect = createDialect("auto", capabilities);
      dialect.observe(headers({ [header]: "x" }));
      assert.deepEqual([dialect.name, capabilities.get("dialect")], [name, name]);
    });

  it("begins with the stored one, and changes with the host", () => {
    const capabilities = temporaryCapabilities();
    capabilities.set("dialect", "neutral");
    const dialect = createDialect("auto", capabilities);
    const found = [dialect.name, paths(dialect)];
    assert.deepEqual(found, ["neutral", ["/templates/service_ci_ymls/Bash", "/templates/gitlab_ci_ymls/Bash"]]);
    dialect.observe(headers({ "x-gitlab-meta": "{}" }));
    assert.deepEqual([dialect.name, capabilities.get("dialect")], ["gitlab", "gitlab"]);
  });

  it("stays the configured one", () => {
    const dialect = createDialect("neutral", temporaryCapabilities());
    dialect.observe(headers({ "x-gitlab-meta": "{}" }));
    assert.deepEqual([dialect.name, paths(dialect)], ["neutral", ["/templates/service_ci_ymls/Bash"]]);
  });

  it("leaves other paths unchanged", () => {
    for (const path of ["/templates/service_ci_ymls_x", "/projects/1"])
      assert.deepEqual(
        createDialect("auto", temporaryCapabilities())
          .paths(path)
          .map((one) => one?.path),
        [path],
      );
  });

  it("finds a documented header by either name", () => {
    const dialect = createDialect("auto", temporaryCapabilities());
    assert.equal(dialect.header(headers({ "x-gitlab-size": "7" }), "X-Service-Size"), "7");
    assert.equal(dialect.header(headers({ "x-service-size": "8" }), "X-Service-Size"), "8");
    assert.equal(dialect.header(headers({ etag: "e" }), "ETag"), "e");
  });

  it("renames fields of records and lists to documented names", () => {
    const dialect = createDialect("auto", temporaryCapabilities());
    assert.deepEqual(dialect.read({ id: 1, skype: "s", linkedin: "l", twitter: "t" }), {
      id: 1,
      chat_account: "s",
      professional_profile: "l",
      social_account: "t",
    });
    assert.deepEqual(dialect.read([{ akismet_submitted: true }]), [{ spamfilter_submitted: true }]);
    assert.deepEqual(dialect.read({ skype: "host's", chat_account: "documented" }), { chat_account: "documented" });
  });

  it("writes fields by the host's names", () => {
    assert.deepEqual(createDialect("auto", temporaryCapabilities()).write({ chat_account: "s", name: "n" }), {
      skype: "s",
      name: "n",
    });
    assert.deepEqual(createDialect("neutral", temporaryCapabilities()).write({ chat_account: "s" }), {
      chat_account: "s",
    });
  });
});
