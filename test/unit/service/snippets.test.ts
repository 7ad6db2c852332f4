import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import { Clock } from "../../service/clock.ts";
import type { SnippetRecord } from "../../service/snippets/store.ts";
import { maySeeSnippet } from "../../service/snippets/visibility.ts";
import { State } from "../../service/state.ts";
import { running, signInByOAuth, type Answer, type Running } from "./calling.ts";

const env = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
};
const git = async (cwd: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)("git", args, { cwd, env })).stdout.trim();
const snippets = "/api/v4/snippets";

interface Snippet extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly http_url_to_repo: string;
  readonly files: readonly { readonly path: string; readonly raw_url: string }[];
}
type Fields = Readonly<Record<string, unknown>>;
type Person = "alice" | "bob" | "admin";

const as = (at: Running, name: Person): { headers: Record<string, string> } => ({
  headers: { "PRIVATE-TOKEN": at.info.users[name].token },
});
const create = (at: Running, body: Fields, name: Person = "alice"): Promise<Answer> =>
  at.call("POST", snippets, { ...as(at, name), body });
const snippetOf = (answer: Answer): Snippet => answer.json as Snippet;
const titles = (answer: Answer): unknown[] => (answer.json as Snippet[]).map((snippet) => snippet["title"]);
const single = { title: "Single", file_name: "one.sh", content: "echo 1\n" };
const multiple = {
  title: "Several",
  description: "Two files",
  visibility: "public",
  files: [
    { file_path: "b.txt", content: "of b" },
    { file_path: "a/ä b.txt", content: "of a" },
  ],
};
/** As tests run in parallel to nothing, ids count up from 1. */
const made = async (at: Running, body: Fields): Promise<number> => snippetOf(await create(at, body)).id;

describe("service: snippets", () => {
  it("creates a single-file snippet, internal unless told otherwise", async () => {
    await using at = await running();
    const answer = await create(at, single);
    assert.equal(answer.status, 201);
    const { created_at: created, updated_at: updated, author, ...rest } = snippetOf(answer);
    assert.deepEqual([(author as { username: string }).username, updated], ["alice", created]);
    const { url } = at.info;
    assert.deepEqual(rest, {
      id: 1,
      title: "Single",
      file_name: "one.sh",
      description: "",
      visibility: "internal",
      expires_at: null,
      project_id: null,
      web_url: `${url}/-/snippets/1`,
      raw_url: `${url}/-/snippets/1/raw`,
      ssh_url_to_repo: "ssh://git@127.0.0.1/snippets/1.git",
      http_url_to_repo: `${url}/snippets/1.git`,
      files: [{ path: "one.sh", raw_url: `${url}/-/snippets/1/raw/main/one.sh` }],
      imported: false,
      imported_from: "none",
    });
    assert.deepEqual((await at.call("GET", `${snippets}/1`)).json, answer.json);
  });

  it("creates a snippet of several files and answers each raw, at a ref too", async () => {
    await using at = await running();
    const { id, files } = snippetOf(await create(at, multiple));
    assert.deepEqual(
      files.map((file) => file.path),
      ["a/ä b.txt", "b.txt"],
    );
    const raw = await at.call("GET", `${snippets}/${id}/raw`);
    assert.deepEqual(
      [raw.status, raw.text, raw.headers.get("content-type")],
      [200, "of a", "text/plain; charset=utf-8"],
    );
    assert.equal((await at.call("GET", `${snippets}/${id}/files/main/b.txt/raw`)).text, "of b");
    assert.equal(
      (await at.call("GET", `${snippets}/${id}/files/main/${encodeURIComponent("a/ä b.txt")}/raw`)).text,
      "of a",
    );
    const file = await at.call("GET", `${snippets}/${id}/files/main/c.txt/raw`);
    assert.deepEqual([file.status, file.json], [404, { message: "404 File Not Found" }]);
    const ref = await at.call("GET", `${snippets}/${id}/files/other/b.txt/raw`);
    assert.deepEqual([ref.status, ref.json], [404, { message: "404 Reference Not Found" }]);
  });

  const refused: [what: string, body: Fields, answer: unknown][] = [
    ["no title", { content: "x", file_name: "x" }, { error: "title is missing" }],
    ["an empty title", { ...single, title: "" }, { error: "title is empty" }],
    [
      "neither files nor content",
      { title: "x" },
      { error: "files, content are missing, exactly one parameter must be provided" },
    ],
    ["files and content", { ...multiple, content: "x" }, { error: "files, content are mutually exclusive" }],
    ["content without a file name", { title: "x", content: "x" }, { error: "file_name is missing" }],
    ["empty content", { ...single, content: "" }, { error: "content is empty" }],
    ["no file among files", { title: "x", files: [] }, { error: "files is empty" }],
    ["a file without a path", { title: "x", files: [{ content: "x" }] }, { error: "files[0][file_path] is missing" }],
    [
      "a file without content",
      { title: "x", files: [{ file_path: "a", content: "x" }, { file_path: "b" }] },
      { error: "files[1][content] is missing" },
    ],
    ["an unknown visibility", { ...single, visibility: "secret" }, { error: "visibility does not have a valid value" }],
    [
      "a file twice",
      {
        title: "x",
        files: [
          { file_path: "a", content: "x" },
          { file_path: "a", content: "y" },
        ],
      },
      { message: { error: "Repository Error creating the snippet - A file with this name already exists" } },
    ],
    [
      "eleven files",
      { title: "x", files: Array.from({ length: 11 }, (_, n) => ({ file_path: `${n}`, content: "x" })) },
      { message: { error: "Repository Error creating the snippet - The repository can contain at most 10 file(s)." } },
    ],
  ];
  for (const [what, body, expected] of refused) {
    it(`refuses to create from ${what}`, async () => {
      await using at = await running();
      const answer = await create(at, body);
      assert.deepEqual([answer.status, answer.json], [400, expected]);
      assert.deepEqual((await at.call("GET", snippets)).json, []);
    });
  }

  it("updates texts alone, and the file of a single-file snippet by content and name", async () => {
    await using at = await running();
    const id = await made(at, single);
    await at.service.control.advanceClock(1000);
    const texts = snippetOf(
      await at.call("PUT", `${snippets}/${id}`, { body: { title: "New", description: "d", visibility: "private" } }),
    );
    assert.deepEqual(
      [texts["title"], texts["description"], texts["visibility"], texts["file_name"]],
      ["New", "d", "private", "one.sh"],
    );
    assert.ok(String(texts["updated_at"]) > String(texts["created_at"]));
    assert.equal(
      snippetOf(await at.call("PUT", `${snippets}/${id}`, { body: { description: "" } }))["description"],
      "",
    );
    await at.call("PUT", `${snippets}/${id}`, { body: { content: "echo 2\n" } });
    const renamed = snippetOf(await at.call("PUT", `${snippets}/${id}`, { body: { file_name: "two.sh" } }));
    assert.deepEqual(
      renamed.files.map((file) => file.path),
      ["two.sh"],
    );
    assert.equal((await at.call("GET", `${snippets}/${id}/raw`)).text, "echo 2\n");
  });

  it("creates, updates, moves and deletes files of a snippet in one commit", async () => {
    await using at = await running();
    const id = await made(at, {
      title: "x",
      files: ["a", "b", "c"].map((file_path) => ({ file_path, content: `of ${file_path}` })),
    });
    const files = [
      { action: "update", file_path: "a", content: "changed" },
      { action: "move", previous_path: "b", file_path: "sub/b" },
      { action: "delete", file_path: "c" },
      { action: "create", content: "new" },
    ];
    const answer = await at.call("PUT", `${snippets}/${id}`, { body: { files } });
    assert.deepEqual(
      [answer.status, snippetOf(answer).files.map((file) => file.path)],
      [200, ["a", "snippetfile1.txt", "sub/b"]],
    );
    const read = async (path: string): Promise<string> =>
      (await at.call("GET", `${snippets}/${id}/files/main/${encodeURIComponent(path)}/raw`)).text;
    assert.deepEqual(await Promise.all(["a", "snippetfile1.txt", "sub/b"].map(read)), ["changed", "new", "of b"]);
    assert.equal((await at.call("GET", `${snippets}/${id}/files/main~1/a/raw`)).status, 404, "no revision expressions");
  });

  const usePart = "To update Snippets with multiple files, you must use the `files` parameter";
  const notUpdated: [what: string, body: Fields, answer: unknown][] = [
    [
      "with nothing",
      {},
      {
        error:
          "title, description, visibility, files, file_name, content are missing, at least one parameter must be provided",
      },
    ],
    ["with content, having several files", { content: "x" }, { message: { error: usePart } }],
    ["with a file name, having several files", { file_name: "x" }, { message: { error: usePart } }],
    ["with files and content", { content: "x", files: [] }, { error: "files, content are mutually exclusive" }],
    ["without an action", { files: [{ file_path: "a", content: "x" }] }, { error: "files[0][action] is missing" }],
    [
      "with an unknown action",
      { files: [{ action: "chmod", file_path: "a" }] },
      { error: "files[0][action] does not have a valid value" },
    ],
    [
      "by an update without content",
      { files: [{ action: "update", file_path: "b.txt" }] },
      { error: "files[0][content] is missing" },
    ],
    [
      "by a creation without content",
      { files: [{ action: "create", file_path: "n" }] },
      { error: "files[0][content] is missing" },
    ],
    [
      "by a move from nowhere",
      { files: [{ action: "move", file_path: "n" }] },
      { error: "files[0][previous_path] is missing" },
    ],
    [
      "by a move to itself",
      { files: [{ action: "move", file_path: "b.txt", previous_path: "b.txt" }] },
      { error: "files[0][file_path] is invalid" },
    ],
    [
      "by deleting nothing in particular",
      { files: [{ action: "delete" }] },
      { error: "files[0][file_path] is missing" },
    ],
    [
      "by deleting a file it has not",
      { files: [{ action: "delete", file_path: "n" }] },
      { message: { error: "Repository Error updating the snippet - A file with this name doesn't exist" } },
    ],
    [
      "by deleting all files",
      { files: ["b.txt", "a/ä b.txt"].map((file_path) => ({ action: "delete", file_path })) },
      { message: { error: "Repository Error updating the snippet - The repository must contain at least 1 file." } },
    ],
  ];
  for (const [what, body, expected] of notUpdated) {
    it(`refuses to update a snippet ${what}, and changes nothing`, async () => {
      await using at = await running();
      const before = snippetOf(await create(at, multiple));
      const answer = await at.call("PUT", `${snippets}/${before.id}`, {
        body: { ...(Object.keys(body).length > 0 ? { title: "changed" } : {}), ...body },
      });
      assert.deepEqual([answer.status, answer.json], [400, expected]);
      assert.deepEqual((await at.call("GET", `${snippets}/${before.id}`)).json, before);
    });
  }

  it("asks for files with every change of several files in the neutral dialect, as the documents do", async () => {
    await using at = await running({ dialect: "neutral" });
    const several = await made(at, multiple);
    const refusal = await at.call("PUT", `${snippets}/${several}`, { body: { title: "t" } });
    assert.deepEqual([refusal.status, refusal.json], [400, { error: "files is missing" }]);
    assert.equal((await at.call("PUT", `${snippets}/${await made(at, single)}`, { body: { title: "t" } })).status, 200);
    const author = snippetOf(await at.call("GET", `${snippets}/${several}`))["author"] as Fields;
    assert.equal(author["email"], "alice@example.com");
  });

  it("deletes a snippet once", async () => {
    await using at = await running();
    const id = await made(at, single);
    const deleted = await at.call("DELETE", `${snippets}/${id}`);
    assert.deepEqual([deleted.status, deleted.text], [204, ""]);
    for (const [method, path] of [
      ["DELETE", ""],
      ["GET", ""],
      ["GET", "/raw"],
    ] as const) {
      const answer = await at.call(method, `${snippets}/${id}${path}`);
      assert.deepEqual([answer.status, answer.json], [404, { message: "404 Snippet Not Found" }], `${method} ${path}`);
    }
  });

  it("shows private ones to their creator, internal ones to whoever is signed in, public ones to all", async () => {
    await using at = await running();
    for (const visibility of ["private", "internal", "public"]) await create(at, { ...single, visibility });
    const seen = (options: { headers: Record<string, string> }): Promise<number[]> =>
      Promise.all([1, 2, 3].map(async (id) => (await at.call("GET", `${snippets}/${id}/raw`, options)).status));
    assert.deepEqual(await seen(as(at, "alice")), [200, 200, 200]);
    assert.deepEqual(await seen(as(at, "bob")), [404, 200, 200]);
    assert.deepEqual(await seen(as(at, "admin")), [200, 200, 200]);
    assert.deepEqual(await seen({ headers: {} }), [404, 404, 200]);
    assert.equal((await at.call("PUT", `${snippets}/3`, { ...as(at, "bob"), body: { title: "mine" } })).status, 404);
    assert.equal((await at.call("DELETE", `${snippets}/3`, as(at, "bob"))).status, 404);
    assert.equal((await create(at, single, "bob")).status, 201);
  });

  it("never shows a project's snippet to more people than the project", () => {
    const state = new State("/nonexistent", new Clock());
    const [member, stranger] = ["alice", "bob"].map((username) =>
      state.addUser({ username, name: username, password: "" }),
    );
    const project = state.addProject({ path: "demo/closed", members: ["alice"] });
    const snippet: SnippetRecord = {
      id: 1,
      authorId: 99,
      projectId: project.id,
      title: "",
      description: "",
      visibility: "internal",
      createdAt: 0,
      updatedAt: 0,
      origin: { userAgent: "", address: "" },
    };
    for (const visibility of ["private", "internal", "public"] as const) {
      const seen = [member, stranger, undefined].map((user) =>
        maySeeSnippet({ state }, { ...snippet, visibility }, user),
      );
      assert.deepEqual(seen, [true, false, false], visibility);
    }
    assert.equal(
      maySeeSnippet({ state }, { ...snippet, projectId: 1000, visibility: "public" }, member),
      false,
      "of a project that is gone",
    );
  });

  it("lists mine, the public ones and all that I see, newest first, only when signed in", async () => {
    await using at = await running();
    for (const [title, visibility, name] of [
      ["a", "private", "alice"],
      ["b", "public", "alice"],
      ["c", "private", "bob"],
      ["d", "internal", "bob"],
    ] as const)
      await create(at, { ...single, title, visibility }, name);
    assert.deepEqual(titles(await at.call("GET", snippets)), ["b", "a"]);
    assert.deepEqual(titles(await at.call("GET", `${snippets}/public`)), ["b"]);
    assert.deepEqual(titles(await at.call("GET", `${snippets}/all`)), ["d", "b", "a"]);
    const all = await at.call("GET", `${snippets}/all?per_page=3`, as(at, "admin"));
    assert.deepEqual(
      [titles(all), all.headers.get("x-total"), all.headers.get("x-next-page")],
      [["d", "c", "b"], "4", "2"],
    );
    for (const path of ["", "/public", "/all"])
      assert.equal((await at.call("GET", snippets + path, { headers: {} })).status, 401, path);
  });

  it("tells administrators alone where repositories are stored, and lets them alone filter by it", async () => {
    await using at = await running();
    await create(at, single);
    const storage = async (query: string, name: Person): Promise<unknown[]> =>
      ((await at.call("GET", `${snippets}/all${query}`, as(at, name))).json as Snippet[]).map(
        (snippet) => snippet["repository_storage"],
      );
    assert.deepEqual(await storage("", "admin"), ["default"]);
    assert.deepEqual(await storage("?repository_storage=other", "admin"), []);
    assert.deepEqual(await storage("?repository_storage=other", "alice"), [undefined]);
  });

  it("filters lists by the time of creation, and refuses what is no time", async () => {
    await using at = await running();
    const first = snippetOf(await create(at, { ...single, title: "first" }));
    await at.service.control.advanceClock(60_000);
    const second = snippetOf(await create(at, { ...single, title: "second" }));
    const between = new Date(Date.parse(String(first["created_at"])) + 30_000).toISOString();
    for (const path of ["", "/all"]) {
      assert.deepEqual(titles(await at.call("GET", `${snippets}${path}?created_after=${between}`)), ["second"]);
      assert.deepEqual(titles(await at.call("GET", `${snippets}${path}?created_before=${between}`)), ["first"]);
    }
    assert.deepEqual(
      titles(await at.call("GET", `${snippets}?created_after=${String(second["created_at"])}`)),
      ["second"],
      "inclusive",
    );
    const wrong = await at.call("GET", `${snippets}/public?created_before=yesterday`);
    assert.deepEqual([wrong.status, wrong.json], [400, { error: "created_before is invalid" }]);
  });

  for (const [dialect, field] of [
    ["gitlab", "akismet_submitted"],
    ["neutral", "spamfilter_submitted"],
  ] as const) {
    it(`tells administrators who sent a snippet (${dialect})`, async () => {
      await using at = await running({ dialect });
      await at.call("POST", snippets, {
        headers: { ...as(at, "bob").headers, "User-Agent": "tester/1" },
        body: single,
      });
      assert.equal((await at.call("GET", `${snippets}/1/user_agent_detail`, as(at, "bob"))).status, 403);
      assert.deepEqual((await at.call("GET", `${snippets}/1/user_agent_detail`, as(at, "admin"))).json, {
        user_agent: "tester/1",
        ip_address: "127.0.0.1",
        [field]: false,
      });
      assert.equal((await at.call("GET", `${snippets}/2/user_agent_detail`, as(at, "admin"))).status, 404);
    });
  }

  it("leads from web_url and raw_urls to what they promise, and to no one who may not see it", async () => {
    await using at = await running({ basePath: "/forge" });
    const snippet = snippetOf(await create(at, { ...multiple, visibility: "private" }));
    const read = async (url: unknown, name: Person): Promise<string> => (await fetch(String(url), as(at, name))).text();
    assert.equal(await read(snippet["raw_url"], "alice"), "of a");
    assert.deepEqual(await Promise.all(snippet.files.map((file) => read(file.raw_url, "alice"))), ["of a", "of b"]);
    assert.match(await read(snippet["web_url"], "alice"), /<h1>Several<\/h1>[^]*of b/);
    assert.equal((await fetch(String(snippet["raw_url"]), as(at, "bob"))).status, 404);
  });

  it("has snippets of every visibility in the sample, one of them the project's, which strangers do not see", async () => {
    await using at = await running({ seed: "sample" });
    const all = (await at.call("GET", `${snippets}/all`, as(at, "admin"))).json as Snippet[];
    assert.deepEqual([...new Set(all.map((snippet) => snippet["visibility"]))].sort(), [
      "internal",
      "private",
      "public",
    ]);
    assert.ok(all.some((snippet) => snippet.files.length > 1));
    const [ofProject] = all.filter((snippet) => snippet["project_id"] === 1);
    assert.ok(ofProject);
    assert.equal(ofProject.http_url_to_repo, `${at.info.url}/demo/weather-station/snippets/${ofProject.id}.git`);
    assert.equal((await at.call("GET", `${snippets}/${ofProject.id}`, { headers: {} })).status, 404);
    assert.equal((await at.call("GET", `${snippets}/${ofProject.id}`, as(at, "bob"))).status, 200);
    const basic = { Authorization: `Basic ${Buffer.from(`bob:${at.info.users.bob.token}`).toString("base64")}` };
    const refs = `${ofProject.http_url_to_repo}/info/refs?service=git-upload-pack`;
    assert.equal((await fetch(refs, { headers: basic })).status, 200);
    assert.equal((await fetch(refs.replace("/demo/weather-station", ""), { headers: basic })).status, 404);
  });

  it("lets the creator clone and push, and shows what was pushed, at older commits too", async () => {
    await using at = await running({ basePath: "/forge" });
    const { id, http_url_to_repo: url } = snippetOf(await create(at, multiple));
    const { pair } = await signInByOAuth(at);
    const dir = await mkdtemp(join(tmpdir(), "snippet-"));
    await git(dir, "clone", "--quiet", url.replace("://", `://oauth2:${pair.access_token}@`), ".");
    assert.equal(await readFile(join(dir, "a/ä b.txt"), "utf8"), "of a");
    const before = await git(dir, "rev-parse", "HEAD");
    await writeFile(join(dir, "b.txt"), "pushed");
    await writeFile(join(dir, "new.txt"), "new");
    await git(dir, "add", ".");
    await git(dir, "commit", "--quiet", "-m", "More");
    await git(dir, "push", "--quiet", "origin", "main");
    const after = snippetOf(await at.call("GET", `${snippets}/${id}`));
    assert.deepEqual(
      after.files.map((file) => file.path),
      ["a/ä b.txt", "b.txt", "new.txt"],
    );
    assert.notEqual(after["updated_at"], after["created_at"]);
    assert.equal((await at.call("GET", `${snippets}/${id}/files/main/b.txt/raw`)).text, "pushed");
    assert.equal((await at.call("GET", `${snippets}/${id}/files/${before}/b.txt/raw`)).text, "of b");
    await assert.rejects(
      git(dir, "push", "--quiet", "origin", "main:other"),
      /can not create or delete branches or tags/,
    );
    await git(dir, "rm", "--quiet", "-r", ".");
    await git(dir, "commit", "--quiet", "-m", "Nothing");
    await assert.rejects(git(dir, "push", "--quiet", "origin", "main"), /must contain at least 1 file/);
    await rm(dir, { recursive: true });
  });

  it("opens public repositories to git, the others to those who see them, and pushing to the creator", async () => {
    await using at = await running();
    for (const visibility of ["private", "internal", "public"]) await create(at, { ...single, visibility });
    const basic = (name: Person): Record<string, string> => ({
      Authorization: `Basic ${Buffer.from(`${name}:${at.info.users[name].token}`).toString("base64")}`,
    });
    const refs = (service: string, headers: Record<string, string>): Promise<number[]> =>
      Promise.all(
        [1, 2, 3].map(
          async (id) => (await at.call("GET", `/snippets/${id}.git/info/refs?service=${service}`, { headers })).status,
        ),
      );
    assert.deepEqual(await refs("git-upload-pack", {}), [401, 401, 200]);
    assert.deepEqual(await refs("git-upload-pack", basic("bob")), [404, 200, 200]);
    assert.deepEqual(await refs("git-receive-pack", basic("bob")), [404, 403, 403]);
    assert.deepEqual(await refs("git-receive-pack", basic("alice")), [200, 200, 200]);
  });
});
