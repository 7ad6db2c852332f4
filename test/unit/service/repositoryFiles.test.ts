import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "mocha";
import type { UserName } from "../../service/types.ts";
import { running, type Answer, type Running } from "./calling.ts";

const base = "/api/v4/projects/1/repository/files";
const at = (path: string): string => `${base}/${encodeURIComponent(path).replaceAll(".", "%2E")}`;
const as = (service: Running, name: UserName): { headers: Record<string, string> } => ({
  headers: { "PRIVATE-TOKEN": service.info.users[name].token },
});
const read = async (
  service: Running,
  path: string,
  ref = "main",
): Promise<{ content: string; execute_filemode: boolean; last_commit_id: string }> => {
  const { content, ...rest } = (await service.call("GET", `${at(path)}?ref=${encodeURIComponent(ref)}`)).json as {
    content: string;
    execute_filemode: boolean;
    last_commit_id: string;
  };
  return { ...rest, content: Buffer.from(content, "base64").toString() };
};

describe("service: reading repository files", () => {
  for (const [dialect, prefix] of [
    ["gitlab", "x-gitlab-"],
    ["neutral", "x-service-"],
  ] as const) {
    it(`sends a file's facts in body and headers, by GET and HEAD, raw and blame (${dialect})`, async () => {
      await using service = await running({ dialect });
      const { sha } = await service.service.control.commit({ "src/ä.txt": "één\ntwo\n" }, { branch: "main" });
      const answer = await service.call("GET", `${at("src/ä.txt")}?ref=main`);
      const file = answer.json as Record<string, unknown>;
      const { content, blob_id, ...rest } = file;
      assert.equal(Buffer.from(content as string, "base64").toString(), "één\ntwo\n");
      assert.match(String(blob_id), /^[0-9a-f]{40}$/);
      assert.deepEqual(rest, {
        file_name: "ä.txt",
        file_path: "src/ä.txt",
        size: 10,
        encoding: "base64",
        content_sha256: createHash("sha256").update("één\ntwo\n").digest("hex"),
        ref: "main",
        commit_id: sha,
        last_commit_id: sha,
        execute_filemode: false,
      });
      for (const [method, path] of [
        ["HEAD", ""],
        ["GET", "/raw"],
        ["HEAD", "/raw"],
        ["GET", "/blame"],
        ["HEAD", "/blame"],
      ] as const) {
        const { status, headers, text } = await service.call(method, `${at("src/ä.txt")}${path}?ref=main`);
        assert.equal(status, 200, `${method} ${path}`);
        if (method === "HEAD") assert.equal(text, "");
        const sent = Object.fromEntries(
          [
            "Blob-Id",
            "Commit-Id",
            "Content-Sha256",
            "Encoding",
            "File-Name",
            "File-Path",
            "Last-Commit-Id",
            "Ref",
            "Size",
            "Execute-Filemode",
          ].map((name) => [name, headers.get(prefix + name)]),
        );
        assert.deepEqual(
          sent,
          {
            "Blob-Id": blob_id,
            "Commit-Id": sha,
            "Content-Sha256": file["content_sha256"],
            Encoding: "base64",
            "File-Name": encodeURIComponent("ä.txt"),
            "File-Path": `src/${encodeURIComponent("ä.txt")}`,
            "Last-Commit-Id": sha,
            Ref: "main",
            Size: "10",
            "Execute-Filemode": "false",
          },
          `${method} ${path}`,
        );
      }
      assert.equal((await service.call("GET", `${at("src/ä.txt")}/raw`)).text, "één\ntwo\n");
    });
  }

  it("says what is missing: file, commit, ref", async () => {
    await using service = await running();
    await service.service.control.commit({ "a.txt": "1\n" }, { branch: "main" });
    const cases: [string, number, object][] = [
      [`${at("b.txt")}?ref=main`, 404, { message: "404 File Not Found" }],
      [`${at("a.txt")}?ref=none`, 404, { message: "404 Commit Not Found" }],
      [at("a.txt"), 400, { error: "ref is missing" }],
      [`${at("../a.txt")}?ref=main`, 400, { error: "file_path should be a valid file path" }],
    ];
    for (const [path, status, body] of cases) {
      const answer = await service.call("GET", path);
      assert.deepEqual([answer.status, answer.json], [status, body], path);
    }
  });

  it("blames lines on commits, whole or a range", async () => {
    await using service = await running();
    const { control } = service.service;
    const one = await control.commit({ "a.txt": "1\n2\n3\n4\n" }, { branch: "main", message: "One" });
    const two = await control.commit({ "a.txt": "1\nzwei\n\t3\n4\n" }, { branch: "main", message: "Two", by: "bob" });
    const blamed = async (query = ""): Promise<[string, string[]][]> =>
      (
        (await service.call("GET", `${at("a.txt")}/blame?ref=main${query}`)).json as {
          commit: { id: string };
          lines: string[];
        }[]
      ).map(({ commit, lines }) => [commit.id, lines]);
    assert.deepEqual(await blamed(), [
      [one.sha, ["1"]],
      [two.sha, ["zwei", "\t3"]],
      [one.sha, ["4"]],
    ]);
    assert.deepEqual(await blamed("&range[start]=2&range[end]=2"), [[two.sha, ["zwei"]]]);
    assert.deepEqual(await blamed("&range[start]=3&range[end]=99"), [
      [two.sha, ["\t3"]],
      [one.sha, ["4"]],
    ]);
    assert.deepEqual(await blamed("&range[start]=50&range[end]=99"), []);
    const [first] = (await service.call("GET", `${at("a.txt")}/blame?ref=main&range[start]=2&range[end]=2`)).json as [
      { commit: Record<string, unknown> },
    ];
    assert.deepEqual(Object.keys(first.commit).sort(), [
      "author_email",
      "author_name",
      "authored_date",
      "committed_date",
      "committer_email",
      "committer_name",
      "id",
      "message",
      "parent_ids",
    ]);
    assert.deepEqual(
      [first.commit["author_name"], first.commit["message"], first.commit["parent_ids"]],
      ["Bob Beretta", "Two", [one.sha]],
    );
    for (const [query, text] of [
      ["range[start]=2", "range[end] is missing"],
      ["range[start]=3&range[end]=2", "range[start] must be less than or equal to range[end]"],
      ["range[start]=0&range[end]=2", "range[start] does not have a valid value"],
      ["range[start]=x&range[end]=2", "range[start] is invalid"],
    ]) {
      const answer = await service.call("GET", `${at("a.txt")}/blame?ref=main&${query!}`);
      assert.deepEqual([answer.status, answer.json], [400, { error: text }], query);
    }
  });

  it("gives the pointer of a large file, or with lfs its content; other files as they are", async () => {
    await using service = await running();
    const { control } = service.service;
    const binary = Buffer.from([0, 255, 1]);
    await control.commit({ "small.txt": "small" }, { branch: "main" });
    await control.addLargeFile("big.bin", { base64: binary.toString("base64") });
    assert.match(
      (await service.call("GET", `${at("big.bin")}/raw`)).text,
      /^version https:\/\/git-lfs.*\noid sha256:[0-9a-f]{64}\nsize 3\n$/,
    );
    const response = await fetch(`${service.service.url}${at("big.bin")}/raw?lfs=true`, as(service, "alice"));
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), binary);
    assert.equal((await service.call("GET", `${at("small.txt")}/raw?lfs=true`)).text, "small");
    await control.commit({
      "lost.bin": `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 1\n`,
    });
    assert.equal((await service.call("GET", `${at("lost.bin")}/raw?lfs=true`)).status, 404);
  });

  it("needs no token for public projects, and hides private ones", async () => {
    await using service = await running();
    const open = await service.service.control.createProject({
      path: "demo/open",
      visibility: "public",
      files: { a: "1" },
    });
    assert.equal(
      (await service.call("GET", `/api/v4/projects/${open.id}/repository/files/a?ref=main`, { headers: {} })).status,
      200,
    );
    assert.equal((await service.call("GET", `${at("a")}?ref=main`, { headers: {} })).status, 404);
    const { token } = await service.service.control.createToken("alice", ["read_repository"]);
    assert.equal(
      (
        await service.call("HEAD", `/api/v4/projects/${open.id}/repository/files/a?ref=main`, {
          headers: { "PRIVATE-TOKEN": token },
        })
      ).status,
      200,
    );
  });
});

describe("service: writing repository files", () => {
  const write = (
    service: Running,
    method: string,
    path: string,
    body: object,
    name: UserName = "bob",
  ): Promise<Answer> => service.call(method, at(path), { ...as(service, name), body });

  it("creates, updates and deletes by commits of the author, text or base64, and makes branches", async () => {
    await using service = await running();
    const made = await write(service, "POST", "dir/a.txt", { branch: "main", commit_message: "Add", content: "1\n" });
    assert.deepEqual([made.status, made.json], [201, { file_path: "dir/a.txt", branch: "main" }]);
    const updated = await write(service, "PUT", "dir/a.txt", {
      branch: "topic",
      start_branch: "main",
      commit_message: "Change",
      content: Buffer.from("zwei").toString("base64"),
      encoding: "base64",
      execute_filemode: true,
      author_name: "Ann",
      author_email: "ann@example.com",
    });
    assert.deepEqual([updated.status, updated.json], [200, { file_path: "dir/a.txt", branch: "topic" }]);
    assert.equal((await read(service, "dir/a.txt")).content, "1\n");
    const { content, execute_filemode, last_commit_id } = await read(service, "dir/a.txt", "topic");
    assert.deepEqual([content, execute_filemode], ["zwei", true]);
    const commit = (await service.call("GET", `/api/v4/projects/1/repository/commits/${last_commit_id}`))
      .json as Record<string, unknown>;
    assert.deepEqual(
      [commit["title"], commit["author_name"], commit["author_email"], commit["committer_name"]],
      ["Change", "Ann", "ann@example.com", "Bob Beretta"],
    );
    const removed = await service.call(
      "DELETE",
      `${at("dir/a.txt")}?branch=topic&commit_message=Remove`,
      as(service, "bob"),
    );
    assert.deepEqual([removed.status, removed.text], [204, ""]);
    assert.equal((await service.call("GET", `${at("dir/a.txt")}?ref=topic`)).status, 404);
    assert.equal(
      (
        await service.call("DELETE", at("dir/a.txt"), {
          ...as(service, "bob"),
          body: { branch: "main", commit_message: "Remove" },
        })
      ).status,
      204,
    );
  });

  const failures: readonly [what: string, method: string, path: string, body: object, text: string][] = [
    [
      "a file that exists",
      "POST",
      "a.txt",
      { branch: "main", commit_message: "m", content: "x" },
      "A file with this name already exists",
    ],
    [
      "a missing file",
      "PUT",
      "b.txt",
      { branch: "main", commit_message: "m", content: "x" },
      "A file with this name doesn't exist",
    ],
    [
      "a file that has changed since",
      "PUT",
      "a.txt",
      { branch: "main", commit_message: "m", content: "x", last_commit_id: "0".repeat(40) },
      "You are attempting to update a file that has changed since you started editing it.",
    ],
    [
      "identical content",
      "PUT",
      "a.txt",
      { branch: "main", commit_message: "m", content: "1\n" },
      "The commit would change nothing",
    ],
    [
      "a branch that is not there",
      "POST",
      "c.txt",
      { branch: "none", commit_message: "m", content: "x" },
      "You can only create or edit files when you are on a branch",
    ],
  ];
  it("answers 400: with the reason on real hosts, with one text for all in the documents", async () => {
    for (const dialect of ["gitlab", "neutral"] as const) {
      await using service = await running({ dialect });
      await service.service.control.commit({ "a.txt": "1\n" }, { branch: "main" });
      const before = (await read(service, "a.txt")).last_commit_id;
      for (const [what, method, path, body, text] of failures) {
        const answer = await write(service, method, path, body);
        assert.deepEqual(
          [answer.status, answer.json],
          [400, { message: dialect === "neutral" ? "Your changes could not be committed" : text }],
          `${dialect}: ${what}`,
        );
      }
      const outside = await write(service, "POST", "x/../../y", { branch: "main", commit_message: "m", content: "x" });
      assert.deepEqual(
        [outside.status, outside.json],
        [
          400,
          dialect === "neutral"
            ? { message: "Your changes could not be committed" }
            : { error: "file_path should be a valid file path" },
        ],
      );
      assert.equal((await read(service, "a.txt")).last_commit_id, before);
    }
  });

  it("takes the last commit as it is known", async () => {
    await using service = await running();
    const { sha } = await service.service.control.commit({ "a.txt": "1\n" }, { branch: "main" });
    await service.service.control.commit({ "b.txt": "1\n" }, { branch: "main" });
    assert.equal(
      (
        await write(service, "PUT", "a.txt", {
          branch: "main",
          commit_message: "m",
          content: "2\n",
          last_commit_id: sha,
        })
      ).status,
      200,
    );
    assert.equal(
      (await write(service, "DELETE", "a.txt", { branch: "main", commit_message: "m", last_commit_id: sha })).status,
      400,
    );
  });

  it("names missing and wrong fields", async () => {
    await using service = await running();
    const missing = await write(service, "POST", "a.txt", {});
    assert.deepEqual(
      [missing.status, missing.json],
      [400, { error: "branch is missing, commit_message is missing, content is missing" }],
    );
    const wrong = await write(service, "POST", "a.txt", {
      branch: "main",
      commit_message: "m",
      content: "x",
      encoding: "utf8",
    });
    assert.deepEqual([wrong.status, wrong.json], [400, { error: "encoding does not have a valid value" }]);
  });

  it("is refused on protected branches, to reporters and to strangers", async () => {
    await using service = await running();
    await service.service.control.commit({ "a.txt": "1\n" }, { branch: "main" });
    await service.call("POST", "/api/v4/projects/1/protected_branches", { body: { name: "main" } });
    const body = { branch: "main", commit_message: "m", content: "2\n" };
    const refused = await write(service, "PUT", "a.txt", body);
    assert.deepEqual(
      [refused.status, refused.json],
      [403, { message: "403 Forbidden - You are not allowed to push into this branch" }],
    );
    assert.equal(
      (await write(service, "PUT", "a.txt", { ...body, branch: "x", start_branch: "main" }, "rita")).status,
      403,
    );
    assert.equal((await write(service, "PUT", "a.txt", body, "max")).status, 200);
    assert.equal((await service.call("PUT", at("a.txt"), { headers: {}, body })).status, 401);
  });
});
