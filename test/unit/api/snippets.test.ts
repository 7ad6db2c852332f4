import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { itRefuses, itSends, testServer } from "./sentRequests.ts";
import { bytes, json } from "./server.ts";

const snippet = { id: 7, title: "Notes", visibility: "private", files: [{ path: "a.md", raw_url: "https://a/raw" }] };
const several = {
  files: [
    { path: "a.md", raw_url: "" },
    { path: "b.md", raw_url: "" },
  ],
};
const since = { created_after: new Date(0), created_before: "2026-01-01T00:00:00+01:00" } as const;
const range = "created_after=1970-01-01T00%3A00%3A00.000Z&created_before=2026-01-01T00%3A00%3A00%2B01%3A00";
const file = { file_path: "a.md", content: "" };

describe("snippets", () => {
  const on = testServer();
  itSends(on, [
    {
      name: "list",
      run: async (client) => (await client.snippets.list(since).page()).items,
      sends: `GET /snippets?${range}&per_page=20`,
      answer: [snippet],
    },
    {
      name: "public",
      run: async (client) => (await client.snippets.public({}, { perPage: 3 }).page()).items,
      sends: "GET /snippets/public?per_page=3",
      answer: [snippet],
    },
    {
      name: "all",
      run: async (client) => (await client.snippets.all({ ...since, repository_storage: "default" }).page()).items,
      sends: `GET /snippets/all?${range}&repository_storage=default&per_page=20`,
      answer: [snippet],
    },
    { name: "get", run: (client) => client.snippets.get(7), sends: "GET /snippets/7", answer: snippet },
    {
      name: "create of files",
      run: (client) => client.snippets.create({ title: "T", description: "", visibility: "internal", files: [file] }),
      sends: "POST /snippets",
      json: { title: "T", description: "", visibility: "internal", files: [file] },
      answer: snippet,
    },
    {
      name: "create by the deprecated fields",
      run: (client) => client.snippets.create({ title: "T", file_name: "a", content: "" }),
      sends: "POST /snippets",
      json: { title: "T", file_name: "a", content: "" },
      answer: snippet,
    },
    {
      name: "update of files",
      run: (client) =>
        client.snippets.update(
          7,
          {
            files: [
              { action: "create", file_path: "c", content: "" },
              { action: "update", file_path: "a.md", content: "x" },
              { action: "move", file_path: "d", previous_path: "b.md" },
              { action: "delete", file_path: "e" },
            ],
          },
          { known: several },
        ),
      sends: "PUT /snippets/7",
      json: {
        files: [
          { action: "create", file_path: "c", content: "" },
          { action: "update", file_path: "a.md", content: "x" },
          { action: "move", file_path: "d", previous_path: "b.md" },
          { action: "delete", file_path: "e" },
        ],
      },
      answer: snippet,
    },
    {
      name: "update that clears",
      run: (client) => client.snippets.update(7, { description: "" }),
      sends: "PUT /snippets/7",
      json: { description: "" },
      answer: snippet,
    },
    {
      name: "update of one file",
      run: (client) => client.snippets.update(7, { content: "x", file_name: "b" }, { known: snippet }),
      sends: "PUT /snippets/7",
      json: { content: "x", file_name: "b" },
      answer: snippet,
    },
    { name: "delete", run: (client) => client.snippets.delete(7), sends: "DELETE /snippets/7" },
    {
      name: "userAgentDetail, as documented,",
      run: (client) => client.snippets.userAgentDetail(7),
      sends: "GET /snippets/7/user_agent_detail",
      answer: { user_agent: "curl", ip_address: "127.0.0.1", spamfilter_submitted: false },
    },
    {
      name: "userAgentDetail, in a host's own words,",
      run: (client) => client.snippets.userAgentDetail(7),
      sends: "GET /snippets/7/user_agent_detail",
      answer: { user_agent: "curl", ip_address: null, akismet_submitted: true },
      brings: { user_agent: "curl", ip_address: null, spamfilter_submitted: true },
    },
  ]);

  itRefuses(on, [
    {
      what: "a snippet without a title",
      run: (client) => client.snippets.create({ title: "", files: [file] }),
      code: "required",
      fields: ["title"],
    },
    {
      what: "a snippet without a file",
      run: (client) => client.snippets.create({ title: "T" }),
      code: "required",
      fields: ["files"],
    },
    {
      what: "a snippet of no files",
      run: (client) => client.snippets.create({ title: "T", files: [] }),
      code: "required",
      fields: ["files"],
    },
    {
      what: "files and content",
      run: (client) => client.snippets.create({ title: "T", files: [file], content: "x" }),
      code: "exclusive",
      fields: ["files", "content"],
    },
    {
      what: "files and a file name in a change",
      run: (client) => client.snippets.update(7, { files: [], file_name: "x" }),
      code: "exclusive",
      fields: ["files", "file_name"],
    },
    {
      what: "a file without a path",
      run: (client) => client.snippets.create({ title: "T", files: [file, { file_path: " ", content: "" }] }),
      code: "required",
      fields: ["files[1].file_path"],
    },
    {
      what: "a file without content",
      run: (client) =>
        client.snippets.create({ title: "T", files: [{ file_path: "a" } as { file_path: string; content: string }] }),
      code: "content",
      fields: ["files[0].content"],
    },
    { what: "no change", run: (client) => client.snippets.update(7, {}), code: "nothingToChange" },
    {
      what: "a change to no title",
      run: (client) => client.snippets.update(7, { title: "" }),
      code: "required",
      fields: ["title"],
    },
    {
      what: "an update without content",
      run: (client) => client.snippets.update(7, { files: [{ action: "update", file_path: "a" }] }),
      code: "content",
      fields: ["files[0].content"],
    },
    {
      what: "a move from nowhere",
      run: (client) => client.snippets.update(7, { files: [{ action: "move", file_path: "a" }] }),
      code: "previousPath",
      fields: ["files[0].previous_path"],
    },
    {
      what: "a path before for what is no move",
      run: (client) => client.snippets.update(7, { files: [{ action: "delete", file_path: "a", previous_path: "b" }] }),
      code: "previousPath",
      fields: ["files[0].previous_path"],
    },
    {
      what: "content for a snippet that is known to have several files",
      run: (client) => client.snippets.update(7, { content: "x" }, { known: several }),
      code: "files",
      fields: ["files"],
    },
    {
      what: "a date that is none",
      run: (client) => client.snippets.list({ created_after: "yesterday" }).page(),
      code: "date",
      fields: ["created_after"],
    },
    {
      what: "a day without a time",
      run: (client) => client.snippets.all({ created_before: "2024-02-29" }).page(),
      code: "date",
      fields: ["created_before"],
    },
    {
      what: "a file path that leads elsewhere",
      run: (client) => client.snippets.fileRaw(7, "main", "../a"),
      code: "invalidAddress",
    },
  ]);

  it("changes the title of a snippet of several files without naming them, as real hosts allow", async () => {
    on.server.handler = (_request, response) => json(response, snippet);
    await on.client().snippets.update(7, { title: "New" }, { known: several });
    assert.equal(on.server.last.body, '{"title":"New"}');
  });

  it("reads files as they are", async () => {
    on.server.handler = (_request, response) =>
      response.writeHead(200, { "content-type": "text/plain" }).end("ä\u0000b");
    const client = on.client();
    assert.equal((await bytes((await client.snippets.raw(7)).body)).toString(), "ä\u0000b");
    assert.equal(
      (await bytes((await client.snippets.fileRaw(7, "feature/x", "notes/day 1.md")).body)).toString(),
      "ä\u0000b",
    );
    assert.deepEqual(on.server.asked, [
      "GET /snippets/7/raw",
      "GET /snippets/7/files/feature%2Fx/notes%2Fday%201.md/raw",
    ]);
  });

  it("takes no web page for a file", async () => {
    on.server.handler = (_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>");
    await assert.rejects(on.client().snippets.raw(7), { kind: "invalidResponse", operation: "snippets.raw" });
  });

  it("does not take files that are no list", async () => {
    on.server.handler = (_request, response) => json(response, [{ ...snippet, files: "a.md" }]);
    await assert.rejects(on.client().snippets.list().page(), {
      kind: "invalidResponse",
      operation: "snippets.list",
      field: "[0].files",
    });
  });
});
