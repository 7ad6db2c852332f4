import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { CreateWikiPage } from "../../../src/api/resources/wikis.ts";
import { uploadBytes } from "../../../src/api/upload.ts";
import { itRefuses, itSends, partsOf, testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const page = {
  slug: "a/Home-page",
  title: "Home page",
  format: "markdown",
  content: "# Home",
  encoding: "UTF-8",
  front_matter: {},
};
const attachment = {
  file_name: "a.txt",
  file_path: "uploads/1/a.txt",
  branch: "main",
  link: { url: "uploads/1/a.txt", markdown: "[a.txt](uploads/1/a.txt)" },
};

describe("wikis", () => {
  const on = testServer();
  itSends(on, [
    {
      name: "list",
      run: async (client) => (await client.wikis.list(1).page()).items,
      sends: "GET /projects/1/wikis?per_page=20",
      answer: [{ slug: "a", title: "A", format: "org" }],
    },
    {
      name: "list with content",
      run: async (client) => (await client.wikis.list("g/p", { with_content: true }).page()).items,
      sends: "GET /projects/g%2Fp/wikis?with_content=true&per_page=20",
      answer: [page],
    },
    {
      name: "get below another page",
      run: (client) => client.wikis.get(1, "a/Home-page"),
      sends: "GET /projects/1/wikis/a%2FHome-page",
      answer: page,
    },
    {
      name: "get of a version as HTML",
      run: (client) => client.wikis.get(1, "ä b", { render_html: true, version: "c0ffee" }),
      sends: "GET /projects/1/wikis/%C3%A4%20b?render_html=true&version=c0ffee",
      answer: page,
    },
    {
      name: "create of an empty page",
      run: (client) => client.wikis.create(1, { title: "a/T", content: "" }),
      sends: "POST /projects/1/wikis",
      json: { title: "a/T", content: "" },
      answer: page,
    },
    {
      name: "create in another format",
      run: (client) => client.wikis.create(1, { title: "T", content: "= T", format: "asciidoc" }),
      sends: "POST /projects/1/wikis",
      json: { title: "T", content: "= T", format: "asciidoc" },
      answer: page,
    },
    {
      name: "update that empties",
      run: (client) => client.wikis.update(1, "a/b", { content: "" }),
      sends: "PUT /projects/1/wikis/a%2Fb",
      json: { content: "" },
      answer: page,
    },
    {
      name: "update of the title",
      run: (client) => client.wikis.update(1, "a", { title: "T" }),
      sends: "PUT /projects/1/wikis/a",
      json: { title: "T" },
      answer: page,
    },
    { name: "delete", run: (client) => client.wikis.delete(1, "a/b"), sends: "DELETE /projects/1/wikis/a%2Fb" },
  ]);

  itRefuses(on, [
    {
      what: "a page without a title",
      run: (client) => client.wikis.create(1, { title: "", content: "x" }),
      code: "required",
      fields: ["title"],
    },
    {
      what: "a page without content",
      run: (client) => client.wikis.create(1, { title: "T" } as CreateWikiPage),
      code: "content",
      fields: ["content"],
    },
    {
      what: "a change of neither title nor content",
      run: (client) => client.wikis.update(1, "a", { format: "org" }),
      code: "required",
      fields: ["title", "content"],
    },
    {
      what: "a change to no title",
      run: (client) => client.wikis.update(1, "a", { title: " ", content: "x" }),
      code: "required",
      fields: ["title"],
    },
    { what: "a slug that leads elsewhere", run: (client) => client.wikis.get(1, "a/../b"), code: "invalidAddress" },
  ]);

  it("uploads an attachment, with how far it is", async () => {
    on.server.handler = (_request, response) => json(response, attachment, 201);
    const seen: number[] = [];
    const request = { file: uploadBytes("a.txt", Buffer.from("sunny"), "text/plain"), branch: "main" };
    assert.deepEqual(
      await on.client().wikis.uploadAttachment("g/p", request, { onProgress: (done) => void seen.push(done) }),
      attachment,
    );
    const { headers, body } = on.server.last;
    assert.deepEqual(on.server.asked, ["POST /projects/g%2Fp/wikis/attachments"]);
    assert.deepEqual(partsOf(headers["content-type"], body), { branch: "main", file: "a.txt|text/plain|sunny" });
    assert.equal(seen.at(-1), Number(headers["content-length"]));
  });

  it("uploads to the default branch without naming it", async () => {
    on.server.handler = (_request, response) => json(response, attachment, 201);
    await on.client().wikis.uploadAttachment(1, { file: uploadBytes("a.txt", Buffer.from("sunny")) });
    assert.deepEqual(partsOf(on.server.last.headers["content-type"], on.server.last.body), {
      file: "a.txt|application/octet-stream|sunny",
    });
  });

  it("ends a list that the host does not page", async () => {
    const pages = Array.from({ length: 3 }, (_, index) => ({ ...page, slug: String(index) }));
    on.server.handler = (_request, response) => json(response, pages);
    const slugs: string[] = [];
    for await (const { items } of on.client().wikis.list(1, {}, { perPage: 2 }))
      slugs.push(...items.map(({ slug }) => slug));
    assert.deepEqual(slugs, ["0", "1", "2"]);
  });

  it("takes no page without a slug", async () => {
    on.server.handler = (_request, response) => json(response, [{ title: "A" }]);
    await assert.rejects(on.client().wikis.list(1).page(), {
      kind: "invalidResponse",
      operation: "wikis.list",
      field: "[0].slug",
    });
  });
});
